//! The settings of a search: the algorithm, and the techniques of the strong one.

use crate::{Algorithm, Conventions, Experience, PlayingStrength, Tablebase, TranspositionTable};
use plyd_rules::Abilities;

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearcherSettings<'a> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The table of the strong search; without one it remembers nothing. Games without keys do not use it. The tree of
    /// `mcts` grows in its memory.
    pub table: Option<&'a TranspositionTable>,
    /// What the searches before have learnt, and what this one adds to it; without one it begins with nothing, and its
    /// threads end with it. The searches of one client, in one game, with the same switches, share one.
    pub experience: Option<&'a Experience>,
    /// Positions that were solved beforehand; the textbook algorithms do not use them.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// The switches of the strong search.
    pub techniques: Techniques,
    /// The numbers of its techniques.
    pub numbers: TechniqueNumbers,
    /// The number of threads, 1 to [`MAX_THREADS`](crate::MAX_THREADS). More than one help only the strong search,
    /// solving and `mcts`, and the first two only with a table, which they share. One thread always finds the same
    /// result with the same number of nodes.
    pub threads: usize,
    /// The number of best lines to find, at least 1, each with a different root move.
    pub lines: usize,
    /// Whether `solve` also finds how soon a game is won or lost, for the best line alone, as the strong search does. The
    /// limit of depth must leave the game whole.
    pub distance: bool,
    /// Plays weaker than it could, if set; the strong search only.
    pub strength: Option<PlayingStrength>,
    /// The variant of the textbook alpha-beta.
    pub conventions: Conventions,
}

impl Default for SearcherSettings<'_> {
    fn default() -> Self {
        let (algorithm, techniques) = (Algorithm::default(), Techniques::default());
        let conventions = Conventions::default();
        Self {
            algorithm,
            table: None,
            experience: None,
            tablebase: None,
            techniques,
            numbers: TechniqueNumbers::default(),
            threads: 1,
            lines: 1,
            distance: false,
            strength: None,
            conventions,
        }
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
    /// Whether it is on until a client sets it.
    pub default: bool,
    /// The algorithms that look at it.
    pub users: &'static [Algorithm],
    /// Whether a game with these abilities has a use for it.
    pub suits: fn(Abilities) -> bool,
}

