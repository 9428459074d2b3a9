//! Candidates: of many legal moves a game may call most not worth a search, as gomoku does with a stone far from all
//! others. A selective search skips them, and a search at full width tries them last.
//!
//! A value without them is no proof that nothing is better: the skipped moves count as cut. And where all others lose
//! they are searched, as one of them may be the defence: so a win is a win here, too.

use plyd_rules::{LOSING_RATING, UNLIKELY_RATING};

/// The rating, below all others that a search tells apart, of moves in a position where none is worth a search.
const LAST: i32 = -4_900;

/// Where a game calls no move of a position worth a search, all of them have to be, but for those that it promises to
/// lose.
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
