//! Where the pairs of a run are played: on this machine, or by workers behind a broker.

use super::arguments::Tune;
use super::batch::{PairResults, TuningBatch};
#[cfg(feature = "broker")]
use super::play::play_by;
use super::state::TuningState;
#[cfg(feature = "broker")]
use crate::cli::farm_games::RunWorkers;
use crate::cli::players::Players;
use plyd_session::SessionOptions;

/// Who plays the pairs of a run.
pub(super) struct PairPlayer<'a> {
    players: &'a Players<'a>,
    defaults: &'a SessionOptions,
    /// Those who play in place of this machine.
    #[cfg(feature = "broker")]
    workers: Option<RunWorkers<'a>>,
}

#[cfg(feature = "broker")]
impl<'a> PairPlayer<'a> {
    /// The player that the arguments ask for: workers, or this machine. Messages for a person go to `hint`.
    ///
    /// # Errors
    /// Workers cannot play this run.
    pub(super) fn new(
        wanted: &'a Tune,
        state: &mut TuningState,
        (players, defaults): (&'a Players<'a>, &'a SessionOptions),
        hint: &'a (dyn Fn(&str) + Sync),
    ) -> anyhow::Result<Self> {
        let mut workers = None;
        if let Some(broker) = wanted.farm.broker.options() {
            let run = state.run.get_or_insert_with(plyd_record::new_key).clone();
            let matches = state.plan.first_matches()?;
            workers = Some(RunWorkers::new((players, &wanted.farm), broker, (run, matches, defaults), hint)?);
        }
        Ok(Self { players, defaults, workers })
    }
}

#[cfg(not(feature = "broker"))]
impl<'a> PairPlayer<'a> {
    /// This machine.
    ///
    /// # Errors
    /// None.
    pub(super) fn new(
        _: &'a Tune,
        _: &mut TuningState,
        (players, defaults): (&'a Players<'a>, &'a SessionOptions),
        _: &'a (dyn Fn(&str) + Sync),
    ) -> anyhow::Result<Self> {
        Ok(Self { players, defaults })
    }
}

impl PairPlayer<'_> {
    /// Plays the pairs of this batch that have no result, and hands on the result of each. Whether all were played: it
    /// may be interrupted.
    ///
    /// # Errors
    /// A game cannot be played, or an engine failed.
    pub(super) fn play(
        &self,
        batch: &TuningBatch,
        known: &PairResults,
        ended: &mut dyn FnMut(u64, i32) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        #[cfg(feature = "broker")]
        if let Some(workers) = &self.workers {
            return play_by(workers, self.players, (batch, known), ended);
        }
        self.players.play(batch, known, self.defaults, ended)
    }
}
