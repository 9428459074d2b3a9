//! The board as data, for programs that draw it: spots, tokens on them, marks, and the steps by which a person moves.
//!
//! A [`View`] describes the spots of a board and the tokens on them. A [`Step`] is one click of a person. The program
//! that draws needs no rules: it offers the first steps of all legal moves, then the steps that continue the ones so
//! far, until one move is left. `docs/view.md` explains it, `docs/view.schema.json` describes the JSON.
//!
//! Coordinates are numbers: x grows to the right, y downwards, and a cell is 1 wide and high.
//!
//! ```
//! use plyd_plugin::Player;
//! use plyd_plugin::view::{Glyph, Mark, MarkKind, Shape, Step, Token, View};
//!
//! let name = |file: u32, rank: u32| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
//! let mut view = View::grid(Shape::Square, 3, 3, name);
//! view.put("b2", Token::new(Glyph::Cross, Player::Max));
//! view.put("a1", Token::new(Glyph::Ring, Player::Min));
//! view.marks.push(Mark::new(MarkKind::Last, ["a1"]));
//! view.check()?;
//! assert_eq!(Step::spot("c3").to_string(), "c3");
//! # Ok::<(), plyd_plugin::view::ViewError>(())
//! ```

mod check;
mod grid;
mod path;
mod step;
mod words;

pub use check::{Spots, ViewError};
pub use path::{PathStep, polylines, read_path};
pub use step::{Step, gesture_text};
pub use words::{Colour, Glyph, MarkKind, Owner, Reason, Shape, Targets, Tone};

use serde::{Deserialize, Serialize};

/// The largest number of spots, of tokens, of moves with gestures, and of each other kind of thing in a view.
pub const MOST_THINGS: usize = 4_096;
/// The largest number of steps of a gesture.
pub const MOST_STEPS: usize = 32;
/// The most ways to make one move.
pub const MOST_WAYS: usize = 32;
/// The largest number of characters of a spot's id.
pub const LONGEST_ID: usize = 32;
/// The largest number of characters of a word on a button or of a choice, without the `!` or `=`.
pub const LONGEST_WORD: usize = 64;
/// The largest number of characters of a name, a label or the text of a choice.
pub const LONGEST_NAME: usize = 80;
/// The largest number of characters on a token.
pub const LONGEST_TOKEN_TEXT: usize = 8;
/// The largest number of characters of a path.
pub const LONGEST_PATH: usize = 512;
/// The largest coordinate of a path, on either side of 0, which is the centre of the token.
pub const PATH_REACH: f64 = 0.5;
/// The largest coordinate, and the largest size, on either side of 0.
pub const FARTHEST: f64 = 10_000.0;
/// The largest score of a player, on either side of 0.
pub const MOST_POINTS: f64 = 1_000_000.0;
/// The largest size of a view as JSON, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// A place: x to the right, y downwards. A cell is 1 wide and 1 high.
pub type Point = [f64; 2];

/// A position as a picture: what there is, where, and whose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The places that tokens are on and that people click.
    pub spots: Vec<Spot>,
    /// Lines of the board, below all tokens: `[x1, y1, x2, y2]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[f64; 4]>,
    /// Small dots of the board, such as the star points of go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dots: Vec<Point>,
    /// Edges of the board that belong to a player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<Border>,
    /// Texts beside the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
    /// The things on the spots. Several on one spot are a stack, the first one lowest.
    pub tokens: Vec<Token>,
    /// Spots that are marked. The host marks the last move itself, unless the view does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The texts of choices and buttons. A word without an entry is its own text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// The part of the board that a click on a spot may hit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub targets: Targets,
    /// The colours of the first and of the second player's things, which differ. Without them, programs choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<[Colour; 2]>,
    /// The score of the first and of the second player, also while the game goes on: at most [`MOST_POINTS`] in size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[f64; 2]>,
    /// The way in which the game ended, of a finished state only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<End>,
}

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The reason.
    pub reason: Reason,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The name by which tokens, marks and steps mean it: 1 to [`LONGEST_ID`] characters without blanks, of which the
    /// first is neither `!` nor `=`.
    pub id: String,
    /// Its centre.
    pub at: Point,
    /// The way it is drawn.
    pub shape: Shape,
    /// Width and height, 1 each by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f64; 2]>,
    /// One end of an edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    /// The other end of an edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// The corners of an area, at least three.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<Point>,
    /// The line along which several equal tokens are drawn side by side, from the centre of the first one: a token with
    /// a count is drawn that many times there, as far as there is room. Without a line, it is drawn once, with its
    /// number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<[Point; 2]>,
    /// Its colour.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tone: Tone,
    /// The player it belongs to.
    #[serde(default, skip_serializing_if = "is_default")]
    pub owner: Owner,
    /// Its name for people who cannot see the board, 1 to [`LONGEST_NAME`] characters; the id by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is never clicked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub inert: bool,
}

