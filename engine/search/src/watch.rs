//! The watch over a walk: its share of the nodes, the clock, the word to stop, and what is reported meanwhile.

use crate::pulse::ThreadPulse;
use crate::shared::NodeBudget;
use crate::{Control, SearchEvent};
use plyd_rules::{Game, Move};
use plyd_textbook::{Observer, WalkSupervisor};
use std::time::Duration;

/// The walk of one thread of a search, under its watch.
pub(crate) type WatchedTree<'a, G, O> = plyd_textbook::TreeWalk<'a, G, O, SearchWatch<'a>>;

/// The interval of signs of life; only a longer search reports details.
pub(crate) const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// The watch of one thread. Its node counts are for this thread alone.
pub(crate) struct SearchWatch<'a> {
    shared: &'a NodeBudget<'a>,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
    /// The node count known to the other threads.
    told: u64,
    /// The nodes after which to look at the clock again.
    look_at: u64,
    next_progress: Duration,
    pulse: ThreadPulse,
    /// The nodes of a portion: fewer in a game whose calls take long, so that a stop is noticed soon, and a thread
    /// whose pulse stops is waiting for a single call.
    portion: u64,
    /// When the latest portion began, after the start of the search.
    portion_began: Duration,
    /// The question that the thread works on: it ends when the others have turned to another.
    round: u64,
}

/// A portion that takes longer is followed by a smaller one.
const LONGEST_PORTION: Duration = Duration::from_millis(2);

impl<'a> SearchWatch<'a> {
    pub(crate) fn new(shared: &'a NodeBudget<'a>, report: &'a mut dyn FnMut(SearchEvent<'_>)) -> Self {
        Self {
            shared,
            report,
            told: 0,
            look_at: 0,
            next_progress: PROGRESS_INTERVAL,
            pulse: shared.control().begin_pulse(),
            portion: 1,
            portion_began: shared.control().elapsed(),
            round: shared.round(),
        }
    }

    /// The thread works on this question from now on.
    pub(crate) fn follow(&mut self, round: u64) {
        self.round = round;
    }

    /// The thread waits for another one, and is alive.
    pub(crate) fn rest(&self) {
        self.pulse.beat();
    }

    /// The next portion: twice the last one, or a fraction of it if that one took too long.
    fn adapt_portion(&mut self) {
        self.pulse.beat();
        let now = self.control().elapsed();
        let taken = now - self.portion_began;
        self.portion_began = now;
        self.portion = if taken <= LONGEST_PORTION {
            (self.portion * 2).min(self.shared.interval())
        } else {
            let excess = taken.as_nanos() / LONGEST_PORTION.as_nanos() + 1;
            (self.portion / u64::try_from(excess).unwrap_or(u64::MAX)).max(1)
        };
    }

    pub(crate) fn control(&self) -> &'a Control {
        self.shared.control()
    }

    pub(crate) fn report(&mut self, event: SearchEvent<'_>) {
        (self.report)(event);
    }

    fn nodes(&self, visited: u64) -> u64 {
        self.shared.visited() + (visited - self.told)
    }

    /// Tells the other threads how many nodes this one has visited.
    pub(crate) fn share_nodes(&mut self, visited: u64) {
        self.shared.add_visited(visited - self.told);
        self.told = visited;
    }
}

/// The nodes that all threads of the search have visited.
pub(crate) fn nodes<G: Game, O: Observer>(tree: &WatchedTree<'_, G, O>) -> u64 {
    tree.supervisor.nodes(tree.visited())
}

impl WalkSupervisor for SearchWatch<'_> {
    fn grant(&mut self, visited: u64) -> u64 {
        if self.shared.has_ended() || self.shared.round() != self.round {
            return 0;
        }
        if visited >= self.look_at {
            if !self.may_begin(visited) {
                return 0;
            }
            self.adapt_portion();
            self.look_at = visited + self.portion;
        }
        let more = self.shared.take(self.portion);
        if more > 0 {
            self.share_nodes(visited);
        }
        more
    }

    /// Looks at the clock and the stop flag.
    fn may_begin(&mut self, visited: u64) -> bool {
        if self.shared.must_stop() {
            return false;
        }
        let time = self.control().elapsed();
        if time >= self.next_progress {
            self.next_progress = time + PROGRESS_INTERVAL;
            let nodes = self.nodes(visited);
            self.report(SearchEvent::Progress { nodes, time });
        }
        true
    }

    fn goes_on(&mut self) {
        self.pulse.beat();
    }

    /// Says after a second which root move is searched.
    fn root_move(&mut self, depth: u32, mv: Move, number: u32) {
        if self.control().elapsed() >= PROGRESS_INTERVAL {
            self.report(SearchEvent::RootMove { depth, mv, number });
        }
    }
}
