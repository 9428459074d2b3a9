//! The coordinator of a run, as a state machine: events and the time go in, actions come out.
//!
//! It has no input and no output of its own, so that a simulator runs it in virtual time. It believes the record alone:
//! whatever the queue loses or repeats, an encounter is played until the record has it, and counts once.

mod audits;
mod crew;
mod sizes;
mod units;

#[cfg(test)]
mod tests;

use crate::encounters::Encounters;
use crate::unit::{Unit, UnitId};
use audits::{Audits, Verdict};
use crew::Crew;
use sizes::Sizes;
use std::ops::Range;
use std::time::Duration;
use units::{Lost, Purpose, Units};

/// How often a unit may end its worker. Then it is poison.
pub const MOST_DEATHS: u32 = 3;

/// The parts into which a unit is split that ended its workers, to find the encounter that does it.
const PARTS: u64 = 16;

/// The settings of a coordinator.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
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

/// What has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// These encounters are of the plan and not whole in the record. `settled` is whether no others can follow.
    Missing {
        /// All of them.
        encounters: Encounters,
        /// Whether no more can become known.
        settled: bool,
    },
    /// These encounters have become known: who meets whom in them depended on others.
    Opened {
        /// The new ones.
        encounters: Encounters,
        /// Whether no more can become known.
        settled: bool,
    },
    /// Games of a worker are in the record.
    Stored(Stored),
    /// A worker lives.
    Alive(Alive),
    /// A worker says that it leaves: its units were given back.
    Left {
        /// Its name.
        worker: String,
    },
    /// A worker could not play a unit.
    Failed {
        /// Its name.
        worker: String,
        /// The unit.
        unit: UnitId,
        /// Why.
        reason: String,
    },
    /// The queue was lost: nothing that was published is in it.
    QueueLost,
    /// The games of a worker were withdrawn from the record; these encounters are not whole any more.
    Withdrawn(Encounters),
    /// The match is decided: no more games are needed.
    Decided,
    /// Nothing but that time has passed.
    Tick,
}

/// Games of a worker that are in the record now.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Who played them.
    pub worker: String,
    /// The unit for which they were played.
    pub unit: UnitId,
    /// Its encounters, or part of them.
    pub encounters: Range<u64>,
    /// Whether none of the games was in the record before.
    pub is_new: bool,
    /// The time that one core took for them.
    pub time: Duration,
    /// Games that the record had already, and which went differently.
    pub conflicts: Vec<Claim>,
}

/// A game that went differently from the one in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of the game.
    pub number: u64,
    /// The worker that played the game in the record.
    pub keeper: String,
    /// The digest of the game in the record.
    pub kept: [u8; 32],
    /// The digest of the other one.
    pub digest: [u8; 32],
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alive {
    /// The name of the worker.
    pub worker: String,
    /// When its process began, in milliseconds since 1970: another one is another process of that name.
    pub since: u64,
    /// The games that it plays at a time.
    pub cores: u64,
    /// The units that it has in hand.
    pub units: Vec<UnitId>,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Publish this unit.
    Publish(Unit),
    /// Take this unit back, if it is still in the queue.
    Retract(UnitId),
    /// Withdraw all games of this worker from the record; answered by [`Event::Withdrawn`].
    Withdraw {
        /// Its name.
        worker: String,
        /// Why.
        reason: String,
    },
    /// Record the games of these encounters that are missing as void.
    Void {
        /// The encounters.
        encounters: Range<u64>,
        /// Why.
        reason: String,
    },
    /// Compare the plan with the record; answered by [`Event::Missing`].
    Reconcile,
    /// Tell the user.
    Tell(String),
    /// Everything is played, or the match is decided.
    Finish,
}

/// What a coordinator has done so far, for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
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
    /// Games that are not recorded, as far as they are known.
    pub left: u64,
}

/// The state of a run.
#[derive(Clone, Debug)]
pub struct Coordinator {
    settings: Settings,
    /// Encounters to be played that are in no unit.
    open: Encounters,
    settled: bool,
    units: Units,
    sizes: Sizes,
    crew: Crew,
    audits: Audits,
    phase: Phase,
    /// When the record is to be looked at again.
    reconcile_at: Duration,
    void: u64,
    games: u64,
    actions: Vec<Action>,
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
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            open: Encounters::default(),
            settled: false,
            units: Units::default(),
            sizes: Sizes::default(),
            crew: Crew::new(settings.lease),
            audits: Audits::new(settings.audit, settings.seed, settings.games),
            phase: Phase::Begin,
            reconcile_at: Duration::ZERO,
            void: 0,
            games: 0,
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

