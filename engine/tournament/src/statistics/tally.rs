use serde::Serialize;

/// The numbers of games by result for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResultTally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl ResultTally {
    /// Counts a game by its half points: 0 for a loss, 1 for a draw, 2 for a win.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns twice the points: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Returns the same games from the other side's view.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }

    /// Returns the average score, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.half_points() as f64 / (2 * self.games()) as f64)
    }

    /// Returns the share of drawn games, 0 to 1; `None` without games.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// Returns the distribution of single games.
    #[must_use]
    pub fn distribution(&self) -> Distribution<3> {
        Distribution { scores: [0.0, 0.5, 1.0], counts: [self.losses, self.draws, self.wins], games: 1 }
    }
}

/// Pairs of games on one opening with sides swapped, counted by their total half points, 0 to 4.
///
/// The two games of a pair are not independent, so the pair is the sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by the total half points of its games, at most 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the ratio of won pairs (more than one point) to lost pairs (less than one point); `None` without a lost
    /// pair.
    #[must_use]
    pub fn pair_ratio(&self) -> Option<f64> {
        let [lost_both, lost, _, won, won_both] = self.0;
        (lost_both + lost > 0).then(|| (won + won_both) as f64 / (lost_both + lost) as f64)
    }

    /// Returns the distribution of pairs.
    #[must_use]
    pub fn distribution(&self) -> Distribution<5> {
        Distribution { scores: [0.0, 0.25, 0.5, 0.75, 1.0], counts: self.0, games: 2 }
    }
}

/// The number of occurrences of each result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution<const N: usize> {
    /// The possible scores, 0 to 1, in ascending order.
    pub scores: [f64; N],
    /// The number of occurrences of each score.
    pub counts: [u64; N],
    /// The number of games per result: 1, or 2 for pairs.
    pub games: u32,
}

impl<const N: usize> Distribution<N> {
    /// Returns the number of results.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the mean and the variance of the score of a result; `None` without results.
    #[must_use]
    pub fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let total = self.total();
        (total > 0).then(|| moments(&self.scores, &self.counts.map(|count| count as f64 / total as f64)))
    }
}

/// Returns the mean and the variance of scores with these probabilities.
pub(super) fn moments<const N: usize>(scores: &[f64; N], probabilities: &[f64; N]) -> (f64, f64) {
    let over = |f: &dyn Fn(f64) -> f64| scores.iter().zip(probabilities).map(|(&score, p)| p * f(score)).sum::<f64>();
    let mean = over(&|score| score);
    (mean, over(&|score| (score - mean).powi(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_counts_games_and_turns_around() {
        let mut tally = ResultTally::default();
        [2, 2, 1, 0, 2].into_iter().for_each(|half_points| tally.add(half_points));
        assert_eq!(tally, ResultTally { wins: 3, draws: 1, losses: 1 });
        assert_eq!((tally.games(), tally.half_points()), (5, 7));
        assert_eq!(tally.reversed(), ResultTally { wins: 1, draws: 1, losses: 3 });
        assert_eq!(tally.draw_ratio(), Some(0.2));
        assert_eq!(ResultTally::default().draw_ratio(), None);
    }

    #[test]
    fn pairs_are_won_by_more_than_one_point() {
        let pairs = Pentanomial([1, 3, 100, 6, 2]);
        assert_eq!(pairs.pairs(), 112);
        assert_eq!(pairs.pair_ratio(), Some(2.0));
        assert_eq!(Pentanomial([0, 0, 5, 1, 0]).pair_ratio(), None);
        assert_eq!(Pentanomial([0, 2, 5, 1, 0]).pair_ratio(), Some(0.5));
    }

    #[test]
    fn moments_are_those_of_the_definition() {
        let (mean, variance) = ResultTally { wins: 1, draws: 2, losses: 1 }.distribution().mean_and_variance().unwrap();
        assert_eq!((mean, variance), (0.5, 0.125));
        assert_eq!(Pentanomial::default().distribution().mean_and_variance(), None);
    }
}
