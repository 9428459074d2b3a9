use std::fmt;

use crate::OptionLine;
use crate::info::field;

/// The answer to the choice of a game. Facts that a game does not have are left out.
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

/// One fact about a loaded game. The answer to `games` has several of these lines for each game. All begin with `game`
/// and its id; the first gives the version. Text that can contain blanks comes last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// Its id, the value of `UCI_Variant` that selects it.
    pub id: String,
    /// The fact.
    pub fact: GameFact,
}

/// The fact in a [`GameLine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFact {
    /// The first line: `version 0.1.0 interface 2.1 selected name Tic-tac-toe`
    Library {
        /// The version of its library, one word; an empty one is left out.
        version: String,
        /// Major and minor version of the plugin interface that the library was built for.
        interface: (u16, u16),
        /// Whether this session plays it.
        selected: bool,
        /// Its name for people.
        name: String,
    },
    /// `file PATH`: where its library was found.
    File(String),
    /// `startpos SETUP`: its start position.
    StartPos(String),
    /// `option name ...`: one of the game's own options, as in the answer to `uci`.
    Option(OptionLine),
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
        match &self.fact {
            GameFact::Library { version, interface: (major, minor), selected, name } => {
                field(f, "version", (!version.is_empty()).then_some(version))?;
                write!(f, " interface {major}.{minor}")?;
                if *selected {
                    f.write_str(" selected")?;
                }
                write!(f, " name {name}")
            }
            GameFact::File(path) => write!(f, " file {path}"),
            GameFact::StartPos(setup) => write!(f, " startpos {setup}"),
            GameFact::Option(option) => write!(f, " {option}"),
        }
    }
}
