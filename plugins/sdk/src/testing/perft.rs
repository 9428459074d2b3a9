//! Counts of leaves.

use super::{legal, open};
use crate::{Game, Outcome, Plugin, RepetitionKey, Verdict};

/// The number of leaves at a depth, in plies. A finished game does not continue, nor does one that is drawn if claimed.
/// Where the rule of repetition forbids moves, these are not counted; positions before `state` are unknown here.
///
/// # Panics
/// The game lists more moves than it declared, or none although it goes on.
#[track_caller]
#[must_use]
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let rule = game.facts().repetition;
    let times = rule.filter(|rule| matches!(rule.verdict, Verdict::Forbidden { .. })).map(|rule| rule.times);
    let is_of_board = rule.is_some_and(|rule| rule.key == RepetitionKey::Board);
    let mut counter = Counter { game, times, is_of_board, path: Vec::new() };
    counter.path.push(counter.key(state));
    counter.count(state, depth)
}

/// A count under way.
struct Counter<'a, G> {
    game: &'a G,
    /// The occurrence of a position that is forbidden, if the game forbids any.
    times: Option<u32>,
    is_of_board: bool,
    /// The keys of the positions from the root to here, if the game forbids repetition.
    path: Vec<u64>,
}

impl<G: Game> Counter<'_, G> {
    fn key(&self, state: &G::State) -> u64 {
        match self.times {
            None => 0,
            Some(_) if self.is_of_board => self.game.board_key(state),
            Some(_) => self.game.key(state),
        }
    }

    fn is_forbidden(&self, key: u64) -> bool {
        let before = || self.path.iter().filter(|earlier| **earlier == key).count() as u64;
        self.times.is_some_and(|times| before() + 1 >= u64::from(times))
    }

    #[track_caller]
    fn count(&mut self, state: &G::State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.game.outcome(state) != Outcome::Ongoing {
            return 0;
        }
        let moves = legal(self.game, state);
        // Nobody chose the outcome of a chance state, so it is not forbidden.
        let may_forbid = self.times.is_some() && self.game.turn(state).player().is_some();
        if depth == 1 && !may_forbid {
            return moves.len() as u64;
        }
        let (mut leaves, mut child) = (0, state.clone());
        for mv in moves {
            child.clone_from(state);
            self.game.play(&mut child, mv);
            let key = self.key(&child);
            if may_forbid && self.is_forbidden(key) {
                continue;
            }
            self.path.push(key);
            leaves += self.count(&child, depth - 1);
            self.path.pop();
        }
        leaves
    }
}

/// Repeats the counts of [`Plugin::PERFT`] that have at most so many leaves, and returns how many those were. In a test
/// without optimisation a million leaves take about a second.
///
/// # Panics
/// A count differs, or a setup does not open.
#[track_caller]
pub fn known_perft<P: Plugin>(leaves: u64) -> usize {
    let known = P::PERFT.iter().filter(|known| known.leaves <= leaves);
    known
        .map(|known| {
            let (game, state) = open::<P>(known.setup, known.options);
            let found = perft(&game, &state, known.depth);
            let (setup, depth, expected) = (known.setup, known.depth, known.leaves);
            assert_eq!(found, expected, "perft {depth} of the setup `{setup}` should be {expected}, but is {found}");
        })
        .count()
}
