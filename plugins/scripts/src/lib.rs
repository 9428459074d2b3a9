//! Letters and digits of all scripts, in what people type.

#![forbid(unsafe_code)]

use std::borrow::Cow;
use unicode_general_category::{GeneralCategory, get_general_category};

/// The minus sign of typography, which pasted texts have.
const MINUS: char = '\u{2212}';

/// The value of a decimal digit of any script, from 0 to 9.
#[must_use]
pub fn digit(sign: char) -> Option<u32> {
    if sign.is_ascii() {
        return sign.to_digit(10);
    }
    let is_digit = |sign: char| get_general_category(sign) == GeneralCategory::DecimalNumber;
    if !is_digit(sign) {
        return None;
    }
    // Unicode keeps the ten digits of a script together, from 0 upwards; several tens may follow one another.
    let before = (0..u32::from(sign)).rev().map_while(char::from_u32).take_while(|&sign| is_digit(sign)).count();
    Some((before % 10) as u32)
}

/// The same number with the digits `0` to `9` and the minus sign `-`. Other signs stay.
#[must_use]
pub fn plain(number: &str) -> Cow<'_, str> {
    if number.is_ascii() {
        return Cow::Borrowed(number);
    }
    let sign = |sign| match digit(sign).and_then(|digit| char::from_digit(digit, 10)) {
        Some(digit) => digit,
        None if sign == MINUS => '-',
        None => sign,
    };
    Cow::Owned(number.chars().map(sign).collect())
}

/// Whether a sign can be within a word: a letter, a digit, a mark that combines with the letter before it, or one of the
/// invisible signs that join or part letters. Words of most scripts of South Asia have such marks.
#[must_use]
pub fn is_in_word(sign: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    let is_mark = |sign| matches!(get_general_category(sign), NonspacingMark | SpacingMark | EnclosingMark);
    sign.is_alphanumeric() || (!sign.is_ascii() && (matches!(sign, '\u{200C}' | '\u{200D}') || is_mark(sign)))
}

#[cfg(test)]
mod tests {
    use super::{digit, is_in_word, plain};

    #[test]
    fn digits_of_all_scripts_have_their_values() {
        for digits in [
            "0123456789",
            "০১২৩৪৫৬৭৮৯",
            "०१२३४५६७८९",
            "٠١٢٣٤٥٦٧٨٩",
            "۰۱۲۳۴۵۶۷۸۹",
            "๐๑๒๓๔๕๖๗๘๙",
            "０１２３４５６７８９",
            "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
            "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡",
        ] {
            assert!(digits.chars().map(digit).eq((0..10).map(Some)), "{digits}");
            assert_eq!(plain(digits), "0123456789");
        }
        for sign in ['a', '½', '²', 'Ⅷ', '三', '-', 'ক'] {
            assert_eq!(digit(sign), None, "{sign}");
        }
    }

    #[test]
    fn only_digits_and_the_minus_sign_become_plain() {
        assert_eq!(plain("\u{2212}১৪"), "-14");
        assert_eq!(plain("৯/১০"), "9/10");
        assert_eq!(plain("x\u{2212}½"), "x-½");
    }

    #[test]
    fn words_of_all_scripts_are_words() {
        for word in ["left", "টেস্ট", "প্রান্ত", "र‍्य", "சோதனை", "ทดสอบ", "e\u{301}te\u{301}", "日本", "ağaç", "a1৩"]
        {
            assert!(word.chars().all(is_in_word), "{word}");
        }
        for sign in [' ', ',', '-', '\u{2212}', '(', '?', '\u{1F333}', '\u{200B}', '=', '।'] {
            assert!(!is_in_word(sign), "{sign:?}");
        }
    }
}
