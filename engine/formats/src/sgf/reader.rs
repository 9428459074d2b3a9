//! Parser from SGF text to a tree of nodes with properties.

use super::{MAX_DEPTH, MAX_NODES, Property, SgfGame, SgfNode, SgfValue};
use crate::place::{Place, Ruler, Warnings};
use crate::{FormatError, Text};
use memchr::{memchr_iter, memmem};
use plyd_foreign::one_line_of;

/// The maximum length of an encoding name.
const LONGEST_NAME: usize = 40;

/// The maximum length, in characters, of a text quoted in a message.
const QUOTED: usize = 20;

/// Properties whose values are points, which contain neither brackets nor semicolons.
const POINTS: [&str; 5] = ["B", "W", "AB", "AW", "AE"];

/// Reads the first game. If its encoding is guessed or named wrongly, a bracket may be taken for half of a character or
/// vice versa, and then a value swallows the text after it. Such a text is parsed again in other encodings, one of
/// which is used if it cures this.
pub(super) fn read(bytes: Vec<u8>) -> Result<SgfGame, FormatError> {
    let name = named_encoding(&bytes);
    // Text that is valid UTF-8 is in no other encoding.
    let foreign = std::str::from_utf8(&bytes).is_err().then(|| bytes.clone());
    let text = Text::decode_named(bytes, name.as_deref());
    let first = parse(&text)?;
    let note = text.note();
    let others = foreign.iter().filter(|_| first.swallowed > 0).flat_map(|bytes| text.others(bytes, name.as_deref()));
    let others = others.filter_map(|other| Some((parse(&other).ok()?, other)));
    let better = others.filter(|(one, _)| one.swallowed == 0 && one.warnings.len() < first.warnings.len());
    let better = better.min_by_key(|(_, other)| other.is_damaged());
    let (ParsedSgf { nodes, warnings, .. }, note) = match better {
        Some((better, other)) => {
            let (note, first) = (other.note().unwrap_or_default(), text.encoding());
            (better, Some(format!("{note}; as {first}, a text of the record would contain what follows it")))
        }
        None => (first, note),
    };
    Ok(SgfGame { nodes, warnings, note })
}

/// Reads the first game of a decoded text.
pub(super) fn of(text: &Text) -> Result<SgfGame, FormatError> {
    let ParsedSgf { nodes, warnings, .. } = parse(text)?;
    Ok(SgfGame { nodes, warnings, note: text.note() })
}

/// The content of a parsed text.
struct ParsedSgf {
    nodes: Vec<SgfNode>,
    warnings: Warnings,
    /// The number of values that swallowed the text after them.
    swallowed: usize,
}

/// Parses the nodes of the first game of a text.
fn parse(text: &Text) -> Result<ParsedSgf, FormatError> {
    let is_certain = text.is_certain();
    let text = text.as_str();
    let start = start_of(text).ok_or_else(|| {
        let text = "there is no game in it; a record begins with `(;`".to_owned();
        FormatError { place: Place::START, text }
    })?;
    let mut reader = SgfReader {
        text,
        is_certain,
        offset: start,
        ruler: Ruler::new(text, 0, Place::START),
        nodes: Vec::new(),
        warnings: Warnings::default(),
        swallowed: 0,
        open: Vec::new(),
        tip: None,
        needs_node: true,
        beyond: 0,
    };
    if text[..start].contains(|letter: char| !letter.is_whitespace()) {
        reader.warn(start, || "the text before this is left out".to_owned());
    }
    reader.read()?;
    let SgfReader { nodes, warnings, swallowed, .. } = reader;
    Ok(ParsedSgf { nodes, warnings, swallowed })
}

/// Returns the encoding that a record names, `CA[...]`. This name is ASCII in all encodings except UTF-16, which has a
/// byte order mark.
fn named_encoding(bytes: &[u8]) -> Option<String> {
    let mut unknown = None;
    for place in memmem::find_iter(bytes, b"CA") {
        if place > 0 && bytes[place - 1].is_ascii_alphanumeric() {
            continue;
        }
        let behind = bytes[place + 2..].trim_ascii_start();
        let Some(value) = behind.strip_prefix(b"[") else { continue };
        let value = &value[..value.len().min(LONGEST_NAME)];
        let Some(end) = value.iter().position(|&byte| byte == b']') else { continue };
        let Ok(name) = std::str::from_utf8(&value[..end]) else { continue };
        if crate::decode::is_known(name) {
            return Some(name.to_owned());
        }
        unknown = unknown.or_else(|| Some(name.to_owned()).filter(|name| !name.trim().is_empty()));
    }
    unknown
}

