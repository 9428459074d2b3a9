//! How to search: the algorithm, and what the strong one may use.

use crate::{Algorithm, Conventions, Strength, Table};
use plyd_rules::Abilities;

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

/// Makes what follows from the rows below, in which stand, for each technique: what it does, its name in the source and
/// for clients, whether it is on by default, whether it is on where the value must be that of minimax, and the abilities
/// that a game needs for it.
macro_rules! techniques {
    ($($(#[$meaning:meta])* $technique:ident: $name:literal, $default:literal, $exact:literal $(, $ability:ident)*;)*) => {
        /// The switches of the strong search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Techniques {
            $($(#[$meaning])* pub $technique: bool,)*
        }

        impl Default for Techniques {
            fn default() -> Self {
                Self { $($technique: $default),* }
            }
        }

        impl Techniques {
            /// Nothing that changes a value at equal depth: the value is that of minimax.
            pub const EXACT: Self = Self { $($technique: $exact),* };

            /// All switches.
            pub const SWITCHES: [Switch; [$($name),*].len()] =
                [$(Switch { name: $name, get: |all| all.$technique, set: |all, on| all.$technique = on }),*];

            /// Those that are on and that a game with these abilities has a use for.
            pub(crate) fn for_game(self, abilities: Abilities) -> Self {
                Self { $($technique: self.$technique $(&& abilities.$ability)*),* }
            }
        }
    };
}

techniques! {
    /// Whether to expect the value of the iteration before, and to search with a small window around it first.
    aspiration: "Aspiration", true, true;
    /// Whether to ask the game for its noisy moves at the horizon, and to value positions only when there are none left
    /// worth playing. It changes values at equal depth.
    quiescence: "Quiescence", true, false, noisy;
    /// Whether positions that a symmetry of the board makes one share an entry of the table.
    symmetry: "Symmetry", true, true, symmetry;
    /// Whether to ask the game for the order of moves.
    game_order: "Game Order", true, true, order;
    /// Whether to try moves earlier that were good elsewhere: killers, countermoves, history.
    learnt_order: "Learnt Order", true, true;
    /// Whether to give up the turn where a position stands well, to see that it stands well enough. Like the
    /// three below it changes values at equal depth, and is used only for games that declare it to be sound.
    null_move: "Null Move", true, false, null_move;
    /// Whether to search moves that come late in the order less deeply at first.
    reductions: "Reductions", true, false, reductions;
    /// Whether to search positions of which the table knows no move less deeply.
    internal_reduction: "Internal Reduction", true, false, reductions;
    /// Whether to leave out, near the horizon, what cannot matter by the game's bound of what a quiet move gains.
    futility: "Futility", true, false, futility, noisy;
    /// Whether the table may end the search of a position only if its entry was searched to the very depth that is wanted,
    /// and not deeper; then a search to a depth has the value of minimax to that depth.
    equal_depth: "Equal Depth", false, true;
}

impl From<Algorithm> for Settings<'_> {
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_technique_is_for_games_with_all_that_it_needs() {
        let all = Techniques { equal_depth: true, ..Techniques::default() };
        let none = all.for_game(Abilities::NONE);
        let on = |techniques: &Techniques| {
            Techniques::SWITCHES.iter().filter(|switch| (switch.get)(techniques)).map(|switch| switch.name).collect()
        };
        let names: Vec<_> = on(&none);
        assert_eq!(names, ["Aspiration", "Learnt Order", "Equal Depth"]);
        assert!(!all.for_game(Abilities { futility: true, ..Abilities::NONE }).futility);
        let quiet = Abilities { futility: true, noisy: true, ..Abilities::NONE };
        assert!(all.for_game(quiet).futility && all.for_game(quiet).quiescence);
        assert!(!Techniques { futility: false, ..all }.for_game(quiet).futility);
    }
}
