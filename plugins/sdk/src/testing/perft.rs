//! Counts of leaves.

use super::{legal, open};
use crate::{Game, Plugin, Repetition, RepetitionKey, Verdict};

/// The number of leaves at a depth, in plies. A finished game does not continue. Draws are not claimed. Moves that the
/// rule of repetition forbids are not counted; positions before `state` are unknown here.
///
/// # Panics
/// The game lists more moves than it declared, or none although it goes on.
#[track_caller]
#[must_use]
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let rule = game.facts().repetition;
    let rule = rule.filter(|rule| matches!(rule.verdict, Verdict::Forbidden { .. }));
    let mut counter = Counter { game, rule, path: Vec::new() };
    counter.path.push(counter.key(state));
    counter.count(state, depth)
}

/// A count under way.
struct Counter<'a, G> {
    game: &'a G,
    /// The rule of repetition, if it forbids moves.
    rule: Option<Repetition>,
    /// The keys of the positions from the root to here, if the game forbids repetition.
    path: Vec<u64>,
}

impl<G: Game> Counter<'_, G> {
    fn key(&self, state: &G::State) -> u64 {
        match self.rule.map(|rule| rule.key) {
            None => 0,
            Some(RepetitionKey::Board) => self.game.board_key(state),
            Some(RepetitionKey::Position) => self.game.key(state),
        }
    }

    fn is_forbidden(&self, key: u64) -> bool {
        let before = || self.path.iter().filter(|earlier| **earlier == key).count() as u64;
        self.rule.is_some_and(|rule| before() + 1 >= u64::from(rule.times))
    }

    #[track_caller]
    fn count(&mut self, state: &G::State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if !self.game.outcome(state).has_moves() {
            return 0;
        }
        let moves = legal(self.game, state);
        // The outcome of a chance state is not chosen, so it is not forbidden.
        let may_forbid = self.rule.is_some() && self.game.turn(state).player().is_some();
        if depth == 1 && !may_forbid {
            return moves.len() as u64;
        }
        let (mut leaves, mut child) = (0, state.clone());
        for mv in moves {
            child.clone_from(state);
            self.game.play(&mut child, mv);
            let key = self.key(&child);
            let is_exempt = self.rule.is_some_and(|rule| rule.exempt == Some(mv));
            if may_forbid && !is_exempt && self.is_forbidden(key) {
                continue;
            }
            self.path.push(key);
            leaves += self.count(&child, depth - 1);
            self.path.pop();
        }
        leaves
    }
}

/// Repeats the counts of [`Plugin::PERFT`] that have at most `leaves` leaves, and returns the number of these counts.
/// In a test without optimisation a million leaves take about a second.
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
