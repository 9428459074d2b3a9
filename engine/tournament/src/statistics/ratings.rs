//! Ratings fitted to the results of all games.
//!
//! The model is that of Bradley and Terry (1952) in Elo: the expected score of a game depends on the difference of two
//! ratings, and a draw counts as half a win and half a loss. The ratings maximize the likelihood; a maximum exists, and
//! is unique up to a shift, if every engine has taken points from every other, directly or through others (Ford, 1957).

use super::strength::{CONFIDENCE, normal_quantile};
use super::{ResultTally, matrix};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

/// The Elo value of one unit of the model, which multiplies the odds by e.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The maximum number of maximization steps; about ten suffice, or fifty if ratings are thousands of Elo apart.
const MAX_STEPS: usize = 100;
const PRECISION: f64 = 1e-9;

/// The strength of an engine compared with others of a tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo; the mean of all ratings is 0.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// The games between two engines, given by their indices, with results from the view of the first.
#[derive(Clone, Copy, Debug)]
struct PairedGames {
    players: [usize; 2],
    count: f64,
    points: f64,
}

/// Returns the maximum-likelihood ratings for the results of all games. `results` contains each pair of engines once,
/// with the results of the first.
///
/// Engines are comparable if they form a group in which each has taken points from each other one, directly or through
/// other members. An engine outside the group, such as one that won all its games, has no rating, because it would be
/// infinite. If there are several groups, no engine has a rating, because the distance between the groups is
/// undetermined.
#[must_use]
pub fn ratings(engines: usize, results: impl Iterator<Item = ([usize; 2], ResultTally)>) -> Vec<Option<Rating>> {
    let results: Vec<_> = results.filter(|(_, tally)| tally.games() > 0).collect();
    let mut ratings = vec![None; engines];
    let Some(group) = only_group(engines, &results) else { return ratings };
    let mut places = vec![None; engines];
    group.iter().enumerate().for_each(|(place, &engine)| places[engine] = Some(place));
    let within = results.iter().filter_map(|&([first, second], tally)| {
        let players = [places[first]?, places[second]?];
        Some(PairedGames { players, count: tally.games() as f64, points: tally.half_points() as f64 / 2.0 })
    });
    let found = fitted(group.len(), &within.collect::<Vec<_>>());
    group.into_iter().zip(found.into_iter().flatten()).for_each(|(engine, rating)| ratings[engine] = Some(rating));
    ratings
}

/// Returns the engines of the only comparable group, in ascending order; `None` if there is none, or more than one.
fn only_group(engines: usize, results: &[([usize; 2], ResultTally)]) -> Option<Vec<usize>> {
    let mut took_points = DiGraph::<(), ()>::with_capacity(engines, 2 * results.len());
    let nodes: Vec<_> = (0..engines).map(|_| took_points.add_node(())).collect();
    for &([first, second], tally) in results {
        for (taker, giver, points) in
            [(first, second, tally.half_points()), (second, first, tally.reversed().half_points())]
        {
            if points > 0 {
                took_points.add_edge(nodes[taker], nodes[giver], ());
            }
        }
    }
    let mut groups = tarjan_scc(&took_points).into_iter().filter(|group| group.len() > 1);
    let group = groups.next().filter(|_| groups.next().is_none())?;
    let mut group: Vec<_> = group.into_iter().map(petgraph::graph::NodeIndex::index).collect();
    group.sort_unstable();
    Some(group)
}

/// Maximizes the likelihood by Newton's method with the step sizes of T. Sun and Q. Tran-Dinh ("Generalized
/// self-concordant functions", 2019), which ensure global convergence.
fn fitted(engines: usize, games: &[PairedGames]) -> Option<Vec<Rating>> {
    let mut strengths = vec![0.0; engines];
    for _ in 0..MAX_STEPS {
        let (slope, information) = slope_and_information(&strengths, games);
        // Of all solutions, which differ by a shift, this selects the one that keeps the mean.
        let weight = information.mean_of_diagonal();
        let factor = information.plus(weight / engines as f64).cholesky()?;
        let step = factor.solve(slope);
        let highest = step.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = step.iter().copied().fold(f64::INFINITY, f64::min);
        let width = highest - lowest;
        if width < PRECISION {
            // The inverse of the information, without the shift component that was added above.
            let of_shift = 1.0 / (weight * engines as f64);
            let half_width = normal_quantile(f64::midpoint(1.0, CONFIDENCE)) * ELO;
            let variances = factor.diagonal_of_inverse();
            let rating = |(&strength, variance): (&f64, f64)| Rating {
                // The addition avoids negative zeros.
                elo: 0.0 + ELO * strength,
                error: half_width * (variance - of_shift).max(0.0).sqrt(),
            };
            return Some(strengths.iter().zip(variances).map(rating).collect());
        }
        let share = width.ln_1p() / width;
        strengths.iter_mut().zip(step).for_each(|(strength, step)| *strength += share * step);
        let mean = strengths.iter().sum::<f64>() / engines as f64;
        strengths.iter_mut().for_each(|strength| *strength -= mean);
    }
    None
}

/// Returns the derivative of the log-likelihood, and the Fisher information of all games.
fn slope_and_information(strengths: &[f64], games: &[PairedGames]) -> (Vec<f64>, matrix::Symmetric) {
    let mut slope = vec![0.0; strengths.len()];
    let mut information = matrix::Symmetric::zero(strengths.len());
    for &PairedGames { players: [first, second], count, points } in games {
        // Each share has its own formula, because for a large distance one of them is too close to 1 to derive the
        // other.
        let [expected, other] = [(first, second), (second, first)]
            .map(|(own, other)| 1.0 / (1.0 + (strengths[other] - strengths[own]).exp()));
        let surplus = points * other - (count - points) * expected;
        slope[first] += surplus;
        slope[second] -= surplus;
        let variance = count * expected * other;
        information.add(first, first, variance);
        information.add(second, second, variance);
        information.add(first, second, -variance);
    }
    (slope, information)
}

#[cfg(test)]
mod tests;
