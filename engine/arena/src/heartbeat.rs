//! Whether this process was paused: stopped by a signal, kept from the processor, asleep with its machine.
//!
//! An engine that answers while the runner is paused seems to have thought until the runner reads its answer. So a
//! thread beats, and a gap in its beat is a pause. A game looks at the beat itself when a move has come: a worker may
//! wake, and read the move, before that thread does.

use crate::MatchError;
use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The interval between beats of the thread.
const BEAT: Duration = Duration::from_millis(100);

/// The longest gap between two beats that is no pause.
const LONGEST_GAP: Duration = Duration::from_millis(500);

/// The time within which [`Heartbeat::MANY_PAUSES`] are too many.
const MANY_PAUSES_WITHIN: Duration = Duration::from_secs(3_600);

/// Notices pauses of this process while it exists.
#[derive(Debug)]
pub struct Heartbeat {
    pulse: Arc<Mutex<BeatRecord>>,
    /// Its end ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The pauses so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pauses {
    /// The number of pauses.
    count: u64,
    /// The length of the last pause.
    last: Duration,
}

/// Notices pauses since it was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PauseWatch<'a> {
    heartbeat: &'a Heartbeat,
    before: Pauses,
}

impl PauseWatch<'_> {
    /// The length of the last pause, if there was one: it may have ended just now.
    pub(crate) fn pause(&self) -> Option<Duration> {
        let now = beat(&self.heartbeat.pulse);
        (now.count > self.before.count).then_some(now.last)
    }
}

impl Heartbeat {
    /// If this many pauses interrupt games within an hour, the machine is too busy.
    pub(crate) const MANY_PAUSES: usize = 20;

    /// Begins to beat.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start() -> Result<Self, MatchError> {
        Self::start_with(|| {})
    }

    /// Begins to beat, after this before each beat: as long as it waits counts as a pause too.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(crate) fn start_with(wait: impl Fn() + Send + 'static) -> Result<Self, MatchError> {
        let pulse = Arc::new(Mutex::new(BeatRecord::new(now())));
        let (end, ended) = channel::<()>();
        let beating = Arc::clone(&pulse);
        let thread = thread::Builder::new().name("heartbeat".into()).spawn(move || {
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                wait();
                beat(&beating);
            }
        });
        let thread = thread.map_err(|error| MatchError::system("a thread for the heartbeat", error))?;
        Ok(Self { pulse, end: Some(end), thread: Some(thread) })
    }

    /// Notices pauses from now on.
    pub(crate) fn watch(&self) -> PauseWatch<'_> {
        PauseWatch { heartbeat: self, before: beat(&self.pulse) }
    }

    /// Takes into account that the last pause has cost a game. Whether there are now so many such pauses that the
    /// machine is too busy; true once.
    pub(crate) fn cost_a_game(&self) -> bool {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner).cost_a_game()
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.end = None;
        // A beat cannot panic.
        self.thread.take().map(JoinHandle::join);
    }
}

fn beat(pulse: &Mutex<BeatRecord>) -> Pauses {
    let mut pulse = pulse.lock().unwrap_or_else(PoisonError::into_inner);
    // The clock is read under the lock, so that beats follow each other.
    pulse.beat(now())
}

/// The time since the machine was started. Unlike the monotonic clock, this one continues while the machine sleeps, so
/// a step between the two is a gap as well.
#[cfg(target_os = "linux")]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// The beats, by a clock from outside.
#[derive(Debug)]
struct BeatRecord {
    /// When the last beat was.
    last: Duration,
    pauses: Pauses,
    /// The last pause that cost a game, by number, and when it and earlier ones were; no more than
    /// [`Heartbeat::MANY_PAUSES`].
    costly: (u64, VecDeque<Duration>),
    has_told: bool,
}

impl BeatRecord {
    fn new(now: Duration) -> Self {
        Self { last: now, pauses: Pauses::default(), costly: (0, VecDeque::new()), has_told: false }
    }

    fn beat(&mut self, now: Duration) -> Pauses {
        let gap = now.saturating_sub(self.last);
        self.last = now;
        if gap > LONGEST_GAP {
            self.pauses = Pauses { count: self.pauses.count + 1, last: gap };
        }
        self.pauses
    }

    fn cost_a_game(&mut self) -> bool {
        let (counted, times) = &mut self.costly;
        // A pause that costs several games is one.
        if *counted == self.pauses.count {
            return false;
        }
        *counted = self.pauses.count;
        times.push_back(self.last);
        if times.len() > Heartbeat::MANY_PAUSES {
            times.pop_front();
        }
        let are_many =
            times.len() == Heartbeat::MANY_PAUSES && self.last.saturating_sub(times[0]) <= MANY_PAUSES_WITHIN;
        are_many && !std::mem::replace(&mut self.has_told, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_gap_is_a_pause_and_counts_once() {
        let mut pulse = BeatRecord::new(at(1_000));
        let counts: Vec<_> =
            [1_100, 1_600, 1_700, 2_201, 2_202, 9_000].into_iter().map(|time| pulse.beat(at(time)).count).collect();
        assert_eq!(counts, [0, 0, 0, 1, 1, 2]);
        assert_eq!(pulse.pauses.last, at(6_798));
    }

    /// Pauses that follow each other at this distance, in seconds, each of which costs two games; at which of them the
    /// run says that the machine is too busy.
    fn told(seconds: u64, pauses: u64) -> Vec<u64> {
        let mut pulse = BeatRecord::new(at(0));
        let mut costs = |pause: u64| {
            pulse.beat(at(pause * seconds * 1_000));
            let first = pulse.cost_a_game();
            assert!(!pulse.cost_a_game(), "a pause counts twice");
            first
        };
        (1..=pauses).filter(|&pause| costs(pause)).collect()
    }

    #[test]
    fn too_many_pauses_in_an_hour_are_told_once() {
        assert_eq!(told(1, 19), [0; 0]);
        assert_eq!(told(1, 100), [20]);
        assert_eq!(told(189, 100), [20], "nineteen distances are within an hour");
        assert_eq!(told(190, 100), [0; 0]);
    }

    #[test]
    fn pauses_that_cost_nothing_do_not_count() {
        let mut pulse = BeatRecord::new(at(0));
        assert!(!pulse.cost_a_game(), "there was no pause");
        (1..50).for_each(|second| _ = pulse.beat(at(second * 1_000)));
        assert!(!pulse.cost_a_game());
    }

    #[test]
    fn it_beats_by_itself_and_ends_at_once() {
        let heartbeat = Heartbeat::start().unwrap();
        let last = || heartbeat.pulse.lock().unwrap().last;
        let (before, deadline) = (last(), Instant::now() + Duration::from_secs(60));
        while last() == before {
            assert!(Instant::now() < deadline, "it does not beat");
            thread::sleep(at(10));
        }
        // The test would not end otherwise.
        drop(heartbeat);
    }
}
