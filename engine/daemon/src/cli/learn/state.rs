//! The state of a learning run, in the file of its folder.

use super::plan::LearnPlan;
use crate::cli::state_file;
use anyhow::{Context, ensure};
use plyd_tournament::settings::MatchSettingsError;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The form of the file.
const VERSION: u32 = 1;

/// What a person who looks into the file wants to know.
const HEAD: &str = "# The state of a run of `plyd learn`, which `plyd learn --folder` with this folder continues.\n";

/// Everything that a run needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LearningState {
    version: u32,
    /// The identity by which workers know the run.
    pub(super) run: String,
    /// The time spent so far, in seconds.
    pub(super) seconds: f64,
    /// The round whose network is the best so far; `None` for what the run began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<u32>,
    /// The last `--rounds` of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) most_rounds: Option<u32>,
    /// The last `--minutes` of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) most_minutes: Option<u64>,
    pub(super) current: CurrentRound,
    pub(super) plan: LearnPlan,
    /// The rounds that have ended, from 0.
    #[serde(default)]
    pub(super) rounds: Vec<LearningRound>,
}

/// How far the present round is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CurrentRound {
    /// The games that were played.
    pub(super) games: u64,
    /// The positions that were taken from them.
    pub(super) positions: u64,
    /// The bytes of the file with these positions: what is behind them is not counted.
    pub(super) bytes: u64,
    /// What the training has shown, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) loss: Option<LogLoss>,
    /// The pairs of the match by their half points, 0 to 4.
    pub(super) pairs: [u64; 5],
    /// The time spent, in seconds.
    pub(super) seconds: f64,
}

/// The mean log loss of the results of games that were held out, in nats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LogLoss {
    /// By the network.
    pub(super) network: f64,
    /// By who knows only how often results occur.
    pub(super) constant: f64,
}

/// A round that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LearningRound {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) loss: LogLoss,
    /// The pairs of its match by their half points, 0 to 4.
    pub(super) pairs: [u64; 5],
    /// Whether its network is better than what was before.
    pub(super) is_kept: bool,
    /// The time that it took, in seconds.
    pub(super) seconds: f64,
}

impl LearningState {
    /// The state before the first round.
    pub(super) fn new(plan: LearnPlan) -> Self {
        let run = plyd_record::new_key();
        Self {
            version: VERSION,
            run,
            seconds: 0.0,
            best: None,
            most_rounds: None,
            most_minutes: None,
            current: CurrentRound::default(),
            plan,
            rounds: Vec::new(),
        }
    }

    /// The number of the present round, from 0.
    pub(super) fn round(&self) -> u32 {
        self.rounds.len() as u32
    }

    /// The rounds since a network was kept.
    pub(super) fn without_gain(&self) -> usize {
        self.rounds.iter().rev().take_while(|round| !round.is_kept).count()
    }

    /// Adds to the time spent.
    pub(super) fn spend(&mut self, time: Duration) {
        self.seconds += time.as_secs_f64();
        self.current.seconds += time.as_secs_f64();
    }
}

impl state_file::RunState for LearningState {
    fn from_text(text: &str) -> anyhow::Result<Self> {
        let state: Self = toml::from_str(text).map_err(|error| MatchSettingsError::of_toml(&error))?;
        ensure!(state.version == VERSION, "it has version {}, and this plyd reads {VERSION}", state.version);
        let times = state.rounds.iter().map(|round| round.seconds).chain([state.seconds, state.current.seconds]);
        let is_sound = state.best.is_none_or(|best| state.rounds.get(best as usize).is_some_and(|round| round.is_kept))
            && state.current.games <= state.plan.games
            && plyd_network::HIDDEN.contains(&state.plan.hidden)
            && state.plan.result_share.is_none_or(|share| (0.0..=1.0).contains(&share))
            && times.into_iter().all(|seconds| (0.0..1e12).contains(&seconds));
        ensure!(is_sound, "it is no state of a run: it was changed, or written by another program");
        Ok(state)
    }

    fn to_text(&self) -> anyhow::Result<String> {
        Ok(HEAD.to_owned() + &toml::to_string(self).context("the state cannot be written as TOML")?)
    }
}
