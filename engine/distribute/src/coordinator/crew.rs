//! The known workers of a run.

use super::LifeSign;
use crate::wire::MOST_WORKERS;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The workers.
#[derive(Clone, Debug)]
pub(super) struct FarmWorkers {
    /// How long one may be silent.
    lease: Duration,
    living: BTreeMap<String, LivingWorker>,
    /// The games that all of them can play at a time.
    cores: u64,
    quarantined: BTreeSet<String>,
    /// Names that two processes have at the same time.
    twins: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug)]
struct LivingWorker {
    since: u64,
    cores: u64,
    is_idle: bool,
    heard: Duration,
}

/// What a sign of life reveals, besides that its worker is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkerChange {
    /// The process before has ended.
    Restarted,
    /// Two processes have this name.
    Twin,
}

impl FarmWorkers {
    pub(super) fn new(lease: Duration) -> Self {
        Self { lease, living: BTreeMap::new(), cores: 0, quarantined: BTreeSet::new(), twins: BTreeSet::new() }
    }

    /// A worker gave a sign of life.
    pub(super) fn alive(&mut self, now: Duration, alive: &LifeSign) -> Option<WorkerChange> {
        let LifeSign { worker, since, cores, is_idle, units: _ } = alive;
        if self.is_quarantined(worker) {
            return None;
        }
        let new = LivingWorker { since: *since, cores: *cores, is_idle: *is_idle, heard: now };
        let before = self.living.get(worker).copied();
        if before.is_none() && self.living.len() >= MOST_WORKERS {
            return None;
        }
        match before {
            Some(before) if before.since > new.since => {
                // The older process lives as well.
                self.twins.insert(worker.clone()).then_some(WorkerChange::Twin)
            }
            before => {
                self.left(worker);
                self.cores += cores;
                self.living.insert(worker.clone(), new);
                let is_other = before.is_some_and(|before| before.since < new.since);
                (is_other && !self.twins.contains(worker)).then_some(WorkerChange::Restarted)
            }
        }
    }

    /// A worker has said that it leaves.
    pub(super) fn left(&mut self, worker: &str) {
        if let Some(member) = self.living.remove(worker) {
            self.cores -= member.cores;
        }
    }

    /// The workers that were silent for too long, with the beginning of their processes. They count as gone.
    pub(super) fn silent(&mut self, now: Duration) -> Vec<(String, u64)> {
        let is_silent = |member: &LivingWorker| now.saturating_sub(member.heard) > self.lease;
        let silent = self.living.iter().filter(|(_, member)| is_silent(member));
        let silent: Vec<_> = silent.map(|(worker, member)| (worker.clone(), member.since)).collect();
        silent.iter().for_each(|(worker, _)| self.left(worker));
        silent
    }

    pub(super) fn living(&self) -> usize {
        self.living.len()
    }

    /// The games that all living workers can play at a time.
    pub(super) fn cores(&self) -> u64 {
        self.cores
    }

    /// A living worker that has nothing to do.
    pub(super) fn idle(&self) -> Option<&str> {
        self.living.iter().find(|(_, member)| member.is_idle).map(|(worker, _)| worker.as_str())
    }

    /// Whether a living worker is none of these.
    pub(super) fn has_others(&self, avoid: &[String]) -> bool {
        self.living.keys().any(|worker| !avoid.contains(worker))
    }

    /// The same, but in the first lease of a run others may not have been heard yet.
    pub(super) fn may_have_others(&self, now: Duration, avoid: &[String]) -> bool {
        now < self.lease || self.has_others(avoid)
    }

    /// Keeps a worker out; whether it was in.
    pub(super) fn quarantine(&mut self, worker: &str) -> bool {
        self.left(worker);
        self.quarantined.insert(worker.to_owned())
    }

    pub(super) fn is_quarantined(&self, worker: &str) -> bool {
        self.quarantined.contains(worker)
    }

    pub(super) fn quarantined(&self) -> usize {
        self.quarantined.len()
    }
}