/// A thing on a spot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// The id of the spot, which is one of the view.
    pub on: String,
    /// The way it is drawn.
    pub glyph: Glyph,
    /// The player it belongs to.
    #[serde(default, skip_serializing_if = "is_default")]
    pub owner: Owner,
    /// The text of [`Glyph::Text`], or one that is drawn on any other glyph: at most [`LONGEST_TOKEN_TEXT`] characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How many there are, for example seeds in a pit; for [`Glyph::Die`] the face, 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The form of [`Glyph::Path`], as [`read_path`] reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its name for people who cannot see the board, such as `white king`: 1 to [`LONGEST_NAME`] characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Spots that are marked, alone or as the corners of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The meaning of the mark.
    pub kind: MarkKind,
    /// The ids of the spots, 1 to [`MOST_THINGS`], all of the view.
    pub on: Vec<String>,
    /// The player whose territory it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub owner: Owner,
}

/// The text of a choice or a button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The step that it is: a choice or a button, no spot.
    pub id: Step,
    /// The text for people, 1 to [`LONGEST_NAME`] characters.
    pub text: String,
}

/// A text beside the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Its centre.
    pub at: Point,
    /// The text, 1 to [`LONGEST_NAME`] characters.
    pub text: String,
}

/// An edge of the board that belongs to a player, as in hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Border {
    /// The corners of the line, 2 to [`MOST_THINGS`].
    pub points: Vec<Point>,
    /// The player.
    pub owner: Owner,
}

impl View {
    /// Puts a token on a spot.
    pub fn put(&mut self, on: impl Into<String>, token: Token) {
        self.tokens.push(Token { on: on.into(), ..token });
    }

    /// Gives the button with a word a text of 1 to [`LONGEST_NAME`] characters.
    pub fn button(&mut self, word: &str, text: impl Into<String>) {
        self.choices.push(Choice { id: Step::button(word), text: text.into() });
    }

    /// Says why the game ended; `None` while it goes on.
    pub fn ended(&mut self, reason: impl Into<Option<Reason>>) {
        self.result = reason.into().map(|reason| End { reason });
    }

    /// The view as JSON, on one line. A number that is not finite, such as `NaN`, is written as `null`, which
    /// readers reject.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("all keys are texts")
    }
}

impl Spot {
    /// A spot without an owner, of the plain tone, that can be clicked. The id has 1 to [`LONGEST_ID`] characters
    /// without blanks, and is no other spot's; coordinates are at most [`FARTHEST`] in size.
    pub fn new(id: impl Into<String>, at: Point, shape: Shape) -> Self {
        Self {
            id: id.into(),
            at,
            shape,
            size: None,
            from: None,
            to: None,
            outline: Vec::new(),
            pile: None,
            tone: Tone::Plain,
            owner: Owner::None,
            name: None,
            inert: false,
        }
    }

    /// A spot between two points, as in dots and boxes.
    pub fn edge(id: impl Into<String>, from: Point, to: Point) -> Self {
        let at = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
        Self { from: Some(from), to: Some(to), ..Self::new(id, at, Shape::Edge) }
    }
}

impl Token {
    /// A token that is on no spot yet; [`View::put`] sets it there.
    pub fn new(glyph: Glyph, owner: impl Into<Owner>) -> Self {
        Self { on: String::new(), glyph, owner: owner.into(), text: None, count: None, path: None, name: None }
    }

    /// A token that is a text of 1 to [`LONGEST_TOKEN_TEXT`] characters.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::new(Glyph::Text, Owner::None) }
    }

    /// Seeds, or other things to be counted.
    #[must_use]
    pub fn seeds(count: u32) -> Self {
        Self { count: Some(count), ..Self::new(Glyph::Seed, Owner::None) }
    }

    /// A die without an owner, which shows a face from 1 to 6.
    #[must_use]
    pub fn die(face: u32) -> Self {
        Self { count: Some(face), ..Self::new(Glyph::Die, Owner::None) }
    }

    /// A token of a form of the game's own, as [`read_path`] reads it.
    ///
    /// ```
    /// use plyd_plugin::Player;
    /// use plyd_plugin::view::Token;
    ///
    /// let arrow = Token::path("M-.3.1H.1V.3L.4 0L.1-.3V-.1H-.3Z", Player::Max).named("white arrow");
    /// ```
    pub fn path(path: impl Into<String>, owner: impl Into<Owner>) -> Self {
        Self { path: Some(path.into()), ..Self::new(Glyph::Path, owner) }
    }

    /// The token with a text on it, of 1 to [`LONGEST_TOKEN_TEXT`] characters.
    #[must_use]
    pub fn with_text(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }

    /// The token with this name for people who cannot see the board, 1 to [`LONGEST_NAME`] characters.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }
}

impl Mark {
    /// A mark on these spots, 1 to [`MOST_THINGS`].
    pub fn new<I: Into<String>>(kind: MarkKind, on: impl IntoIterator<Item = I>) -> Self {
        Self { kind, on: on.into_iter().map(Into::into).collect(), owner: Owner::None }
    }

    /// The empty places that belong to a player, for example at the end of a game of go: 1 to [`MOST_THINGS`].
    pub fn territory<I: Into<String>>(owner: impl Into<Owner>, on: impl IntoIterator<Item = I>) -> Self {
        Self { owner: owner.into(), ..Self::new(MarkKind::Territory, on) }
    }
}

impl Label {
    /// A text at a place, of 1 to [`LONGEST_NAME`] characters.
    pub fn new(at: Point, text: impl Into<String>) -> Self {
        Self { at, text: text.into() }
    }
}

/// Whether a value can be left out because it is the reader's default.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests;
