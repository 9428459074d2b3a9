//! The known workers of a run.

use super::LifeSign;
use crate::wire::MOST_WORKERS;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The workers of a run.
#[derive(Clone, Debug)]
pub(super) struct FarmWorkers {
    /// The maximum time without a sign of life.
    lease: Duration,
    living: BTreeMap<String, LivingWorker>,
    /// The number of games that all living workers can play concurrently.
    cores: u64,
    quarantined: BTreeSet<String>,
    /// The names used by two processes at the same time.
    twins: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug)]
struct LivingWorker {
    since: u64,
    cores: u64,
    is_idle: bool,
    heard: Duration,
}

/// A change revealed by a sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkerChange {
    /// The previous process of the worker has ended.
    Restarted,
    /// Two processes use this name.
    Twin,
}

impl FarmWorkers {
    pub(super) fn new(lease: Duration) -> Self {
        Self { lease, living: BTreeMap::new(), cores: 0, quarantined: BTreeSet::new(), twins: BTreeSet::new() }
    }

    /// Handles a worker's sign of life.
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
                // The older process is alive too.
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

    /// Removes a worker that leaves.
    pub(super) fn left(&mut self, worker: &str) {
        if let Some(member) = self.living.remove(worker) {
            self.cores -= member.cores;
        }
    }

    /// Returns the workers that were silent for too long, with the start times of their processes, and removes them.
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

    /// Returns the number of games that all living workers can play concurrently.
    pub(super) fn cores(&self) -> u64 {
        self.cores
    }

    /// Returns a living worker that is idle.
    pub(super) fn idle(&self) -> Option<&str> {
        self.living.iter().find(|(_, member)| member.is_idle).map(|(worker, _)| worker.as_str())
    }

    /// Whether there is a living worker other than these.
    pub(super) fn has_others(&self, avoid: &[String]) -> bool {
        self.living.keys().any(|worker| !avoid.contains(worker))
    }

    /// Whether there may be a living worker other than these. In the first lease of a run, workers may not have been
    /// heard yet.
    pub(super) fn may_have_others(&self, now: Duration, avoid: &[String]) -> bool {
        now < self.lease || self.has_others(avoid)
    }

    /// Excludes a worker. Returns whether it was not excluded before.
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