/// Generates the code for the rows below. Each row has a technique's effect, its name in the source and for clients,
/// the algorithms that look at it, whether it is on by default, whether it is on where the value must be that of
/// minimax, the abilities that it requires of a game, and after `!` the one that forbids it.
macro_rules! techniques {
    ($($(#[$meaning:meta])* $technique:ident: $name:literal, [$($user:ident)+], $default:literal, $exact:literal $(, $ability:ident)* $(, !$forbidden:ident)?;)*) => {
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

            /// Every technique.
            const EVERY: Self = Self { $($technique: true),* };

            /// All switches.
            pub const SWITCHES: [Switch; [$($name),*].len()] =
                [$(Switch {
                    name: $name,
                    get: |all| all.$technique,
                    set: |all, on| all.$technique = on,
                    default: $default,
                    users: &[$(Algorithm::$user),+],
                    suits: |abilities| Self::EVERY.for_game(abilities).$technique,
                }),*];

            /// Those that are on and that a game with these abilities has a use for.
            pub(crate) fn for_game(self, abilities: Abilities) -> Self {
                Self { $($technique: self.$technique $(&& abilities.$ability)* $(&& !abilities.$forbidden)?),* }
            }

            /// Those that overlook nothing.
            pub(crate) fn full_width(self) -> Self {
                Self { $($technique: self.$technique $(&& { let $forbidden = true; !$forbidden })?),* }
            }
        }
    };
}

techniques! {
    /// Whether to expect the value of the iteration before, and to search with a small window around it first.
    aspiration: "Aspiration", [Pvs], true, true;
    /// Whether to ask the game for its noisy moves at the horizon, and to evaluate positions only when none of these is
    /// worth playing. It changes values at equal depth.
    quiescence: "Quiescence", [Pvs], true, false, noisy;
    /// Whether to leave out noisy moves beyond the horizon that the game rates below zero.
    losing_captures: "Losing Captures", [Pvs], true, false, noisy, order;
    /// Whether quiescence asks the table too, and tells it what it finds.
    quiescence_table: "Quiescence Table", [Pvs], true, false, noisy;
    /// Whether to search all moves of a player who is in check at the horizon or beyond it.
    evasions: "Evasions", [Pvs], true, false, noisy, check, !no_selectivity;
    /// Whether positions that a symmetry of the board makes one share an entry of the table.
    symmetry: "Symmetry", [Pvs Solve Dfpn], true, true, symmetry;
    /// Whether to ask the game for the order of moves.
    game_order: "Game Order", [Pvs Solve Mcts], true, true, order;
    /// Whether to try moves earlier that were good elsewhere: killers, countermoves, history.
    learnt_order: "Learnt Order", [Pvs Solve], true, true;
    /// Whether to pass in a good position, to see whether it is good enough. Like the seven below it changes values at
    /// equal depth, and is used only for games that do not forbid it.
    null_move: "Null Move", [Pvs], true, false, null_move, !no_selectivity;
    /// Whether to search moves that come late in the order less deeply at first.
    reductions: "Reductions", [Pvs], true, false, !no_selectivity;
    /// Whether to skip moves near the horizon that come late in the order.
    late_moves: "Late Moves", [Pvs], true, false, !no_selectivity;
    /// Whether to search a move that gives check a ply deeper.
    check_extensions: "Check Extensions", [Pvs], true, false, check, !no_selectivity;
    /// Whether to search the table's move a ply deeper where no other move comes near it.
    singular_extensions: "Singular Extensions", [Pvs], true, false, !no_selectivity;
    /// Whether a position that occurs for the second time below the root is a draw already, where the third time is.
    twofold_repetition: "Twofold Repetition", [Pvs], true, false, !no_selectivity;
    /// Whether to search positions without a move in the table less deeply.
    internal_reduction: "Internal Reduction", [Pvs], true, false, !no_selectivity;
    /// Whether to skip moves near the horizon that cannot matter by the game's bound on the gain of a quiet move.
    futility: "Futility", [Pvs], true, false, futility, noisy, !no_selectivity;
    /// Whether to skip moves that the game rates as not worth a search, unless all others lose or there are none.
    candidates: "Candidates", [Pvs], true, false, order, candidates, !no_selectivity;
    /// Whether to look for the positions behind all moves in the table before one of them is searched; `solve` only.
    enhanced_cutoffs: "Enhanced Cutoffs", [Solve], true, true;
    /// Whether the table may end the search of a position only if its entry was searched to the very depth that is
    /// wanted, and not deeper; then a search to a depth has the value of minimax to that depth.
    equal_depth: "Equal Depth", [Pvs], false, true;
    /// Whether `mcts` values a new position by a random game to its end, instead of the heuristic.
    playouts: "MCTS Playouts", [Mcts], false, false;
    /// Whether `mcts` values a new position by a random game that the game itself plays.
    game_playouts: "Game Playouts", [Mcts], true, true, playout;
}

/// A number of the strong search that games have tuned or could tune, by the name under which clients set it. The lists
/// of options leave it out.
#[derive(Clone, Copy, Debug)]
pub struct TechniqueNumber {
    /// The name.
    pub name: &'static str,
    /// Its value until it is set.
    pub default: u16,
    /// The smallest value.
    pub min: u16,
    /// The largest value.
    pub max: u16,
    /// Its value among all.
    pub get: fn(&TechniqueNumbers) -> u16,
    /// Sets it, to a value within its range.
    pub set: fn(&mut TechniqueNumbers, u16),
}

/// Generates the code for the rows below. Each row has a number's meaning, its name in the source and for clients, its
/// default, and its range.
macro_rules! numbers {
    ($($(#[$meaning:meta])* $number:ident: $name:literal, $default:literal, $min:literal..$max:literal;)*) => {
        /// The numbers of the techniques of the strong search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct TechniqueNumbers {
            $($(#[$meaning])* pub $number: u16,)*
        }

        impl Default for TechniqueNumbers {
            fn default() -> Self {
                Self { $($number: $default),* }
            }
        }

        impl TechniqueNumbers {
            /// All of them.
            pub const ALL: [TechniqueNumber; [$($name),*].len()] =
                [$(TechniqueNumber {
                    name: $name,
                    default: $default,
                    min: $min,
                    max: $max,
                    get: |all| all.$number,
                    set: |all, value| all.$number = value,
                }),*];
        }

        $(const _: () = assert!($min <= $default && $default <= $max, $name);)*
    };
}

numbers! {
    /// By how many plies a search after a null move is less deep, beside a quarter of the depth.
    null_move_base: "Null Move Base", 3, 1..6;
    /// What the product of the logarithms of depth and place is divided by, for the plies of a late move reduction, in
    /// hundredths.
    reduction_divisor: "Reduction Divisor", 225, 100..500;
    /// So many moves are always searched near the horizon, and as many more as the square of the depth.
    late_move_count: "Late Move Count", 6, 1..30;
    /// The largest depth at which late moves are skipped.
    late_move_depth: "Late Move Depth", 5, 0..10;
    /// The largest depth at which quiet moves are left out by futility.
    futility_depth: "Futility Depth", 3, 0..8;
    /// The largest depth at which a very good position is not searched.
    reverse_futility_depth: "Reverse Futility Depth", 6, 0..12;
    /// The part of the futility margin that the opponent has for each ply there, in hundredths.
    reverse_futility_share: "Reverse Futility Share", 50, 10..200;
    /// The least depth at which a move may be singular.
    singular_depth: "Singular Depth", 7, 4..40;
    /// How much better than the others it must be for each ply, in hundredths of 0.23 logits.
    singular_margin: "Singular Margin", 6, 0..100;
    /// The distance of the first window's ends from the expected value, in hundredths of 0.23 logits.
    aspiration_window: "Aspiration Window", 100, 20..400;
}

impl From<Algorithm> for SearcherSettings<'_> {
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_set_by_its_row_alone() {
        for number in TechniqueNumbers::ALL {
            let mut numbers = TechniqueNumbers::default();
            assert_eq!((number.get)(&numbers), number.default, "{}", number.name);
            (number.set)(&mut numbers, number.max);
            let changed = TechniqueNumbers::ALL.into_iter().filter(|other| (other.get)(&numbers) != other.default);
            assert_eq!(changed.map(|other| other.name).collect::<Vec<_>>(), [number.name]);
            assert_eq!((number.get)(&numbers), number.max);
        }
    }

    #[test]
    fn a_technique_is_for_games_with_all_that_it_needs() {
        let all = Techniques { equal_depth: true, ..Techniques::default() };
        let none = all.for_game(Abilities::NONE);
        let on = |techniques: &Techniques| {
            Techniques::SWITCHES.iter().filter(|switch| (switch.get)(techniques)).map(|switch| switch.name).collect()
        };
        let names: Vec<_> = on(&none);
        let anywhere = ["Aspiration", "Learnt Order", "Enhanced Cutoffs", "Equal Depth"];
        let reduced = ["Reductions", "Late Moves", "Singular Extensions", "Twofold Repetition", "Internal Reduction"];
        assert_eq!(names, [&anywhere[..2], &reduced, &anywhere[2..]].concat());
        assert_eq!(on(&none.full_width()), anywhere);
        assert_eq!(on(&all.for_game(Abilities { no_selectivity: true, ..Abilities::NONE })), anywhere);
        assert!(!all.for_game(Abilities { futility: true, ..Abilities::NONE }).futility);
        let quiet = Abilities { futility: true, noisy: true, ..Abilities::NONE };
        assert!(all.for_game(quiet).futility && all.for_game(quiet).quiescence);
        assert!(!Techniques { futility: false, ..all }.for_game(quiet).futility);
    }
}
