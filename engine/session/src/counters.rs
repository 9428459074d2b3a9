//! What has happened in this process so far, in numbers.
//!
//! They are taken where sessions, searches and child processes begin and end. A search counts its nodes itself; nothing
//! here is touched for a node.

use crate::ClientVisit;
use plyd_protocol::ErrorCode;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The numbers of a process. Every number only grows.
#[derive(Debug)]
pub struct Counters {
    sessions: Spans,
    searches: Spans,
    /// The searches by game and by the algorithm that they turned out to use. Both are names of lists, so that there
    /// are few.
    searches_of: Mutex<BTreeMap<(String, &'static str), u64>>,
    nodes: AtomicU64,
    /// From the line `isready` to its answer.
    pub ready: Latencies,
    /// From the request to stop a search to its last line.
    pub stop: Latencies,
    children_started: AtomicU64,
    children_ended: [AtomicU64; ChildEnd::ALL.len()],
    crashes_of: Mutex<BTreeMap<String, u64>>,
    errors: [AtomicU64; ErrorCode::ALL.len()],
    refused: [AtomicU64; ErrorCode::ALL.len()],
    refused_silently: AtomicU64,
}

/// Things that begin and end.
#[derive(Debug, Default)]
struct Spans {
    begun: AtomicU64,
    ended: AtomicU64,
}

impl Spans {
    /// How many are under way, and how many have begun.
    fn get(&self) -> (u64, u64) {
        // In this order, so that no more have ended than begun.
        let ended = self.ended.load(Relaxed);
        let begun = self.begun.load(Relaxed);
        (begun.saturating_sub(ended), begun)
    }
}

/// Why a child process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildEnd {
    /// It was no longer needed.
    Unneeded,
    /// It ended by itself.
    Crashed,
    /// It did not answer, and was ended.
    Hung,
    /// It broke the protocol between plyd and its processes, and was ended.
    ProtocolViolation,
    /// It could not load its library.
    Unloadable,
}

impl ChildEnd {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Unneeded, Self::Crashed, Self::Hung, Self::ProtocolViolation, Self::Unloadable];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unneeded => "unneeded",
            Self::Crashed => "crashed",
            Self::Hung => "hung",
            Self::ProtocolViolation => "protocol_violation",
            Self::Unloadable => "unloadable",
        }
    }
}

/// A child process, which is counted from its start to its end.
#[derive(Debug)]
pub(crate) struct CountedChild {
    counters: Arc<Counters>,
    /// The game of its library.
    library: String,
    has_begun: AtomicBool,
    end: OnceLock<ChildEnd>,
}

impl CountedChild {
    /// One with this library, which is to be started.
    pub(crate) fn new(counters: &Arc<Counters>, library: &str) -> Arc<Self> {
        let (has_begun, end) = (AtomicBool::new(false), OnceLock::new());
        Arc::new(Self { counters: Arc::clone(counters), library: library.to_owned(), has_begun, end })
    }

    /// It was started.
    pub(crate) fn begin(&self) {
        self.counters.children_started.fetch_add(1, Relaxed);
        self.has_begun.store(true, Relaxed);
    }

    /// Why it ends; the first reason counts. Without a reason it is no longer needed.
    pub(crate) fn note(&self, end: ChildEnd) {
        let _ = self.end.set(end);
    }
}

impl Drop for CountedChild {
    fn drop(&mut self) {
        if *self.has_begun.get_mut() {
            let end = self.end.get().copied().unwrap_or(ChildEnd::Unneeded);
            self.counters.child_ended(&self.library, end);
        }
    }
}

