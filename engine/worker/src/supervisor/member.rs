//! A process and its group, for its [`Child`](super::ChildProcess) and for the thread.

use super::ProcessLimits;
use super::errors::ChildErrors;
use plyd_host::{has_more_memory, has_more_threads};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::os::fd::OwnedFd;
use std::process::{self, ExitStatus};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long a child may take to give back memory that it may no longer have in use.
const RETURN_TIME: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(super) struct SupervisedProcess {
    /// `None` once it was waited for. While the lock is taken it is not waited for, so its number stays its own.
    process: Mutex<Option<process::Child>>,
    /// Its process ID, which is also the ID of its group.
    group: Pid,
    /// `None` for a process without bounds.
    most: Option<ProcessLimits>,
    granted: Mutex<GrantedMemory>,
    /// What it had more of than it may, so that it was killed.
    exceeded: OnceLock<String>,
    /// Its standard error, if that is kept.
    errors: Option<ChildErrors>,
}

/// The bytes of memory that a process was granted, and those that it was granted before and may still have in use.
#[derive(Debug)]
pub(super) struct GrantedMemory {
    now: u64,
    before: u64,
    /// When the earlier ones no longer count.
    until: Instant,
}

impl SupervisedProcess {
    pub(super) fn new(process: process::Child, most: Option<ProcessLimits>, errors: Option<ChildErrors>) -> Self {
        let group = Pid::from_child(&process);
        let (granted, process) = (Mutex::new(GrantedMemory::new(Instant::now())), Mutex::new(Some(process)));
        Self { process, group, most, granted, exceeded: OnceLock::new(), errors }
    }

    /// Its number.
    pub(super) fn id(&self) -> u32 {
        self.group.as_raw_pid().unsigned_abs()
    }

    fn process(&self) -> MutexGuard<'_, Option<process::Child>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn granted(&self) -> MutexGuard<'_, GrantedMemory> {
        self.granted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn allow(&self, bytes: u64, now: Instant) {
        self.granted().change(bytes, now);
    }

    /// Whether its threads and its memory are counted.
    pub(super) fn is_counted(&self) -> bool {
        self.most.is_some()
    }

    /// Its standard error, if that is kept.
    pub(super) fn errors(&self) -> Option<&ChildErrors> {
        self.errors.as_ref()
    }

    /// What it had more of than it may, if it was killed for that.
    pub(super) fn exceeded(&self) -> Option<&str> {
        self.exceeded.get().map(String::as_str)
    }

    /// Kills it and its group, unless it was waited for.
    pub(super) fn kill(&self) {
        if let Some(process) = &mut *self.process() {
            kill(process, self.group);
        }
    }

    /// Whether it has ended. It stays a zombie until it is [reaped](Self::reap).
    pub(super) fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let process = self.process();
        process.is_none() || !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Kills what is left of its group, and waits for the process, which has ended. Returns how; `None` if it was
    /// waited for before.
    pub(super) fn reap(&self) -> Option<ExitStatus> {
        let mut process = self.process();
        let mut ended = process.take()?;
        kill(&mut ended, self.group);
        ended.try_wait().ok().flatten()
    }

    /// A descriptor that becomes readable when it has ended; `None` if the kernel has none, or none is left.
    pub(super) fn descriptor(&self) -> Option<OwnedFd> {
        let process = self.process();
        process.as_ref().and_then(|_| open(self.group))
    }

    /// Kills it if it has more than it may.
    pub(super) fn count(&self) {
        let granted = self.granted().most(Instant::now());
        if let Some(process) = &mut *self.process()
            && let Some(exceeded) = self.most.and_then(|most| most.exceeded_by(self.group, granted))
        {
            // The first reason counts.
            let _ = self.exceeded.set(exceeded);
            kill(process, self.group);
        }
    }
}

fn kill(process: &mut process::Child, group: Pid) {
    // Before it is waited for, so that the number is still its own. All of the group may have ended.
    let _ = kill_process_group(group, Signal::KILL);
    // It may have left its group, or not have come to make one.
    let _ = process.kill();
}

#[cfg(target_os = "linux")]
fn open(process: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(process, rustix::process::PidfdFlags::empty()).ok()
}

/// Other systems have no such descriptors.
#[cfg(not(target_os = "linux"))]
fn open(_: Pid) -> Option<OwnedFd> {
    None
}

impl ProcessLimits {
    /// What this process has too much of, if it was granted this many bytes.
    fn exceeded_by(self, process: Pid, granted: u64) -> Option<String> {
        if has_more_threads(Some(process), self.threads) {
            return Some(format!("more than {} threads", self.threads));
        }
        let bytes = self.memory?.saturating_add(granted);
        has_more_memory(Some(process), bytes)
            .then(|| format!("more than {} MiB of memory, see plugins.memory", bytes >> 20))
    }
}

impl GrantedMemory {
    pub(super) fn new(now: Instant) -> Self {
        Self { now: 0, before: 0, until: now }
    }

    pub(super) fn change(&mut self, bytes: u64, now: Instant) {
        if self.now >= self.most(now) {
            (self.before, self.until) = (self.now, now + RETURN_TIME);
        }
        self.now = bytes;
    }

    /// The bytes that the process may have in use of what it was granted.
    pub(super) fn most(&self, now: Instant) -> u64 {
        if now < self.until { self.now.max(self.before) } else { self.now }
    }
}
