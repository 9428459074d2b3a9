//! Lexer for PGN.

use super::tag;
use crate::PgnOutcome;
use crate::letter::{is_dash, is_invisible};
use crate::lines::is_remark;
use crate::word::is_castling;
use memchr::{memchr, memmem};

/// The maximum length in bytes of a parenthesis within a move, such as `a8(Q)` or `24/18(2)`; a longer one begins a
/// variation.
const SHORT_BRACKET: usize = 6;

/// Results in English: the first and the second word, and the outcome. The first match counts.
const SAID: [(&str, &str, Option<PgnOutcome>); 17] = [
    ("white", "resigns", Some(PgnOutcome::Second)),
    ("white", "resigned", Some(PgnOutcome::Second)),
    ("white", "loses", Some(PgnOutcome::Second)),
    ("white", "lost", Some(PgnOutcome::Second)),
    ("white", "wins", Some(PgnOutcome::First)),
    ("white", "won", Some(PgnOutcome::First)),
    ("black", "resigns", Some(PgnOutcome::First)),
    ("black", "resigned", Some(PgnOutcome::First)),
    ("black", "loses", Some(PgnOutcome::First)),
    ("black", "lost", Some(PgnOutcome::First)),
    ("black", "wins", Some(PgnOutcome::Second)),
    ("black", "won", Some(PgnOutcome::Second)),
    ("draw", "agreed", Some(PgnOutcome::Draw)),
    ("draw", "", Some(PgnOutcome::Draw)),
    ("drawn", "", Some(PgnOutcome::Draw)),
    ("resigns", "", None),
    ("resigned", "", None),
];

