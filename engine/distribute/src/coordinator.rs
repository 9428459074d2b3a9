//! The coordinator of a run as a state machine, which maps events and the time to actions.
//!
//! It does no I/O, so a simulator can run it in virtual time. It relies on the record alone: regardless of losses and
//! repetitions in the queue, an encounter is played until the record contains it, and counts once.

mod audits;
mod crew;
mod events;
mod residuals;
mod sizes;
mod units;
mod waiting;

#[cfg(test)]
mod tests;

use crate::encounters::Encounters;
use crate::unit::UnitId;
use audits::{AuditVerdict, Audits};
use crew::FarmWorkers;
pub use events::{Claim, CoordinatorAction, CoordinatorEvent, LifeSign, StoredGames};
use residuals::Residuals;
pub use residuals::{EncounterScore, Residual};
use sizes::UnitSizes;
use std::collections::BTreeSet;
use std::time::Duration;
use units::{LostUnit, OutstandingUnits, UnitPurpose};
use waiting::WaitingUnits;

/// The number of times that a unit may crash its workers before it can be considered poison. It is poison if at least
/// all but one of these crashes are of workers other than the one that crashed most often, or if there is no other
/// worker.
pub const MOST_DEATHS: u32 = 3;

/// The minimum time that a draining coordinator waits before it ends: a worker may have fetched a unit at the moment of
/// its withdrawal, and its sign of life is on the way.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// The number of parts into which a unit that crashed its workers is split, to find the encounter responsible.
const PARTS: u64 = 16;

/// The settings of a coordinator.
#[derive(Clone, Copy, Debug)]
pub struct CoordinatorSettings {
    /// The share of encounters that a second worker repeats, from 0 to 1.
    pub audit: f64,
    /// The seed of the run, which determines the repeated encounters.
    pub seed: u64,
    /// The number of games per encounter, 1 or 2.
    pub games: u64,
    /// The time without a sign of life after which a worker's units are reissued.
    pub lease: Duration,
    /// The interval between reconciliations with the record.
    pub reconcile: Duration,
}

/// The progress of a coordinator, for display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoordinatorProgress {
    /// The number of living workers.
    pub workers: usize,
    /// The number of games that they can play concurrently.
    pub cores: u64,
    /// The number of units in the queue and in the hands of workers.
    pub units: usize,
    /// The number of encounters that were played by two workers and compared.
    pub compared: u64,
    /// The number of encounters waiting for a comparison.
    pub to_compare: u64,
    /// The number of workers whose games were withdrawn.
    pub quarantined: usize,
    /// The number of encounters whose games are void.
    pub void: u64,
    /// The number of games recorded since this coordinator started.
    pub games: u64,
    /// The number of known games that are not recorded yet.
    pub left: u64,
    /// The outcomes of units since this coordinator started.
    pub ends: UnitEnds,
}

/// The numbers of units by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitEnds {
    /// All games of the unit are in the record.
    pub played: u64,
    /// The unit was lost, and published again.
    pub redelivered: u64,
    /// A worker could not play the unit.
    pub failed: u64,
    /// The unit crashed its workers too often.
    pub poison: u64,
}

/// The state of a run.
#[derive(Clone, Debug)]
pub struct Coordinator {
    settings: CoordinatorSettings,
    /// The encounters to play that are in no unit.
    open: Encounters,
    settled: bool,
    units: OutstandingUnits,
    sizes: UnitSizes,
    crew: FarmWorkers,
    audits: Audits,
    residuals: Residuals,
    waiting: WaitingUnits,
    phase: Phase,
    /// The time since which no new units are begun.
    draining: Option<Duration>,
    /// The time of the next reconciliation with the record.
    reconcile_at: Duration,
    void: u64,
    games: u64,
    ends: UnitEnds,
    actions: Vec<CoordinatorAction>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The record has not been read yet.
    Begin,
    Play,
    /// No games seem to remain, and the record is being checked a last time.
    LastLook,
    Over,
}

impl Coordinator {
    /// Creates a coordinator, which first requests the state of the record.
    #[must_use]
    pub fn new(settings: CoordinatorSettings) -> Self {
        Self {
            settings,
            open: Encounters::default(),
            settled: false,
            units: OutstandingUnits::new(settings.lease),
            sizes: UnitSizes::default(),
            crew: FarmWorkers::new(settings.lease),
            audits: Audits::new(settings.audit, settings.seed, settings.games),
            residuals: Residuals::default(),
            waiting: WaitingUnits::default(),
            phase: Phase::Begin,
            draining: None,
            reconcile_at: Duration::ZERO,
            void: 0,
            games: 0,
            ends: UnitEnds::default(),
            actions: Vec::new(),
        }
    }

