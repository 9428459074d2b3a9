//! Parser from `.ini` text to sections, keys and values, each with its place.

use plyd_board::quoted;
use plyd_plugin::TextError;

/// The most characters of a line.
const LONGEST_LINE: usize = 1_000;
/// The most sections of a text.
const MOST_SECTIONS: usize = 64;
/// The most keys of a section.
const MOST_KEYS: usize = 200;
/// The most lines of a value.
const MOST_LINES: usize = 100;

/// A substring of the text, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    line: u32,
    column: u32,
}

impl<'t> Word<'t> {
    /// Creates an error at this place.
    pub(crate) fn error(&self, reason: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, reason)
    }

    /// Returns the substring in backquotes, shortened.
    pub(crate) fn quoted(&self) -> String {
        quoted(self.text)
    }

    /// Returns the trimmed substring between two byte offsets.
    fn part(&self, start: usize, end: usize) -> Self {
        let text = &self.text[start..end];
        let begin = start + (text.len() - text.trim_start().len());
        Self { text: text.trim(), line: self.line, column: self.column + self.text[..begin].chars().count() as u32 }
    }

    /// Returns another text with the same place.
    pub(crate) fn with<'a>(&self, text: &'a str) -> Word<'a> {
        Word { text, line: self.line, column: self.column }
    }

    /// Splits at commas outside parentheses.
    pub(crate) fn items(&self) -> Vec<Self> {
        let (mut items, mut start, mut depth) = (Vec::new(), 0, 0_u32);
        for (place, letter) in self.text.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    items.push(self.part(start, place));
                    start = place + 1;
                }
                _ => {}
            }
        }
        items.push(self.part(start, self.text.len()));
        items
    }

    /// Splits at blanks.
    pub(crate) fn words(&self) -> Vec<Self> {
        let mut words = Vec::new();
        let mut start = None;
        for (place, letter) in self.text.char_indices() {
            if letter.is_whitespace() {
                words.extend(start.take().map(|start| self.part(start, place)));
            } else {
                start.get_or_insert(place);
            }
        }
        words.extend(start.map(|start| self.part(start, self.text.len())));
        words
    }

    /// Splits at the first occurrence of a character.
    pub(crate) fn split(&self, sign: char) -> Option<(Self, Self)> {
        let place = self.text.find(sign)?;
        Some((self.part(0, place), self.part(place + sign.len_utf8(), self.text.len())))
    }

    /// Parses a number within a range.
    pub(crate) fn number(&self, what: &str, least: u32, most: u32) -> Result<u32, TextError> {
        let is_number = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok().filter(|number| is_number && (least..=most).contains(number));
        number.ok_or_else(|| self.error(format!("{what} {} should be a number from {least} to {most}", self.quoted())))
    }
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'t> {
    pub(crate) key: Word<'t>,
    /// The non-blank lines of the value.
    pub(crate) lines: Vec<Word<'t>>,
}

impl<'t> Entry<'t> {
    /// Returns the value, which must be a single line.
    pub(crate) fn one_line(&self) -> Result<Word<'t>, TextError> {
        match self.lines[..] {
            [line] => Ok(line),
            [_, second, ..] => Err(second.error(format!("the value of {} must be a single line", self.key.quoted()))),
            [] => Err(self.key.error(format!("{} has no value", self.key.quoted()))),
        }
    }
}

/// A section with its keys: a game, `[name]` or `[name : parent]`; or a choice of an option, `[Board = 8x8]`.
#[derive(Clone, Debug)]
pub(crate) struct Section<'t> {
    /// The name of the game, or of the option.
    pub(crate) name: Word<'t>,
    pub(crate) parent: Option<Word<'t>>,
    /// The choice, unless the section is a game.
    pub(crate) choice: Option<Word<'t>>,
    pub(crate) entries: Vec<Entry<'t>>,
}

/// Reads all sections of a text.
pub(crate) fn read(text: &str) -> Result<Vec<Section<'_>>, TextError> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        if line.chars().nth(LONGEST_LINE).is_some() {
            return Err(TextError::at(number, 0, format!("a line has at most {LONGEST_LINE} characters")));
        }
        let whole = Word { text: without_comment(line), line: number, column: 1 };
        let content = whole.part(0, whole.text.len());
        if content.text.is_empty() {
            continue;
        }
        let is_continued = line.starts_with(char::is_whitespace);
        if !is_continued && content.text.starts_with('[') {
            let section = heading(content, &sections)?;
            if sections.len() == MOST_SECTIONS {
                return Err(content.error(format!("there are at most {MOST_SECTIONS} sections")));
            }
            sections.push(section);
            continue;
        }
        let Some(section) = sections.last_mut() else {
            return Err(content.error(format!("{} before the first section: begin with `[name]`", content.quoted())));
        };
        if is_continued {
            let Some(entry) = section.entries.last_mut() else {
                return Err(
                    content.error(format!("{} doesn't continue a value: keys begin in column 1", content.quoted()))
                );
            };
            if entry.lines.len() == MOST_LINES {
                return Err(content.error(format!("a value has at most {MOST_LINES} lines")));
            }
            entry.lines.push(content);
        } else {
            let entry = entry(content)?;
            if section.entries.iter().any(|other| other.key.text == entry.key.text) {
                return Err(entry.key.error(format!("{} occurs twice in this section", entry.key.quoted())));
            }
            if section.entries.len() == MOST_KEYS {
                return Err(entry.key.error(format!("a section has at most {MOST_KEYS} keys")));
            }
            section.entries.push(entry);
        }
    }
    Ok(sections)
}

