//! The pairs of a run that begin with the same values.

use super::plan::TunePlan;
use plyd_learn::SpsaTrial;
use plyd_tournament::settings::{MatchSettings, MatchSettingsError};
use std::collections::BTreeMap;

/// The results of pairs, by their numbers from 0: the games that the first side won, less those that it lost.
pub(super) type PairResults = BTreeMap<u64, i32>;

/// Pairs that begin with the same values, so that they may be played in any order, and anywhere.
#[derive(Debug)]
pub(super) struct TuningBatch {
    /// The first pair.
    first: u64,
    /// What each of them tries.
    trials: Vec<SpsaTrial>,
    /// Their games, a match for each game.
    pub(super) parts: Vec<GamePairs>,
}

/// The pairs of one game.
#[derive(Debug)]
pub(super) struct GamePairs {
    /// The match in which each of them is an encounter.
    pub(super) settings: MatchSettings,
    /// The pair of each encounter.
    pub(super) pairs: Vec<u64>,
}

impl TuningBatch {
    /// The batch that begins when this many pairs have moved the values to these.
    pub(super) fn new(plan: &TunePlan, done: u64, values: &[f64]) -> Result<Self, MatchSettingsError> {
        let spsa = plan.spsa();
        let end = plan.iterations.min(done.saturating_add(plan.batch));
        let trials: Vec<_> = (done..end).map(|pair| spsa.trial(pair, values)).collect();
        let mut parts = Vec::new();
        for game in 0..plan.games.len() {
            let pairs: Vec<_> = (done..end).zip(&trials).filter(|&(pair, _)| plan.game_of(pair) == game).collect();
            if !pairs.is_empty() {
                let settings = plan.match_of(game, &pairs)?;
                parts.push(GamePairs { settings, pairs: pairs.iter().map(|&(pair, _)| pair).collect() });
            }
        }
        Ok(Self { first: done, trials, parts })
    }

    /// Moves the values by these results, in the order of the pairs: it does not matter which was known first. Returns
    /// the number of pairs; `None` if a result is missing.
    pub(super) fn learn(&self, plan: &TunePlan, results: &PairResults, values: &mut [f64]) -> Option<u64> {
        let spsa = plan.spsa();
        let known = (self.first..).zip(&self.trials).map(|(pair, trial)| Some((pair, trial, *results.get(&pair)?)));
        let known: Vec<_> = known.collect::<Option<_>>()?;
        for &(pair, trial, result) in &known {
            spsa.learn(pair, trial, result.into(), values);
        }
        Some(known.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan_of;
    use super::*;

    #[test]
    fn the_pairs_of_each_game_are_a_match_and_the_last_batch_is_short() {
        let mut plan = plan_of(&["cfour", "chess", "cfour"]);
        (plan.iterations, plan.batch) = (9, 5);
        let pairs = |batch: &TuningBatch| batch.parts.iter().map(|part| part.pairs.clone()).collect::<Vec<_>>();
        let [first, last] = [0, 5].map(|done| TuningBatch::new(&plan, done, &[10.0]).unwrap());
        assert_eq!(pairs(&first), [vec![0, 3], vec![1, 4], vec![2]]);
        assert_eq!(pairs(&last), [vec![6], vec![7], vec![5, 8]]);
        let games = first.parts.iter().map(|part| part.settings.game.as_str());
        assert_eq!(Vec::from_iter(games), ["cfour", "chess", "cfour"]);
        assert_ne!(first.parts[0].settings.seed, first.parts[2].settings.seed);
        assert_ne!(first.parts[0].settings.seed, last.parts[0].settings.seed);
    }

    #[test]
    fn a_pair_tries_the_same_whatever_else_is_known() {
        let plan = plan_of(&["cfour"]);
        let batch = TuningBatch::new(&plan, 4, &[20.0]).unwrap();
        let again = TuningBatch::new(&plan, 4, &[20.0]).unwrap();
        assert_eq!(batch.parts[0].settings, again.parts[0].settings);
        assert_eq!(batch.trials[1], plan.spsa().trial(5, &[20.0]), "all begin with the values of the batch");
    }

    #[test]
    fn results_count_in_the_order_of_the_pairs_and_only_together() {
        let mut plan = plan_of(&["cfour"]);
        (plan.iterations, plan.batch) = (40, 4);
        // So near the end of the range that the order decides what is cut off.
        let start = [99.9];
        let batch = TuningBatch::new(&plan, 8, &start).unwrap();
        let all = [(8, 2), (9, -1), (10, 2), (11, -2)];
        let mut values = start.to_vec();
        for order in [[0, 1, 2, 3], [3, 1, 0, 2]] {
            values = start.to_vec();
            let results = order.map(|place| all[place]).into_iter().collect();
            assert_eq!(batch.learn(&plan, &results, &mut values), Some(4));
            let mut one_by_one = start.to_vec();
            for ((pair, result), trial) in all.into_iter().zip(&batch.trials) {
                plan.spsa().learn(pair, trial, result.into(), &mut one_by_one);
            }
            assert_eq!(values, one_by_one);
        }
        let before = values.clone();
        assert_eq!(batch.learn(&plan, &all[1..].iter().copied().collect(), &mut values), None);
        assert_eq!(values, before, "half a batch moves nothing");
    }
}