/// Finds the start of the first game: a parenthesis before a node with a property; or else before any node; or a
/// property in a parenthesis without a node; or a node without a parenthesis.
fn start_of(text: &str) -> Option<usize> {
    let mut second = None;
    for place in memchr_iter(b'(', text.as_bytes()) {
        let behind = text[place + 1..].trim_start();
        match behind.strip_prefix(';') {
            Some(node) if is_property(node) => return Some(place),
            Some(node) if node.trim_start().starts_with(['(', ')', ';']) => second = second.or(Some(place)),
            None if is_property(behind) => second = second.or(Some(place)),
            _ => {}
        }
    }
    second.or_else(|| memchr_iter(b';', text.as_bytes()).find(|&place| is_property(&text[place + 1..])))
}

/// Whether a text begins with a property name and a bracket.
fn is_property(text: &str) -> bool {
    let text = text.trim_start();
    let behind = text.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    behind.len() < text.len() && text.len() - behind.len() < LONGEST_NAME && behind.trim_start().starts_with('[')
}

struct SgfReader<'a> {
    text: &'a str,
    /// Whether the encoding is not a guess.
    is_certain: bool,
    offset: usize,
    ruler: Ruler<'a>,
    nodes: Vec<SgfNode>,
    warnings: Warnings,
    /// The number of values that swallowed the text after them.
    swallowed: usize,
    /// For each open parenthesis, the node before it and its offset.
    open: Vec<(Option<usize>, usize)>,
    /// The parent of the next node.
    tip: Option<usize>,
    /// Whether a property at this point would lack a node.
    needs_node: bool,
    /// The number of open parentheses that are skipped because they are nested too deeply.
    beyond: usize,
}

