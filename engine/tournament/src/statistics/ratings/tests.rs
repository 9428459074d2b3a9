use super::*;
use crate::random::Random;
use crate::statistics::{elo_of_score, score_of_elo};

/// The results of the first of two engines: won, drawn, lost.
type Result = ([usize; 2], [u64; 3]);

fn rated(engines: usize, results: &[Result]) -> Vec<Option<Rating>> {
    let tally = |&(players, [wins, draws, losses]): &Result| (players, ResultTally { wins, draws, losses });
    ratings(engines, results.iter().map(tally))
}

fn elos(engines: usize, results: &[Result]) -> Vec<f64> {
    rated(engines, results).into_iter().map(|rating| rating.expect("a rating").elo).collect()
}

#[track_caller]
fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < tolerance);
    assert!(is_near && found.len() == expected.len(), "{found:?} instead of {expected:?}");
}

/// Three engines, of which the stronger ones score 75 %, 75 % and 90 %: "EloStat, Bayeselo and Ordo" (forum of the
/// Computer Chess Club, 2012), where the ratings are derived by hand: 400 log₁₀ 3, 0 and -400 log₁₀ 3.
#[test]
fn the_published_example_of_three_engines() {
    let results = [([0, 1], [18, 9, 3]), ([1, 2], [18, 9, 3]), ([0, 2], [24, 6, 0])];
    let expected = 400.0 * 3.0_f64.log10();
    assert_near(&elos(3, &results), &[expected, 0.0, -expected], 1e-6);
}

/// The worked example in Wikipedia's article "Bradley-Terry model": four teams, with strengths to three digits.
#[test]
fn the_published_example_of_four_teams() {
    let results = [([0, 1], [2, 0, 3]), ([0, 3], [1, 0, 4]), ([1, 2], [5, 0, 3]), ([2, 3], [1, 0, 3])];
    let strengths = elos(4, &results).into_iter().map(|elo| 10_f64.powf(elo / 400.0));
    // The article scales to a geometric mean of one, which corresponds to a mean rating of zero.
    assert_near(&strengths.collect::<Vec<_>>(), &[0.640, 1.043, 0.660, 2.270], 0.001);
}

#[test]
fn two_engines_are_as_far_apart_as_their_score_says() {
    let found = rated(2, &[([0, 1], [31, 17, 12])]).into_iter().map(Option::unwrap).collect::<Vec<_>>();
    let score = (31.0 + 8.5) / 60.0;
    assert_near(&[found[0].elo - found[1].elo], &[elo_of_score(score).unwrap()], 1e-6);
    // Half of the distance; the information of the distance is n s (1 - s).
    let of_distance = 1.959_964 * ELO / (60.0 * score * (1.0 - score)).sqrt();
    assert_near(&[found[0].error, found[1].error], &[of_distance / 2.0; 2], 1e-3);
}

/// Results of four engines, with draws and different numbers of games.
const FOUR: [Result; 5] =
    [([0, 1], [7, 3, 2]), ([0, 2], [3, 0, 4]), ([1, 2], [1, 6, 3]), ([1, 3], [9, 1, 1]), ([3, 2], [2, 2, 8])];

/// Computes the log-likelihood of these results for ratings in Elo, independently of the implementation.
fn log_likelihood(elos: [f64; 4]) -> f64 {
    let of = |&([first, second], [wins, draws, losses]): &Result| {
        let expected = score_of_elo(elos[first] - elos[second]);
        let points = wins as f64 + draws as f64 / 2.0;
        points * expected.ln() + (losses as f64 + draws as f64 / 2.0) * (1.0 - expected).ln()
    };
    FOUR.iter().map(of).sum()
}

/// Returns ratings with mean zero, of which three are free.
fn with_mean_zero([a, b, c]: [f64; 3]) -> [f64; 4] {
    [a, b, c, -a - b - c]
}

#[test]
fn no_point_of_a_grid_is_likelier() {
    let mut best = [0.0; 3];
    let mut width = 400.0;
    while width > 1e-5 {
        let offsets = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|step| step * width / 2.0);
        let around = offsets.iter().flat_map(|a| offsets.iter().flat_map(move |b| offsets.map(|c| [*a, *b, c])));
        let points = around.map(|offset| [0, 1, 2].map(|axis| best[axis] + offset[axis]));
        let likelihood = |&point: &[f64; 3]| log_likelihood(with_mean_zero(point));
        let next = points.max_by(|a, b| likelihood(a).total_cmp(&likelihood(b))).unwrap();
        // If the step leads to the edge of the grid, the maximum is beyond it.
        width *= if next == best { 0.5 } else { 1.0 };
        best = next;
    }
    assert_near(&elos(4, &FOUR), &with_mean_zero(best), 1e-3);
}

/// The curvature of the likelihood from finite differences in the three free ratings, inverted by Cramer's rule.
#[test]
fn errors_are_those_of_the_curvature() {
    let found = rated(4, &FOUR).into_iter().map(Option::unwrap).collect::<Vec<_>>();
    let at = |offset: [f64; 3]| log_likelihood(with_mean_zero([0, 1, 2].map(|axis| found[axis].elo + offset[axis])));
    let unit =
        |axis: usize, sign: f64| std::array::from_fn::<f64, 3, _>(|other| if other == axis { sign } else { 0.0 });
    let sum = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|axis| a[axis] + b[axis]);
    let curvature = |i, j| {
        let corner = |a, b| at(sum(unit(i, a), unit(j, b)));
        -(corner(1.0, 1.0) - corner(1.0, -1.0) - corner(-1.0, 1.0) + corner(-1.0, -1.0)) / 4.0
    };
    let m: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| curvature(i, j)));
    let minor = |i: usize, j: usize| {
        let (a, b, c, d) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let determinant: f64 = (0..3).map(|column| m[0][column] * minor(0, column)).sum();
    let covariance = |i: usize, j: usize| minor(i, j) / determinant;
    let of_last: f64 = (0..9).map(|index| covariance(index / 3, index % 3)).sum();
    let variances = [covariance(0, 0), covariance(1, 1), covariance(2, 2), of_last];
    let errors = found.iter().map(|rating| rating.error).collect::<Vec<_>>();
    assert_near(&errors, &variances.map(|variance| 1.959_964 * variance.sqrt()), 0.01);
}

