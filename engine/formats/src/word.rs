//! Words that denote moves. People and programs spell the same move in many ways; the game decides which spelling is
//! legal.

use crate::glyph::without_signs;
use crate::letter::{is_dash, is_invisible, latin};

/// Words for a null move: a side skips its turn although the rules have no pass.
const NULL: [&str; 9] = ["--", "Z0", "Z1", "z0", "null", "NULL", "Null", "@@@@", "0000"];

/// Suffixes for check and mate.
const CHECKS: [&str; 9] = ["dis.ch", "dbl.ch", "ch.", "ch", "mate", "+", "#", "†", "‡"];

/// Whether an all-digit word means castling; no move has such a number.
pub(crate) fn is_castling(word: &str) -> bool {
    matches!(word, "00" | "000")
}

/// Whether a word is a null move, such as `--`.
#[must_use]
pub fn is_null(word: &str) -> bool {
    let visible = word.chars().filter(|&letter| !is_invisible(letter));
    let plain: String = visible.take(5).map(|c| if is_dash(c) { '-' } else { c }).collect();
    let bare = plain.trim_end_matches(['!', '?']);
    // One long dash is also written for two short ones.
    NULL.contains(&bare) || matches!(word, "\u{2014}" | "\u{2015}" | "---")
}

/// Lists the spellings of a word in the order in which to try them on a game: first the word itself, then its likely
/// meanings. There are no duplicates.
///
/// Covers figurines (`♘f3`), dashes (`0–0`), full-width and Cyrillic letters that look like Latin ones, `×` for a
/// capture, `exd6e.p.`, castling without dashes (`00`), check and mate signs, annotation symbols, `(=)`, promotions
/// (`d8/Q`, `d8Q`, `d8(Q)`), dropped pieces (`P@h8`), and letters in the wrong case.
#[must_use]
pub fn spellings(word: &str) -> Vec<String> {
    let mut found = vec![word.to_owned()];
    let mut add = |spelling: String| {
        if !spelling.is_empty() && !found.contains(&spelling) {
            found.push(spelling);
        }
    };
    add(without_signs(word).0.to_owned());
    let latin = latin(word);
    add(latin.clone());
    let bare = without_remarks(without_signs(&latin).0).to_owned();
    add(bare.clone());
    // Without the figurine or letter of a pawn.
    add(bare.trim_start_matches(['P', '/']).to_owned());
    let plain = bare.trim_end_matches([':', ',', '.']);
    add(plain.to_owned());
    // A drop, in games with one kind of piece. A dropped knight is different from a knight's move.
    if let Some(place) = bare.strip_prefix("P@") {
        add(place.to_owned());
    }
    if let Some((way, piece)) = bare.split_once(['=', '/', '(']) {
        let piece = piece.trim_end_matches(')');
        if piece.chars().count() == 1 && !way.is_empty() {
            add(format!("{way}={}", piece.to_uppercase()));
            add(format!("{way}{}", piece.to_lowercase()));
        }
    }
    // Coordinates and piece letters in the wrong case. `Bxc3` never means a move of the pawn on b2, nor `bxc3` a
    // bishop's.
    let mut letters = bare.chars();
    let (first, has_capitals) = (letters.next(), letters.any(|letter| letter.is_ascii_uppercase()));
    if first != Some('B') || has_capitals {
        add(bare.to_lowercase());
    }
    if let Some(first) = first.filter(|first| !matches!(first, 'a'..='h')) {
        add(format!("{}{}", first.to_ascii_uppercase(), &bare[first.len_utf8()..]));
    }
    // Castling, with or without dashes.
    if plain.len() <= 7 && plain.chars().all(|letter| matches!(letter, 'o' | 'O' | '0' | '-')) {
        match plain.chars().filter(|&letter| letter != '-').count() {
            2 => add("O-O".to_owned()),
            3 => add("O-O-O".to_owned()),
            _ => {}
        }
    }
    found
}