impl SgfReader<'_> {
    fn warn(&mut self, offset: usize, text: impl FnOnce() -> String) {
        let ruler = &mut self.ruler;
        self.warnings.add(|| ruler.place(offset), text);
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset +=
            rest.len() - rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}').len();
    }

    fn read(&mut self) -> Result<(), FormatError> {
        loop {
            self.skip_blanks();
            let offset = self.offset;
            let Some(first) = self.text[offset..].chars().next() else { break };
            match first {
                '(' => {
                    self.offset += 1;
                    if self.open.len() > MAX_DEPTH {
                        if self.beyond == 0 {
                            self.warn(offset, || format!("this variation is left out: it lies in {MAX_DEPTH} others"));
                        }
                        self.beyond += 1;
                    } else {
                        self.open.push((self.tip, offset));
                        self.needs_node = true;
                    }
                }
                ')' => {
                    self.offset += 1;
                    if self.beyond > 0 {
                        self.beyond -= 1;
                        continue;
                    }
                    (self.tip, _) = self.open.pop().unwrap_or((None, offset));
                    if self.open.is_empty() {
                        return Ok(());
                    }
                    // A property after a variation belongs to no node.
                    self.needs_node = true;
                }
                ';' => {
                    self.offset += 1;
                    let place = self.ruler.place(offset);
                    self.node(place)?;
                }
                letter if letter.is_ascii_alphabetic() && is_property(&self.text[offset..]) => self.property()?,
                '[' => {
                    let value = self.value("");
                    self.warn(offset, || {
                        format!("[{}] has no name, and is left out", one_line_of(&value.text, QUOTED))
                    });
                }
                _ => self.stray(),
            }
        }
        if let Some(&(_, first)) = self.open.first() {
            self.warn(first, || "this game has no end; a `)` is missing".to_owned());
        }
        Ok(())
    }

    /// Begins a node.
    fn node(&mut self, place: Place) -> Result<(), FormatError> {
        if self.beyond > 0 {
            return Ok(());
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(FormatError { place, text: format!("the game has more than {MAX_NODES} nodes") });
        }
        let index = self.nodes.len();
        if let Some(tip) = self.tip {
            self.nodes[tip].children.push(index);
        }
        self.nodes.push(SgfNode { parent: self.tip, children: Vec::new(), properties: Vec::new(), place });
        (self.tip, self.needs_node) = (Some(index), false);
        Ok(())
    }

    /// Reads a property, which is a name with values. Only the capitals of the name count, because old records spell it
    /// out.
    fn property(&mut self) -> Result<(), FormatError> {
        let offset = self.offset;
        let rest = &self.text[offset..];
        let length = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (written, place) = (&rest[..length], self.ruler.place(offset));
        let mut name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            name = written.to_ascii_uppercase();
            self.warn(offset, || format!("the property `{written}` is read as {name}"));
        }
        self.offset += length;
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if !self.text[self.offset..].starts_with('[') {
                break;
            }
            values.push(self.value(&name));
        }
        if self.needs_node && self.beyond == 0 {
            self.warn(offset, || format!("{name} belongs to no node; a `;` is missing before it"));
            // Reuses the measured place; measuring again would rescan the text from the beginning for each such
            // property.
            self.node(place)?;
        }
        if let (0, Some(tip)) = (self.beyond, self.tip) {
            self.nodes[tip].properties.push(Property { name, values, place });
        }
        Ok(())
    }

    /// Reads a value from its opening bracket to the unescaped closing one.
    fn value(&mut self, name: &str) -> SgfValue {
        let start = self.offset;
        let place = self.ruler.place(start);
        let is_points = POINTS.contains(&name);
        let mut text = String::new();
        let mut has_property = false;
        let mut letters = self.text[start + 1..].char_indices();
        let mut length = None;
        while let Some((at, letter)) = letters.next() {
            match letter {
                ']' => {
                    length = Some(at + 1);
                    break;
                }
                ';' | '(' | ')' | '[' if is_points => {
                    length = Some(at);
                    self.warn(start, || {
                        format!("the value `{}` has no end; a `]` is missing", one_line_of(&text, QUOTED))
                    });
                    break;
                }
                // A soft line break.
                '\\' => match letters.next() {
                    Some((_, '\n')) => {}
                    Some((_, '\r')) => {
                        _ = letters.clone().next().filter(|&(_, next)| next == '\n').map(|_| letters.next())
                    }
                    Some((at, ']')) => {
                        // After a non-ASCII character, the backslash may be the second half of a two-byte character.
                        let behind = self.text[start + 1 + at + 1..].trim_start();
                        has_property |= !self.is_certain
                            && text.ends_with(|letter: char| !letter.is_ascii())
                            && is_property(behind.strip_prefix(';').unwrap_or(behind));
                        text.push(']');
                    }
                    escaped => text.extend(escaped.map(|(_, letter)| letter)),
                },
                letter => text.push(letter),
            }
        }
        self.offset = length.map_or(self.text.len(), |length| start + 1 + length);
        if length.is_none() {
            self.warn(start, || format!("the value `{}` has no end; a `]` is missing", one_line_of(&text, QUOTED)));
        } else if text.contains(";B[") || text.contains(";W[") {
            self.swallowed += 1;
            self.warn(start, || "this text has moves in it; perhaps a `]` is missing before them".to_owned());
        } else if has_property {
            self.swallowed += 1;
            self.warn(start, || "this text has properties in it; perhaps the encoding is another one".to_owned());
        }
        SgfValue { text, place }
    }

    /// Skips characters that belong to no property.
    fn stray(&mut self) {
        let rest = &self.text[self.offset..];
        let mut end = 0;
        for (place, letter) in rest.char_indices() {
            let is_start = place > 0 && matches!(letter, '(' | ')' | ';' | '[');
            let is_word = !rest[..place].ends_with(|before: char| before.is_ascii_alphabetic());
            if is_start || (place > 0 && letter.is_ascii_alphabetic() && is_word && is_property(&rest[place..])) {
                break;
            }
            end = place + letter.len_utf8();
        }
        let stray = one_line_of(rest[..end].trim(), QUOTED);
        self.warn(self.offset, || format!("`{stray}` is no part of a record, and is left out"));
        self.offset += end;
    }
}