    /// Excludes a worker whose games were found to be wrong earlier.
    pub fn keep_out(&mut self, worker: &str) {
        self.crew.quarantine(worker);
    }

    /// Whether the results of this worker may be stored.
    #[must_use]
    pub fn accepts(&self, worker: &str) -> bool {
        !self.crew.is_quarantined(worker)
    }

    /// Whether there is a living worker other than these.
    #[must_use]
    pub fn has_others(&self, workers: &BTreeSet<String>) -> bool {
        self.crew.has_others(&Vec::from_iter(workers.iter().cloned()))
    }

    /// Whether a unit is a comparison, for which all games are played rather than only the missing ones.
    #[must_use]
    pub fn compares(&self, unit: UnitId) -> bool {
        self.units.get(unit).is_some_and(|(_, purpose)| purpose == UnitPurpose::Compare)
    }

    /// Returns the current progress.
    #[must_use]
    pub fn progress(&self) -> CoordinatorProgress {
        CoordinatorProgress {
            workers: self.crew.living(),
            cores: self.crew.cores(),
            units: self.units.len(),
            compared: self.audits.compared(),
            to_compare: self.audits.waiting() + self.units.left(UnitPurpose::Compare),
            quarantined: self.crew.quarantined(),
            void: self.void,
            games: self.games,
            left: (self.open.len() + self.units.left(UnitPurpose::Play)) * self.settings.games,
            ends: self.ends,
        }
    }

    /// Returns the statistical comparison of each worker with the others, sorted by name; empty without clocks, because
    /// then the games themselves can be compared.
    #[must_use]
    pub fn residuals(&self) -> Vec<Residual> {
        self.residuals.all()
    }

    /// Handles an event at this time, which must not decrease. Returns the actions to execute in order.
    pub fn handle(&mut self, now: Duration, event: CoordinatorEvent) -> Vec<CoordinatorAction> {
        if self.phase == Phase::Over {
            return Vec::new();
        }
        match event {
            CoordinatorEvent::Missing { encounters, settled } => self.reconcile(now, encounters, settled),
            CoordinatorEvent::Opened { encounters, settled } => {
                self.open.add(&encounters);
                self.settled = settled;
            }
            CoordinatorEvent::Stored(stored) => self.stored(stored),
            CoordinatorEvent::Alive(alive) => self.alive(now, &alive),
            CoordinatorEvent::Left { worker } => {
                self.crew.left(&worker);
                self.units.forget_holder(&worker);
            }
            CoordinatorEvent::Failed { worker, unit, reason } => self.failed(now, &worker, unit, &reason),
            CoordinatorEvent::QueueLost => {
                self.ends.redelivered += self.units.len() as u64;
                for unit in self.units.republish_all(now) {
                    self.actions.push(CoordinatorAction::Publish(unit));
                }
            }
            CoordinatorEvent::Withdrawn(encounters) => {
                self.open.add(&encounters);
                self.open.subtract(&self.units.encounters(UnitPurpose::Play));
            }
            CoordinatorEvent::Decided => return self.finish(),
            CoordinatorEvent::Drain => self.drain(now),
            CoordinatorEvent::Tick => self.tick(now),
        }
        self.publish(now);
        self.end_if_all_is_played(now);
        self.end_if_drained(now);
        std::mem::take(&mut self.actions)
    }

    /// Stops issuing units, and withdraws those that no worker has.
    fn drain(&mut self, now: Duration) {
        if self.draining.is_none() {
            self.draining = Some(now);
            let idle = self.units.not_held(now);
            self.actions.extend(idle.into_iter().map(CoordinatorAction::Retract));
        }
    }

    /// Suppresses publications while draining, and ends the run once no worker has a unit.
    fn end_if_drained(&mut self, now: Duration) {
        let Some(since) = self.draining else { return };
        self.actions.retain(|action| !matches!(action, CoordinatorAction::Publish(_)));
        // Within this time, a worker that has just fetched a unit reports it.
        if self.phase != Phase::Over && now >= since + DRAIN_TIME && !self.units.are_held(now) {
            self.phase = Phase::Over;
            self.actions.push(CoordinatorAction::Drained);
        }
    }

