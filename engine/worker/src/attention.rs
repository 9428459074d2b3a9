//! The time during which a loop listened to somebody.
//!
//! A process can be stopped, and a busy machine runs it late. A loop that was away must not blame those whom it did not
//! hear. So it judges by a time of its own: the time that the loop was there, or could have been.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long the work of a loop between two waits can take. If it takes longer, the process was stopped, or something
/// else blocked the loop.
const LONGEST_TURN: Duration = Duration::from_millis(100);

/// How long a loop listens once more when a deadline has passed: what came before it is read first.
pub const LAST_LOOK: Duration = Duration::from_millis(100);

/// The attention of one loop. The loop reports to it when it waits and when it goes on.
#[derive(Debug)]
pub struct Attention {
    /// All before this is accounted for.
    at: Instant,
    doing: LoopAction,
    clock: AttentionClock,
}

/// What a loop does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LoopAction {
    /// It works on what it was sent.
    Work,
    /// It waits for what comes, until then at most.
    Listen(Option<Instant>),
    /// It waits for something else, and does not read what comes.
    Ignore,
}

/// What there is to know about the attention of a loop, also for others than the loop. Clones are the same.
#[derive(Clone, Debug)]
pub struct AttentionClock {
    begun: Instant,
    /// The time that was lost, in nanoseconds.
    lost: Arc<AtomicU64>,
}

/// A moment from which time is counted.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    at: Instant,
    lost: u64,
}

impl Moment {
    /// The time on the clock of the system.
    #[must_use]
    pub fn at(self) -> Instant {
        self.at
    }
}

impl Attention {
    /// Of a loop that begins now.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        let clock = AttentionClock { begun: now, lost: Arc::default() };
        Self { at: now, doing: LoopAction::Work, clock }
    }

    /// The loop waits from now on, until then at most.
    pub fn listen(&mut self, now: Instant, until: Option<Instant>) {
        self.account(now);
        self.doing = LoopAction::Listen(until);
    }

    /// The loop waits from now on, and does not read what comes.
    pub fn ignore(&mut self, now: Instant) {
        self.account(now);
        self.doing = LoopAction::Ignore;
    }

    /// The loop goes on.
    pub fn go_on(&mut self, now: Instant) {
        self.account(now);
        self.doing = LoopAction::Work;
    }

    /// What others may know.
    #[must_use]
    pub fn clock(&self) -> &AttentionClock {
        &self.clock
    }

    fn account(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at);
        let lost = match self.doing {
            LoopAction::Work => passed.saturating_sub(LONGEST_TURN),
            LoopAction::Listen(until) => {
                until.map_or(Duration::ZERO, |until| now.saturating_duration_since(until.max(self.at)))
            }
            LoopAction::Ignore => passed,
        };
        self.at = now;
        if !lost.is_zero() {
            self.clock.lost.fetch_add(lost.as_nanos() as u64, Relaxed);
        }
    }
}

impl AttentionClock {
    /// The moment at this time.
    #[must_use]
    pub fn moment(&self, now: Instant) -> Moment {
        Moment { at: now, lost: self.lost.load(Relaxed) }
    }

    /// When this much time will have passed since then, if none is lost from now on.
    #[must_use]
    pub fn end(&self, since: Moment, span: Duration) -> Instant {
        since.at + span + Duration::from_nanos(self.lost.load(Relaxed).saturating_sub(since.lost))
    }

    /// The time on the loop's own watch, which stops while the loop is away.
    #[must_use]
    pub fn shown(&self, now: Instant) -> Instant {
        let passed = now.saturating_duration_since(self.begun);
        self.begun + passed.saturating_sub(Duration::from_nanos(self.lost.load(Relaxed)))
    }

    /// When the loop's own watch will show this, if no time is lost from now on.
    #[must_use]
    pub fn when(&self, shown: Instant, now: Instant) -> Instant {
        now + shown.saturating_duration_since(self.shown(now))
    }
}

/// When a loop must next look whether this deadline has passed. After it, there is a last look.
#[must_use]
pub fn next_look(deadline: Instant, now: Instant) -> Instant {
    if deadline > now { deadline } else { deadline + LAST_LOOK }
}

/// Whether a deadline has passed, and the last look too.
#[must_use]
pub fn is_over(deadline: Instant, now: Instant) -> bool {
    deadline + LAST_LOOK <= now
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn begin() -> (Attention, impl Fn(u32) -> Instant) {
        let start = Instant::now();
        (Attention::new(start), move |seconds| start + SECOND * seconds)
    }

    #[test]
    fn a_wait_that_lasts_longer_than_it_may_was_a_pause() {
        let (mut attention, at) = begin();
        let began = attention.clock().moment(at(0));
        attention.listen(at(0), Some(at(3)));
        attention.go_on(at(2));
        assert_eq!(attention.clock().end(began, 5 * SECOND), at(5));
        attention.listen(at(2), Some(at(4)));
        attention.go_on(at(11));
        assert_eq!(attention.clock().end(began, 5 * SECOND), at(12));
        assert_eq!(attention.clock().shown(at(11)), at(4));
        assert_eq!(attention.clock().when(at(5), at(11)), at(12));
        // What begins later is not given what was lost before.
        let later = attention.clock().moment(at(11));
        assert_eq!(attention.clock().end(later, 5 * SECOND), at(16));
    }

    #[test]
    fn a_wait_without_an_end_is_no_pause() {
        let (mut attention, at) = begin();
        attention.listen(at(0), None);
        attention.go_on(at(9));
        assert_eq!(attention.clock().shown(at(9)), at(9));
    }

    #[test]
    fn time_in_which_nothing_is_read_does_not_count() {
        let (mut attention, at) = begin();
        attention.ignore(at(0));
        attention.go_on(at(7));
        assert_eq!(attention.clock().shown(at(7)), at(0));
    }

    #[test]
    fn work_counts_unless_it_takes_too_long_to_be_work() {
        let (mut attention, at) = begin();
        for turn in 0..50 {
            attention.go_on(at(0) + LONGEST_TURN * turn);
        }
        let now = at(0) + LONGEST_TURN * 49;
        assert_eq!(attention.clock().shown(now), now, "a flood must not stop the time");
        attention.go_on(now + 9 * SECOND);
        assert_eq!(attention.clock().shown(now + 9 * SECOND), now + LONGEST_TURN);
    }

    #[test]
    fn a_deadline_is_looked_at_twice() {
        let (_, at) = begin();
        assert_eq!(next_look(at(3), at(2)), at(3));
        assert_eq!(next_look(at(3), at(3)), at(3) + LAST_LOOK);
        assert!(!is_over(at(3), at(3)) && is_over(at(3), at(3) + LAST_LOOK));
    }
}
