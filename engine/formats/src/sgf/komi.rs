//! The komi of a record, as servers write it.

/// Programs that write a hundredth of a point, or of a stone, as 1: Fox, and SGFC, through which records of Gokifu went.
const HUNDREDTHS: [&str; 2] = ["foxwq", "sgfc:2.0"];

/// On small boards somebody may give more points than the board has.
const LEAST: f64 = 100.0;

/// The komi that stones are counted in, which is half of that in points.
const STONES: std::ops::Range<f64> = 2.0..4.1;

/// A komi in half points, and what was done to it if it was not written so.
///
/// `program` is the property AP, and `area` the number of points of the board, which no komi exceeds: a larger one is in
/// hundredths. A komi of about 3.75 is in stones (Fox writes 375 for the 7.5 points of Chinese rules), if it is in
/// hundredths or ends with a quarter. A decimal comma is read as a point, and what is still no half is brought to the
/// nearest one. `None` if the text is no number.
#[must_use]
pub fn half_points(text: &str, program: Option<&str>, area: u32) -> Option<(i32, Option<String>)> {
    let text = text.trim();
    let number = number(text)?;
    let program = program.unwrap_or_default().to_ascii_lowercase();
    let is_hundredths = number.abs() > f64::from(area).max(LEAST)
        || (HUNDREDTHS.iter().any(|name| program.contains(name)) && number.fract() == 0.0 && number.abs() >= 20.0);
    let points = if is_hundredths { number / 100.0 } else { number };
    let has_quarter = (points * 2.0).fract() != 0.0 && (points * 4.0).fract() == 0.0;
    let is_stones = STONES.contains(&points.abs()) && (is_hundredths || has_quarter);
    let points = if is_stones { points * 2.0 } else { points };
    let halves = (points * 2.0).round();
    // Of a number beyond all komis nothing sensible is left.
    let halves = (halves.abs() < 1e6).then_some(halves as i32)?;
    let is_changed = f64::from(halves) != number * 2.0;
    let warning = is_changed.then(|| {
        let text = plyd_foreign::one_line_of(text, 20);
        format!(
            "the komi `{text}` is read as {}{}",
            f64::from(halves) / 2.0,
            if is_stones { ", as it is in stones" } else { "" }
        )
    });
    Some((halves, warning))
}

/// The number at the beginning of a text, with a decimal point or a comma, and perhaps words behind it.
fn number(text: &str) -> Option<f64> {
    let end = text.find(|letter: char| !(letter.is_ascii_digit() || "+-.,".contains(letter))).unwrap_or(text.len());
    let (digits, behind) = text.split_at(end);
    let half = if behind.starts_with('½') { 0.5 } else { 0.0 };
    if digits.is_empty() && half > 0.0 {
        return Some(half);
    }
    let number: f64 = digits.replace(',', ".").parse().ok()?;
    Some(if digits.starts_with('-') { number - half } else { number + half })
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
            ("50", "", 50.0, false),
        ] {
            assert_eq!(read(text, program), Some((komi, is_changed)), "{text} {program}");
        }
        for text in ["", "x", "-", "1.2.3", "1e9", "9999999999999999999999"] {
            assert!(read(text, "").is_none_or(|(komi, _)| komi == 1.0), "{text}");
        }
        let (_, warning) = half_points("375", None, 361).unwrap();
        assert_eq!(warning.as_deref(), Some("the komi `375` is read as 7.5, as it is in stones"));
    }
}
