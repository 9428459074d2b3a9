//! The state of a tuning run, in a file.

use super::batch::PairResults;
use super::plan::TunePlan;
use crate::cli::state_file;
use anyhow::{Context, ensure};
use plyd_learn::Parameter;
use plyd_tournament::settings::MatchSettingsError;
use serde::{Deserialize, Serialize};
use std::ops::{Range, RangeInclusive};

/// The form of the file.
const VERSION: u32 = 1;

/// What a pair of games can bring.
const RESULTS: RangeInclusive<i32> = -2..=2;

/// What a person who looks into the file wants to know.
const HEAD: &str =
    "# The state of a run of `plyd tune`, which `plyd tune --file` with the name of this file continues.\n";

/// Everything that a run needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TuningState {
    version: u32,
    /// The iterations that have moved the values.
    pub(super) done: u64,
    /// The values, by parameter.
    pub(super) values: Vec<f64>,
    /// The results of pairs of the batch that comes next.
    #[serde(default, with = "as_list", skip_serializing_if = "PairResults::is_empty")]
    pub(super) results: PairResults,
    /// The identity by which workers know the run, if they have played for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<String>,
    pub(super) plan: TunePlan,
}

impl TuningState {
    /// The state before the first iteration.
    pub(super) fn new(plan: TunePlan) -> Self {
        Self { version: VERSION, done: 0, values: plan.spsa().start(), results: PairResults::new(), run: None, plan }
    }

    /// The pairs that are played.
    pub(super) fn played(&self) -> u64 {
        self.done + self.results.len() as u64
    }

    /// The pairs of the batch that comes next.
    fn in_batch(&self) -> Range<u64> {
        self.done..self.plan.iterations.min(self.done.saturating_add(self.plan.batch))
    }
}

impl state_file::RunState for TuningState {
    fn from_text(text: &str) -> anyhow::Result<Self> {
        let state: Self = toml::from_str(text).map_err(|error| MatchSettingsError::of_toml(&error))?;
        ensure!(state.version == VERSION, "it has version {}, and this plyd reads {VERSION}", state.version);
        state.plan.parameters.iter().try_for_each(Parameter::check)?;
        let in_range = state.plan.parameters.iter().zip(&state.values);
        let is_sound = state.values.len() == state.plan.parameters.len()
            && in_range
                .into_iter()
                .all(|(parameter, value)| (parameter.from as f64..=parameter.to as f64).contains(value))
            && !state.values.is_empty()
            && !state.plan.games.is_empty()
            && state.plan.batch > 0
            && state.done <= state.plan.iterations
            && state.results.iter().all(|(&pair, result)| state.in_batch().contains(&pair) && RESULTS.contains(result));
        ensure!(is_sound, "it is no state of a run: it was changed, or written by another program");
        Ok(state)
    }

    fn to_text(&self) -> anyhow::Result<String> {
        Ok(HEAD.to_owned() + &toml::to_string(self).context("the state cannot be written as TOML")?)
    }
}

/// Results as pairs of numbers: the keys of a table of TOML are texts.
mod as_list {
    use super::PairResults;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(results: &PairResults, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(results)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PairResults, D::Error> {
        Vec::<(u64, i32)>::deserialize(deserializer).map(PairResults::from_iter)
    }
}