/// Simulates games without draws between engines with these ratings, the same number for each pair.
fn simulate(random: &mut Random, truth: &[f64], games: u64) -> Vec<Result> {
    let pairs = (0..truth.len()).flat_map(|first| (first + 1..truth.len()).map(move |second| [first, second]));
    let play = |[first, second]: [usize; 2]| {
        let expected = score_of_elo(truth[first] - truth[second]);
        let wins = (0..games).filter(|_| random.unit() < expected).count() as u64;
        ([first, second], [wins, 0, games - wins])
    };
    pairs.map(play).collect()
}

#[test]
fn known_ratings_are_found_within_their_errors() {
    let truth = [310.0, 120.0, 40.0, -70.0, -400.0];
    let mut random = Random::new(3);
    let (runs, mut covered) = (400, 0);
    for _ in 0..runs {
        let found = rated(truth.len(), &simulate(&mut random, &truth, 60));
        let is_covered = |(found, truth): (Option<Rating>, f64)| found.is_some_and(|r| (r.elo - truth).abs() < r.error);
        covered += found.into_iter().zip(truth).filter(|&pair| is_covered(pair)).count();
    }
    let share = covered as f64 / (runs * truth.len()) as f64;
    assert!((0.93..0.97).contains(&share), "{share}");
    let found = elos(truth.len(), &simulate(&mut random, &truth, 1_000_000));
    assert_near(&found, &truth, 1.5);
}

#[test]
fn the_order_of_engines_and_of_results_does_not_matter() {
    let order = [2, 0, 3, 1];
    let moved = FOUR.iter().rev().map(|&([a, b], [wins, draws, losses])| ([order[b], order[a]], [losses, draws, wins]));
    let moved = rated(4, &moved.collect::<Vec<_>>());
    let back = order.map(|place| moved[place].unwrap());
    assert_near(&elos(4, &FOUR), &back.map(|rating| rating.elo), 1e-6);
    let errors = rated(4, &FOUR).into_iter().map(|rating| rating.unwrap().error).collect::<Vec<_>>();
    assert_near(&errors, &back.map(|rating| rating.error), 1e-6);
}

#[test]
fn who_won_or_lost_everything_has_no_rating() {
    let mut results = FOUR.to_vec();
    results.extend([([4, 0], [5, 0, 0]), ([5, 1], [0, 0, 3]), ([4, 5], [2, 0, 0])]);
    let found = rated(7, &results);
    assert_eq!(found[4..], [None; 3], "the last one has not played");
    assert_eq!(found[..4], rated(4, &FOUR)[..], "their games say nothing of the others");
}

#[test]
fn groups_that_cannot_be_compared_have_no_ratings() {
    assert_eq!(rated(4, &[([0, 1], [1, 0, 1]), ([2, 3], [1, 1, 0])]), [None; 4]);
    // One group beats the other in all games.
    assert_eq!(rated(4, &[([0, 1], [1, 0, 1]), ([2, 3], [1, 1, 0]), ([0, 2], [9, 0, 0])]), [None; 4]);
    assert_eq!(rated(3, &[([0, 1], [1, 0, 0]), ([1, 2], [1, 0, 0])]), [None; 3]);
    assert_eq!(rated(3, &[]), [None; 3]);
    // Through others, all engines are comparable.
    assert!(rated(3, &[([0, 1], [1, 0, 0]), ([1, 2], [1, 0, 0]), ([2, 0], [1, 0, 0])]).iter().all(Option::is_some));
    let drawn = rated(2, &[([0, 1], [0, 1, 0])]);
    assert_eq!(drawn.iter().flatten().map(|rating| rating.elo).collect::<Vec<_>>(), [0.0, 0.0]);
}

/// Ratings far apart, with extremely unequal numbers of games.
#[test]
fn extreme_results_are_fitted() {
    let results = [([0, 1], [1_000_000_000, 1, 0]), ([1, 2], [99_999, 1, 0]), ([2, 3], [1, 0, 1])];
    let found = elos(4, &results);
    for &([first, second], [wins, draws, losses]) in &results {
        let score = (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses) as f64;
        assert_near(&[found[first] - found[second]], &[elo_of_score(score).unwrap()], 1e-3);
    }
}

fn assert_ratings_are_near(engines: u32) {
    let truth: Vec<_> = (0..engines).map(|place| f64::from(engines) / 2.0 - f64::from(place)).collect();
    let found = rated(truth.len(), &simulate(&mut Random::new(1), &truth, 1));
    let mean = truth.iter().sum::<f64>() / f64::from(engines);
    let is_near = |(found, truth): (&Option<Rating>, &f64)| {
        found.is_some_and(|rating| (rating.elo - (truth - mean)).abs() < 2.5 * rating.error)
    };
    assert!(found.iter().zip(&truth).all(is_near));
}

#[test]
fn many_engines_are_rated() {
    assert_ratings_are_near(200);
}

/// The size of the matrix grows with the square of the number of engines, and the cost of inversion with its cube.
#[cfg(feature = "long-tests")]
#[test]
fn as_many_engines_as_a_match_may_have_are_rated() {
    assert_ratings_are_near(1_000);
}
