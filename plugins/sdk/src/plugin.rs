//! The part of a game for clients: names and texts.

use crate::view::{Step, View};
use crate::{Game, Move, Moves, OptionSpec, Options, ParameterSpec, Want};
use std::fmt;

/// The rest of a library beside [`Game`]: its identity, and its setups, states and moves as text.
///
/// The host relies on these laws. `open` turns the text from `format_state` into a state with the same text.
/// `parse_move` turns the text from `format_move` into the same move. No two moves of a position share a text. The text
/// of a move has no blank. No word of a state's text is `moves`.
///
/// No text has a control character, but a picture has line feeds. None has more than 64 MiB. The start position, with
/// all options at their defaults, has a text of at most 1 MiB. The host refuses other texts.
pub trait Plugin: Game<State: 'static> + Sized + 'static {
    /// The id by which clients choose the game (`tictactoe`): 1 to 64 characters of `a-z`, `0-9`, `-`, starting with a
    /// letter. Games that Fairy-Stockfish knows use its names.
    const ID: &'static str;
    /// The display name, one line of 1 to 200 bytes that neither begins nor ends with a blank.
    const NAME: &'static str;
    /// The version of the library, one word of 1 to 200 bytes; usually `env!("CARGO_PKG_VERSION")`.
    const VERSION: &'static str;
    /// The description of the board for clients, if the game has one.
    const BOARD: Option<Board> = None;
    /// The names of the first and the second player, such as `["White", "Black"]`, the same as in the picture. Each is
    /// one word of 1 to 40 bytes, and they differ even if case is ignored. With `None` the names are "First" and
    /// "Second".
    const SIDES: Option<[&'static str; 2]> = None;
    /// What people read of the game, in any number of languages: its name, its rules, its options, its author and its
    /// licence. It is a text in TOML of at most 64 KiB, usually `Some(include_str!("../about.toml"))`. The guide
    /// explains it, and `plyd check` examines it. A library with a faulty text is loaded all the same, without the
    /// text.
    const ABOUT: Option<&'static str> = None;
    /// The options of the game that a client can set, at most 256. They take effect when the next setup is opened.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// The numbers of the heuristic that a client can set, and `plyd tune` can tune, by [`Options::parameter`]. They
    /// take effect when the next setup is opened.
    const PARAMETERS: &'static [ParameterSpec] = &[];
    /// Known counts of leaves, to check the rules, at most 4,096.
    const PERFT: &'static [KnownPerft] = &[];

    /// Opens a setup: the instance and its root state. An empty setup is the start position.
    ///
    /// # Errors
    /// The error for an invalid setup says what is wrong, where, and what would be right. A setup may be any text, of a
    /// megabyte too; the host has cut off the blanks around it.
    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, Self::State), SetupError>;

    /// The text of a state, one line that is not blank, which [`Plugin::open`] accepts as a setup. If the game counts
    /// something, such as its moves, and a setup may have numbers up to a limit, the text must not go beyond the limit.
    fn format_state(&self, state: &Self::State) -> String;

    /// The text of a legal move of `state`, one word.
    fn format_move(&self, state: &Self::State, mv: Move) -> String;

    /// The legal move of `state` with this text, if there is one; a finished state has none. It may accept aliases. By
    /// default it is the move whose text is the same, regardless of upper and lower case; if that fits several moves,
    /// the one whose text is exactly the same.
    fn parse_move(&self, state: &Self::State, text: &str) -> Option<Move> {
        let mut room = vec![Move(0); self.facts().max_moves as usize];
        let mut moves = Moves::new(&mut room);
        self.examine(state, Want::MOVES, &mut moves);
        let named = |same: &dyn Fn(&str) -> bool| {
            let mut found = moves.as_slice().iter().filter(|&&mv| same(&self.format_move(state, mv)));
            found.next().filter(|_| found.next().is_none()).copied()
        };
        named(&|own| own == text).or_else(|| named(&|own| own.eq_ignore_ascii_case(text)))
    }

    /// A picture of the state as lines of text; empty for a game without one.
    fn picture(&self, _state: &Self::State) -> String {
        String::new()
    }

    /// The state as data, for programs that draw it, within the rules of [`View::check`](crate::view::View::check). A
    /// game without a view, or a state too large for one, has none: then people see the picture and a list of the
    /// moves.
    fn view(&self, _state: &Self::State) -> Option<View> {
        None
    }

    /// The steps by which a person makes a legal move of a state with a view, different for each move, within the rules
    /// of [`Spots::check`](crate::view::Spots::check); [`Step::ways`] joins several ways to make it. By default it is a
    /// button with the text of the move.
    fn gesture(&self, state: &Self::State, mv: Move) -> Vec<Step> {
        vec![Step::button(self.format_move(state, mv))]
    }

    /// Whether the setups of the game are trees.
    const IS_TREE: bool = false;

    /// In a game whose setups are trees, the name of the node, if it has one that is not empty. The name of an unknown
    /// leaf may be followed by a bound of its value: `c<=2`.
    fn node_name(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Whether people write the moves of the game in a notation of their own: then [`Plugin::notate`] and
    /// [`Plugin::read_notation`] are there.
    const HAS_NOTATION: bool = false;

    /// A legal move as people write it, such as `Nf3`: one word.
    fn notate(&self, state: &Self::State, mv: Move) -> String {
        self.format_move(state, mv)
    }

    /// The legal move that a word of people's notation means, if there is one.
    fn read_notation(&self, state: &Self::State, word: &str) -> Option<Move> {
        self.parse_move(state, word)
    }

    /// The key of the state in opening books, if it can be in one; for chess the Polyglot key.
    fn book_key(&self, _state: &Self::State) -> Option<u64> {
        None
    }
}

/// The board of a game, for the line `info string variant` that GUIs know from Fairy-Stockfish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Files: the board's width, 1 to 1,024.
    pub files: u32,
    /// Ranks: the board's height, 1 to 1,024.
    pub ranks: u32,
    /// Whether stones come from a pocket.
    pub pocket: bool,
    /// The set of pieces that a GUI draws, one word of 1 to 200 bytes: `fairy` for most games, `chess` for chess.
    pub template: &'static str,
}

/// A known count of leaves, preferably from an independent source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownPerft {
    /// The setup, empty for the start position; at most 4,096 bytes.
    pub setup: &'static str,
    /// The options for opening it, as lines `name=value`, at most 4,096 bytes; empty for the defaults.
    pub options: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// The number of leaves at that depth; a finished game does not continue.
    pub leaves: u64,
}

/// The reason for refusing a setup: one line, a lower-case fragment that says what is wrong, where, and what would be
/// right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(String);

impl SetupError {
    /// An error with this text. People see at most 4,096 bytes of it, on one line: control characters become blanks. An
    /// empty text is no reason, and the host says so.
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
