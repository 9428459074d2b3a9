//! The rules of a game as a client sees them: names and text.

use crate::{Game, Move, OptionSpec, Options};
use std::fmt;

/// What a library supplies beyond [`Game`]: who it is, and its setups, states and moves as text.
///
/// Laws, which the host relies on: `open` of what `format_state` wrote gives a state with the same text; `parse_move` of
/// what `format_move` wrote gives the same move; no two moves of a position share a text; the text of a move has no
/// blank; no word of a state's text is `moves`.
pub trait Plugin: Game<State: 'static> + Sized + 'static {
    /// The id clients choose the game by (`tictactoe`): 1 to 64 characters of `a-z`, `0-9`, `-`, starting with a letter.
    /// Games that Fairy-Stockfish knows bear its names.
    const ID: &'static str;
    /// The name for people, one line of at most 200 bytes.
    const NAME: &'static str;
    /// The version of the library, one word of at most 200 bytes; usually `env!("CARGO_PKG_VERSION")`.
    const VERSION: &'static str;
    /// What clients are told about the board, for a game that has one.
    const BOARD: Option<Board> = None;
    /// What people call the first player and the second, such as `["White", "Black"]`: the words of the picture. Each is
    /// one word of at most 40 bytes. `None`: the words are "First" and "Second".
    const SIDES: Option<[&'static str; 2]> = None;
    /// The options a client can set for the game. They count at the next opened setup.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Counts of leaves that are known for the game, so that anyone can check the rules.
    const PERFT: &'static [KnownPerft] = &[];

    /// Opens a setup: the instance and its root state. An empty setup is the start position.
    ///
    /// # Errors
    /// A setup that makes no sense gives an error that says what is wrong, where, and what would be right.
    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, Self::State), SetupError>;

    /// The text of a state, which [`Plugin::open`] accepts as a setup.
    fn format_state(&self, state: &Self::State) -> String;

    /// The text of a legal move of `state`.
    fn format_move(&self, state: &Self::State, mv: Move) -> String;

    /// The legal move of `state` that the text names, if there is one. Aliases are welcome.
    fn parse_move(&self, state: &Self::State, text: &str) -> Option<Move>;

    /// A picture of the state as lines of text, for people; empty for a game without one.
    fn picture(&self, _state: &Self::State) -> String {
        String::new()
    }
}

/// The board of a game, as Fairy-Stockfish's `info string variant` line tells it to GUIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Files: the board's width.
    pub files: u32,
    /// Ranks: the board's height.
    pub ranks: u32,
    /// Whether stones come from a pocket.
    pub pocket: bool,
    /// The set of pieces a GUI draws with: `fairy` for most games, `chess` for chess.
    pub template: &'static str,
}

/// A count of leaves that is known, preferably from an independent source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownPerft {
    /// The setup, empty for the start position.
    pub setup: &'static str,
    /// Lines `name=value` of the options it is opened with; empty for the defaults.
    pub options: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// The leaves at that depth; a finished game is not extended.
    pub leaves: u64,
}

/// Why a setup was refused: one line, a lower-case fragment that says what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(String);

impl SetupError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SetupError {}
