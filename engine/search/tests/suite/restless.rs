//! A game without an end whose values jump about.

use plyd_rules::{Abilities, Facts, Game, Move, Moves, Outcome, Turn};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

/// It is never won.
pub(crate) struct RestlessGame {
    /// The moves of every position.
    moves: u32,
    /// Whether it thinks for more than a second when it is asked for the next value.
    pub(crate) hesitates: AtomicBool,
}

impl RestlessGame {
    /// A game with `moves` moves in every position, which are numbered from 1.
    pub(crate) fn new(moves: u32) -> Self {
        Self { moves, hesitates: AtomicBool::new(false) }
    }
}

impl Game for RestlessGame {
    type State = u64;

    fn facts(&self) -> Facts {
        let abilities = Abilities { no_selectivity: true, ..Abilities::NONE };
        Facts { max_moves: self.moves, win: 10_000, abilities, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u64) -> Turn {
        if state >> 60 & 1 == 0 { Turn::Max } else { Turn::Min }
    }
    fn play(&self, state: &mut u64, mv: Move) {
        *state = (*state ^ u64::from(mv.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }
    fn outcome(&self, _state: &u64) -> Outcome {
        Outcome::Ongoing
    }
    fn moves(&self, _state: &u64, out: &mut Moves<'_>) {
        (1..=self.moves).for_each(|number| out.push(Move(number)));
    }
    fn evaluate(&self, state: &u64) -> i32 {
        if self.hesitates.swap(false, Relaxed) {
            sleep(Duration::from_millis(1_050));
        }
        (state >> 7 & 0x1FF) as i32 - 256
    }
}
