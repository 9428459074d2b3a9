//! The published units whose results are not in the record yet.

use super::sizes::MOST;
use super::{LifeSign, MOST_DEATHS};
use crate::encounters::Encounters;
use crate::unit::{Unit, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Duration;

/// The purpose of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitPurpose {
    /// The games are missing.
    Play,
    /// The games are compared with those in the record.
    Compare,
}

/// The outstanding units.
#[derive(Clone, Debug)]
pub(super) struct OutstandingUnits {
    /// The time for which a worker's claim to a unit remains valid.
    lease: Duration,
    out: BTreeMap<UnitId, OutstandingUnit>,
    /// The units to be played, by their first encounters.
    places: BTreeSet<(u64, UnitId)>,
    next: UnitId,
}

#[derive(Clone, Debug)]
struct OutstandingUnit {
    unit: Unit,
    purpose: UnitPurpose,
    /// The encounters without results.
    left: Encounters,
    /// The time of publication, or of the last claim by a worker.
    seen: Duration,
    /// The workers whose games are compared.
    compared: Vec<String>,
    /// The workers that claim to have the unit. A worker can only make claims for itself.
    holders: BTreeMap<String, UnitHolder>,
    /// For each worker, the number of times that it crashed as the only holder, or could not play the unit.
    ended: BTreeMap<String, u32>,
}

impl OutstandingUnit {
    fn deaths(&self) -> u32 {
        self.ended.values().fold(0, |sum, &times| sum.saturating_add(times))
    }
}

/// The claim of a worker to a unit.
#[derive(Clone, Copy, Debug)]
struct UnitHolder {
    /// The start time of its process.
    since: u64,
    /// The time of the claim.
    said: Duration,
}

/// A unit that was lost.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LostUnit {
    /// It is published again.
    Again { before: UnitId, unit: Unit },
    /// It has too often crashed several workers, or the only one.
    Poison { id: UnitId, purpose: UnitPurpose, left: Encounters, avoid: Vec<String> },
}

