use std::fmt;

use crate::info::field;

/// The answer to the choice of a game. What a game does not have is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantLine {
    /// The game's id.
    pub name: String,
    /// Columns of its board.
    pub files: Option<u32>,
    /// Rows of its board.
    pub ranks: Option<u32>,
    /// Pieces to drop: 1 if there are any.
    pub pocket: Option<u32>,
    /// The rules it is derived from, in the words of chess GUIs.
    pub template: Option<String>,
    /// Its start position.
    pub startpos: String,
}

/// A loaded game: `game tictactoe version 0.1.0 selected name Tic-tac-toe`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLine {
    /// Its id, the value of `UCI_Variant` that selects it.
    pub id: String,
    /// The version of its library, one word; an empty one is left out.
    pub version: String,
    /// Whether this session plays it.
    pub selected: bool,
    /// Its name for people.
    pub name: String,
}

impl fmt::Display for VariantLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info string variant {}", self.name)?;
        field(f, "files", self.files)?;
        field(f, "ranks", self.ranks)?;
        field(f, "pocket", self.pocket)?;
        field(f, "template", self.template.as_ref())?;
        write!(f, " startpos {}", self.startpos)
    }
}

impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.id)?;
        field(f, "version", (!self.version.is_empty()).then_some(&self.version))?;
        if self.selected {
            f.write_str(" selected")?;
        }
        write!(f, " name {}", self.name)
    }
}
