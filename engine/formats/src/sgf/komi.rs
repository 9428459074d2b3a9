//! Parsing of komi in the notations that servers use.

use crate::letter::is_dash;

/// Programs that write komi in hundredths of a point or of a stone: Fox, and SGFC, which converted the records of
/// Gokifu.
const HUNDREDTHS: [&str; 2] = ["foxwq", "sgfc:2.0"];

/// Lower bound of the largest plausible komi, in points: on a small board the komi may exceed the number of board
/// points.
const LEAST: f64 = 100.0;

/// The range of komi that may be counted in stones, where one stone is two points: Chinese rules give 3.75 stones, and
/// Ing rules 4.
const STONES: std::ops::Range<f64> = 2.0..MOST_STONES;

/// The komi from which a number means points rather than stones; a komi of 8 stones, for example, does not occur.
const MOST_STONES: f64 = 4.1;

/// Usual komi values in tenths of a point, as some servers write them. They may also be meant in points.
const TENTHS: [f64; 3] = [55.0, 65.0, 75.0];

/// Fractions after a number.
const FRACTIONS: [(&str, f64); 11] = [
    ("½", 0.5),
    ("1/2", 0.5),
    ("半", 0.5),
    ("반", 0.5),
    ("二分之一", 0.5),
    ("¼", 0.25),
    ("1/4", 0.25),
    ("四分之一", 0.25),
    ("¾", 0.75),
    ("3/4", 0.75),
    ("四分之三", 0.75),
];

/// Words before the number; longer ones come first.
const LEADS: [&str; 8] = ["komi", "コミ", "黑贴", "黑貼", "贴", "貼", "덤", ":"];

/// Chinese and Japanese digits, from 0 on.
const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Words for points, the conjunction between a number and its fraction, and the word komi; longer ones come first.
const POINTS: [&str; 11] = ["points", "point", "pts", "pt", "moku", "目", "点", "點", "집", "又", "komi"];

/// Words for stones.
const STONE: [&str; 3] = ["stones", "stone", "子"];

/// Parses a komi into half points, with a description of the conversion if the text did not state that value directly.
///
/// `program` is the AP property. `area` is the number of board points, which no komi exceeds: a larger number is in
/// hundredths. A komi of about 3.75 is in stones (Fox writes 375 for the 7.5 points of Chinese rules) if it is in
/// hundredths or ends with a quarter. A komi with a word for stones is in stones, unless it is too large. A decimal
/// comma is read as a point, and the result is rounded to the nearest half. `None` if the text is no number.
#[must_use]
pub fn half_points(text: &str, program: Option<&str>, area: u32) -> Option<(i32, Option<String>)> {
    let text = text.trim();
    let plain: String = text.chars().map(plain_sign).collect();
    let KomiText { number, says_stones, rest } = written(&plain)?;
    let program = program.unwrap_or_default().to_ascii_lowercase();
    let most = f64::from(area).max(LEAST);
    let is_hundredths = number.abs() > most
        || (HUNDREDTHS.iter().any(|name| program.contains(name)) && number.fract() == 0.0 && number.abs() >= 20.0);
    let points = if is_hundredths { number / 100.0 } else { number };
    let has_quarter = (points * 2.0).fract() != 0.0 && (points * 4.0).fract() == 0.0;
    let is_few = says_stones && points != 0.0 && points.abs() < MOST_STONES;
    let is_stones = is_few || (STONES.contains(&points.abs()) && (is_hundredths || has_quarter));
    let is_too_many = says_stones && points.abs() >= MOST_STONES;
    let points = if is_stones { points * 2.0 } else { points };
    let halves = (points * 2.0).round();
    // A number beyond every komi has no sensible meaning.
    let halves = (points.abs() <= most).then_some(halves as i32)?;
    let is_left_out = rest.contains(char::is_alphanumeric);
    let may_be_tenths = !is_hundredths && TENTHS.contains(&number.abs()) && plain.ends_with('5');
    let is_changed = f64::from(halves) != number * 2.0 || is_left_out || may_be_tenths || is_too_many;
    let warning = is_changed.then(|| {
        let excerpt = plyd_foreign::one_line_of(text, 20);
        let points = f64::from(halves) / 2.0;
        let remark = if is_left_out {
            let rest = plyd_foreign::one_line_of(rest, 20);
            format!(", and `{rest}` is left out")
        } else if is_stones {
            ", as it is in stones".to_owned()
        } else if is_too_many {
            " points, as no komi has so many stones".to_owned()
        } else if may_be_tenths {
            format!("; {} would be written with a point", points / 10.0)
        } else {
            String::new()
        };
        format!("the komi `{excerpt}` is read as {points}{remark}")
    });
    Some((halves, warning))
}