/// How long something took, as a histogram.
#[derive(Debug, Default)]
pub struct Latencies {
    /// The last one counts what is longer than all bounds.
    counts: [AtomicU64; Self::BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Latencies {
    /// The upper bounds of the buckets, in seconds: from what a session answers by itself to a library that hangs.
    pub const BOUNDS: [f64; 13] =
        [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 1.0, 5.0];

    pub(crate) fn note(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        let bucket = Self::BOUNDS.iter().position(|&bound| seconds <= bound).unwrap_or(Self::BOUNDS.len());
        self.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Relaxed);
        self.counts[bucket].fetch_add(1, Relaxed);
    }

    /// The sum in seconds, and how many fell into each bucket alone; the last has no bound.
    #[must_use]
    pub fn get(&self) -> (f64, Vec<u64>) {
        let counts = self.counts.iter().map(|count| count.load(Relaxed)).collect();
        (Duration::from_nanos(self.nanoseconds.load(Relaxed)).as_secs_f64(), counts)
    }
}

/// A session under way; it has ended when this is dropped.
#[derive(Debug)]
pub(crate) struct CountedSession(Arc<Counters>);

impl Drop for CountedSession {
    fn drop(&mut self) {
        self.0.sessions.ended.fetch_add(1, Relaxed);
    }
}

/// A search under way; it has ended when this is dropped.
#[derive(Debug)]
pub(crate) struct CountedSearch {
    counters: Arc<Counters>,
    game: String,
    /// The algorithm that was asked for; `None` once the search is counted by the one it uses.
    wanted: Option<&'static str>,
    nodes: u64,
    /// The visit of its client to a server.
    visit: Option<Arc<ClientVisit>>,
}

impl CountedSearch {
    /// It begins with this algorithm.
    pub(crate) fn note_algorithm(&mut self, algorithm: &'static str) {
        if self.wanted.take().is_some() {
            *lock(&self.counters.searches_of).entry((self.game.clone(), algorithm)).or_default() += 1;
        }
    }

    /// The nodes that it has visited by now.
    pub(crate) fn note_nodes(&mut self, nodes: u64) {
        let more = nodes.saturating_sub(self.nodes);
        self.nodes += more;
        self.visit.iter().for_each(|visit| visit.add_nodes(more));
    }
}

impl Drop for CountedSearch {
    fn drop(&mut self) {
        if let Some(wanted) = self.wanted {
            self.note_algorithm(wanted);
        }
        self.counters.nodes.fetch_add(self.nodes, Relaxed);
        self.counters.searches.ended.fetch_add(1, Relaxed);
    }
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            sessions: Spans::default(),
            searches: Spans::default(),
            searches_of: Mutex::default(),
            nodes: AtomicU64::new(0),
            ready: Latencies::default(),
            stop: Latencies::default(),
            children_started: AtomicU64::new(0),
            children_ended: Default::default(),
            crashes_of: Mutex::default(),
            errors: [const { AtomicU64::new(0) }; ErrorCode::ALL.len()],
            refused: [const { AtomicU64::new(0) }; ErrorCode::ALL.len()],
            refused_silently: AtomicU64::new(0),
        }
    }
}

impl Counters {
    pub(crate) fn session(self: &Arc<Self>) -> CountedSession {
        self.sessions.begun.fetch_add(1, Relaxed);
        CountedSession(Arc::clone(self))
    }

    /// A search of this game, for which this algorithm was asked.
    pub(crate) fn search(
        self: &Arc<Self>,
        game: &str,
        wanted: &'static str,
        visit: Option<Arc<ClientVisit>>,
    ) -> CountedSearch {
        self.searches.begun.fetch_add(1, Relaxed);
        let (counters, game) = (Arc::clone(self), game.to_owned());
        CountedSearch { counters, game, wanted: Some(wanted), nodes: 0, visit }
    }

    /// A child process with this library has ended.
    fn child_ended(&self, library: &str, end: ChildEnd) {
        if end != ChildEnd::Unneeded {
            *lock(&self.crashes_of).entry(library.to_owned()).or_default() += 1;
        }
        self.children_ended[end as usize].fetch_add(1, Relaxed);
    }

    pub(crate) fn error(&self, code: ErrorCode) {
        self.errors[code as usize].fetch_add(1, Relaxed);
    }

    /// A client got no session, but this error code; `None` if it got no error either.
    pub fn refuse(&self, code: Option<ErrorCode>) {
        code.map_or(&self.refused_silently, |code| &self.refused[code as usize]).fetch_add(1, Relaxed);
    }

