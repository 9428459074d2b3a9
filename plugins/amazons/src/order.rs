//! Move ordering, which is decisive in a game with hundreds or thousands of moves per position.

use crate::board::Board;
use crate::evaluate::worth;
use crate::lines::{Lines, bits, kings};
use crate::state::{State, arrow, origin, target};
use plyd_plugin::{CERTAIN_RATING, Move, UNLIKELY_RATING};

/// The approximate number of candidates: the moves with the best quick scores.
pub(crate) const CANDIDATES: u32 = 64;

/// The quick scores of arrows: next to an opposing amazon, on a square that an opposing amazon could enter at once, and
/// next to an own amazon.
const BESIDE_OTHER: i32 = 60;
const IN_THE_WAY: i32 = 40;
const BESIDE_OWN: i32 = -40;

/// The factor from a gain in value to a rating, and the highest rating.
const SCALE: i32 = 3;
const HIGHEST: i32 = 4_800;

/// The number of intervals into which the range of quick scores is divided.
const BUCKETS: usize = 256;

/// Rates the moves of an unfinished position. Moves after which the opponent cannot move come first, then the moves
/// with the best quick scores, rated by the value of the resulting position. If there are more than [`CANDIDATES`]
/// moves, the others are rated as unlikely.
pub(crate) fn rate(board: &Board, state: &State, moves: &[Move], scores: &mut [i32]) {
    let node = Node::of(board, state);
    let least = if moves.len() > CANDIDATES as usize {
        node.glance_at_all(moves, scores);
        least_of_best(scores)
    } else {
        i32::MIN
    };
    for (mv, score) in moves.iter().zip(scores) {
        *score = if *score < least { UNLIKELY_RATING } else { node.rating(*mv) };
    }
}

/// A position before a move.
struct Node {
    own: u128,
    other: u128,
    free: u128,
    /// The value from the point of view of the player to move.
    value: i32,
    /// The squares of the opponent's amazons and all their neighbours, free or not.
    rim: u128,
}

impl Node {
    fn of(board: &Board, state: &State) -> Self {
        let turn = state.turn();
        let [own, other] = [turn, turn.other()].map(|player| bits(state.amazons(player)));
        let free = bits(state.free(board));
        Self { own, other, free, value: worth(own, other, free), rim: kings(other, u128::MAX) }
    }

    /// The rating of a move by the value of the resulting position.
    fn rating(&self, mv: Move) -> i32 {
        let (own, free) = self.stepped(mv);
        let free = free & !(1 << arrow(mv));
        if self.rim & free == 0 {
            return CERTAIN_RATING;
        }
        (SCALE * (-worth(self.other, own, free) - self.value)).clamp(-HIGHEST, HIGHEST)
    }

    /// The amazons of the player to move and the free squares after the step of a move, before its arrow is shot.
    #[inline]
    fn stepped(&self, mv: Move) -> (u128, u128) {
        let (from, to) = (1 << origin(mv), 1 << target(mv));
        (self.own & !from | to, (self.free | from) & !to)
    }

    /// Computes the quick scores of all moves from the value after the step, which many moves share, and from the
    /// arrow's square. A move that ends the game gets the highest score.
    fn glance_at_all(&self, moves: &[Move], scores: &mut [i32]) {
        let mut last = None;
        let (mut value, mut rim, mut lists) = (0, 0, [(0, 0); 3]);
        for (mv, score) in moves.iter().zip(scores) {
            let step = (origin(*mv), target(*mv));
            if last != Some(step) {
                last = Some(step);
                let (own, free) = self.stepped(*mv);
                (value, rim) = (-worth(self.other, own, free), self.rim & free);
                lists = [
                    (rim, BESIDE_OTHER),
                    (Lines::of(free).queens(self.other), IN_THE_WAY),
                    (kings(own, free), BESIDE_OWN),
                ];
            }
            let hit = 1 << arrow(*mv);
            let shot: i32 = lists.iter().map(|(set, worth)| if set & hit != 0 { *worth } else { 0 }).sum();
            *score = if rim & !hit == 0 { CERTAIN_RATING } else { value + shot };
        }
    }
}

/// The smallest score of the best [`CANDIDATES`] moves. More moves may reach it if many scores are similar.
fn least_of_best(scores: &[i32]) -> i32 {
    let open = || scores.iter().filter(|score| **score < CERTAIN_RATING);
    let (Some(lowest), Some(highest)) = (open().min(), open().max()) else { return i32::MIN };
    let width = (highest - lowest) / BUCKETS as i32 + 1;
    let mut counts = [0_u32; BUCKETS];
    for score in open() {
        counts[((score - lowest) / width) as usize] += 1;
    }
    let (mut bucket, mut count) = (BUCKETS, 0);
    while bucket > 0 && count < CANDIDATES {
        bucket -= 1;
        count += counts[bucket];
    }
    lowest + bucket as i32 * width
}