/// A komi as written.
struct KomiText<'a> {
    number: f64,
    /// Whether a word for stones follows the number.
    says_stones: bool,
    /// The rest of the text, which is not understood.
    rest: &'a str,
}

/// Replaces a full-width character by its ASCII equivalent, and a typographic minus sign by `-`.
fn plain_sign(sign: char) -> char {
    match sign {
        // Full-width forms are in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        '\u{3000}' => ' ',
        dash if is_dash(dash) => '-',
        other => other,
    }
}

/// Parses the number at the beginning of a text, with a decimal point or comma, a fraction, and words for points or
/// stones.
fn written(text: &str) -> Option<KomiText<'_>> {
    let mut text = text;
    while let Some(behind) = word(text, &LEADS) {
        text = behind.trim_start();
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = unsigned.find(|letter: char| !(letter.is_ascii_digit() || ".,".contains(letter)));
    let (digits, behind) = unsigned.split_at(end.unwrap_or(unsigned.len()));
    // A fraction alone is a number too.
    let (mut number, mut rest) = match fraction(unsigned) {
        Some(_) => (0.0, unsigned),
        None => match digit(unsigned) {
            Some(found) => found,
            None => (digits.replace(',', ".").parse::<f64>().ok()?, behind),
        },
    };
    let mut says_stones = false;
    loop {
        rest = rest.trim_start();
        if let Some((part, behind)) = fraction(rest).filter(|_| number.fract() == 0.0) {
            (number, rest) = (number + part, behind);
        } else if let Some(behind) = word(rest, &POINTS) {
            rest = behind;
        } else if let Some(behind) = word(rest, &STONE) {
            (says_stones, rest) = (true, behind);
        } else {
            break;
        }
    }
    let number = if text.starts_with('-') { -number } else { number };
    Some(KomiText { number, says_stones, rest })
}

/// Parses a Chinese or Japanese digit that is the whole number, and returns it with the remaining text.
fn digit(text: &str) -> Option<(f64, &str)> {
    let value = |sign: char| DIGITS.iter().zip(0_u8..).find(|&(&known, _)| known == sign).map(|(_, value)| value);
    let first = text.chars().next()?;
    let (value, behind) = (value(first)?, &text[first.len_utf8()..]);
    let is_all = !behind.starts_with(|next: char| DIGITS.contains(&next) || next == '十');
    is_all.then_some((f64::from(value), behind))
}

/// Parses a fraction at the beginning of a text, and returns it with the remaining text.
fn fraction(text: &str) -> Option<(f64, &str)> {
    FRACTIONS.iter().find_map(|&(form, part)| Some((part, text.strip_prefix(form)?)))
}

