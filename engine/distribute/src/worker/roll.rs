//! The signs of life of this worker.

use super::WorkerOptions;
use super::joined::Runs;
use super::tally::WorkerTally;
use crate::broker::{Broker, alive_subject};
use crate::entry::{milliseconds, target};
use crate::names::{Remark, WorkerName};
use crate::wire::{FORM, MOST_CORES, Sign};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The period over which the speed is measured.
const SPEED_TIME: Duration = Duration::from_secs(60);

/// The status that this worker reports.
#[derive(Debug)]
pub(super) struct WorkerStatus {
    name: WorkerName,
    since: u64,
    host: Remark,
    cores: u64,
    plyd: Remark,
    tally: Arc<WorkerTally>,
    /// The numbers of games at several times in the last minute.
    counts: Mutex<VecDeque<(Instant, u64)>>,
    changed: Notify,
}

impl WorkerStatus {
    pub(super) fn new(options: &WorkerOptions) -> Self {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        Self {
            name: options.name.clone(),
            since: milliseconds(),
            host: host.trim().into(),
            cores: (options.concurrency as u64).clamp(1, MOST_CORES),
            plyd: options.plyd.as_str().into(),
            tally: Arc::clone(&options.tally),
            counts: Mutex::new(VecDeque::from([(Instant::now(), 0)])),
            changed: Notify::new(),
        }
    }

    /// Requests a sign of life, because the status has changed.
    pub(super) fn change(&self) {
        self.changed.notify_one();
    }

    /// Waits for a change of the status.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Sends a sign of life.
    pub(super) async fn give(&self, broker: &Broker, runs: &Runs) {
        broker.say(alive_subject(&self.name), &self.sign(runs, false)).await;
    }

    /// Sends the last sign of life.
    pub(super) async fn leave(&self, broker: &Broker, runs: &Runs) {
        broker.say(alive_subject(&self.name), &self.sign(runs, true)).await;
    }

    fn sign(&self, runs: &Runs, leaves: bool) -> Sign {
        let games = self.tally.games();
        Sign {
            form: FORM,
            worker: self.name.clone(),
            since: self.since,
            host: self.host.clone(),
            cores: self.cores,
            plyd: self.plyd.clone(),
            target: target().into(),
            games,
            speed: self.speed(Instant::now(), games),
            runs: runs.signs(),
            leaves,
        }
    }

    fn speed(&self, now: Instant, games: u64) -> f64 {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.back().is_none_or(|(last, _)| now.duration_since(*last) >= Duration::from_secs(1)) {
            counts.push_back((now, games));
        }
        while counts.len() > 2 && counts.front().is_some_and(|(first, _)| now.duration_since(*first) > SPEED_TIME) {
            counts.pop_front();
        }
        let Some(&(first, before)) = counts.front() else { return 0.0 };
        let seconds = now.duration_since(first).as_secs_f64();
        if seconds > 0.0 { games.saturating_sub(before) as f64 / seconds } else { 0.0 }
    }
}
