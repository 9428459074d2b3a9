//! The watch over a walk: its share of the nodes, the clock, the word to stop, and what is reported meanwhile.

use crate::shared::{LOOK_INTERVAL, Shared};
use crate::{Control, Event};
use plyd_rules::{Game, Move};
use plyd_textbook::{Observer, Supervisor};
use std::time::Duration;

/// The walk of one thread of a search, under its watch.
pub(crate) type Tree<'a, G, O> = plyd_textbook::Tree<'a, G, O, Watch<'a>>;

/// The interval of signs of life; only a longer search reports details.
pub(crate) const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// The watch of one thread. Its node counts are those of this thread.
pub(crate) struct Watch<'a> {
    shared: &'a Shared<'a>,
    report: &'a mut dyn FnMut(Event<'_>),
    /// The node count known to the other threads.
    told: u64,
    /// The nodes after which to look at the clock again.
    look_at: u64,
    next_progress: Duration,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>, report: &'a mut dyn FnMut(Event<'_>)) -> Self {
        Self { shared, report, told: 0, look_at: 0, next_progress: PROGRESS_INTERVAL }
    }

    pub(crate) fn control(&self) -> &'a Control {
        self.shared.control()
    }

    pub(crate) fn report(&mut self, event: Event<'_>) {
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
pub(crate) fn nodes<G: Game, O: Observer>(tree: &Tree<'_, G, O>) -> u64 {
    tree.supervisor.nodes(tree.visited())
}

impl Supervisor for Watch<'_> {
    fn grant(&mut self, visited: u64) -> u64 {
        if self.shared.has_ended() {
            return 0;
        }
        if visited >= self.look_at {
            if !self.may_begin(visited) {
                return 0;
            }
            self.look_at = visited + LOOK_INTERVAL;
        }
        let more = self.shared.take();
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
            self.report(Event::Progress { nodes, time });
        }
        true
    }

    /// Says after a second which root move is searched.
    fn root_move(&mut self, depth: u32, mv: Move, number: u32) {
        if self.control().elapsed() >= PROGRESS_INTERVAL {
            self.report(Event::RootMove { depth, mv, number });
        }
    }
}
