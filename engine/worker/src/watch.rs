//! The watch over a child that works.
//!
//! The child says what its threads do whenever it is pinged; the time is kept here, because a child that hangs keeps
//! none.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Pings in the time in which one must be answered.
const PINGS: u32 = 4;

/// How long things may take in a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallDeadlines {
    /// A single call of the library within a search, and the answer to a ping.
    pub call: Duration,
    /// Anything else that the library does while the child works on it and no thread of a search walks, including being
    /// loaded.
    pub other: Duration,
}

/// How a child hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hang {
    /// It does not answer pings.
    Ping,
    /// A call of the library within a search does not return.
    Call,
    /// The library does not return from something else.
    Other,
}

/// The watch. It is idle until [`Watchdog::begin`].
#[derive(Debug)]
pub struct Watchdog {
    patience: CallDeadlines,
    working: Option<WorkingChild>,
    /// Whether the library is loaded. Until it is, the child does not answer pings.
    is_loaded: bool,
    /// The pings that were sent and not answered.
    unanswered: u32,
}

#[derive(Debug)]
struct WorkingChild {
    /// When the child last had something new to say, or began to work.
    progress: Instant,
    /// The first ping that is not answered.
    asked: Option<Instant>,
    next_ping: Instant,
    /// The latest pulse of each thread of the search, and when it was new.
    pulses: HashMap<u64, (u64, Instant)>,
}

impl Watchdog {
    /// Nothing is watched yet.
    #[must_use]
    pub fn new(patience: CallDeadlines) -> Self {
        Self { patience, working: None, is_loaded: false, unanswered: 0 }
    }

    /// The child has loaded its library: all times start again. False if it has said so before.
    #[must_use]
    pub fn load(&mut self, now: Instant) -> bool {
        self.resume(now);
        !std::mem::replace(&mut self.is_loaded, true)
    }

    /// The child has something to do from now on.
    pub fn begin(&mut self, now: Instant) {
        let next_ping = now + self.interval();
        self.working.get_or_insert_with(|| WorkingChild {
            progress: now,
            asked: None,
            next_ping,
            pulses: HashMap::new(),
        });
    }

    /// The child has nothing to do.
    pub fn end(&mut self) {
        self.working = None;
    }

    /// The time when [`Watchdog::is_ping_due`] or [`Watchdog::hang`] next has something to say, if nothing else
    /// happens.
    #[must_use]
    pub fn next(&self) -> Option<Instant> {
        let next_ping = self.working.as_ref()?.next_ping;
        Some(self.deadline().map_or(next_ping, |(end, _)| end.min(next_ping)))
    }

    /// Whether a ping must be sent now. It counts as sent then.
    pub fn is_ping_due(&mut self, now: Instant) -> bool {
        let interval = self.interval();
        let Some(working) = self.working.as_mut().filter(|working| working.next_ping <= now) else { return false };
        working.next_ping = now + interval;
        working.asked.get_or_insert(now);
        self.unanswered += 1;
        true
    }

    /// The answer to a ping: the number and the pulse of each thread that walks a tree. False if there was no ping.
    #[must_use]
    pub fn answer(&mut self, pulses: &[(u64, u64)], now: Instant) -> bool {
        // The child may have done its work since the ping.
        let Some(unanswered) = self.unanswered.checked_sub(1) else { return false };
        self.unanswered = unanswered;
        let Some(working) = &mut self.working else { return true };
        working.asked = None;
        let known = std::mem::take(&mut working.pulses);
        let had_threads = !known.is_empty();
        for &(thread, pulse) in pulses {
            let since = known.get(&thread).filter(|(last, _)| *last == pulse).map_or(now, |&(_, since)| since);
            working.pulses.insert(thread, (pulse, since));
        }
        // From here on something else than a walk is under way.
        if had_threads && pulses.is_empty() {
            working.progress = now;
        }
        true
    }

    /// How the child hangs, if it does by now.
    #[must_use]
    pub fn hang(&self, now: Instant) -> Option<Hang> {
        let (end, hang) = self.deadline()?;
        (end <= now).then_some(hang)
    }

    /// The child has done something other than answer: all times start again.
    pub fn resume(&mut self, now: Instant) {
        if let Some(working) = &mut self.working {
            working.progress = now;
            working.asked = working.asked.map(|_| now);
            working.pulses.values_mut().for_each(|(_, since)| *since = now);
        }
    }

    /// When the child counts as hanging, and how, unless it says something before.
    fn deadline(&self) -> Option<(Instant, Hang)> {
        let (working, patience) = (self.working.as_ref()?, self.patience);
        let ping = working.asked.filter(|_| self.is_loaded).map(|asked| (asked + patience.call, Hang::Ping));
        let pulses = working.pulses.values();
        let walk = pulses.map(|&(_, since)| (since + patience.call, Hang::Call)).min_by_key(|end| end.0);
        let other = working.pulses.is_empty().then_some((working.progress + patience.other, Hang::Other));
        [ping, walk, other].into_iter().flatten().min_by_key(|end| end.0)
    }