/// A token, and the offset of its first byte in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PgnToken<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) offset: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// A tag as written, `[Name "value"]`.
    Tag(&'a str),
    /// A comment without its delimiters.
    Comment { text: &'a str, has_end: bool },
    /// The content of square brackets that form no tag.
    Bracket(&'a str),
    /// `(`, the beginning of a variation.
    Open,
    /// `)`, the end of a variation.
    Close,
    /// A move number `1.` or `1...`, or dots alone.
    Number,
    /// A glyph `$1`, or text in the place of its number.
    Glyph(&'a str),
    /// The result of a game.
    Result(PgnOutcome),
    /// The result in words, such as `White resigns`. The outcome is `None` if the text only says `resigns`, without the
    /// player.
    Said(&'a str, Option<PgnOutcome>),
    /// A move, an annotation symbol, or a number without a dot.
    Word(&'a str),
    /// A closing bracket without an opening one.
    Stray(char),
}

/// Iterator over the tokens of a text.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    offset: usize,
    /// A cache: the first `}` at or after offset `.0` is at offset `.1`. It avoids a new search for each unterminated
    /// comment.
    close: Option<(usize, usize)>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, offset: 0, close: None }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Advances by this many bytes, and returns them.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let skipped = &self.rest()[..bytes];
        self.offset += bytes;
        skipped
    }

    /// The number of bytes up to the end of the line.
    fn line_length(&self) -> usize {
        let rest = self.rest().as_bytes();
        memchr(b'\n', rest).unwrap_or(rest.len())
    }

    fn is_line_start(&self) -> bool {
        self.offset == 0 || self.text.as_bytes()[self.offset - 1] == b'\n'
    }

    /// Whether only blanks precede this offset on its line.
    fn is_first_on_line(&self) -> bool {
        let before = self.text[..self.offset].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    }

    /// Skips blanks and escaped lines.
    fn skip_gap(&mut self) {
        loop {
            let blanks = blanks(self.rest());
            self.offset += blanks;
            if self.rest().starts_with('%') && self.is_line_start() {
                self.offset += self.line_length();
            } else if blanks == 0 {
                return;
            }
        }
    }

    /// Reads a comment in braces. An unterminated one ends where the tags of the next game begin.
    fn comment(&mut self) -> TokenKind<'a> {
        self.offset += 1;
        let bytes = self.text.as_bytes();
        let end = match self.close {
            Some((from, close)) if (from..=close).contains(&self.offset) => close,
            _ => memchr(b'}', &bytes[self.offset..]).map_or(bytes.len(), |found| self.offset + found),
        };
        self.close = Some((self.offset, end));
        let inner = &self.text[self.offset..end];
        let next_game = memmem::find_iter(inner.as_bytes(), b"\n[").find(|&place| {
            inner[..place].trim_end_matches(['\r', ' ', '\t']).ends_with('\n')
                && tag::length(&inner[place + 1..], false).is_some()
        });
        if let Some(next_game) = next_game {
            return TokenKind::Comment { text: self.skip(next_game), has_end: false };
        }
        self.offset = (end + 1).min(bytes.len());
        TokenKind::Comment { text: inner, has_end: end < bytes.len() }
    }

    /// Reads a tag, or other square brackets, which end on the same line.
    fn square(&mut self) -> TokenKind<'a> {
        if let Some(length) = tag::length(self.rest(), self.is_first_on_line()) {
            return TokenKind::Tag(self.skip(length));
        }
        self.offset += 1;
        let line = &self.rest().as_bytes()[..self.line_length()];
        let end = memchr(b']', line);
        let inner = self.skip(end.unwrap_or(line.len()));
        self.offset += usize::from(end.is_some());
        TokenKind::Bracket(inner)
    }

    /// Reads `(`, or an annotation in parentheses such as `(=)`.
    fn open(&mut self) -> TokenKind<'a> {
        let rest = self.rest();
        let end = rest.char_indices().take(SHORT_BRACKET).find(|&(_, letter)| letter == ')');
        let sign = end.map(|(end, _)| &rest[..=end]);
        if let Some(sign) = sign.filter(|sign| crate::glyph_of(sign).is_some()) {
            return TokenKind::Word(self.skip(sign.len()));
        }
        self.offset += 1;
        TokenKind::Open
    }

    /// Measures a move number with its dots, which may be separated by blanks: `38. .. g5`, `10 .f5`.
    fn number(&self) -> Option<usize> {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if is_castling(&rest[..digits]) {
            return None;
        }
        let mut length = digits;
        let mut has_dots = false;
        loop {
            let gap = blanks(&rest[length..]);
            let behind = &rest[length + gap..];
            let dots = behind.len() - behind.trim_start_matches(['.', '…']).len();
            if dots == 0 {
                return has_dots.then_some(length);
            }
            has_dots = true;
            length += gap + dots;
        }
    }

    /// Reads a word. It ends at a blank, comment, glyph or bracket, and at a parenthesis that is no part of the move:
    /// `a8(Q)` is one word, but in `e4(1. d4)` a variation follows the word `e4`.
    fn word(&mut self) -> TokenKind<'a> {
        let rest = self.rest();
        let mut letters = rest.char_indices();
        let end = loop {
            let Some((place, letter)) = letters.next() else { break rest.len() };
            match letter {
                '(' => {
                    let inner = rest[place..].bytes().take(SHORT_BRACKET + 1).position(|byte| byte == b')');
                    let is_own = |end: usize| {
                        let inner = &rest.as_bytes()[place + 1..place + end];
                        !inner.is_empty()
                            && inner.iter().all(|byte| byte.is_ascii_alphanumeric() || b"=.".contains(byte))
                    };
                    match inner.filter(|&end| is_own(end)) {
                        // The parenthesis contains only ASCII.
                        Some(end) => _ = letters.by_ref().take_while(|&(at, _)| at < place + end).count(),
                        None => break place,
                    }
                }
                '{' | '}' | ';' | ')' | '[' | ']' | '$' | '\u{feff}' => break place,
                blank if blank.is_whitespace() => break place,
                _ => {}
            }
        };
        TokenKind::Word(self.skip(end.max(rest.chars().next().map_or(0, char::len_utf8))))
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = PgnToken<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_gap();
        let offset = self.offset;
        let first = self.rest().chars().next()?;
        let kind = match first {
            '{' => self.comment(),
            ';' => {
                self.offset += 1;
                TokenKind::Comment { text: self.skip(self.line_length()), has_end: true }
            }
            // Comment lines of a list that may contain a game.
            '#' | '/' if is_remark(self.rest()) && self.is_first_on_line() => {
                let text = self.skip(self.line_length()).trim_start_matches(first);
                TokenKind::Comment { text, has_end: true }
            }
            '[' => self.square(),
            '(' => self.open(),
            ')' => {
                self.offset += 1;
                TokenKind::Close
            }
            '}' | ']' => {
                self.offset += 1;
                TokenKind::Stray(first)
            }
            '$' => {
                let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
                TokenKind::Glyph(self.skip(1 + digits))
            }
            '0' | '1' | '½' | '*' if let Some((length, outcome)) = result_at(self.rest()) => {
                self.offset += length;
                TokenKind::Result(outcome)
            }
            'W' | 'w' | 'B' | 'b' | 'D' | 'd' | 'R' | 'r' if let Some((length, outcome)) = said_at(self.rest()) => {
                TokenKind::Said(self.skip(length), outcome)
            }
            '0'..='9' | '.' | '…' if let Some(length) = self.number() => {
                self.offset += length;
                TokenKind::Number
            }
            _ => self.word(),
        };
        Some(PgnToken { kind, offset })
    }
}

