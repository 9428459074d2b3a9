//! Texts in tables.

use std::borrow::Cow;

/// Characters at which some programs begin another cell or row, regardless of the separator of the table, and of
/// quotes.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// A cell of a table that no program for tables takes for a formula, nor a part of it.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    // Some programs take such a blank in front for a sign too.
    let begins_blank = text.trim_start_matches(BLANKS).starts_with(['\t', '\r', '\n']);
    if !begins_blank && !text.split(SEPARATORS).any(is_formula) {
        return Cow::Borrowed(text);
    }
    let mut cell = String::with_capacity(text.len() + 1);
    for (number, part) in text.split_inclusive(SEPARATORS).enumerate() {
        if (number == 0 && begins_blank) || is_formula(part.trim_end_matches(SEPARATORS)) {
            cell.push('\'');
        }
        cell.push_str(part);
    }
    Cow::Owned(cell)
}

/// Some programs leave these out before they look.
const BLANKS: [char; 3] = [' ', '\u{a0}', '\u{feff}'];

/// Whether a program may compute this. Some have signs of full width for the same.
fn is_formula(text: &str) -> bool {
    let start = text.trim_start_matches(BLANKS);
    // A number is not a formula, even with a sign.
    start.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
        && start.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_becomes_a_text() {
        for formula in ["=cmd|calc!A1", "+1+1", "-1+cmd", "@SUM(A1)", " =1", "\u{feff}=1", "\ta", "\ra", "\na", "＝1"]
        {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        // Behind what separates cells or rows elsewhere.
        for (text, expected) in [
            ("x;=cmd|'/c calc'!A1;y", "x;'=cmd|'/c calc'!A1;y"),
            ("a\t@b", "a\t'@b"),
            ("a; =b;+c;-5", "a;' =b;'+c;-5"),
            ("a\n=b\r=c", "a\n'=b\r'=c"),
            ("\t=1", "'\t'=1"),
            ("=a;=b", "'=a;'=b"),
            (";=b", ";'=b"),
        ] {
            assert_eq!(cell(text), expected);
        }
        for plain in ["a;b", ";", "a; b\tc", "", "e4 e5", "0.5", "-5", "-0.25", "+3", "a=b", "'", "১২", "لعبة"]
        {
            assert_eq!(cell(plain), plain);
        }
    }
}
