//! Playing weaker than one could: fewer nodes, and now and then not the best move.

use crate::table::mix;

/// The playing strength, on the scale of Elo ratings. Differences have about their usual meaning in games decided by
/// calculation. The origin of the scale depends on the game and its heuristic, and is not calibrated against people.
///
/// Both means weaken steadily with the rating: the number of nodes doubles every 170 points, and the chance of a
/// mistake falls to zero at [`PlayingStrength::MAX_ELO`]. A mistake is one of the next best moves in the judgement of
/// such a shallow search, so it is plausible, and it may be grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayingStrength {
    elo: u32,
    seed: u64,
}

impl PlayingStrength {
    /// The weakest.
    pub const MIN_ELO: u32 = 500;
    /// The strongest; still no more than about 700,000 nodes a move.
    pub const MAX_ELO: u32 = 2_500;
    /// The number of compared lines: the best, and those that a mistake may choose.
    pub(crate) const LINES: usize = 4;

    /// Enough to look at each move of most positions for each of the lines: without them there is no mistake to make.
    const LEAST_NODES: f64 = 200.0;
    const ELO_OF_TWICE_THE_NODES: f64 = 170.0;
    const MOST_MISTAKES: f64 = 0.6;

    /// With this rating, within [`PlayingStrength::MIN_ELO`] and [`PlayingStrength::MAX_ELO`]. The seed decides which
    /// moves are mistakes: take another one for each move.
    #[must_use]
    pub fn new(elo: u32, seed: u64) -> Self {
        Self { elo: elo.clamp(Self::MIN_ELO, Self::MAX_ELO), seed }
    }

    /// The most nodes of one search.
    pub(crate) fn nodes(self) -> u64 {
        let doublings = f64::from(self.elo - Self::MIN_ELO) / Self::ELO_OF_TWICE_THE_NODES;
        (Self::LEAST_NODES * doublings.exp2()) as u64
    }

    /// The chance of a mistake.
    fn mistakes(self) -> f64 {
        let weakness = f64::from(Self::MAX_ELO - self.elo) / f64::from(Self::MAX_ELO - Self::MIN_ELO);
        Self::MOST_MISTAKES * weakness * weakness
    }

    /// The line to play, from 0, the best.
    pub(crate) fn choice(self, lines: usize) -> usize {
        // Two independent numbers below 1 from one seed.
        let number = |stream: u64| (mix(self.seed.wrapping_add(mix(stream))) >> 11) as f64 / (1_u64 << 53) as f64;
        if lines < 2 || number(1) >= self.mistakes() {
            return 0;
        }
        1 + (number(2) * (lines - 1) as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_of_mistakes(elo: u32) -> f64 {
        let mistakes = (0..10_000).filter(|&seed| PlayingStrength::new(elo, seed).choice(4) > 0).count();
        mistakes as f64 / 10_000.0
    }

    #[test]
    fn more_elo_means_more_nodes_and_fewer_mistakes() {
        let elos = [500, 800, 1_200, 1_600, 2_000, 2_400];
        assert!(elos.is_sorted_by(|&a, &b| PlayingStrength::new(a, 0).nodes() < PlayingStrength::new(b, 0).nodes()));
        let shares = elos.map(share_of_mistakes);
        assert!(shares.is_sorted_by(|a, b| a > b), "{shares:?}");
        assert!((0.57..0.63).contains(&shares[0]), "{shares:?}");
        assert!(share_of_mistakes(PlayingStrength::MAX_ELO).total_cmp(&0.0).is_eq());
    }

    #[test]
    fn every_line_is_chosen_and_none_beyond() {
        let mut counts = [0; 4];
        for seed in 0..10_000 {
            counts[PlayingStrength::new(500, seed).choice(4)] += 1;
            assert_eq!(PlayingStrength::new(500, seed).choice(1), 0);
        }
        assert!(counts[1..].iter().all(|count| (1_700..2_300).contains(count)), "{counts:?}");
    }

    #[test]
    fn ratings_beyond_the_scale_count_as_its_ends() {
        assert_eq!(PlayingStrength::new(0, 7), PlayingStrength::new(PlayingStrength::MIN_ELO, 7));
        assert_eq!(PlayingStrength::new(9_999, 7), PlayingStrength::new(PlayingStrength::MAX_ELO, 7));
    }
}