/// The number of bytes of blanks at the beginning of a text.
fn blanks(text: &str) -> usize {
    // Includes byte order marks within joined files.
    text.len() - text.trim_start_matches(is_blank).len()
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || is_invisible(letter)
}

/// Parses a result at the beginning of a text, and measures it: `1-0`, `0–1`, `1:0`, `1 - 0`, `1/2-1/2`, `1/2`, `½-½`,
/// `½`, `*`.
fn result_at(text: &str) -> Option<(usize, PgnOutcome)> {
    let (outcome, rest) = match text.strip_prefix('*') {
        Some(rest) => (PgnOutcome::Open, rest),
        None => {
            let (first, behind) = points(text)?;
            match second(behind) {
                Some((second, rest)) if first + second == 2 => {
                    ([PgnOutcome::Second, PgnOutcome::Draw, PgnOutcome::First][usize::from(first)], rest)
                }
                Some(_) => return None,
                None if first == 1 => (PgnOutcome::Draw, behind),
                None => return None,
            }
        }
    };
    // Stray punctuation after the result, as in some files.
    let rest = rest.trim_start_matches(['`', '\'', '.', ',']);
    ends(rest).then(|| (text.len() - rest.len(), outcome))
}

/// Whether a token may end before this text.
fn ends(rest: &str) -> bool {
    rest.chars().next().is_none_or(|letter| is_blank(letter) || "{}()[];".contains(letter))
}

/// Parses a result in words at the beginning of a text, and measures it.
fn said_at(text: &str) -> Option<(usize, Option<PgnOutcome>)> {
    let letters = |text: &str| text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (first, behind) = text.split_at(letters(text));
    let spaced = behind.trim_start_matches([' ', '\t']);
    let (second, rest) = spaced.split_at(letters(spaced));
    let said = SAID.iter().find(|(one, other, _)| {
        first.eq_ignore_ascii_case(one) && (other.is_empty() || second.eq_ignore_ascii_case(other))
    });
    let &(_, other, outcome) = said?;
    let rest = if other.is_empty() { behind } else { rest };
    let rest = rest.trim_start_matches(['.', ',', '!']);
    ends(rest).then(|| (text.len() - rest.len(), outcome))
}

/// Parses the score of one player in half points, and returns it with the remaining text.
fn points(text: &str) -> Option<(u8, &str)> {
    let forms = [("1/2", 1), ("0.5", 1), ("0,5", 1), ("½", 1), ("1", 2), ("0", 0)];
    forms.iter().find_map(|&(form, points)| Some((points, text.strip_prefix(form)?)))
}

