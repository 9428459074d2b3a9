//! Move annotation symbols as numeric annotation glyphs (S. Edwards, "Portable Game Notation Specification", 1994,
//! section 10; those from 140 on are ChessBase's).

use crate::letter::is_dash;

/// The glyphs that judge a move; a move has at most one.
pub const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// The longest sign, in characters.
const LONGEST: usize = 4;

/// Annotation symbols with their glyphs; 0 for a symbol without a glyph. All kinds of dashes and minus signs are
/// normalized to `-` before the lookup.
///
/// `N`, `D` and similar letters are symbols only in games that have no such move.
const SIGNS: [(&str, u8); 59] = [
    ("!", 1),
    ("‼", 3),
    ("!!", 3),
    ("?", 2),
    ("⁇", 4),
    ("??", 4),
    ("⁉", 5),
    ("!?", 5),
    ("⁈", 6),
    ("?!", 6),
    ("□", 7),
    ("▢", 7),
    ("⬜", 7),
    ("=", 10),
    ("==", 10),
    ("∞", 13),
    ("~", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("²", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("³", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("µ", 17),
    ("+-", 18),
    ("+--", 18),
    ("-+", 19),
    ("--+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("©", 44),
    ("=/∞", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("Δ", 140),
    ("△", 140),
    ("∇", 141),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
    ("#", 220),
];

/// Annotations beside moves that have no glyph, such as check and en passant.
const REMARKS: [&str; 21] = [
    "(=)", "e.p.", "ep", "e.p", "ep.", "(ep)", "(e.p.)", "+", "++", "ch", "ch.", "†", "‡", "×", "mate", "(+)", "(#)",
    "<>", "↓", "⊥", "⟂",
];

/// Returns the glyph of an annotation symbol; 0 for a symbol without a glyph, `None` for a word that is no symbol.
#[must_use]
pub fn glyph_of(word: &str) -> Option<u8> {
    let sign = plain(word)?;
    if let Some(&(_, glyph)) = SIGNS.iter().find(|(known, _)| *known == sign) {
        return Some(glyph);
    }
    if REMARKS.contains(&sign.as_str()) {
        return Some(0);
    }
    // A symbol may be in parentheses.
    let inner = sign.strip_prefix('(')?.strip_suffix(')')?;
    SIGNS.iter().find(|(known, _)| *known == inner).map(|&(_, glyph)| glyph)
}

/// Splits a word into the move and the glyphs of the annotation symbols that follow it, the last symbol first. A word
/// of symbols alone is returned unchanged.
pub(crate) fn without_signs(word: &str) -> (&str, Vec<u8>) {
    let (mut rest, mut glyphs) = (word, Vec::new());
    while let Some((before, glyph)) = without_sign(rest) {
        rest = before;
        glyphs.extend((glyph > 0).then_some(glyph));
        if glyphs.len() >= LONGEST {
            break;
        }
    }
    (rest, glyphs)
}

/// Splits the longest annotation symbol off the end of a word.
fn without_sign(word: &str) -> Option<(&str, u8)> {
    if let Some(before) = word.strip_suffix("(=)").filter(|before| !before.is_empty()) {
        return Some((before, 0));
    }
    let starts = word.char_indices().rev().take(LONGEST).map(|(place, _)| place);
    let found = starts.filter(|&place| place > 0).filter_map(|place| {
        let (before, sign) = word.split_at(place);
        // Letters and the mate sign belong to the move. The part before the symbol must be a move.
        let is_sign = !sign.contains(|letter: char| letter.is_ascii_alphabetic() || letter == '#' || letter == '(');
        let is_move = before.contains(char::is_alphanumeric);
        let glyph = (is_sign && is_move).then(|| glyph_of(sign)).flatten().filter(|&glyph| glyph > 0)?;
        Some((before, glyph))
    });
    found.last()
}

/// Normalizes dashes in a short word; `None` if the word is longer than any symbol.
fn plain(word: &str) -> Option<String> {
    let mut letters = word.chars();
    let short: String = letters.by_ref().take(LONGEST + 2).map(|c| if is_dash(c) { '-' } else { c }).collect();
    letters.next().is_none().then_some(short)
}

/// Adds a glyph to those of a move. A judgement replaces an earlier judgement, and comes first.
pub fn add_glyph(glyphs: &mut Vec<u8>, glyph: u8) {
    let is_judgement = JUDGEMENTS.contains(&glyph);
    glyphs.retain(|one| *one != glyph && !(is_judgement && JUDGEMENTS.contains(one)));
    if is_judgement {
        glyphs.insert(0, glyph);
    } else {
        glyphs.push(glyph);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_glyphs() {
        let signs =
            ["!", "?!", "±", "∓", "=", "+/-", "+/−", "-+", "–+", "∞", "N", "D", "#", "(!?)", "(=)", "e.p.", "+"];
        let glyphs = [1, 6, 16, 17, 10, 16, 16, 19, 19, 13, 146, 220, 220, 5, 0, 0, 0];
        assert_eq!(signs.map(glyph_of), glyphs.map(Some));
        for word in ["e4", "", "(e4)", "Nf3", "!?!?!?", "((=))", "()"] {
            assert_eq!(glyph_of(word), None, "{word}");
        }
    }

    #[test]
    fn signs_behind_a_move_are_no_part_of_it() {
        for (word, mv, glyphs) in [
            ("e4!", "e4", &[1][..]),
            ("Bb5+-", "Bb5", &[18]),
            ("a6-+", "a6", &[19]),
            ("Bb5++-", "Bb5+", &[18]),
            ("Qh7+!!", "Qh7+", &[3]),
            ("Qxd5±", "Qxd5", &[16]),
            ("Qxd5!?±", "Qxd5", &[16, 5]),
            ("Nf3+/=", "Nf3", &[14]),
            ("Nf3=", "Nf3", &[10]),
            ("Nf3(=)", "Nf3", &[]),
            ("e8=Q+", "e8=Q+", &[]),
            ("a8(Q)!", "a8(Q)", &[1]),
            ("Qf7#", "Qf7#", &[]),
            ("13/7*!", "13/7*", &[1]),
            ("O-O", "O-O", &[]),
            ("±", "±", &[]),
            ("!?", "!?", &[]),
            ("--", "--", &[]),
        ] {
            assert_eq!(without_signs(word), (mv, glyphs.to_vec()), "{word}");
        }
    }

    #[test]
    fn one_glyph_judges_a_move() {
        let mut glyphs = Vec::new();
        for glyph in [16, 1, 146, 16, 4, 4] {
            add_glyph(&mut glyphs, glyph);
        }
        assert_eq!(glyphs, [4, 146, 16]);
    }
}
