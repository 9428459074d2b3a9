//! The record and the queue of a simulated world, which process results and the coordinator's actions.

use super::{GAMES, SentResult, Simulation, name};
use crate::coordinator::{Claim, CoordinatorAction, CoordinatorEvent, StoredGames};
use crate::encounters::Encounters;
use std::collections::BTreeSet;

impl Simulation {
    /// Stores a result in the record, and passes it to the coordinator.
    pub(super) fn result(&mut self, sent: SentResult) {
        let SentResult { worker, unit, encounters, lies, time } = sent;
        if !self.coordinator.accepts(&name(worker)) {
            return;
        }
        let mut new = Encounters::from(encounters.clone());
        new.subtract(&self.recorded);
        new.subtract(&self.void);
        let numbers = encounters.start * GAMES..encounters.end * GAMES;
        let mut claims = Vec::new();
        let kept: Vec<_> = self.lies.range(numbers).map(|(&number, &lie)| (number, lie)).collect();
        let differing = kept.iter().map(|&(number, _)| number).chain(lies.keys().copied());
        for number in differing.collect::<BTreeSet<_>>() {
            let encounter = number / GAMES;
            let (kept, told) = (self.lies.get(&number).copied(), lies.get(&number).copied());
            if self.recorded.contains(encounter) && kept != told {
                let keeper = self.keeper(encounter);
                let digest = |lie: Option<u64>| digest(number, lie.unwrap_or(0));
                claims.push(Claim { number, keeper: name(keeper), kept: digest(kept), digest: digest(told) });
            }
        }
        for range in new.ranges() {
            self.outcome.games += (range.end - range.start) * GAMES;
            let of_range = lies.range(range.start * GAMES..range.end * GAMES);
            self.lies.extend(of_range.map(|(&number, &lie)| (number, lie)));
            self.record.insert(range.start, (range.end, worker));
            self.recorded.insert(range);
        }
        let is_new = new.len() == encounters.end - encounters.start;
        let stored = StoredGames {
            worker: name(worker),
            unit: unit.id,
            encounters,
            is_new,
            time,
            conflicts: claims,
            scores: Vec::new(),
        };
        self.event(CoordinatorEvent::Stored(stored));
    }

    fn keeper(&self, encounter: u64) -> usize {
        let found = self.record.range(..=encounter).next_back().filter(|(_, (end, _))| encounter < *end);
        found.expect("it is recorded").1.1
    }

    pub(super) fn act(&mut self, action: CoordinatorAction) {
        match action {
            CoordinatorAction::Publish(unit) => {
                self.outcome.units += 1;
                if self.random.f64() < self.world.faults.repeated {
                    self.queue.push_back(unit.clone());
                }
                if self.random.f64() >= self.world.faults.lost {
                    self.queue.push_back(unit);
                }
            }
            CoordinatorAction::Retract(id) => {
                if let Some(place) = self.queue.iter().position(|unit| unit.id == id) {
                    self.queue.remove(place);
                }
                self.leased.remove(&id);
            }
            CoordinatorAction::Withdraw { worker, .. } => {
                let number: usize = worker[1..].parse().unwrap();
                if self.outcome.found_after.is_none() {
                    self.outcome.found_after = Some(self.workers[number].played);
                    self.outcome.found_at = Some(self.now);
                }
                self.outcome.quarantined.push(worker);
                let gone: Vec<_> = self.record.iter().filter(|(_, (_, owner))| *owner == number).collect();
                let gone: Encounters = gone.into_iter().map(|(&start, &(end, _))| start..end).collect();
                self.record.retain(|_, (_, owner)| *owner != number);
                for range in gone.ranges() {
                    self.outcome.games -= (range.end - range.start) * GAMES;
                    self.lies.retain(|lie, _| !(range.start * GAMES..range.end * GAMES).contains(lie));
                }
                self.recorded.subtract(&gone);
                self.event(CoordinatorEvent::Withdrawn(gone));
            }
            CoordinatorAction::Void { encounters, .. } => {
                let mut missing = Encounters::from(encounters);
                missing.subtract(&self.recorded);
                self.void.add(&missing);
            }
            CoordinatorAction::Reconcile => {
                let mut encounters = Encounters::from(0..self.world.encounters);
                encounters.subtract(&self.recorded);
                encounters.subtract(&self.void);
                self.event(CoordinatorEvent::Missing { encounters, settled: true });
            }
            CoordinatorAction::Tell(text) => self.outcome.told.push(text),
            CoordinatorAction::Finish | CoordinatorAction::Drained => self.is_over = true,
        }
    }
}

/// The digest of an honest game depends on its number alone.
fn digest(number: u64, lie: u64) -> [u8; 32] {
    let mut digest = [0; 32];
    digest[..8].copy_from_slice(&number.to_le_bytes());
    digest[8..16].copy_from_slice(&lie.to_le_bytes());
    digest
}
