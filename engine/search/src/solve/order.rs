//! The order in which the solver tries moves: the game's, and the history of each move, which counts how often it
//! answered the question and how often another one had to.

use crate::ordering::{MOST_RATING, MoveRank, PLACES, place, select};
use plyd_rules::{CERTAIN_RATING, LOSING_RATING, Move, Player};

/// A point of the game's rating is worth this much history.
const RATING_WEIGHT: i32 = 16;

/// Moves beyond which sorting them all is cheaper than looking for the best each time.
const MANY: usize = 64;

/// The weight of one answer, a ply below which the line may still go on; the nearer the end, the less it says.
const STEP: i32 = 8;

/// The plies up to which an answer counts more the more there are.
const MOST_PLIES: i32 = 64;

/// The bound of a move's history.
const MOST_HISTORY: i32 = STEP * 512;

/// The history of all moves, by player and move.
pub(crate) struct ProofHistory(Vec<[i32; PLACES]>);

impl ProofHistory {
    pub(crate) fn new() -> Self {
        Self(vec![[0; PLACES]; 2])
    }

    /// The move `mv` answered the question, `plies_left` plies before the longest line ends.
    #[inline]
    pub(crate) fn reward(&mut self, turn: Player, mv: Move, plies_left: usize) {
        self.adjust(turn, mv, weight(plies_left));
    }

    /// The move was tried before, and did not.
    #[inline]
    pub(crate) fn blame(&mut self, turn: Player, mv: Move, plies_left: usize) {
        self.adjust(turn, mv, -weight(plies_left));
    }

    #[inline]
    fn adjust(&mut self, turn: Player, mv: Move, bonus: i32) {
        let history = &mut self.0[turn as usize][place(mv)];
        *history += bonus - *history * bonus.abs() / MOST_HISTORY;
    }

    /// Ranks the moves of a player by the game's ratings and by this history, if it is in use.
    pub(crate) fn rank(this: Option<&Self>, ranks: &mut [MoveRank], moves: &[Move], ratings: &[i32], turn: Player) {
        match this.map(|history| &history.0[turn as usize]) {
            Some(history) => rank_all(ranks, moves, ratings, |mv| history[place(mv)]),
            None => rank_all(ranks, moves, ratings, |_| 0),
        }
        if moves.len() > MANY {
            ranks.sort_unstable_by(|one, other| other.cmp(one));
        }
    }
}

/// Brings the best of the ranks to the front; `of_all` is how many [`ProofHistory::rank`] has ranked.
#[inline]
pub(super) fn pick(ranks: &mut [MoveRank], of_all: usize) -> MoveRank {
    if of_all <= MANY { select(ranks) } else { ranks[0] }
}

#[inline(always)]
fn rank_all(ranks: &mut [MoveRank], moves: &[Move], ratings: &[i32], history: impl Fn(Move) -> i32) {
    for (index, ((rank, &mv), &rating)) in ranks.iter_mut().zip(moves).zip(ratings).enumerate() {
        let rating = match rating {
            LOSING_RATING => LOSING_RATING,
            CERTAIN_RATING.. => rating.saturating_mul(RATING_WEIGHT),
            _ => rating.clamp(-MOST_RATING, MOST_RATING) * RATING_WEIGHT + history(mv),
        };
        *rank = MoveRank::new(rating, index);
    }
}

fn weight(plies_left: usize) -> i32 {
    STEP * (plies_left as i32).min(MOST_PLIES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_answered_comes_before_what_did_not_and_certain_moves_before_both() {
        let mut history = ProofHistory::new();
        for _ in 0..10_000 {
            history.reward(Player::Max, Move(2), 64);
            history.blame(Player::Max, Move(0), 1_000);
        }
        assert!(history.0.as_flattened().iter().all(|history| history.abs() <= MOST_HISTORY));
        let moves: Vec<_> = (0..6).map(Move).collect();
        let order = |turn: Player, ratings: [i32; 6]| {
            let mut ranks = [MoveRank::default(); 6];
            ProofHistory::rank(Some(&history), &mut ranks, &moves, &ratings, turn);
            [0, 1, 2, 3, 4, 5].map(|from| pick(&mut ranks[from..], 6).index())
        };
        assert_eq!(order(Player::Max, [0; 6]), [2, 1, 3, 4, 5, 0]);
        assert_eq!(order(Player::Min, [0; 6]), [0, 1, 2, 3, 4, 5]);
        let ratings = [0, 0, 0, 300, CERTAIN_RATING, LOSING_RATING];
        assert_eq!(order(Player::Max, ratings), [4, 3, 2, 1, 0, 5]);
    }
}
