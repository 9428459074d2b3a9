//! The codes of the quiz: a student shows that they answered ten trees, with how many points. `page/series.js` writes
//! them.
//!
//! A checksum shows that a code was mistyped or changed, or is another student's. It is no secret: who reads the page's
//! script can make a code.

use crate::WorksheetError;
use plyd_foreign::cell;

/// The digits: without letters that look like others.
const DIGITS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many digits a code has.
const LENGTH: usize = 25;
/// The bits of the checksum, with some that are not used.
const CHECKED: u32 = 35;
/// The trees that a code is about.
const TREES: u64 = 10;

/// What a code says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Code {
    /// The trees: those of a course from the exercise of this number, or those of this seed, with so many plies and
    /// children.
    trees: String,
    /// The most points of a tree: what was asked for.
    most: u64,
    /// The points of each tree.
    points: Vec<u64>,
}

/// A table of students' codes, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCodes {
    /// The table as CSV: student, points, of, trees, each and remark.
    pub table: String,
    /// How many rows have no right code.
    pub wrong: usize,
}

/// What is wrong with a row that has one cell.
const NO_CODE: &str = "this row must have a student and a code";

/// Checks a table of codes: CSV with the columns student and code, and perhaps a row with these names above.
///
/// # Errors
/// The table of points cannot be written. A row or a code that is wrong is no error.
pub fn check_codes(table: &str) -> Result<CheckedCodes, WorksheetError> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(table.as_bytes());
    let mut writer = csv::Writer::from_writer(Vec::new());
    let unwritten = WorksheetError::Marks;
    let mut row = |cells: [&str; 6]| {
        writer.write_record(cells.map(|text| cell(text).into_owned())).map_err(|error| unwritten(error.to_string()))
    };
    row(["student", "points", "of", "trees", "each", "remark"])?;
    let mut wrong = 0;
    for (number, record) in (1..).zip(reader.records()) {
        let record = record.unwrap_or_default();
        let (student, Some(code)) = (record.get(0).unwrap_or_default(), record.get(1)) else {
            wrong += 1;
            row([record.get(0).unwrap_or_default(), "", "", "", "", NO_CODE])?;
            continue;
        };
        if number == 1 && code.trim().eq_ignore_ascii_case("code") {
            continue;
        }
        match read(student, code) {
            Ok(Code { trees, most, points }) => {
                let sum = points.iter().sum::<u64>().to_string();
                let each = points.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
                row([student, &sum, &(most * TREES).to_string(), &trees, &each, ""])?;
            }
            Err(fault) => {
                wrong += 1;
                row([student, "", "", "", "", fault])?;
            }
        }
    }
    let bytes = writer.into_inner().map_err(|error| unwritten(error.to_string()))?;
    Ok(CheckedCodes { table: String::from_utf8_lossy(&bytes).into_owned(), wrong })
}

/// What the code of a student says, or what is wrong about it.
fn read(student: &str, code: &str) -> Result<Code, &'static str> {
    let is_sign = |sign: &char| !sign.is_whitespace() && *sign != '-';
    let digits: Vec<char> = code.chars().filter(is_sign).map(|sign| sign.to_ascii_uppercase()).collect();
    if digits.len() != LENGTH {
        return Err("this is no code: it must have five groups of five digits and letters");
    }
    let number = digits.iter().try_fold(0u128, |all, &digit| {
        let digit = match digit {
            'O' => '0',
            'I' | 'L' => '1',
            digit => digit,
        };
        Some(all << 5 | DIGITS.find(digit)? as u128)
    });
    let number = number.ok_or("this is no code: it has a sign that no code has")?;
    let payload = number >> CHECKED;
    if number & ((1 << CHECKED) - 1) != u128::from(checksum(student, payload)) {
        return Err("the code is not this student's, or was changed");
    }
    let mut fields = BitReader { payload, left: 125 - CHECKED };
    if fields.take(3) != 1 {
        return Err("the code is one of another version of plyd");
    }
    let [is_course, is_strict, is_hard, is_tested_first] = [(); 4].map(|()| fields.take(1) == 1);
    let most = u64::from((fields.take(3) as u8).count_ones());
    let (number, depth, branching) = (fields.take(53), fields.take(4), fields.take(3));
    let points: Vec<u64> = (0..TREES).map(|_| fields.take(2)).collect();
    if points.iter().any(|&points| points > most) {
        return Err("the code has more points than there are");
    }
    let mut trees = if is_course {
        format!("course {number} to {}", number.saturating_add(TREES - 1))
    } else {
        format!("seed {number} depth {depth} branching {branching}")
    };
    for (is_so, text) in [(is_strict, " cut strict"), (is_hard, " fail hard"), (is_tested_first, " code cs188")] {
        if is_so {
            trees += text;
        }
    }
    Ok(Code { trees, most, points })
}

/// A number that is read bit by bit, the highest ones first.
struct BitReader {
    payload: u128,
    left: u32,
}

impl BitReader {
    fn take(&mut self, width: u32) -> u64 {
        self.left -= width;
        (self.payload >> self.left & ((1 << width) - 1)) as u64
    }
}

/// FNV-1a of the student's name, without regard to blanks and to the case of letters, and of what the code says.
fn checksum(student: &str, payload: u128) -> u32 {
    let who = student.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let text = format!("{who}\n{payload}");
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::check_codes;

    /// Made by `series.js` for Ada Lovelace: the trees of seed 7 with 3 plies and 2 children, 27 of 30 points.
    const CODE: &str = "47000-00000-00WTZ-ZZW2J-WVK87";

    fn rows(table: &str) -> Vec<String> {
        check_codes(table).expect("it is a table").table.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn a_code_of_the_page_says_who_had_how_many_points() {
        let row = "Ada Lovelace,27,30,seed 7 depth 3 branching 2,3 3 3 3 3 3 3 3 3 0,";
        assert_eq!(rows(&format!("student,code\nAda Lovelace,{CODE}\n")), [row]);
        let careless = CODE.to_lowercase().replace('-', " ").replace('0', "o");
        let [row] = &rows(&format!("\"  ada   LOVELACE\",{careless}"))[..] else { panic!("one row") };
        assert!(row.contains(",27,30,"), "{row}");
    }

    #[test]
    fn what_is_no_code_of_the_student_is_told() {
        let checked = check_codes(&format!(
            "Bob,{CODE}\nAda Lovelace,{}\nAda Lovelace,12\n",
            CODE.replace('-', "").replacen('0', "1", 1)
        ))
        .expect("it is a table");
        assert_eq!(checked.wrong, 3);
        assert!(
            checked.table.contains("Bob,,,,,\"the code is not this student's") && checked.table.contains("five groups")
        );
        // A row without a code does not keep the others from being checked.
        let checked = check_codes(&format!("Bob\nAda Lovelace,{CODE}\n")).expect("it is a table");
        assert_eq!(checked.wrong, 1);
        assert!(checked.table.contains("Bob,,,,,this row must have a student and a code\nAda Lovelace,2"));
        // No cell is a formula.
        assert!(rows("=1+1,x")[0].starts_with("'=1+1"));
    }
}
