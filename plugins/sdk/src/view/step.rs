//! Moves as clicks.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// One step of a gesture: a person makes a move by one or more of them.
///
/// No two legal moves of a position should have the same steps; a program has to ask which one is meant then.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A click on the spot with this id, written as the id.
    Spot(String),
    /// A choice from a list, such as the piece of a promotion, written `=queen`.
    Choice(String),
    /// A button beside the board, such as a pass, written `!pass`.
    Button(String),
    /// What follows is another way to make the same move, such as the same clicks in another order, written `|`. The
    /// first way is the one that programs show.
    Or,
}

impl Step {
    /// A click on a spot of the view that is not inert.
    pub fn spot(id: impl Into<String>) -> Self {
        Self::Spot(id.into())
    }

    /// A choice from a list; the word is given without the `=`, and has 1 to [`LONGEST_WORD`](super::LONGEST_WORD)
    /// characters and no blanks.
    pub fn choice(word: impl Into<String>) -> Self {
        Self::Choice(word.into())
    }

    /// A button beside the board; the word is given without the `!`, and has 1 to [`LONGEST_WORD`](super::LONGEST_WORD)
    /// characters and no blanks.
    pub fn button(word: impl Into<String>) -> Self {
        Self::Button(word.into())
    }

    /// Clicks on these spots, one after the other: 1 to [`MOST_STEPS`](super::MOST_STEPS).
    pub fn spots<I: Into<String>>(ids: impl IntoIterator<Item = I>) -> Vec<Self> {
        ids.into_iter().map(Self::spot).collect()
    }

    /// One gesture of several ways to make a move: at most [`MOST_WAYS`](super::MOST_WAYS).
    #[must_use]
    pub fn ways(ways: impl IntoIterator<Item = Vec<Self>>) -> Vec<Self> {
        ways.into_iter().collect::<Vec<_>>().join(&Self::Or)
    }

    /// Reads a step as it is written.
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text.split_at_checked(1) {
            Some(("|", "")) => Self::Or,
            Some(("=", word)) => Self::choice(word),
            Some(("!", word)) => Self::button(word),
            _ => Self::spot(text),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spot(id) => f.write_str(id),
            Self::Choice(word) => write!(f, "={word}"),
            Self::Button(word) => write!(f, "!{word}"),
            Self::Or => f.write_str("|"),
        }
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::read(&String::deserialize(deserializer)?))
    }
}

/// The steps as the interface of libraries writes them: `e7 e8 =queen`.
#[must_use]
pub fn gesture_text(steps: &[Step]) -> String {
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
