//! The different ranks of a game's positions, numbered: there are few, so a position needs two bytes for its own.

use crate::score::ScoreRank;
use std::collections::HashMap;

/// The most different ranks.
pub(crate) const MOST_SCORES: usize = 1 << 16;

/// The ranks that occurred, each with a number. The draw has the number 0.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    ranks: Vec<ScoreRank>,
    codes: HashMap<ScoreRank, u16>,
}

impl Scores {
    /// Only the draw.
    pub(crate) fn new() -> Self {
        Self { ranks: vec![ScoreRank::DRAW], codes: HashMap::from([(ScoreRank::DRAW, 0)]) }
    }

    /// From the list of a file; `None` if that is not one of ours.
    pub(crate) fn of(ranks: Vec<ScoreRank>) -> Option<Self> {
        let codes: HashMap<_, _> = ranks.iter().zip(0..=u16::MAX).map(|(rank, code)| (*rank, code)).collect();
        (ranks.first() == Some(&ScoreRank::DRAW) && codes.len() == ranks.len()).then_some(Self { ranks, codes })
    }

    /// All of them, in the order of their numbers.
    pub(crate) fn ranks(&self) -> &[ScoreRank] {
        &self.ranks
    }

    /// The rank with a number that [`Scores::code`] gave.
    pub(crate) fn rank(&self, code: u16) -> ScoreRank {
        self.ranks[usize::from(code)]
    }

    /// The number of a rank; `None` if there are too many different ones.
    pub(crate) fn code(&mut self, rank: ScoreRank) -> Option<u16> {
        if let Some(&code) = self.codes.get(&rank) {
            return Some(code);
        }
        let code = u16::try_from(self.ranks.len()).ok()?;
        self.ranks.push(rank);
        self.codes.insert(rank, code);
        Some(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_rules::Outcome;

    #[test]
    fn each_rank_has_one_number_until_there_are_too_many() {
        let mut scores = Scores::new();
        assert_eq!(scores.code(ScoreRank::DRAW), Some(0));
        let rank = |number| ScoreRank::of_end(Outcome::Utility(number)).unwrap();
        for number in 1..MOST_SCORES as i32 {
            assert_eq!(scores.code(rank(number)), Some(number as u16));
        }
        assert_eq!((scores.code(rank(-1)), scores.code(rank(1))), (None, Some(1)));
        assert_eq!(scores.rank(77), rank(77));
        let again = Scores::of(scores.ranks().to_vec()).unwrap();
        assert_eq!(again.ranks(), scores.ranks());
        assert!(Scores::of(vec![]).is_none() && Scores::of(vec![ScoreRank::DRAW, rank(1), rank(1)]).is_none());
    }
}
