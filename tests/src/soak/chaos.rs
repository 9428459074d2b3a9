//! What is done to victims: processes that the server has started are killed, stopped and continued, connections are
//! reset or frozen, and the server is told to look for games again.
//!
//! Which of these, when, and whom, follows from the seed. Whom it meets depends on who is there.

use super::session::Order;
use super::stage::Stage;
use crate::family::{Relative, descendants};
use fastrand::Rng;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

/// The pause between two decisions, in milliseconds.
const PAUSES: std::ops::Range<u64> = 100..1_500;

/// How long a process or a client is stopped, in milliseconds: sometimes longer than a library may take for a call.
const STOPS: std::ops::Range<u64> = 50..8_000;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Deed {
    KillChild,
    StopChild { millis: u64 },
    ResetClient,
    FreezeClient { millis: u64 },
    Reload,
}

impl Deed {
    fn draw(random: &mut Rng) -> Self {
        match random.u8(..10) {
            0..3 => Self::KillChild,
            3..6 => Self::StopChild { millis: random.u64(STOPS) },
            6..8 => Self::ResetClient,
            8 => Self::FreezeClient { millis: random.u64(STOPS) },
            _ => Self::Reload,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::KillChild => "killed children",
            Self::StopChild { .. } => "stopped children",
            Self::ResetClient => "reset clients",
            Self::FreezeClient { .. } => "frozen clients",
            Self::Reload => "reloads",
        }
    }
}

/// A file with all that was decided, and what was done.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    begun: Instant,
    done: BTreeMap<&'static str, u64>,
    /// Decisions that had no target.
    missed: u64,
}

#[derive(Serialize)]
struct Entry {
    seconds: f64,
    deed: Deed,
    /// Out of all who are there: this number, counted around.
    pick: u32,
    /// The process or the client; `None` if there was none.
    met: Option<u32>,
}

impl Log {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { file: File::create(path)?, begun: Instant::now(), done: BTreeMap::new(), missed: 0 })
    }

    fn note(&mut self, deed: Deed, pick: u32, met: Option<u32>) -> io::Result<()> {
        match met {
            Some(_) => *self.done.entry(deed.name()).or_default() += 1,
            None => self.missed += 1,
        }
        let entry = Entry { seconds: self.begun.elapsed().as_secs_f64(), deed, pick, met };
        writeln!(self.file, "{}", serde_json::to_string(&entry)?)
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("chaos:")?;
        self.done.iter().try_for_each(|(name, count)| write!(f, " {count} {name},"))?;
        writeln!(f, " and {} decisions that met nobody", self.missed)
    }
}

/// Disturbs until the end of the phase; then no process is left stopped.
///
/// # Errors
/// The log cannot be written, or there is no `/proc`.
pub(super) async fn run(
    log: &mut Log,
    server: u32,
    stage: &Arc<Stage>,
    victims: Vec<Sender<Order>>,
    mut random: Rng,
    end: Instant,
) -> io::Result<()> {
    let mut stopped = Stopped::default();
    while Instant::now() < end {
        sleep(Duration::from_millis(random.u64(PAUSES))).await;
        let (deed, pick) = (Deed::draw(&mut random), random.u32(..));
        stopped.continue_due(Instant::now());
        let met = match deed {
            Deed::KillChild => signal_child(server, stage, pick, Signal::KILL)?,
            Deed::StopChild { millis } => {
                let met = signal_child(server, stage, pick, Signal::STOP)?;
                stopped.add(met, Instant::now() + Duration::from_millis(millis));
                met
            }
            Deed::ResetClient => order(&victims, pick, Order::Reset),
            Deed::FreezeClient { millis } => order(&victims, pick, Order::Freeze(Duration::from_millis(millis))),
            Deed::Reload => signal_server(server),
        };
        log.note(deed, pick, met)?;
    }
    Ok(())
}

fn order(victims: &[Sender<Order>], pick: u32, order: Order) -> Option<u32> {
    let victim = pick.checked_rem(u32::try_from(victims.len()).ok()?)?;
    // One that has many orders has enough, and one may have left.
    victims[victim as usize].try_send(order).ok().map(|()| victim)
}

fn signal_server(server: u32) -> Option<u32> {
    kill_process(pid(server)?, Signal::HUP).ok().map(|()| server)
}

/// Sends a signal to one of the processes that the server has started for victims. A number may be given to another
/// process meanwhile, so it is held before it is looked at.
fn signal_child(server: u32, stage: &Stage, pick: u32, signal: Signal) -> io::Result<Option<u32>> {
    let is_meant = |relative: &Relative| !relative.is_zombie && stage.games.is_of_victims(&relative.name);
    let children: Vec<Relative> = descendants(server)?.into_iter().filter(is_meant).collect();
    let Some(chosen) = pick.checked_rem(children.len() as u32).map(|place| &children[place as usize]) else {
        return Ok(None);
    };
    let Some(held) = pid(chosen.process).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) else {
        return Ok(None);
    };
    if !descendants(server)?.contains(chosen) {
        return Ok(None);
    }
    match pidfd_send_signal(&held, signal) {
        Ok(()) => Ok(Some(chosen.process)),
        Err(Errno::SRCH) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn pid(process: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(process).ok()?)
}

/// Processes that are to be continued.
#[derive(Debug, Default)]
struct Stopped(Vec<(rustix::fd::OwnedFd, Instant)>);

impl Stopped {
    fn add(&mut self, process: Option<u32>, until: Instant) {
        let held = process.and_then(pid).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        self.0.extend(held.map(|held| (held, until)));
    }

    fn continue_due(&mut self, now: Instant) {
        for (held, _) in self.0.extract_if(.., |(_, until)| *until <= now) {
            // The server may have ended it.
            let _ = pidfd_send_signal(&held, Signal::CONT);
        }
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        for (held, _) in &self.0 {
            let _ = pidfd_send_signal(held, Signal::CONT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_the_decisions() {
        let drawn = |seed| {
            let mut random = Rng::with_seed(seed);
            (0..200).map(|_| Deed::draw(&mut random)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        let names: std::collections::BTreeSet<_> = drawn(7).into_iter().map(Deed::name).collect();
        assert_eq!(names.len(), 5, "{names:?}");
    }
}
