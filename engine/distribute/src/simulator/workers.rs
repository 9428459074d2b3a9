//! The workers of a simulated world, which take and play units, send signs of life, crash and pause.

use super::{GAMES, LEASE, SentResult, SimulatedEvent, SimulatedWorker, Simulation, name};
use crate::coordinator::{CoordinatorEvent, LifeSign};
use crate::unit::Unit;
use std::collections::BTreeMap;
use std::time::Duration;

impl Simulation {
    pub(super) fn begin(&mut self, worker: usize) {
        let since = self.workers[worker].since;
        self.after(Duration::ZERO, SimulatedEvent::Beat(worker, since));
        for _ in 0..self.world.cores {
            let delay = Duration::from_millis(self.random.u64(..1_000));
            self.after(delay, SimulatedEvent::Ask(worker, since));
        }
    }

    /// Returns the time until this process of a worker can act; `None` if the process has ended.
    pub(super) fn state(&self, worker: usize, since: u64) -> Option<Duration> {
        let state = &self.workers[worker];
        (state.is_running && state.since == since).then_some(state.paused_until.saturating_sub(self.now))
    }

    pub(super) fn kill(&mut self, worker: usize) {
        let state = &mut self.workers[worker];
        if !state.is_running {
            return;
        }
        state.is_running = false;
        state.in_hand.clear();
        state.since += 1 + self.random.u64(..60_000);
        let delay = Duration::from_millis(self.random.u64(..40_000));
        self.after(delay, SimulatedEvent::Restart(worker));
    }

    pub(super) fn beat(&mut self, worker: usize, since: u64) {
        let Some(pause) = self.state(worker, since) else { return };
        if !pause.is_zero() {
            return self.after(pause, SimulatedEvent::Beat(worker, since));
        }
        self.after(LEASE / 3, SimulatedEvent::Beat(worker, since));
        self.tell_alive(worker);
    }

    pub(super) fn tell_alive(&mut self, worker: usize) {
        if self.now >= self.down_until && self.random.f64() >= self.world.faults.lost {
            let SimulatedWorker { since, in_hand, .. } = &self.workers[worker];
            let (units, is_idle) = (in_hand.keys().copied().collect(), in_hand.is_empty());
            let alive = LifeSign { worker: name(worker), since: *since, cores: self.world.cores, is_idle, units };
            self.event(CoordinatorEvent::Alive(alive));
        }
    }

    pub(super) fn ask(&mut self, worker: usize, since: u64) {
        let Some(pause) = self.state(worker, since) else { return };
        let again = |simulation: &mut Self, delay| simulation.after(delay, SimulatedEvent::Ask(worker, since));
        if !pause.is_zero() || self.now < self.down_until {
            return again(self, pause.max(Duration::from_secs(1)));
        }
        let name = name(worker);
        let place = self.queue.iter().position(|unit| !unit.avoid.contains(&name));
        let Some(unit) = place.and_then(|place| self.queue.remove(place)) else {
            return again(self, Duration::from_secs(1));
        };
        self.leased.insert(unit.id, unit.clone());
        self.after(LEASE, SimulatedEvent::Expire(unit.id));
        self.workers[worker].in_hand.insert(unit.id, unit.clone());
        self.tell_alive(worker);
        if let Some(deadly) = self.world.deadly.iter().find(|&&deadly| unit.encounters().contains(&deadly)) {
            let played = (deadly - unit.first) as f64 / self.workers[worker].speed;
            self.after(Duration::from_secs_f64(played), SimulatedEvent::Die(worker, since));
            return;
        }
        let time = Duration::from_secs_f64(unit.count as f64 / self.workers[worker].speed);
        self.after(time, SimulatedEvent::Played(worker, since, unit));
    }

    pub(super) fn played(&mut self, worker: usize, since: u64, unit: Unit) {
        let Some(pause) = self.state(worker, since) else { return };
        if !pause.is_zero() || self.now < self.down_until {
            let wait = pause.max(self.down_until.saturating_sub(self.now));
            return self.after(wait, SimulatedEvent::Played(worker, since, unit));
        }
        let state = &mut self.workers[worker];
        state.in_hand.remove(&unit.id);
        state.played += unit.count * GAMES;
        let time = Duration::from_secs_f64(unit.count as f64 / state.speed);
        self.outcome.played += unit.count;
        let mut lies = BTreeMap::new();
        if let Some(&chance) = self.world.liars.get(&worker) {
            for number in unit.first * GAMES..unit.encounters().end * GAMES {
                if self.random.f64() < chance {
                    lies.insert(number, self.random.u64(1..));
                }
            }
        }
        self.leased.remove(&unit.id);
        // A unit may be sent in parts.
        let middle = if unit.count > 1 && self.random.u8(..4) == 0 { unit.first + unit.count / 2 } else { unit.first };
        for encounters in [unit.first..middle, middle..unit.encounters().end] {
            if encounters.is_empty() {
                continue;
            }
            let lies = lies.range(encounters.start * GAMES..encounters.end * GAMES);
            let lies = lies.map(|(&number, &lie)| (number, lie)).collect();
            let time = time.mul_f64((encounters.end - encounters.start) as f64 / unit.count as f64);
            let sent = SentResult { worker, unit: unit.clone(), encounters, lies, time };
            let faults = self.world.faults;
            if self.random.f64() < faults.repeated {
                let late = Duration::from_secs(self.random.u64(..300));
                self.after(late, SimulatedEvent::Result(sent.clone()));
            }
            if self.random.f64() >= faults.lost {
                let delay = Duration::from_millis(self.random.u64(1..50));
                self.after(delay, SimulatedEvent::Result(sent));
            }
        }
        self.after(Duration::from_millis(1), SimulatedEvent::Ask(worker, since));
    }
}
