//! The tokens of PGN. Comments and escaped lines are none.

use plyd_protocol::quote;

/// A token, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    /// The place of its first byte.
    pub(super) start: usize,
    /// Its line, from 1.
    pub(super) line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// `[Name "value"]`
    Tag { name: String, value: String },
    /// `(`, the beginning of a variation.
    Open,
    /// `)`, the end of one.
    Close,
    /// A move, a number, a glyph or a result.
    Word(&'a str),
}

/// A fault, and the line in which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TokenError {
    pub(super) reason: String,
    pub(super) line: usize,
}

/// The tokens of a text, from a place in it. After an error there are none.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    place: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    /// From this place, which is in this line.
    pub(super) fn new(text: &'a str, place: usize, line: usize) -> Self {
        Self { text, place, line }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.place..]
    }

    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let skipped = &self.rest()[..bytes];
        self.line += skipped.bytes().filter(|&byte| byte == b'\n').count();
        self.place += bytes;
        skipped
    }

    fn skip_line(&mut self) {
        let end = self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
        self.skip(end);
    }

    fn is_line_start(&self) -> bool {
        let before = &self.text[..self.place];
        matches!(before, "" | "\u{feff}") || before.ends_with('\n')
    }

    /// Skips all that is no token.
    fn skip_gap(&mut self) -> Result<(), TokenError> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            match first {
                '%' if self.is_line_start() => self.skip_line(),
                ';' => self.skip_line(),
                '{' => match rest.find('}') {
                    Some(end) => _ = self.skip(end + 1),
                    None => {
                        let reason = "a comment begins here with { and never ends".to_owned();
                        return Err(TokenError { reason, line: self.line });
                    }
                },
                // Also the byte order mark that some editors write.
                blank if blank.is_whitespace() || blank == '\u{feff}' => _ = self.skip(blank.len_utf8()),
                _ => return Ok(()),
            }
        }
    }

    /// `[Name "value"]`, in which a backslash stands before a quotation mark or a backslash.
    fn tag(&mut self) -> Result<Kind<'a>, TokenError> {
        let rest = self.rest();
        // Nothing here looks further than the tag, as a line may have a million of them.
        let wrong = || {
            let line = quote(rest.lines().next().unwrap_or_default());
            TokenError { reason: format!("{line} is not a tag; one is [Name \"value\"]"), line: self.line }
        };
        let is_on_one_line = |text: &&str| !text.contains('\n');
        let (name, quoted) = rest[1..].split_once('"').ok_or_else(wrong)?;
        let name = Some(name).filter(is_on_one_line).ok_or_else(wrong)?;
        let (mut value, mut letters) = (String::new(), quoted.char_indices());
        let end = loop {
            match letters.next().ok_or_else(wrong)? {
                (_, '\\') => value.push(letters.next().filter(|&(_, letter)| letter != '\n').ok_or_else(wrong)?.1),
                (end, '"') => break end,
                (_, '\n') => return Err(wrong()),
                (_, letter) => value.push(letter),
            }
        };
        let after = &quoted[end + 1..];
        let gap = after.len() - after.trim_start().len();
        let gap = Some(&after[..gap]).filter(is_on_one_line).ok_or_else(wrong)?;
        let behind = after[gap.len()..].strip_prefix(']').ok_or_else(wrong)?;
        let name = name.trim();
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(wrong());
        }
        let name = name.to_owned();
        self.skip(rest.len() - behind.len());
        Ok(Kind::Tag { name, value })
    }

    /// A word ends at a blank, a comment, a glyph, or a bracket that does not begin and end within it: `a8(Q)` is a
    /// word, and in `e4(1. d4)` a variation follows the word `e4`.
    fn word(&mut self) -> Kind<'a> {
        let rest = self.rest();
        let mut open = 0_usize;
        let ends = |&(place, letter): &(usize, char)| match letter {
            '(' => {
                let mut behind = rest[place..].chars().take_while(|letter| !letter.is_whitespace());
                open += 1;
                !behind.any(|letter| letter == ')')
            }
            ')' if open > 0 => {
                open -= 1;
                false
            }
            ')' | '{' | '}' | ';' => true,
            '$' => place > 0,
            letter => letter.is_whitespace(),
        };
        let end = rest.char_indices().find(ends).map(|(place, _)| place);
        // A lone bracket is a word, too, which is no move.
        let end = end.unwrap_or(rest.len()).max(rest.chars().next().map_or(0, char::len_utf8));
        Kind::Word(self.skip(end))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, TokenError>;

    fn next(&mut self) -> Option<Self::Item> {
        let kind = self.skip_gap().and_then(|()| {
            let (start, line) = (self.place, self.line);
            let kind = match self.rest().chars().next() {
                None => return Ok(None),
                Some('[') => self.tag()?,
                Some('(') => {
                    self.skip(1);
                    Kind::Open
                }
                Some(')') => {
                    self.skip(1);
                    Kind::Close
                }
                Some(_) => self.word(),
            };
            Ok(Some(Token { kind, start, line }))
        });
        if kind.is_err() {
            self.place = self.text.len();
        }
        kind.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let told = |token: Token<'_>| match token.kind {
            Kind::Tag { name, value } => format!("{}:{name}={value}", token.line),
            Kind::Open => format!("{}:(", token.line),
            Kind::Close => format!("{}:)", token.line),
            Kind::Word(word) => format!("{}:{word}", token.line),
        };
        let told =
            |token: Result<_, TokenError>| token.map_or_else(|error| format!("{}!{}", error.line, error.reason), told);
        Tokens::new(text, 0, 1).map(told).collect()
    }

    #[test]
    fn comments_and_escaped_lines_are_no_tokens() {
        let text = "\u{feff}% a line; of {no use\n[Event \"a \\\"b\\\" \\\\ [c]\"]\n\n1. e4 {(two\nlines)} e5$1;rest ) {\n%x\n(1... d5) *";
        assert_eq!(
            words(text),
            ["2:Event=a \"b\" \\ [c]", "4:1.", "4:e4", "5:e5", "5:$1", "7:(", "7:1...", "7:d5", "7:)", "7:*"]
        );
    }

    #[test]
    fn brackets_belong_to_the_word_in_which_they_begin() {
        assert_eq!(
            words("24/18(2) (a8(Q)+ b) e4(1. d4)e5 ) ] }"),
            [
                "1:24/18(2)",
                "1:(",
                "1:a8(Q)+",
                "1:b",
                "1:)",
                "1:e4",
                "1:(",
                "1:1.",
                "1:d4",
                "1:)",
                "1:e5",
                "1:)",
                "1:]",
                "1:}"
            ]
        );
    }

    #[test]
    fn a_tag_is_on_one_line() {
        assert_eq!(words("[A \"x\"] [B\t\"y\" ][C\"\"]e4"), ["1:A=x", "1:B=y", "1:C=", "1:e4"]);
        for tag in ["[A\n\"x\"]", "[A \"x\ny\"]", "[A \"x\\\ny\"]", "[A \"x\"\n]"] {
            let line = tag.lines().next().expect("it has one");
            assert_eq!(words(tag), [format!("1!`{line}` is not a tag; one is [Name \"value\"]")], "{tag:?}");
        }
    }

    #[test]
    fn a_million_tokens_take_no_longer_than_so_many_bytes() {
        // Time that grows with the square of either would be hours.
        let tags = "[A \"x\"]".repeat(1_000_000);
        assert_eq!(Tokens::new(&tags, 0, 1).filter(Result::is_ok).count(), 1_000_000);
        let marks = "\u{feff}".repeat(1_000_000) + &"\n%x".repeat(1_000_000) + "\ne4";
        assert_eq!(words(&marks), ["1000002:e4"]);
    }

    #[test]
    fn errors_tell_the_line() {
        assert_eq!(words("e4\n{ for\never")[1], "2!a comment begins here with { and never ends");
        let long = words(&format!("[A {}", "x".repeat(1_000)));
        assert_eq!(long, [format!("1!`[A {}...` is not a tag; one is [Name \"value\"]", "x".repeat(77))]);
        for tag in ["[Event]", "[Event \"x]", "[\"x\"]", "[Event \"x\" y]", "[Two Words \"x\"]", "[Event \"x\\"] {
            let told = words(&format!("\n{tag}"));
            assert_eq!(told, [format!("2!`{tag}` is not a tag; one is [Name \"value\"]")], "{tag}");
        }
    }
}
