//! Characters that look like others, or are invisible.

/// Whether a character is a dash or minus sign other than the ASCII hyphen.
pub(crate) fn is_dash(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// Whether a character is invisible: a direction mark, a joiner, a variation selector, or the byte order mark. Web
/// pages and messengers insert these around words.
#[must_use]
pub fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

/// Replaces lookalike characters in a word by the ASCII letters and signs that they resemble.
pub(crate) fn latin(word: &str) -> String {
    let mut latin = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            '♔' | '♚' => latin.push('K'),
            '♕' | '♛' => latin.push('Q'),
            '♖' | '♜' => latin.push('R'),
            '♗' | '♝' => latin.push('B'),
            '♘' | '♞' => latin.push('N'),
            // A pawn has no letter.
            '♙' | '♟' => {}
            invisible if is_invisible(invisible) => {}
            '×' | '✕' | '✗' => latin.push('x'),
            '†' => latin.push('+'),
            '‡' => latin.push('#'),
            '½' => latin.push_str("1/2"),
            // Cyrillic and Greek letters that look like Latin ones.
            'О' | 'Ο' => latin.push('O'),
            'о' | 'ο' => latin.push('o'),
            'а' => latin.push('a'),
            'с' => latin.push('c'),
            'е' => latin.push('e'),
            'х' => latin.push('x'),
            'К' => latin.push('K'),
            'В' => latin.push('B'),
            dash if is_dash(dash) => latin.push('-'),
            wide @ '\u{ff01}'..='\u{ff5e}' => latin.extend(char::from_u32(wide as u32 - 0xff01 + 0x21)),
            other => latin.push(other),
        }
    }
    latin
}