/// Resolves a word to the first of its spellings that a game recognizes.
///
/// # Errors
/// The first error of `find`.
pub fn resolve<T, E>(word: &str, mut find: impl FnMut(&str) -> Result<Option<T>, E>) -> Result<Option<T>, E> {
    // Nearly every word is already in the game's own notation.
    if let Some(found) = find(word)? {
        return Ok(Some(found));
    }
    for spelling in spellings(word).iter().skip(1) {
        if let Some(found) = find(spelling)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Strips the annotations at the end of a move: en passant, check, mate.
fn without_remarks(word: &str) -> &str {
    let mut rest = word;
    loop {
        let before = rest;
        for end in ["e.p.", "e.p", "ep.", "ep", "(ep)", "(e.p.)"] {
            // A move that itself ends with these letters has a digit before them.
            if let Some(way) =
                rest.strip_suffix(end).filter(|way| way.ends_with(|letter: char| letter.is_ascii_digit()))
            {
                rest = way;
            }
        }
        for end in CHECKS {
            if let Some(way) = rest.strip_suffix(end).filter(|way| way.len() >= 2) {
                rest = way;
            }
        }
        if rest == before {
            return rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_the_spellings_is_the_move() {
        for (word, mv) in [
            ("♘f3", "Nf3"),
            ("♞xd5+", "Nxd5"),
            ("♘\u{fe0e}f3", "Nf3"),
            ("♙e4", "e4"),
            ("Pe4", "e4"),
            ("0–0", "0-0"),
            ("0–0–0+", "0-0-0"),
            ("О-О", "O-O"),
            ("o-o", "O-O"),
            ("0-0", "O-O"),
            ("O—O", "O-O"),
            ("00", "O-O"),
            ("000", "O-O-O"),
            ("00.", "O-O"),
            ("OO", "O-O"),
            ("000+", "O-O-O"),
            ("exd6e.p.", "exd6"),
            ("exd6ep", "exd6"),
            ("exd6(ep)", "exd6"),
            ("Nf3(=)", "Nf3"),
            ("Nf3=", "Nf3"),
            ("Qh5++", "Qh5"),
            ("Qh5†", "Qh5"),
            ("Qh5ch", "Qh5"),
            ("Qh5mate", "Qh5"),
            ("Nc3×d5", "Nc3xd5"),
            ("P@h8", "h8"),
            ("cxd8/Q", "cxd8=Q"),
            ("cxd8(q)", "cxd8=Q"),
            ("e7e8=Q", "e7e8q"),
            ("E2E4", "e2e4"),
            ("nf3", "Nf3"),
            ("ｅ４", "e4"),
            ("31:", "31"),
            ("Bb5+-", "Bb5"),
            ("Nf3\u{200e}", "Nf3"),
            ("\u{200f}Nf3\u{2060}", "Nf3"),
            ("\u{2066}N\u{200b}f3\u{2069}", "Nf3"),
        ] {
            assert!(spellings(word).iter().any(|spelling| spelling == mv), "{word}: {:?}", spellings(word));
            assert_eq!(spellings(word)[0], word);
        }
        // A spelling never changes the piece.
        for (word, other) in [("Bxc3", "bxc3"), ("bxc3", "Bxc3"), ("N@f3", "Nf3"), ("e8=N", "e8=Q")] {
            assert!(spellings(word).iter().all(|spelling| spelling != other), "{word}: {:?}", spellings(word));
        }
        assert_eq!(spellings("a"), ["a"]);
    }

    #[test]
    fn the_word_itself_comes_first() {
        let known = |known: &'static str| move |word: &str| Ok::<_, ()>((word == known).then_some(known));
        assert_eq!(resolve("d4+", known("d4+")), Ok(Some("d4+")));
        assert_eq!(resolve("d4+", known("d4")), Ok(Some("d4")));
        assert_eq!(resolve("d4+", known("d5")), Ok(None));
        assert_eq!(resolve("d4", |_| Err::<Option<()>, _>("lost")), Err("lost"));
    }

    #[test]
    fn null_moves_have_many_names() {
        for word in ["--", "Z0", "null", "0000", "@@@@", "–-", "—", "--?!", "Z0!", "--\u{200e}"] {
            assert!(is_null(word), "{word}");
        }
        for word in ["pass", "O-O", "-", "e4", "000", "N"] {
            assert!(!is_null(word), "{word}");
        }
    }
}