/// Strips one of these words from the beginning of a text.
fn word<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let is_first = |word: &&&str| text.get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word));
    words.iter().find(is_first).map(|word| &text[word.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, program: &str) -> Option<(f64, bool)> {
        half_points(text, Some(program), 361).map(|(halves, warning)| (f64::from(halves) / 2.0, warning.is_some()))
    }

    #[test]
    fn servers_write_hundredths_and_stones() {
        for (text, program, komi, is_changed) in [
            ("375", "foxwq", 7.5, true),
            ("325", "foxwq", 6.5, true),
            ("350", "foxwq", 7.0, true),
            ("275", "foxwq", 5.5, true),
            ("650", "foxwq", 6.5, true),
            ("550", "GNU Go:3.8", 5.5, true),
            ("50", "foxwq", 0.5, true),
            ("0", "foxwq", 0.0, false),
            ("6.5", "foxwq", 6.5, false),
            ("750", "SGFC:2.0", 7.5, true),
            ("375", "", 7.5, true),
            ("3.75", "", 7.5, true),
            ("3.5", "", 3.5, false),
            ("6.5", "", 6.5, false),
            ("6,5", "", 6.5, false),
            (" 6.50 ", "", 6.5, false),
            ("6½", "", 6.5, false),
            ("½", "", 0.5, false),
            ("-5.5", "", -5.5, false),
            ("0.25", "", 0.5, true),
            ("6.25", "", 6.5, true),
            ("6.5 points", "", 6.5, false),
            ("6.5pts.", "", 6.5, false),
            ("6目半", "", 6.5, false),
            ("6 moku 1/2", "", 6.5, false),
            ("6半", "", 6.5, false),
            ("-5 1/2 Points", "", -5.5, false),
            ("1/2", "", 0.5, false),
            ("3 3/4", "", 7.5, true),
            ("3¾子", "", 7.5, true),
            ("3又3/4子", "", 7.5, true),
            ("3.5子", "", 7.0, true),
            ("3.75 stones", "", 7.5, true),
            ("4 stones", "", 8.0, true),
            ("1 3/4子", "", 3.5, true),
            ("0.5 stones", "", 1.0, true),
            ("0子", "", 0.0, false),
            ("8 stones", "", 8.0, true),
            ("8 Stones", "", 8.0, true),
            ("7.5 stone", "", 7.5, true),
            ("8 points", "", 8.0, false),
            ("6.5 pts", "", 6.5, false),
            ("7.5目", "", 7.5, false),
            ("6집반", "", 6.5, false),
            ("６．５", "", 6.5, false),
            ("＋６½", "", 6.5, false),
            ("\u{2212}5.5", "", -5.5, false),
            ("+6.5", "", 6.5, false),
            ("黑贴3又3/4子", "", 7.5, true),
            ("黑贴三又四分之三子", "", 7.5, true),
            ("コミ六目半", "", 6.5, false),
            ("덤 6집반", "", 6.5, false),
            ("Komi: 6.5", "", 6.5, false),
            ("6.5 points komi", "", 6.5, false),
            ("6.5 per game", "", 6.5, true),
            ("6 and a half", "", 6.0, true),
            ("6-1/2", "", 6.0, true),
            ("31/2", "", 31.0, true),
            ("65", "", 65.0, true),
            ("65.0", "", 65.0, false),
            ("65 points", "", 65.0, false),
            ("36100", "", 361.0, true),
            ("50", "", 50.0, false),
        ] {
            assert_eq!(read(text, program), Some((komi, is_changed)), "{text} {program}");
        }
        for text in ["", "x", "-", "+-5", ".", "1.2.3", "目", "komi", "十五", "二十", "40000", "9999999999999999999999"]
        {
            assert_eq!(read(text, ""), None, "{text}");
        }
        assert_eq!(read("1e9", ""), Some((1.0, true)));
        let (_, warning) = half_points("375", None, 361).unwrap();
        assert_eq!(warning.as_deref(), Some("the komi `375` is read as 7.5, as it is in stones"));
        for (text, said) in [
            ("6 and a half", "the komi `6 and a half` is read as 6, and `and a half` is left out"),
            ("65", "the komi `65` is read as 65; 6.5 would be written with a point"),
            ("6.25", "the komi `6.25` is read as 6.5"),
            ("8 stones", "the komi `8 stones` is read as 8 points, as no komi has so many stones"),
            ("4 stones", "the komi `4 stones` is read as 8, as it is in stones"),
        ] {
            assert_eq!(half_points(text, None, 361).unwrap().1.as_deref(), Some(said), "{text}");
        }
    }
}