impl OutstandingUnits {
    pub(super) fn new(lease: Duration) -> Self {
        Self { lease, out: BTreeMap::new(), places: BTreeSet::new(), next: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn count(&self, purpose: UnitPurpose) -> usize {
        match purpose {
            UnitPurpose::Play => self.places.len(),
            UnitPurpose::Compare => self.out.len() - self.places.len(),
        }
    }

    pub(super) fn is_idle(&self, purpose: UnitPurpose) -> bool {
        self.count(purpose) == 0
    }

    /// Whether a comparison is outstanding that a worker can play.
    pub(super) fn is_compared_by(&self, can: impl Fn(&[String]) -> bool) -> bool {
        self.out.values().any(|out| out.purpose == UnitPurpose::Compare && can(&out.unit.avoid))
    }

    /// Returns the number of outstanding encounters for a purpose.
    pub(super) fn left(&self, purpose: UnitPurpose) -> u64 {
        self.out.values().filter(|out| out.purpose == purpose).map(|out| out.left.len()).sum()
    }

    /// Returns the outstanding encounters for a purpose.
    pub(super) fn encounters(&self, purpose: UnitPurpose) -> Encounters {
        let of_purpose = self.out.values().filter(|out| out.purpose == purpose);
        of_purpose.flat_map(|out| out.left.ranges()).collect()
    }

    /// Returns the encounters and the purpose of an outstanding unit.
    pub(super) fn get(&self, id: UnitId) -> Option<(Range<u64>, UnitPurpose)> {
        self.out.get(&id).map(|out| (out.unit.encounters(), out.purpose))
    }

    /// Whether an outstanding unit is a comparison with games of this worker.
    pub(super) fn avoids(&self, id: UnitId, worker: &str) -> bool {
        self.out.get(&id).is_some_and(|out| out.compared.iter().any(|avoided| avoided == worker))
    }

    /// Publishes a new unit.
    pub(super) fn publish(
        &mut self,
        now: Duration,
        purpose: UnitPurpose,
        encounters: Range<u64>,
        avoid: Vec<String>,
    ) -> Unit {
        let count = encounters.end - encounters.start;
        let unit = Unit { id: self.next, first: encounters.start, count, attempt: 0, avoid };
        let left = Encounters::from(encounters);
        let compared = unit.avoid.clone();
        let (holders, ended) = Default::default();
        self.add(OutstandingUnit { unit: unit.clone(), purpose, left, seen: now, compared, holders, ended });
        unit
    }

    fn add(&mut self, out: OutstandingUnit) {
        if out.purpose == UnitPurpose::Play {
            self.places.insert((out.unit.first, self.next));
        }
        self.out.insert(self.next, out);
        self.next += 1;
    }

    fn remove(&mut self, id: UnitId) -> Option<OutstandingUnit> {
        let out = self.out.remove(&id)?;
        self.places.remove(&(out.unit.first, id));
        Some(out)
    }

    /// Handles recorded results of a unit. Returns the other units that are no longer needed.
    pub(super) fn played(&mut self, id: UnitId, encounters: Range<u64>) -> Vec<UnitId> {
        let mut ids = vec![id];
        // Missing games may come from any worker, but a comparison needs one of those that it was published for.
        if self.out.get(&id).is_none_or(|out| out.purpose == UnitPurpose::Play) {
            let near = encounters.start.saturating_sub(MOST)..encounters.end;
            let near = self.places.range((near.start, 0)..(near.end, 0));
            ids.extend(near.map(|&(_, other)| other).filter(|&other| other != id));
        }
        let mut done = Vec::new();
        for other in ids {
            let Some(out) = self.out.get_mut(&other) else { continue };
            out.left.remove(encounters.clone());
            if out.left.is_empty() {
                self.remove(other);
                done.push(other);
            }
        }
        done.retain(|&other| other != id);
        done
    }

    /// Restricts all units with this purpose to encounters of this set. Returns the units that are done.
    pub(super) fn keep(&mut self, purpose: UnitPurpose, wanted: &Encounters) -> Vec<UnitId> {
        let mut done = Vec::new();
        for (&id, out) in self.out.iter_mut().filter(|(_, out)| out.purpose == purpose) {
            out.left = out.left.ranges().flat_map(|range| Vec::from_iter(wanted.within(range).ranges())).collect();
            if out.left.is_empty() {
                done.push(id);
            }
        }
        done.iter().for_each(|&id| _ = self.remove(id));
        done
    }

    /// Records a worker's claim to these units. It does not affect claims of others.
    pub(super) fn held(&mut self, now: Duration, alive: &LifeSign) {
        for id in &alive.units {
            if let Some(out) = self.out.get_mut(id) {
                out.seen = now;
                out.holders.insert(alive.worker.clone(), UnitHolder { since: alive.since, said: now });
            }
        }
    }

    /// Returns the units that no worker claims.
    pub(super) fn not_held(&self, now: Duration) -> Vec<UnitId> {
        self.out.iter().filter(|(_, out)| !self.is_held(out, now)).map(|(&id, _)| id).collect()
    }

    /// Whether a worker claims any unit.
    pub(super) fn are_held(&self, now: Duration) -> bool {
        self.out.values().any(|out| self.is_held(out, now))
    }

    /// Whether there is an unclaimed unit that every worker may play.
    pub(super) fn wait(&self, now: Duration) -> bool {
        let mut out = self.places.iter().filter_map(|(_, id)| self.out.get(id));
        out.any(|out| out.unit.avoid.is_empty() && !self.is_held(out, now))
    }

    fn is_held(&self, out: &OutstandingUnit, now: Duration) -> bool {
        out.holders.values().any(|holder| now.saturating_sub(holder.said) <= self.lease)
    }

    /// Removes the claims of a worker that has returned its units.
    pub(super) fn forget_holder(&mut self, worker: &str) {
        for out in self.out.values_mut() {
            out.holders.remove(worker);
        }
    }

    /// Handles the end of all processes of a worker that began before a certain time. Returns the units that only this
    /// worker claimed.
    pub(super) fn holder_ended(
        &mut self,
        now: Duration,
        worker: &str,
        before: u64,
        others: impl Fn(&[String]) -> bool,
    ) -> Vec<LostUnit> {
        let is_holder = |out: &OutstandingUnit| out.holders.get(worker).is_some_and(|holder| holder.since < before);
        let ids: Vec<_> = self.out.iter().filter(|(_, out)| is_holder(out)).map(|(&id, _)| id).collect();
        ids.into_iter().filter_map(|id| self.ended(now, id, worker, &others)).collect()
    }

    /// Handles the crash of a worker with this unit, or its failure to play it. `others` is whether there is a living
    /// worker other than the given ones.
    pub(super) fn ended(
        &mut self,
        now: Duration,
        id: UnitId,
        worker: &str,
        others: impl Fn(&[String]) -> bool,
    ) -> Option<LostUnit> {
        let out = self.out.get_mut(&id)?;
        out.holders.remove(worker);
        out.holders.retain(|_, holder| now.saturating_sub(holder.said) <= self.lease);
        if !out.holders.is_empty() {
            // Other workers are playing it.
            return None;
        }
        let own = out.ended.entry(worker.to_owned()).or_default();
        *own = own.saturating_add(1);
        let is_enough = *own >= MOST_DEATHS;
        if out.deaths() < MOST_DEATHS {
            return self.again(now, id);
        }
        // A single worker can claim anything, so its claims alone do not count.
        if out.deaths() - out.ended.values().max().unwrap_or(&0) >= MOST_DEATHS - 1 {
            return self.poison(id);
        }
        if is_enough && !out.unit.avoid.iter().any(|avoided| avoided == worker) {
            out.unit.avoid.push(worker.to_owned());
        }
        self.again_by_others(now, id, &others)
    }

    /// Returns the units without a sign for this long. `others` is whether there is a living worker other than the
    /// given ones.
    pub(super) fn unseen(
        &mut self,
        now: Duration,
        patience: Duration,
        others: impl Fn(&[String]) -> bool,
    ) -> Vec<LostUnit> {
        let all = self.out.iter().filter(|(_, out)| now.saturating_sub(out.seen) > patience);
        let ids: Vec<_> = all.map(|(&id, _)| id).collect();
        ids.into_iter().filter_map(|id| self.again_by_others(now, id, &others)).collect()
    }

    /// Publishes a unit again, unless it crashed the only worker too often.
    fn again_by_others(&mut self, now: Duration, id: UnitId, others: impl Fn(&[String]) -> bool) -> Option<LostUnit> {
        let out = self.out.get(&id)?;
        let is_last = out.deaths() >= MOST_DEATHS && !others(&out.unit.avoid);
        if is_last { self.poison(id) } else { self.again(now, id) }
    }

    fn poison(&mut self, id: UnitId) -> Option<LostUnit> {
        let OutstandingUnit { purpose, left, compared, .. } = self.remove(id)?;
        Some(LostUnit::Poison { id, purpose, left, avoid: compared })
    }

    /// Publishes all units again, because everything published is lost.
    pub(super) fn republish_all(&mut self, now: Duration) -> Vec<Unit> {
        let ids: Vec<_> = self.out.keys().copied().collect();
        let again = ids.into_iter().filter_map(|id| self.again(now, id));
        again.filter_map(|lost| if let LostUnit::Again { unit, .. } = lost { Some(unit) } else { None }).collect()
    }

    /// Republishes a unit under a new number, limited to the range of its remaining encounters.
    fn again(&mut self, now: Duration, id: UnitId) -> Option<LostUnit> {
        let mut out = self.remove(id)?;
        let (first, last) = (out.left.ranges().next()?.start, out.left.ranges().last()?.end);
        out.unit = Unit { id: self.next, first, count: last - first, attempt: out.unit.attempt + 1, ..out.unit };
        (out.seen, out.holders) = (now, BTreeMap::new());
        let unit = out.unit.clone();
        self.add(out);
        Some(LostUnit::Again { before: id, unit })
    }
}