/// Removes a comment, which starts with `#` or `;` at the beginning of the line or after a blank.
fn without_comment(line: &str) -> &str {
    let mut after_blank = true;
    for (place, letter) in line.char_indices() {
        if after_blank && matches!(letter, '#' | ';') {
            return &line[..place];
        }
        after_blank = letter.is_whitespace();
    }
    line
}

fn heading<'t>(line: Word<'t>, known: &[Section<'_>]) -> Result<Section<'t>, TextError> {
    let Some(inner) = line.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return Err(line.error(format!("{} should end with `]`", line.quoted())));
    };
    let inner = line.part(1, 1 + inner.len());
    if let Some((option, choice)) = inner.split('=') {
        return choice_heading(inner, option, choice, known);
    }
    let (name, parent) = inner.split(':').map_or((inner, None), |(name, parent)| (name, Some(parent)));
    let is_id = name.text.len() <= 64
        && name.text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    if !is_id {
        let quoted = name.quoted();
        return Err(name.error(format!("the section {quoted} should be a word of `a-z`, `0-9` and `-`, letter first")));
    }
    let is_game = |section: &Section<'_>, name: &str| section.choice.is_none() && section.name.text == name;
    if known.iter().any(|section| is_game(section, name.text)) {
        return Err(name.error(format!("the section {} already exists", name.quoted())));
    }
    if let Some(parent) = parent.filter(|parent| !known.iter().any(|section| is_game(section, parent.text))) {
        // A parent must precede its children, which prevents cyclic inheritance.
        return Err(parent.error(format!("there is no section {} above this one", parent.quoted())));
    }
    Ok(Section { name, parent, choice: None, entries: Vec::new() })
}

/// Parses the heading of a choice section, `[Board = 8x8]`. Whether the game has this option is checked later.
fn choice_heading<'t>(
    inner: Word<'t>,
    option: Word<'t>,
    choice: Word<'t>,
    known: &[Section<'_>],
) -> Result<Section<'t>, TextError> {
    if known.is_empty() {
        return Err(inner.error(format!("the section {} doesn't follow a game", inner.quoted())));
    }
    let mut of_game = known.iter().rev().map_while(|section| Some((section.name.text, section.choice?.text)));
    if of_game.any(|other| other == (option.text, choice.text)) {
        return Err(inner.error(format!("the section {} already exists", inner.quoted())));
    }
    Ok(Section { name: option, parent: None, choice: Some(choice), entries: Vec::new() })
}

fn entry(line: Word<'_>) -> Result<Entry<'_>, TextError> {
    let Some((key, value)) = line.split('=').filter(|(key, _)| !key.text.is_empty()) else {
        return Err(line.error(format!("{} should be `key = value`", line.quoted())));
    };
    let lines = if value.text.is_empty() { Vec::new() } else { vec![value] };
    Ok(Entry { key, lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_lines_have_their_places() {
        let text = "# top\n[base]\nname = A B ; no\n[game : base]\nstart =\n  ab, (c, d)\n\n\t é f\nempty=\n";
        let sections = read(text).unwrap();
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[1].parent.map(|parent| (parent.text, parent.line, parent.column)), Some(("base", 4, 9)));
        assert_eq!(sections[0].entries[0].lines, [Word { text: "A B", line: 3, column: 8 }]);
        let start = &sections[1].entries[0];
        assert_eq!(start.lines[0].items()[1], Word { text: "(c, d)", line: 6, column: 7 });
        assert_eq!(start.lines[1].words()[1], Word { text: "f", line: 8, column: 5 });
        assert!(sections[1].entries[1].lines.is_empty());
    }

    #[test]
    fn wrong_texts_are_refused_with_line_and_column() {
        for (text, error) in [
            ("a = 1", "line 1, column 1: `a = 1` before the first section: begin with `[name]`"),
            ("[a\n", "line 1, column 1: `[a` should end with `]`"),
            ("[A]\n", "line 1, column 2: the section `A` should be a word of `a-z`, `0-9` and `-`, letter first"),
            ("[a : a]\n", "line 1, column 6: there is no section `a` above this one"),
            ("[a]\n[a]\n", "line 2, column 2: the section `a` already exists"),
            ("[B = c]\n", "line 1, column 2: the section `B = c` doesn't follow a game"),
            ("[a]\n[B = c]\n[ B= c]\n", "line 3, column 3: the section `B= c` already exists"),
            ("[a]\n b\n", "line 2, column 2: `b` doesn't continue a value: keys begin in column 1"),
            ("[a]\nb\n", "line 2, column 1: `b` should be `key = value`"),
            ("[a]\nb = 1\nb=2", "line 3, column 1: `b` occurs twice in this section"),
        ] {
            assert_eq!(read(text).map(|_| ()).map_err(|error| error.to_string()), Err(error.into()), "{text}");
        }
        let long = format!("[a]\nb = {}", "x".repeat(2_000));
        assert_eq!(read(&long).unwrap_err().to_string(), "line 2: a line has at most 1000 characters");
    }
}