    /// Takes over the difference between the plan and the record.
    fn reconcile(&mut self, now: Duration, missing: Encounters, settled: bool) {
        self.settled = settled;
        self.reconcile_at = now + self.settings.reconcile;
        // Other units have provided these encounters in the meantime.
        for id in self.units.keep(UnitPurpose::Play, &missing) {
            self.actions.push(CoordinatorAction::Retract(id));
        }
        self.open = missing;
        self.open.subtract(&self.units.encounters(UnitPurpose::Play));
        if self.phase == Phase::LastLook && self.open.is_empty() && self.units.is_idle(UnitPurpose::Play) && settled {
            self.actions.push(CoordinatorAction::Finish);
            self.phase = Phase::Over;
        } else {
            self.phase = Phase::Play;
        }
    }

    fn stored(&mut self, stored: StoredGames) {
        let StoredGames { worker, unit, encounters, is_new, time, mut conflicts, scores } = stored;
        if self.crew.is_quarantined(&worker) {
            // The games were stored together with the evidence against the worker, and have been withdrawn by now.
            return;
        }
        // The same applies to a stored game that this one differs from, if its worker was found to be wrong in the
        // meantime.
        conflicts.retain(|claim| !self.crew.is_quarantined(&claim.keeper));
        self.sizes.add(encounters.end - encounters.start, time);
        self.open.remove(encounters.clone());
        let is_judge = !self.units.avoids(unit, &worker);
        if is_judge && self.compares(unit) && !is_new {
            self.audits.add_compared(encounters.end - encounters.start);
        }
        self.residuals.add(&worker, &scores);
        let out = self.units.len();
        // The unit may have been published again under another number in the meantime.
        // A worker whose games are being compared cannot end the comparison.
        if is_judge {
            for id in self.units.played(unit, encounters.clone()) {
                self.actions.push(CoordinatorAction::Retract(id));
            }
        }
        self.ends.played += (out - self.units.len()) as u64;
        if is_new {
            self.games += (encounters.end - encounters.start) * self.settings.games;
            self.audits.draw(&worker, encounters.clone());
        }
        for verdict in self.audits.heard(&worker, encounters, &conflicts) {
            match verdict {
                AuditVerdict::Wrong { worker, by } => self.quarantine(&worker, &by),
                AuditVerdict::Unsettled { number } => self.actions.push(CoordinatorAction::Tell(format!(
                    "three workers played game {} in three ways: these games do not repeat, so nobody is to blame",
                    number + 1
                ))),
            }
        }
    }

    /// Quarantines a worker that two others contradict.
    fn quarantine(&mut self, worker: &str, by: &[String]) {
        if !self.crew.quarantine(worker) {
            return;
        }
        self.audits.forget(worker);
        self.residuals.forget(worker);
        let by = by.join(" and ");
        let reason = format!("{by} played the same games and agree against it");
        self.actions.push(CoordinatorAction::Tell(format!(
            "worker {worker} sent a wrong game: {reason}; its games are withdrawn and played again"
        )));
        self.actions.push(CoordinatorAction::Withdraw { worker: worker.to_owned(), reason });
    }

    fn alive(&mut self, now: Duration, alive: &LifeSign) {
        let before = self.crew.alive(now, alive);
        if let Some(crew::WorkerChange::Restarted) = before {
            self.worker_ended(now, &alive.worker, alive.since);
        }
        if let Some(crew::WorkerChange::Twin) = before {
            let name = &alive.worker;
            self.actions.push(CoordinatorAction::Tell(format!(
                "two workers have the name {name}: give one of them another name (--name)"
            )));
        }
        self.units.held(now, alive);
    }

    fn failed(&mut self, now: Duration, worker: &str, unit: UnitId, reason: &str) {
        let Some((encounters, _)) = self.units.get(unit) else { return };
        self.ends.failed += 1;
        let first = encounters.start + 1;
        self.actions.push(CoordinatorAction::Tell(format!(
            "worker {worker} cannot play the unit that begins with encounter {first}: {reason}"
        )));
        if let Some(lost) = self.units.ended(now, unit, worker, |ended| self.crew.may_have_others(now, ended)) {
            self.lost(now, lost, reason);
        }
    }

    fn tick(&mut self, now: Duration) {
        for (worker, since) in self.crew.silent(now) {
            self.actions.push(CoordinatorAction::Tell(format!("worker {worker} is silent; others play its units")));
            self.worker_ended(now, &worker, since.saturating_add(1));
        }
        if self.crew.living() > 0 {
            let patience = self.settings.lease * 3;
            for lost in self.units.unseen(now, patience, |ended| self.crew.may_have_others(now, ended)) {
                self.lost(now, lost, &ended_too_often());
            }
        }
        self.look_for_waiting_units(now);
        if self.phase == Phase::Begin || now >= self.reconcile_at {
            self.ask_for_record(now);
        }
    }

