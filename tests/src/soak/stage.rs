//! What all clients of a run share.

use super::games::Games;
use super::stalls::Stalls;
use super::tally::Tally;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The server, and what is counted.
pub(super) struct Stage {
    pub(super) address: SocketAddr,
    pub(super) games: Games,
    pub(super) patience: Duration,
    /// Of each side of a timed game.
    pub(super) clock: Duration,
    pub(super) stalls: Stalls,
    /// The counts of the undisturbed clients, and of the one that asks whether the server is ready.
    pub(super) calm: Tally,
    pub(super) victims: Tally,
    pub(super) phase: AtomicU64,
    /// Sessions that are connected.
    pub(super) connected: AtomicU64,
    pub(super) sessions: AtomicU64,
    pub(super) searches: AtomicU64,
    pub(super) timed_games: AtomicU64,
    /// Failures of libraries that were reported to victims.
    pub(super) failures: AtomicU64,
    /// The latest move beyond its clock, in microseconds, that a stall of the machine explains.
    late: AtomicU64,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    sessions: u64,
    searches: u64,
    timed_games: u64,
    failures: u64,
}

impl Stage {
    pub(super) fn of(address: SocketAddr, games: Games, patience: Duration, clock: Duration) -> Self {
        Self {
            address,
            games,
            patience,
            clock,
            stalls: Stalls::start(),
            calm: Tally::default(),
            victims: Tally::default(),
            phase: AtomicU64::new(0),
            connected: AtomicU64::new(0),
            sessions: AtomicU64::new(0),
            searches: AtomicU64::new(0),
            timed_games: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            late: AtomicU64::new(0),
        }
    }

    pub(super) fn tally(&self, is_victim: bool) -> &Tally {
        if is_victim { &self.victims } else { &self.calm }
    }

    pub(super) fn counts(&self) -> Counts {
        let [sessions, searches, timed_games, failures] =
            [&self.sessions, &self.searches, &self.timed_games, &self.failures].map(|count| count.load(Relaxed));
        Counts { sessions, searches, timed_games, failures }
    }

    pub(super) fn note_late_move(&self, late: Duration) {
        self.late.fetch_max(u64::try_from(late.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    pub(super) fn latest_move(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.late.load(Relaxed))).filter(|late| !late.is_zero())
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sessions, searches, timed_games, failures } = self;
        write!(f, "{sessions} sessions, {searches} searches, {timed_games} timed games, {failures} failed libraries")
    }
}
