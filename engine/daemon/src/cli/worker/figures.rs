//! The figures of a worker, for programs that watch it.

use plyd_distribute::{WorkerEnd, WorkerTally};
use plyd_server::{FigurePage, Figures};
use std::fmt;
use std::sync::Arc;

/// What a worker has counted, and whether it is to end.
#[derive(Debug)]
pub(super) struct WorkerFigures {
    pub(super) tally: Arc<WorkerTally>,
    pub(super) asked: WorkerEnd,
}

impl Figures for WorkerFigures {
    fn write(&self, page: &mut FigurePage<'_>) -> fmt::Result {
        let state = self.tally.look();
        page.gauge("worker_connected", "1 if the broker is there, else 0", state.is_connected.into())?;
        page.gauge("worker_matches_joined", "Matches that this worker plays", state.joined)?;
        page.gauge("worker_matches_refused", "Matches that it does not play", state.refused)?;
        page.counter("worker_games", "Games that it has played", state.games)?;
        page.counters(
            "worker_faults",
            "Games of these that an engine lost by a fault, by its reason",
            state.faults.into_iter().map(|(reason, count)| ([("reason", reason.into())], count)),
        )?;
        page.gauge("worker_units_held", "Units in hand", state.held)?;
        let units = [("played", state.played), ("given-back", state.given_back), ("failed", state.failed)];
        page.counters(
            "worker_units",
            "Units that it had in hand, by what became of them",
            units.into_iter().map(|(outcome, count)| ([("outcome", outcome.into())], count)),
        )?;
        page.gauge("worker_results_spooled", "Results that the broker does not have yet", state.spooled)
    }

    fn unready(&self) -> Option<&'static str> {
        if self.asked.drain.is_cancelled() || self.asked.end.is_cancelled() {
            Some("shutting down")
        } else if !self.tally.look().is_connected {
            Some("no broker")
        } else {
            None
        }
    }
}
