//! Texts in tables.

use std::borrow::Cow;

/// A cell of a table that no program for tables takes for a formula.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    // Some programs leave blanks out before they look, and some have signs of full width for the same.
    let start = text.trim_start_matches([' ', '\u{a0}', '\u{feff}']);
    let is_formula =
        start.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    // A number is none, whatever its sign.
    if is_formula && start.parse::<f64>().is_err() { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_becomes_a_text() {
        for formula in
            ["=cmd|calc!A1", "+1+1", "-1+cmd", "@SUM(A1)", "\t=1", " =1", "\u{feff}=1", "\r=1", "\n=1", "＝1"]
        {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        for plain in ["", "e4 e5", "0.5", "-5", "-0.25", "+3", "a=b", "'", "১২", "لعبة"] {
            assert_eq!(cell(plain), plain);
        }
    }
}
