//! Candidates: a game may say that most of many legal moves are not worth a search, for example stones of gomoku far
//! from all others. A selective search skips them, and a search at full width tries them last.
//!
//! A value without them is no proof that there is no better one: the skipped moves count as cut. And if all others lose
//! they are searched, because one of them may be the defence: so a win is a win here, too.

use plyd_rules::{LOSING_RATING, UNLIKELY_RATING};

/// The rating, lower than all others that a search distinguishes, of moves in a position in which none is worth a
/// search.
const LAST: i32 = -4_900;

/// If a game says that no move of a position is worth a search, all of them have to be, except for the ones that it
/// promises to lose.
pub(crate) fn ensure_one(ratings: &mut [i32]) {
    if ratings.iter().all(|&rating| rating <= UNLIKELY_RATING) {
        ratings.iter_mut().filter(|rating| **rating > LOSING_RATING).for_each(|rating| *rating = LAST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_without_candidates_is_searched_whole() {
        let of = |mut ratings: Vec<i32>| {
            ensure_one(&mut ratings);
            ratings
        };
        assert_eq!(of(vec![UNLIKELY_RATING, -9_000]), [UNLIKELY_RATING, -9_000]);
        assert_eq!(of(vec![UNLIKELY_RATING, LOSING_RATING, UNLIKELY_RATING]), [LAST, LOSING_RATING, LAST]);
        assert_eq!(of(vec![LOSING_RATING; 2]), [LOSING_RATING; 2]);
    }
}
