//! Letters and digits of all scripts, in what people type.

#![forbid(unsafe_code)]

use std::borrow::Cow;
use unicode_general_category::{GeneralCategory, get_general_category};

/// The minus sign of typography, which pasted texts have.
const MINUS: char = '\u{2212}';

/// The same text with plain signs: brackets, commas and other signs of wide and of Arabic script become those of ASCII, the
/// dashes that stand for a minus become `-`, and signs that nobody sees become blanks. Each character stays one character,
/// so places in the text are the same.
#[must_use]
pub fn plain_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(plain_sign).collect())
}

fn plain_sign(sign: char) -> char {
    match sign {
        // The wide forms of `!` to `~` have the order of ASCII. Digits and letters stay.
        '\u{FF01}'..='\u{FF5E}' => {
            let plain = char::from_u32(u32::from(sign) - 0xFEE0).unwrap_or(sign);
            if plain.is_ascii_alphanumeric() { sign } else { plain }
        }
        '\u{60C}' | '\u{3001}' => ',',
        '\u{61B}' => ';',
        '\u{61F}' => '?',
        '\u{2013}' | '\u{FE63}' => '-',
        // The mark of the order of bytes, blanks without width, and marks of direction.
        '\u{FEFF}' | '\u{200B}' | '\u{2060}' | '\u{61C}' | '\u{200E}' | '\u{200F}' => ' ',
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => ' ',
        _ => sign,
    }
}

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
    use super::{digit, is_in_word, plain, plain_signs};

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
    fn signs_become_plain_one_by_one() {
        let typed = "\u{FEFF}\u{FF08}\u{FF13}\u{FF0C}\u{2013}\u{665}\u{60C} \
                     \u{995}\u{9CD}\u{200D}\u{FF1A}\u{61F}\u{FF09}\u{200B}";
        let plain = plain_signs(typed);
        assert_eq!(plain, " (\u{FF13},-\u{665}, \u{995}\u{9CD}\u{200D}:?) ");
        assert_eq!(plain.chars().count(), typed.chars().count());
        assert_eq!(plain_signs("(3, \u{2212}5)"), "(3, \u{2212}5)");
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