    /// Short enough for either patience: what goes on is known by the answers alone.
    fn interval(&self) -> Duration {
        self.patience.call.min(self.patience.other) / PINGS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: CallDeadlines = CallDeadlines { call: Duration::from_secs(4), other: Duration::from_secs(60) };

    fn watch() -> (Watchdog, impl Fn(u64) -> Instant) {
        let start = Instant::now();
        let mut watch = Watchdog::new(PATIENCE);
        assert!(watch.load(start));
        watch.begin(start);
        (watch, move |seconds| start + Duration::from_secs(seconds))
    }

    #[test]
    fn a_child_that_answers_and_walks_on_does_not_hang() {
        let (mut watch, at) = watch();
        for second in 1..1_000 {
            assert!(watch.is_ping_due(at(second)) && !watch.is_ping_due(at(second)));
            assert!(watch.answer(&[(1, second), (2, second / 3)], at(second)));
            assert_eq!(watch.hang(at(second)), None);
        }
    }

    #[test]
    fn pings_come_often_enough_for_the_shorter_time() {
        let (patience, start) = (CallDeadlines { call: PATIENCE.other, other: PATIENCE.call }, Instant::now());
        let mut watch = Watchdog::new(patience);
        watch.begin(start);
        assert!(watch.is_ping_due(start + patience.other / PINGS));
    }

    #[test]
    fn one_thread_that_stands_still_is_enough() {
        let (mut watch, at) = watch();
        for second in 1..10 {
            watch.is_ping_due(at(second));
            assert!(watch.answer(&[(1, second), (2, second.min(3))], at(second)));
            let expected = (second >= 3 + 4).then_some(Hang::Call);
            assert_eq!(watch.hang(at(second)), expected, "after {second} s");
        }
    }

    #[test]
    fn a_ping_without_an_answer_is_a_hang() {
        let (mut watch, at) = watch();
        assert!(!watch.is_ping_due(at(0)));
        assert!(watch.is_ping_due(at(1)) && watch.is_ping_due(at(2)));
        assert_eq!((watch.hang(at(4)), watch.hang(at(5))), (None, Some(Hang::Ping)));
        assert!(watch.answer(&[], at(4)));
        assert_eq!(watch.hang(at(5)), None);
    }

    /// Otherwise a library that takes longer than a call may would pass its trial and never be played.
    #[test]
    fn a_library_that_is_being_loaded_answers_no_ping() {
        let (start, mut watch) = (Instant::now(), Watchdog::new(PATIENCE));
        let at = |seconds| start + Duration::from_secs(seconds);
        watch.begin(start);
        assert!((1..50).all(|second| watch.is_ping_due(at(second)) && watch.hang(at(second)).is_none()));
        assert_eq!((watch.hang(at(59)), watch.hang(at(60))), (None, Some(Hang::Other)));
        assert!(watch.load(at(50)));
        assert_eq!((watch.hang(at(53)), watch.hang(at(54))), (None, Some(Hang::Ping)), "now it answers");
        assert!(!watch.load(at(50)), "it is loaded once");
    }

    #[test]
    fn other_calls_have_more_time_counted_from_the_end_of_a_walk() {
        let (mut watch, at) = watch();
        (0..3)
            .for_each(|_| assert!(watch.is_ping_due(at(59)) || watch.is_ping_due(at(60)) || watch.is_ping_due(at(61))));
        assert!(watch.answer(&[], at(59)));
        assert_eq!((watch.hang(at(59)), watch.hang(at(60))), (None, Some(Hang::Other)));
        assert!(watch.answer(&[(1, 1)], at(59)) && watch.answer(&[], at(62)));
        assert_eq!((watch.hang(at(121)), watch.hang(at(122))), (None, Some(Hang::Other)));
    }

    #[test]
    fn nothing_is_expected_of_an_idle_child() {
        let (mut watch, at) = watch();
        watch.is_ping_due(at(1));
        watch.end();
        assert_eq!((watch.next(), watch.hang(at(1_000)), watch.is_ping_due(at(1_000))), (None, None, false));
    }

    #[test]
    fn each_ping_has_one_answer() {
        let (mut watch, at) = watch();
        assert!(!watch.answer(&[], at(0)), "nobody has asked");
        assert!(watch.is_ping_due(at(1)) && watch.is_ping_due(at(2)));
        watch.end();
        assert!(watch.answer(&[], at(3)) && watch.answer(&[], at(3)), "asked while it worked");
        assert!(!watch.answer(&[], at(3)));
    }

    #[test]
    fn all_times_begin_anew() {
        let (mut watch, at) = watch();
        assert!(watch.is_ping_due(at(1)) && watch.answer(&[(1, 1)], at(1)) && watch.is_ping_due(at(2)));
        watch.resume(at(50));
        assert_eq!((watch.hang(at(53)), watch.hang(at(54))), (None, Some(Hang::Ping)));
    }
}