/// Parses a dash or colon and the score of the other player.
fn second(text: &str) -> Option<(u8, &str)> {
    let spaced = text.trim_start_matches(' ');
    let mark = spaced.chars().next().filter(|&mark| mark == '-' || mark == ':' || is_dash(mark))?;
    points(spaced[mark.len_utf8()..].trim_start_matches(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let shown = |token: PgnToken<'_>| match token.kind {
            TokenKind::Tag(tag) => format!("tag {tag}"),
            TokenKind::Comment { text, has_end } => format!("{}{{{text}", if has_end { "" } else { "open " }),
            TokenKind::Bracket(text) => format!("[{text}"),
            TokenKind::Open => "(".into(),
            TokenKind::Close => ")".into(),
            TokenKind::Number => "#".into(),
            TokenKind::Glyph(glyph) => glyph.into(),
            TokenKind::Result(outcome) => outcome.as_str().into(),
            TokenKind::Said(text, outcome) => format!("{text}={}", outcome.map_or("?", PgnOutcome::as_str)),
            TokenKind::Word(word) => word.into(),
            TokenKind::Stray(sign) => format!("stray {sign}"),
        };
        Lexer::new(text).map(shown).collect()
    }

    #[test]
    fn moves_may_have_numbers_in_all_forms() {
        for text in
            ["10. f5", "10.f5", "10 . f5", "10 .f5", "10... f5", "10. .. f5", "10…f5", "10.\n.. f5", ". f5", "...f5"]
        {
            assert_eq!(tokens(text), ["#", "f5"], "{text}");
        }
        assert_eq!(tokens("1 e4 e5 2 f4"), ["1", "e4", "e5", "2", "f4"]);
        assert_eq!(tokens("4.00 4. 000 00. 0000. x"), ["#", "00", "#", "000", "00.", "#", "x"]);
        assert_eq!(tokens("31 24/18(2) 11-15 8/5,6/5 13/7*/5"), ["31", "24/18(2)", "11-15", "8/5,6/5", "13/7*/5"]);
    }

    #[test]
    fn comments_and_escaped_lines_are_apart() {
        let text = "% a line; of {no use\n[Event \"a \\\"b\\\" \\\\ [c]\"]\n\n1. e4 {(two\nlines)} e5$1;rest ) {\n%x\n(1... d5) *";
        assert_eq!(
            tokens(text),
            [
                "tag [Event \"a \\\"b\\\" \\\\ [c]\"]",
                "#",
                "e4",
                "{(two\nlines)",
                "e5",
                "$1",
                "{rest ) {",
                "(",
                "#",
                "d5",
                ")",
                "*"
            ]
        );
        assert_eq!(tokens("e4[%clk 0:01]$1$23)"), ["e4", "[%clk 0:01", "$1", "$23", ")"]);
        assert_eq!(tokens("e4 } ]"), ["e4", "stray }", "stray ]"]);
        assert_eq!(tokens("# a 1. d4\n  // b\ne4 # / e5"), ["{ a 1. d4", "{ b", "e4", "#", "/", "e5"]);
    }

    #[test]
    fn a_comment_without_an_end_does_not_swallow_the_next_game() {
        assert_eq!(
            tokens("e4 {best\n\n[Event \"x\"]\n\ne5 {y} *"),
            ["e4", "open {best\n", "tag [Event \"x\"]", "e5", "{y", "*"]
        );
        assert_eq!(tokens("e4 {best [Event \"x\"] } e5"), ["e4", "{best [Event \"x\"] ", "e5"]);
        assert_eq!(tokens("e4 {best"), ["e4", "open {best"]);
    }

    #[test]
    fn brackets_belong_to_the_word_in_which_they_begin() {
        assert_eq!(
            tokens("24/18(2) (a8(Q)+ b) e4(1. d4)e5 ) f6(=) exd6(ep) (=) (!?) Nf3(x"),
            [
                "24/18(2)", "(", "a8(Q)+", "b", ")", "e4", "(", "#", "d4", ")", "e5", ")", "f6(=)", "exd6(ep)", "(=)",
                "(!?)", "Nf3", "(", "x"
            ]
        );
    }

    #[test]
    fn results_have_many_forms() {
        for (text, result) in [
            ("1-0", "1-0"),
            ("0–1", "0-1"),
            ("1:0", "1-0"),
            ("1 - 0", "1-0"),
            ("1/2-1/2`", "1/2-1/2"),
            ("1/2", "1/2-1/2"),
            ("½-½", "1/2-1/2"),
            ("½", "1/2-1/2"),
            ("0.5-0.5", "1/2-1/2"),
            ("1-0.", "1-0"),
            ("*", "*"),
            ("1-0{x}", "1-0"),
        ] {
            assert_eq!(tokens(text)[0], result, "{text}");
        }
        for (text, shown) in [
            ("White resigns", "White resigns=0-1"),
            ("black  Resigned, after", "black  Resigned,=1-0"),
            ("Black won on time", "Black won=0-1"),
            ("draw", "draw=1/2-1/2"),
            ("Draw agreed.", "Draw agreed.=1/2-1/2"),
            ("drawn by", "drawn=1/2-1/2"),
            ("resigns", "resigns=?"),
        ] {
            assert_eq!(tokens(text)[0], shown, "{text}");
        }
        assert_eq!(tokens("White plays drawback Bb5 White"), ["White", "plays", "drawback", "Bb5", "White"]);
        assert_eq!(tokens("\u{200e}1.\u{2060}e4 1-0\u{200f}"), ["#", "e4", "1-0"]);
        assert_eq!(tokens("0-0 0-0-0 0–0 1-5 1-0-0 *x 1-1"), ["0-0", "0-0-0", "0–0", "1-5", "1-0-0", "*x", "1-1"]);
    }

    #[test]
    fn a_million_tokens_take_no_longer_than_so_many_bytes() {
        // In quadratic time, each of these would take hours.
        let many = |text: &str| Lexer::new(&text.repeat(1_000_000)).count();
        assert_eq!(many("[A \"x\"]"), 1_000_000);
        assert_eq!(many("\u{feff}\n%x\ne4"), 1_000_000);
        assert_eq!(many("a(("), 3_000_000);
        assert!(many("[A \"x ") <= 2);
        assert!(many("{x\n\n[A \"x\"]\n") >= 1_000_000);
        assert!(many("1 . ") <= 1_000_000);
        assert_eq!(many("[x"), 1);
        assert_eq!(many("(a8(Q)"), 2_000_000);
    }
}