    /// What there is to see.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            workers: self.crew.living(),
            cores: self.crew.cores(),
            units: self.units.len(),
            compared: self.audits.compared(),
            to_compare: self.audits.waiting() + self.units.left(Purpose::Compare),
            quarantined: self.crew.quarantined(),
            void: self.void,
            games: self.games,
            left: (self.open.len() + self.units.left(Purpose::Play)) * self.settings.games,
        }
    }

    /// Takes in an event at this time, which never goes back. Returns what is to be done, in this order.
    pub fn handle(&mut self, now: Duration, event: Event) -> Vec<Action> {
        if self.phase == Phase::Over {
            return Vec::new();
        }
        match event {
            Event::Missing { encounters, settled } => self.reconcile(now, encounters, settled),
            Event::Opened { encounters, settled } => {
                self.open.add(&encounters);
                self.settled = settled;
            }
            Event::Stored(stored) => self.stored(stored),
            Event::Alive(alive) => self.alive(now, &alive),
            Event::Left { worker } => {
                self.crew.left(&worker);
                self.units.forget_holder(&worker);
            }
            Event::Failed { worker, unit, reason } => self.failed(now, &worker, unit, &reason),
            Event::QueueLost => {
                for unit in self.units.republish_all(now) {
                    self.actions.push(Action::Publish(unit));
                }
            }
            Event::Withdrawn(encounters) => {
                self.open.add(&encounters);
                self.open.subtract(&self.units.encounters(Purpose::Play));
            }
            Event::Decided => return self.finish(),
            Event::Tick => self.tick(now),
        }
        self.publish(now);
        self.end_if_all_is_played(now);
        std::mem::take(&mut self.actions)
    }

    /// The plan was compared with the record.
    fn reconcile(&mut self, now: Duration, missing: Encounters, settled: bool) {
        self.settled = settled;
        self.reconcile_at = now + self.settings.reconcile;
        // Others have brought what a unit was published for.
        for id in self.units.keep(Purpose::Play, &missing) {
            self.actions.push(Action::Retract(id));
        }
        self.open = missing;
        self.open.subtract(&self.units.encounters(Purpose::Play));
        if self.phase == Phase::LastLook && self.open.is_empty() && self.units.is_idle(Purpose::Play) && settled {
            self.actions.push(Action::Finish);
            self.phase = Phase::Over;
        } else {
            self.phase = Phase::Play;
        }
    }

    fn stored(&mut self, stored: Stored) {
        let Stored { worker, unit, encounters, is_new, time, mut conflicts } = stored;
        if self.crew.is_quarantined(&worker) {
            // They were stored together with what showed that the worker is wrong, and are withdrawn by now.
            return;
        }
        // So is the game in the record of which this one differs, if its worker was found wrong meanwhile.
        conflicts.retain(|claim| !self.crew.is_quarantined(&claim.keeper));
        self.sizes.add(encounters.end - encounters.start, time);
        self.open.remove(encounters.clone());
        if self.units.get(unit).is_some_and(|(_, purpose)| purpose == Purpose::Compare) && !is_new {
            self.audits.add_compared(encounters.end - encounters.start);
        }
        // The unit may have been published again meanwhile, under another number.
        for id in self.units.played(unit, encounters.clone()) {
            self.actions.push(Action::Retract(id));
        }
        if is_new {
            self.games += (encounters.end - encounters.start) * self.settings.games;
            self.audits.draw(&worker, encounters.clone());
        }
        for verdict in self.audits.heard(&worker, encounters, &conflicts) {
            match verdict {
                Verdict::Wrong { worker, by } => self.quarantine(&worker, &by),
                Verdict::Unsettled { number } => self.actions.push(Action::Tell(format!(
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
        let by = by.join(" and ");
        let reason = format!("{by} played the same games and agree against it");
        self.actions.push(Action::Tell(format!(
            "worker {worker} sent a wrong game: {reason}; its games are withdrawn and played again"
        )));
        self.actions.push(Action::Withdraw { worker: worker.to_owned(), reason });
    }

    fn alive(&mut self, now: Duration, alive: &Alive) {
        let before = self.crew.alive(now, alive);
        if let Some(crew::Change::Restarted) = before {
            self.worker_ended(now, &alive.worker, alive.since);
        }
        if let Some(crew::Change::Twin) = before {
            let name = &alive.worker;
            self.actions.push(Action::Tell(format!(
                "two workers have the name {name}: give one of them another name (--name)"
            )));
        }
        self.units.held(now, alive);
    }

    fn failed(&mut self, now: Duration, worker: &str, unit: UnitId, reason: &str) {
        let Some((encounters, _)) = self.units.get(unit) else { return };
        let first = encounters.start + 1;
        self.actions.push(Action::Tell(format!(
            "worker {worker} cannot play the unit that begins with encounter {first}: {reason}"
        )));
        if let Some(lost) = self.units.ended(now, unit) {
            self.lost(now, lost, reason);
        }
    }

    fn tick(&mut self, now: Duration) {
        for (worker, since) in self.crew.silent(now) {
            self.actions.push(Action::Tell(format!("worker {worker} is silent; others play its units")));
            self.worker_ended(now, &worker, since.saturating_add(1));
        }
        if self.crew.living() > 0 {
            for lost in self.units.unseen(now, self.settings.lease * 3) {
                self.lost(now, lost, "");
            }
        }
        if self.phase == Phase::Begin || now >= self.reconcile_at {
            self.ask_for_record(now);
        }
    }

    /// All processes of this worker that began before this time have ended.
    fn worker_ended(&mut self, now: Duration, worker: &str, before: u64) {
        for lost in self.units.holder_ended(now, worker, before) {
            self.lost(now, lost, &format!("its worker ended {MOST_DEATHS} times while it played this"));
        }
    }

    /// A unit was lost. It is published again, unless it is poison.
    fn lost(&mut self, now: Duration, lost: Lost, reason: &str) {
        match lost {
            Lost::Again { before, unit } => {
                self.actions.push(Action::Retract(before));
                self.actions.push(Action::Publish(unit));
            }
            Lost::Poison { id, purpose, left, avoid } => {
                self.actions.push(Action::Retract(id));
                let (total, mut left) = (left.len(), left);
                if total > 1 {
                    // To find the encounter that does it.
                    while let Some(part) = left.take(total.div_ceil(PARTS)) {
                        let unit = self.units.publish(now, purpose, part, avoid.clone());
                        self.actions.push(Action::Publish(unit));
                    }
                    return;
                }
                if purpose == Purpose::Compare {
                    self.actions.push(Action::Tell(format!("an encounter cannot be compared: {reason}")));
                    return;
                }
                for encounters in left.ranges() {
                    self.void += encounters.end - encounters.start;
                    self.actions.push(Action::Tell(format!(
                        "the games of encounter {} are void: {reason}",
                        encounters.start + 1
                    )));
                    self.actions.push(Action::Void { encounters, reason: reason.to_owned() });
                }
            }
        }
    }

    /// Publishes as many units as the workers need to be busy: not all, as a test may end the match any time.
    fn publish(&mut self, now: Duration) {
        if self.phase == Phase::Begin {
            return;
        }
        let cores = self.crew.cores();
        let window = usize::try_from(cores * 2).unwrap_or(usize::MAX).max(4);
        while self.units.count(Purpose::Compare) < window
            && let Some((encounters, avoid)) = self.audits.take(|avoid| self.crew.has_others(avoid))
        {
            let unit = self.units.publish(now, Purpose::Compare, encounters, avoid);
            self.actions.push(Action::Publish(unit));
        }
        let mut left = if self.units.count(Purpose::Play) < window { self.open.len() } else { 0 };
        while self.units.count(Purpose::Play) < window && left > 0 {
            let Some(encounters) = self.open.take(self.sizes.next(left, cores)) else { return };
            left -= encounters.end - encounters.start;
            let unit = self.units.publish(now, Purpose::Play, encounters, Vec::new());
            self.actions.push(Action::Publish(unit));
        }
    }

    fn end_if_all_is_played(&mut self, now: Duration) {
        let is_played = self.open.is_empty() && self.units.is_idle(Purpose::Play) && self.settled;
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
        self.actions.push(Action::Reconcile);
    }

    fn finish(&mut self) -> Vec<Action> {
        self.phase = Phase::Over;
        self.actions.push(Action::Finish);
        std::mem::take(&mut self.actions)
    }
}
