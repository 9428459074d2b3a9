//! The coordinator of a run, as a state machine: events and the time go in, actions come out.
//!
//! It has no input and no output of its own, so that a simulator runs it in virtual time. It believes the record alone:
//! whatever the queue loses or repeats, an encounter is played until the record has it, and counts once.

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

/// How often a unit may end its workers. Then it is poison, if all but one of these ends were of other workers than the
/// one that ended most often, or if there is no other worker.
pub const MOST_DEATHS: u32 = 3;

/// How long a coordinator that begins no more units waits at least before it ends: a unit that it took back may have
/// come to a worker at the same time, whose sign is on its way.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// The parts into which a unit is split that ended its workers, to find the encounter that does it.
const PARTS: u64 = 16;

/// The settings of a coordinator.
#[derive(Clone, Copy, Debug)]
pub struct CoordinatorSettings {
    /// The share of encounters that another worker plays again, from 0 to 1.
    pub audit: f64,
    /// The seed of the run, which decides what is played again.
    pub seed: u64,
    /// Games of an encounter, 1 or 2.
    pub games: u64,
    /// How long a worker may be silent before its units go to others.
    pub lease: Duration,
    /// The interval between looks at the record.
    pub reconcile: Duration,
}

/// What a coordinator has done so far, for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoordinatorProgress {
    /// Workers that live.
    pub workers: usize,
    /// The games that they can play at a time.
    pub cores: u64,
    /// Units in the queue and in work.
    pub units: usize,
    /// Encounters that were played by two workers and compared.
    pub compared: u64,
    /// Encounters that wait to be compared.
    pub to_compare: u64,
    /// Workers whose games were withdrawn.
    pub quarantined: usize,
    /// Encounters whose games are void.
    pub void: u64,
    /// Games that were recorded since this coordinator began.
    pub games: u64,
    /// Games that are not recorded yet, of those known so far.
    pub left: u64,
    /// What became of units since this coordinator began.
    pub ends: UnitEnds,
}

/// How many units came to which end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitEnds {
    /// All its games are in the record.
    pub played: u64,
    /// It was lost, and published again.
    pub redelivered: u64,
    /// A worker could not play it.
    pub failed: u64,
    /// It has ended its workers too often.
    pub poison: u64,
}

/// The state of a run.
#[derive(Clone, Debug)]
pub struct Coordinator {
    settings: CoordinatorSettings,
    /// Encounters to be played that are in no unit.
    open: Encounters,
    settled: bool,
    units: OutstandingUnits,
    sizes: UnitSizes,
    crew: FarmWorkers,
    audits: Audits,
    residuals: Residuals,
    waiting: WaitingUnits,
    phase: Phase,
    /// Since when no more units begin.
    draining: Option<Duration>,
    /// When the record is to be looked at again.
    reconcile_at: Duration,
    void: u64,
    games: u64,
    ends: UnitEnds,
    actions: Vec<CoordinatorAction>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The record was not looked at yet.
    Begin,
    Play,
    /// Nothing seems to be left, and the record is looked at for the last time.
    LastLook,
    Over,
}

impl Coordinator {
    /// A coordinator that knows nothing yet, and asks for a look at the record.
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

    /// A worker whose games were found wrong before: it stays out.
    pub fn keep_out(&mut self, worker: &str) {
        self.crew.quarantine(worker);
    }

    /// Whether the results of this worker may be stored.
    #[must_use]
    pub fn accepts(&self, worker: &str) -> bool {
        !self.crew.is_quarantined(worker)
    }

    /// Whether a worker lives that is none of these.
    #[must_use]
    pub fn has_others(&self, workers: &BTreeSet<String>) -> bool {
        self.crew.has_others(&Vec::from_iter(workers.iter().cloned()))
    }

    /// Whether a unit is out to be compared, so that all its games are played, and not only those that are missing.
    #[must_use]
    pub fn compares(&self, unit: UnitId) -> bool {
        self.units.get(unit).is_some_and(|(_, purpose)| purpose == UnitPurpose::Compare)
    }

    /// What there is to see.
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

    /// How the results of each worker compare with those of the others, by name; empty without clocks, where the games
    /// themselves can be compared.
    #[must_use]
    pub fn residuals(&self) -> Vec<Residual> {
        self.residuals.all()
    }

    /// Takes in an event at this time, which never goes back. Returns what is to be done, in this order.
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

    /// No more units begin. Those without a worker are taken back.
    fn drain(&mut self, now: Duration) {
        if self.draining.is_none() {
            self.draining = Some(now);
            let idle = self.units.not_held(now);
            self.actions.extend(idle.into_iter().map(CoordinatorAction::Retract));
        }
    }

    /// While no more units begin: nothing is published, and the end comes when no worker has a unit.
    fn end_if_drained(&mut self, now: Duration) {
        let Some(since) = self.draining else { return };
        self.actions.retain(|action| !matches!(action, CoordinatorAction::Publish(_)));
        // A worker that has just taken a unit says so within this time.
        if self.phase != Phase::Over && now >= since + DRAIN_TIME && !self.units.are_held(now) {
            self.phase = Phase::Over;
            self.actions.push(CoordinatorAction::Drained);
        }
    }

    /// The plan was compared with the record.
    fn reconcile(&mut self, now: Duration, missing: Encounters, settled: bool) {
        self.settled = settled;
        self.reconcile_at = now + self.settings.reconcile;
        // Others have brought what a unit was published for.
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
            // They were stored together with what showed that the worker is wrong, and are withdrawn by now.
            return;
        }
        // So is the game in the record of which this one differs, if its worker was found wrong meanwhile.
        conflicts.retain(|claim| !self.crew.is_quarantined(&claim.keeper));
        self.sizes.add(encounters.end - encounters.start, time);
        self.open.remove(encounters.clone());
        let is_judge = !self.units.avoids(unit, &worker);
        if is_judge && self.compares(unit) && !is_new {
            self.audits.add_compared(encounters.end - encounters.start);
        }
        self.residuals.add(&worker, &scores);
        let out = self.units.len();
        // The unit may have been published again meanwhile, under another number.
        // A worker whose games are compared cannot end the comparison.
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

    /// Two others contradict this worker.
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

    /// Says so if a worker gets no unit although some wait.
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

    /// All processes of this worker that began before this time have ended.
    fn worker_ended(&mut self, now: Duration, worker: &str, before: u64) {
        for lost in self.units.holder_ended(now, worker, before, |ended| self.crew.may_have_others(now, ended)) {
            self.lost(now, lost, &ended_too_often());
        }
    }

    /// A unit was lost. It is published again, unless it is poison.
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
                    // To find the encounter that does it.
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

    /// Publishes as many units as the workers need to be busy: not all, because a test may end the match any time.
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
        // Without another worker, what waits to be compared would wait for ever.
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

/// Why a unit is poison whose workers have ended.
fn ended_too_often() -> String {
    format!("its worker ended {MOST_DEATHS} times while it played this")
}
