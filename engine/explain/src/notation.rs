//! Trees as textbooks write them: `((3 5 10) (2 2))`, `A:(B:(3 5 10) C:(2 ? ?))`, `MAX(MIN(3, 5, 10), MIN(2, a, b))`.

use std::collections::HashMap;

/// The id of the game that plays such trees. Its nodes are trees themselves, so that a picture of each says nothing.
pub const LEAF_TREE: &str = "leaftree";

/// A tree read from its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The setup of the game `leaftree` that is this tree.
    pub setup: String,
    /// The names of nodes by path. A path has the numbers of children from 0, joined by dots; the path of the root is
    /// empty.
    pub names: HashMap<String, String>,
}

/// The error in a notation, its place, and the correct form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{problem} at character {at} of the tree; a valid tree is, for example, ((3 5 10) (2 2)) or A:(B:(3 5) C:(2 ?))"
)]
pub struct NotationError {
    problem: String,
    at: usize,
}

/// Whether a text is meant as a notation: it begins with `(`, or with a name or player and a bracket, or with a bracket and
/// names nodes. The setups that the game `leaftree` itself reads are none.
#[must_use]
pub fn is_notation(text: &str) -> bool {
    let Some(at) = text.find(['(', '[', '{']) else { return false };
    let name = text[..at].trim().trim_end_matches(':').trim_end();
    name.chars().all(is_name) && (text[at..].starts_with('(') || !name.is_empty() || text.contains(':'))
}

/// Reads a notation.
///
/// Brackets `(...)`, `[...]` or `{...}` hold the children of a node, separated by blanks or commas. A child is such a
/// node, a whole number, or `?` for an unknown leaf; a bare word is an unknown leaf with that name. `NAME:` before a
/// node or leaf names it. `MAX` or `MIN` before a bracket names the player to move there; the players must alternate.
/// `min` or `max` after the tree says who moves first; the default is MAX.
///
/// # Errors
/// The text is no tree, a name is given twice, or the players do not alternate.
pub fn read(text: &str) -> Result<Notation, NotationError> {
    let mut reader = Reader { text, at: 0, setup: String::new(), names: HashMap::new(), open: Vec::new(), first: None };
    reader.tree()?;
    let mut first = reader.first;
    if let Some((word, at)) = reader.word() {
        let behind = side(word).ok_or_else(|| error(text, at, format!("unexpected `{word}` after the tree")))?;
        if first.is_some_and(|first| first != behind) {
            return Err(error(text, at, format!("`{word}` contradicts who moves at the root")));
        }
        first = Some(behind);
    }
    if let Some(rest) = reader.peek() {
        return Err(error(text, reader.at, format!("unexpected `{rest}` after the tree")));
    }
    let Reader { mut setup, names, .. } = reader;
    if first == Some(Side::Min) {
        setup.push_str(" min");
    }
    Ok(Notation { setup, names })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Max,
    Min,
}

/// A node whose bracket is open.
struct Open {
    close: char,
    opened_at: usize,
    /// The number of children begun.
    children: usize,
}

struct Reader<'a> {
    text: &'a str,
    /// The byte to be read next.
    at: usize,
    setup: String,
    names: HashMap<String, String>,
    open: Vec<Open>,
    /// The player to move at the root.
    first: Option<Side>,
}

impl<'a> Reader<'a> {
    /// Reads up to the end of the outermost bracket.
    fn tree(&mut self) -> Result<(), NotationError> {
        loop {
            match self.peek() {
                None => return Err(self.unfinished()),
                Some(',') => self.at += 1,
                Some(')' | ']' | '}') => {
                    self.close()?;
                    if self.open.is_empty() {
                        return Ok(());
                    }
                }
                Some(_) => self.child()?,
            }
        }
    }

    /// Reads one child; if it is a bracket, its children follow.
    fn child(&mut self) -> Result<(), NotationError> {
        let number = self.open.last().map_or(0, |open| open.children);
        if number > 0 {
            self.setup.push(',');
        }
        let mut named = None;
        loop {
            if let Some(open) = self.peek().filter(|sign| matches!(sign, '(' | '[' | '{')) {
                return self.open(open, named);
            }
            if self.open.is_empty() && named.is_none() && self.peek().is_some_and(|sign| !is_name(sign)) {
                return Err(error(self.text, self.at, "a bracket is missing".into()));
            }
            let Some((word, at)) = self.word() else {
                let sign = self.peek().map_or("the end".into(), |sign| format!("`{sign}`"));
                return Err(error(self.text, self.at, format!("{sign} where a child should be")));
            };
            if self.peek() == Some(':') && named.is_none() {
                self.at += 1;
                named = Some((word, at));
            } else if let (Some(player), Some('(' | '[' | '{')) = (side(word), self.peek()) {
                self.player(player, at)?;
            } else {
                return self.leaf(word, at, named);
            }
        }
    }

