//! The maximum-likelihood distribution under a hypothesis, and the likelihood ratio of two hypotheses.
//!
//! The source for this module is M. Van den Bergh, "Comments on Normalized Elo", 2021; equation numbers refer to it.

use super::tally::moments;

/// The maximum number of steps of the root finding and of the fixed-point iteration; either converges in fewer than
/// ten.
const MAX_STEPS: usize = 100;
const ROOT_PRECISION: f64 = 1e-12;
const FIXED_POINT_PRECISION: f64 = 1e-9;

/// Returns the maximum-likelihood probabilities with this expectation, given the observed frequencies, which must be
/// above 0. Proposition 1.1.
fn with_expectation<const N: usize>(scores: &[f64; N], observed: &[f64; N], expectation: f64) -> [f64; N] {
    tilted(observed, &scores.map(|score| score - expectation))
}

/// Returns the maximum-likelihood probabilities with a mean `deviations` standard deviations above `reference`. Section
/// 4.1: a fixed-point iteration from the uniform distribution.
fn with_deviations<const N: usize>(
    scores: &[f64; N],
    observed: &[f64; N],
    reference: f64,
    deviations: f64,
) -> [f64; N] {
    let mut found = [1.0 / N as f64; N];
    for _ in 0..MAX_STEPS {
        let (mean, variance) = moments(scores, &found);
        let sigma = variance.sqrt();
        let constraint =
            scores.map(|score| score - reference - 0.5 * deviations * sigma * (1.0 + ((score - mean) / sigma).powi(2)));
        let next = tilted(observed, &constraint);
        let change = found.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < FIXED_POINT_PRECISION {
            break;
        }
    }
    found
}

/// Returns `observed / (1 + theta * constraint)` with theta such that the expectation of the constraint is 0 (equation
/// 1.3).
fn tilted<const N: usize>(observed: &[f64; N], constraint: &[f64; N]) -> [f64; N] {
    let lowest = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        // No distribution satisfies the hypothesis, so the observed one is returned.
        return *observed;
    }
    // Between these bounds every probability is positive, and the expectation falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut theta = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (p, c) in observed.iter().zip(constraint) {
            let part = c / (1.0 + theta * c);
            value += p * part;
            slope -= p * part * part;
        }
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        // Newton's step, or bisection if that would leave the interval.
        let step = theta - value / slope;
        let next = if step > low && step < high { step } else { f64::midpoint(low, high) };
        let done = (next - theta).abs() < ROOT_PRECISION * (high - low).max(1.0);
        theta = next;
        if done {
            break;
        }
    }
    let mut tilted = *observed;
    for (p, c) in tilted.iter_mut().zip(constraint) {
        *p /= 1.0 + theta * c;
    }
    tilted
}

/// The hypotheses of a test: two expected scores, or two distances from one half in standard deviations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hypotheses {
    /// Expected scores.
    Scores(f64, f64),
    /// Standard deviations above one half.
    Deviations(f64, f64),
}

/// Returns the logarithm of the likelihood ratio of the second hypothesis to the first for the observed counts. A count
/// of 0 is replaced by one thousandth, which fishtest does too.
pub(super) fn log_likelihood_ratio<const N: usize>(scores: &[f64; N], counts: &[u64; N], test: Hypotheses) -> f64 {
    let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let observed = counts.map(|count| count / total);
    let (null, alternative) = match test {
        Hypotheses::Scores(null, alternative) => {
            (with_expectation(scores, &observed, null), with_expectation(scores, &observed, alternative))
        }
        Hypotheses::Deviations(null, alternative) => {
            (with_deviations(scores, &observed, 0.5, null), with_deviations(scores, &observed, 0.5, alternative))
        }
    };
    let parts = counts.iter().zip(null.iter().zip(&alternative));
    parts.map(|(count, (null, alternative))| count * (alternative / null).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    const OBSERVED: [f64; 5] = [0.02, 0.2, 0.5, 0.25, 0.03];

    #[test]
    fn the_most_likely_distribution_satisfies_its_hypothesis() {
        for expectation in [0.3, 0.5, 0.52, 0.9] {
            let found = with_expectation(&SCORES, &OBSERVED, expectation);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((moments(&SCORES, &found).0 - expectation).abs() < 1e-9);
        }
        for deviations in [-0.1, 0.0, 0.02, 0.3] {
            let found = with_deviations(&SCORES, &OBSERVED, 0.5, deviations);
            let (mean, variance) = moments(&SCORES, &found);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            assert!(((mean - 0.5) / variance.sqrt() - deviations).abs() < 1e-6, "{mean} {variance}");
        }
    }

    #[test]
    fn no_neighbour_with_the_same_expectation_is_likelier() {
        let found = with_expectation(&SCORES, &OBSERVED, 0.55);
        let likelihood = |p: &[f64; 5]| OBSERVED.iter().zip(p).map(|(o, p)| o * p.ln()).sum::<f64>();
        // Moving weight in these directions preserves the sum and the expectation.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [1.0, 0.0, 0.0, -4.0, 3.0]] {
            for step in [-1e-3, 1e-3] {
                let mut other = found;
                other.iter_mut().zip(direction).for_each(|(p, d)| *p += step * d);
                assert!(likelihood(&other) < likelihood(&found));
            }
        }
    }

    #[test]
    fn a_hypothesis_beyond_all_scores_leaves_what_was_observed() {
        for expectation in [-0.5, 0.0, 1.0, 1.5] {
            assert_eq!(with_expectation(&SCORES, &OBSERVED, expectation), OBSERVED, "{expectation}");
        }
    }

    #[test]
    fn what_was_observed_is_likeliest_under_itself() {
        let mean = moments(&SCORES, &OBSERVED).0;
        let found = with_expectation(&SCORES, &OBSERVED, mean);
        assert!(found.iter().zip(OBSERVED).all(|(a, b)| (a - b).abs() < 1e-12));
    }
}