    /// The open sessions, and all that have begun.
    #[must_use]
    pub fn sessions(&self) -> (u64, u64) {
        self.sessions.get()
    }

    /// The running searches with those that wait for their turn, and all that have begun.
    #[must_use]
    pub fn searches(&self) -> (u64, u64) {
        self.searches.get()
    }

    /// How many searches there were, by game and algorithm. One is counted when it is known which it uses, or when it
    /// ends before, by the one that was asked for.
    #[must_use]
    pub fn searches_of(&self) -> BTreeMap<(String, &'static str), u64> {
        lock(&self.searches_of).clone()
    }

    /// The nodes of all searches that have ended.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// How many child processes have ended, by cause, and how many have started.
    #[must_use]
    pub fn children(&self) -> ([(ChildEnd, u64); ChildEnd::ALL.len()], u64) {
        let ended = ChildEnd::ALL.map(|end| (end, self.children_ended[end as usize].load(Relaxed)));
        (ended, self.children_started.load(Relaxed))
    }

    /// How many child processes were lost, by the game of their library.
    #[must_use]
    pub fn crashes_of(&self) -> BTreeMap<String, u64> {
        lock(&self.crashes_of).clone()
    }

    /// How many errors sessions have sent to their clients, by code.
    pub fn errors(&self) -> impl Iterator<Item = (ErrorCode, u64)> {
        by_code(&self.errors)
    }

    /// How many clients got no session, by the error code they got; `None` if they got none.
    pub fn refused(&self) -> impl Iterator<Item = (Option<ErrorCode>, u64)> {
        let silently = (None, self.refused_silently.load(Relaxed));
        by_code(&self.refused).map(|(code, count)| (Some(code), count)).chain([silently])
    }
}

/// The counts that are not zero.
fn by_code(counts: &[AtomicU64]) -> impl Iterator<Item = (ErrorCode, u64)> {
    let all = ErrorCode::ALL.iter().copied().zip(counts.iter().map(|count| count.load(Relaxed)));
    all.filter(|(_, count)| *count > 0)
}

fn lock<T>(counts: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuildNotices;
    use tokio_util::sync::CancellationToken;

    #[test]
    fn spans_end_when_they_are_dropped_and_leave_their_nodes() {
        let counters = Arc::<Counters>::default();
        let visit = Arc::new(ClientVisit::new(
            &CancellationToken::new(),
            CancellationToken::new(),
            None,
            BuildNotices::default(),
        ));
        let mut one = counters.search("nim", "auto", Some(Arc::clone(&visit)));
        let other = counters.search("nim", "auto", None);
        one.note_algorithm("pvs");
        one.note_algorithm("pvs");
        one.note_nodes(7);
        one.note_nodes(5);
        assert_eq!((counters.searches(), counters.nodes(), visit.nodes()), ((2, 2), 0, 7));
        drop((one, other));
        assert_eq!((counters.searches(), counters.nodes()), ((0, 2), 7));
        let of = |algorithm| (("nim".to_owned(), algorithm), 1);
        assert_eq!(counters.searches_of().into_iter().collect::<Vec<_>>(), [of("auto"), of("pvs")]);
        assert_eq!(counters.sessions(), (0, 0));
    }

    #[test]
    fn a_latency_falls_into_the_first_bucket_that_holds_it() {
        let latencies = Latencies::default();
        for micros in [0, 50, 51, 5_000_000, 5_000_001] {
            latencies.note(Duration::from_micros(micros));
        }
        let (sum, counts) = latencies.get();
        assert!((sum - 10.000_102).abs() < 1e-9, "{sum}");
        assert_eq!((counts[0], counts[1], counts[12], counts[13]), (2, 1, 1, 1));
        assert!(Latencies::BOUNDS.is_sorted());
    }

    #[test]
    fn numbers_of_enums_are_places_in_their_lists() {
        assert!(ErrorCode::ALL.iter().enumerate().all(|(place, code)| *code as usize == place));
        assert!(ChildEnd::ALL.iter().enumerate().all(|(place, end)| *end as usize == place));
    }
}