    fn open(&mut self, sign: char, named: Option<(&str, usize)>) -> Result<(), NotationError> {
        self.begin(named)?;
        let close = match sign {
            '(' => ')',
            '[' => ']',
            _ => '}',
        };
        self.open.push(Open { close, opened_at: self.at, children: 0 });
        self.setup.push('[');
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<(), NotationError> {
        let sign = self.peek();
        match self.open.pop() {
            Some(open) if Some(open.close) != sign => {
                Err(error(self.text, self.at, format!("`{}` is expected", open.close)))
            }
            Some(Open { children: 0, opened_at, .. }) => {
                Err(error(self.text, opened_at, "a node without children begins".into()))
            }
            Some(_) => {
                self.setup.push(']');
                self.at += 1;
                Ok(())
            }
            None => Err(error(self.text, self.at, "a closing bracket has no opening one".into())),
        }
    }

    fn leaf(&mut self, word: &'a str, at: usize, named: Option<(&str, usize)>) -> Result<(), NotationError> {
        if self.open.is_empty() {
            return Err(error(self.text, at, "a bracket is missing".into()));
        }
        let number = word.replace('\u{2212}', "-");
        let is_number = number.parse::<i32>().is_ok();
        let is_bare_name = can_be_name(word) && named.is_none();
        if !is_number && word != "?" && !is_bare_name {
            return Err(error(self.text, at, format!("`{word}` is neither a whole number nor `?`")));
        }
        self.begin(if is_bare_name { Some((word, at)) } else { named })?;
        self.setup.push_str(if is_number { &number } else { "?" });
        Ok(())
    }

    /// Adds a child to the innermost node, which may have a name.
    fn begin(&mut self, named: Option<(&str, usize)>) -> Result<(), NotationError> {
        if let Some(open) = self.open.last_mut() {
            open.children += 1;
        }
        if let Some((name, at)) = named {
            // In each open bracket it is the child begun last that leads here.
            let path: Vec<String> = self.open.iter().map(|open| (open.children - 1).to_string()).collect();
            if !can_be_name(name) {
                return Err(error(self.text, at, format!("`{name}` is not a valid name")));
            }
            if self.names.values().any(|other| other == name) {
                return Err(error(self.text, at, format!("the name `{name}` is repeated")));
            }
            self.names.insert(path.join("."), name.to_owned());
        }
        Ok(())
    }

    fn player(&mut self, player: Side, at: usize) -> Result<(), NotationError> {
        let is_other = self.open.len() % 2 == 1;
        let at_root = match (player, is_other) {
            (Side::Max, false) | (Side::Min, true) => Side::Max,
            (Side::Min, false) | (Side::Max, true) => Side::Min,
        };
        if self.first.is_some_and(|first| first != at_root) {
            return Err(error(self.text, at, "MAX and MIN do not alternate".into()));
        }
        self.first = Some(at_root);
        Ok(())
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        rest.trim_start().chars().next()
    }

    /// The next word and where it begins; `None` at a sign.
    fn word(&mut self) -> Option<(&'a str, usize)> {
        self.peek()?;
        let rest = &self.text[self.at..];
        let is_end = |sign: char| sign.is_whitespace() || "()[]{},:".contains(sign);
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        let at = self.at;
        self.at += word.len();
        (!word.is_empty()).then_some((word, at))
    }

    fn unfinished(&self) -> NotationError {
        match self.open.last() {
            Some(open) => error(self.text, open.opened_at, "an unclosed bracket begins".into()),
            None => error(self.text, self.at, "a bracket is missing".into()),
        }
    }
}

fn is_name(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '\'')
}

/// A word that is no number and no player, and means nothing in answers.
fn can_be_name(word: &str) -> bool {
    let is_taken = side(word).is_some() || ["root", "none"].iter().any(|taken| word.eq_ignore_ascii_case(taken));
    word.chars().all(is_name) && !word.starts_with(|sign: char| sign.is_numeric()) && !is_taken
}

fn side(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "max" => Some(Side::Max),
        "min" => Some(Side::Min),
        _ => None,
    }
}

fn error(text: &str, at: usize, problem: String) -> NotationError {
    NotationError { problem, at: text[..at].chars().count() + 1 }
}
