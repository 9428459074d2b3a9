//! The figures of a match, for programs that watch it.

use plyd_arena::Interrupt;
#[cfg(feature = "broker")]
use plyd_distribute::CoordinatorProgress;
use plyd_server::{FigurePage, Figures};
use plyd_tournament::{PlayedGame, Scoreboard};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A match as it was last seen.
#[derive(Debug)]
pub(super) struct MatchFigures {
    interrupt: Interrupt,
    seen: Mutex<FigureSnapshot>,
}

#[derive(Debug, Default)]
struct FigureSnapshot {
    recorded: u64,
    /// Games of the plan without a result.
    missing: u64,
    /// All games of the plan.
    planned: u64,
    /// Games since this process began, by how they ended.
    ended: BTreeMap<&'static str, u64>,
    /// Who plays, if others do.
    #[cfg(feature = "broker")]
    farm: Option<CoordinatorProgress>,
}

impl MatchFigures {
    /// A match that begins now, until this interrupts it.
    pub(super) fn new(interrupt: &Interrupt) -> Self {
        Self { interrupt: interrupt.clone(), seen: Mutex::default() }
    }

    fn seen(&self) -> MutexGuard<'_, FigureSnapshot> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The results changed, by this game.
    pub(super) fn see(&self, scoreboard: &Scoreboard, last: Option<&PlayedGame>) {
        let mut seen = self.seen();
        (seen.recorded, seen.planned) = (scoreboard.played(), scoreboard.planned());
        seen.missing = seen.planned.saturating_sub(seen.recorded + scoreboard.void());
        if let Some(game) = last {
            *seen.ended.entry(game.termination.as_str()).or_default() += 1;
        }
    }

    /// The workers have got so far.
    #[cfg(feature = "broker")]
    pub(super) fn see_farm(&self, progress: &CoordinatorProgress) {
        self.seen().farm = Some(*progress);
    }
}

impl Figures for MatchFigures {
    fn write(&self, page: &mut FigurePage<'_>) -> fmt::Result {
        let seen = self.seen();
        page.gauge("match_games_planned", "Games of the plan", seen.planned)?;
        page.gauge("match_games_recorded", "Games in the record that count", seen.recorded)?;
        page.gauge("match_games_missing", "Games of the plan without a result", seen.missing)?;
        page.counters(
            "match_games",
            "Games that were recorded since this process began, by how they ended",
            seen.ended.iter().map(|(&how, &count)| ([("termination", how.into())], count)),
        )?;
        #[cfg(feature = "broker")]
        if let Some(farm) = &seen.farm {
            write_farm(farm, page)?;
        }
        Ok(())
    }

    fn unready(&self) -> Option<&'static str> {
        self.interrupt.is_draining().then_some("shutting down")
    }
}

#[cfg(feature = "broker")]
fn write_farm(farm: &CoordinatorProgress, page: &mut FigurePage<'_>) -> fmt::Result {
    page.gauge("match_workers", "Workers that live", farm.workers as u64)?;
    page.gauge("match_workers_quarantined", "Workers whose games were withdrawn", farm.quarantined as u64)?;
    page.gauge("match_cores", "Games that the workers can play at a time", farm.cores)?;
    page.gauge("match_units_in_flight", "Units in the queue and in work", farm.units as u64)?;
    let ends = farm.ends;
    let units =
        [("played", ends.played), ("redelivered", ends.redelivered), ("failed", ends.failed), ("poison", ends.poison)];
    page.counters(
        "match_units",
        "Units since this process began, by what became of them",
        units.into_iter().map(|(outcome, count)| ([("outcome", outcome.into())], count)),
    )?;
    page.counter("match_encounters_audited", "Encounters that a second worker played alike", farm.compared)?;
    page.gauge("match_encounters_to_audit", "Encounters that a second worker is still to play", farm.to_compare)?;
    page.counter("match_encounters_unplayable", "Encounters that nobody could play", farm.void)
}
