//! How to search: the algorithm, and what the strong one may use.

use crate::{Algorithm, Conventions, Strength, Table};

/// The most threads of a search.
pub const MAX_THREADS: usize = 256;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The table of the strong search; without one it remembers nothing. Games without keys do not use it.
    pub table: Option<&'a Table>,
    /// The switches of the strong search.
    pub techniques: Techniques,
    /// How many threads search, 1 to [`MAX_THREADS`]. More than one help the strong search only, and only with a table, by
    /// which they share what they find. One thread finds the same in the same number of nodes each time.
    pub threads: usize,
    /// How many of the best lines to find, at least 1, each beginning with another root move.
    pub lines: usize,
    /// Plays weaker than it could, if set; the strong search only.
    pub strength: Option<Strength>,
    /// How the textbook alpha-beta is written.
    pub conventions: Conventions,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        let (algorithm, techniques) = (Algorithm::default(), Techniques::default());
        let conventions = Conventions::default();
        Self { algorithm, table: None, techniques, threads: 1, lines: 1, strength: None, conventions }
    }
}

/// The switches of the strong search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Whether the table may end the search of a position only if its entry was searched to the very depth that is wanted,
    /// and not deeper; then a search to a depth has the value of minimax to that depth.
    pub equal_depth: bool,
    /// Whether to expect the value of the iteration before, and to search with a small window around it first.
    pub aspiration: bool,
    /// Whether to ask the game for its noisy moves at the horizon, and to value positions only when there are none left
    /// worth playing. It changes values at equal depth.
    pub quiescence: bool,
    /// Whether positions that a symmetry of the board makes one share an entry of the table.
    pub symmetry: bool,
    /// Whether to ask the game for the order of moves.
    pub game_order: bool,
    /// Whether to try moves earlier that were good elsewhere: killers, countermoves, history.
    pub learnt_order: bool,
    /// Whether to give up the turn where a position stands well, to see that it stands well enough. Like the
    /// three below it changes values at equal depth, and is used only for games that declare it to be sound.
    pub null_move: bool,
    /// Whether to search moves that come late in the order less deeply at first.
    pub reductions: bool,
    /// Whether to search positions of which the table knows no move less deeply.
    pub internal_reduction: bool,
    /// Whether to leave out, near the horizon, what cannot matter by the game's bound of what a quiet move gains.
    pub futility: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Self {
            equal_depth: false,
            aspiration: true,
            quiescence: true,
            symmetry: true,
            game_order: true,
            learnt_order: true,
            null_move: true,
            reductions: true,
            internal_reduction: true,
            futility: true,
        }
    }
}

impl Techniques {
    /// Nothing that changes a value at equal depth: the value is that of minimax.
    pub const EXACT: Self = Self {
        equal_depth: true,
        aspiration: true,
        quiescence: false,
        symmetry: true,
        game_order: true,
        learnt_order: true,
        null_move: false,
        reductions: false,
        internal_reduction: false,
        futility: false,
    };
}

/// A switch of the strong search, by the name under which clients set it.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The name.
    pub name: &'static str,
    /// Whether it is on.
    pub get: fn(&Techniques) -> bool,
    /// Switches it on or off.
    pub set: fn(&mut Techniques, bool),
}

impl Techniques {
    /// All switches.
    pub const SWITCHES: [Switch; 10] = [
        Switch { name: "Aspiration", get: |all| all.aspiration, set: |all, on| all.aspiration = on },
        Switch { name: "Quiescence", get: |all| all.quiescence, set: |all, on| all.quiescence = on },
        Switch { name: "Symmetry", get: |all| all.symmetry, set: |all, on| all.symmetry = on },
        Switch { name: "Game Order", get: |all| all.game_order, set: |all, on| all.game_order = on },
        Switch { name: "Learnt Order", get: |all| all.learnt_order, set: |all, on| all.learnt_order = on },
        Switch { name: "Null Move", get: |all| all.null_move, set: |all, on| all.null_move = on },
        Switch { name: "Reductions", get: |all| all.reductions, set: |all, on| all.reductions = on },
        Switch {
            name: "Internal Reduction",
            get: |all| all.internal_reduction,
            set: |all, on| all.internal_reduction = on,
        },
        Switch { name: "Futility", get: |all| all.futility, set: |all, on| all.futility = on },
        Switch { name: "Equal Depth", get: |all| all.equal_depth, set: |all, on| all.equal_depth = on },
    ];
}

impl From<Algorithm> for Settings<'_> {
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }
}