    /// Reports if a worker gets no unit although some are waiting.
    fn look_for_waiting_units(&mut self, now: Duration) {
        let idle = self.crew.idle().filter(|_| self.draining.is_none() && self.units.wait(now));
        if self.waiting.look(now, self.settings.lease, idle.is_some())
            && let Some(worker) = idle
        {
            self.actions.push(CoordinatorAction::Tell(format!(
                "worker {worker} gets nothing to play, although units wait at the broker: another worker may take them and \
                 not play them"
            )));
        }
    }

    /// Handles the end of all processes of this worker that began before a certain time.
    fn worker_ended(&mut self, now: Duration, worker: &str, before: u64) {
        for lost in self.units.holder_ended(now, worker, before, |ended| self.crew.may_have_others(now, ended)) {
            self.lost(now, lost, &ended_too_often());
        }
    }

    /// Publishes a lost unit again, unless it is poison.
    fn lost(&mut self, now: Duration, lost: LostUnit, reason: &str) {
        match lost {
            LostUnit::Again { before, unit } => {
                self.ends.redelivered += 1;
                self.actions.push(CoordinatorAction::Retract(before));
                self.actions.push(CoordinatorAction::Publish(unit));
            }
            LostUnit::Poison { id, purpose, left, avoid } => {
                self.ends.poison += 1;
                self.actions.push(CoordinatorAction::Retract(id));
                let (total, mut left) = (left.len(), left);
                if total > 1 {
                    // Narrows down the encounter responsible.
                    while let Some(part) = left.take(total.div_ceil(PARTS)) {
                        let unit = self.units.publish(now, purpose, part, avoid.clone());
                        self.actions.push(CoordinatorAction::Publish(unit));
                    }
                    return;
                }
                if purpose == UnitPurpose::Compare {
                    self.actions.push(CoordinatorAction::Tell(format!("an encounter cannot be compared: {reason}")));
                    return;
                }
                for encounters in left.ranges() {
                    self.void += encounters.end - encounters.start;
                    self.actions.push(CoordinatorAction::Tell(format!(
                        "the games of encounter {} are void: {reason}",
                        encounters.start + 1
                    )));
                    self.actions.push(CoordinatorAction::Void { encounters, reason: reason.to_owned() });
                }
            }
        }
    }

    /// Publishes enough units to keep the workers busy, but not all, because a test may end the match at any time.
    fn publish(&mut self, now: Duration) {
        if self.phase == Phase::Begin || self.draining.is_some() {
            return;
        }
        let cores = self.crew.cores();
        let window = usize::try_from(cores * 2).unwrap_or(usize::MAX).max(4);
        while self.units.count(UnitPurpose::Compare) < window
            && let Some((encounters, avoid)) = self.audits.take(|avoid| self.crew.has_others(avoid))
        {
            let unit = self.units.publish(now, UnitPurpose::Compare, encounters, avoid);
            self.actions.push(CoordinatorAction::Publish(unit));
        }
        let mut left = if self.units.count(UnitPurpose::Play) < window { self.open.len() } else { 0 };
        while self.units.count(UnitPurpose::Play) < window && left > 0 {
            let Some(encounters) = self.open.take(self.sizes.next(left, cores)) else { return };
            left -= encounters.end - encounters.start;
            let unit = self.units.publish(now, UnitPurpose::Play, encounters, Vec::new());
            self.actions.push(CoordinatorAction::Publish(unit));
        }
    }

    fn end_if_all_is_played(&mut self, now: Duration) {
        let is_played = self.open.is_empty() && self.units.is_idle(UnitPurpose::Play) && self.settled;
        if self.phase != Phase::Play || !is_played {
            return;
        }
        // Without another worker, comparisons would never be done.
        let is_compared = !self.units.is_compared_by(|avoid| self.crew.has_others(avoid));
        let can_compare = self.audits.can_be_played(|avoid| self.crew.has_others(avoid));
        if is_compared && !can_compare {
            self.phase = Phase::LastLook;
            self.ask_for_record(now);
        }
    }

    fn ask_for_record(&mut self, now: Duration) {
        self.reconcile_at = now + self.settings.reconcile;
        self.actions.push(CoordinatorAction::Reconcile);
    }

    fn finish(&mut self) -> Vec<CoordinatorAction> {
        self.phase = Phase::Over;
        self.actions.push(CoordinatorAction::Finish);
        std::mem::take(&mut self.actions)
    }
}

/// Returns the reason why a unit that crashed its workers is poison.
fn ended_too_often() -> String {
    format!("its worker ended {MOST_DEATHS} times while it played this")
}
