//! A sample of a running search: the first plies of its tree, as they grow.
//!
//! The search that is watched is an instance of its own, compiled for this observer. One that nobody watches has no
//! observer, and is the same code as without this file.

use plyd_rules::{Move, Turn};
use plyd_search::{Control, EnteredNode, LeafKind, Observer, StarCut};
use std::collections::HashMap;
use std::time::Duration;

/// The least and the most time from one telling to the next.
const INTERVAL: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];
/// The time to the next telling is this fraction of the time since the search began, so that its beginning is seen.
const SHARE: u32 = 4;
/// Of the room of a sample each ply below the first leaves such a part to the plies above it: a search that goes deep
/// before it goes on does not keep the first plies out.
const RESERVE: usize = 8;
/// A deep node looks at the clock once in so many.
const PATIENCE: u64 = 256;

/// A node of the sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledNode {
    /// Its parent, which has a smaller number; `None` for the root.
    pub parent: Option<usize>,
    /// Its distance from the root.
    pub ply: usize,
    /// The move that led here; `None` where a turn was given up, and at the root.
    pub mv: Option<Move>,
    /// Whose turn it is.
    pub turn: Turn,
    /// The remaining depth in plies when it was last entered.
    pub depth: u32,
    /// The window when it was last entered; infinite ends are open.
    pub window: [f64; 2],
    /// The value it was last left with, from MAX's view; `None` before that.
    pub value: Option<f64>,
    /// How often it was left.
    pub visits: u64,
    /// The nodes below it, and itself, of all its visits.
    pub nodes: u64,
    /// How often its other children were skipped.
    pub cuts: u64,
    /// The child that gave the latest best value, if it is in the sample.
    pub best: Option<usize>,
    /// Why it had no children when it was last left; `None` if it had some.
    pub leaf: Option<LeafKind>,
    is_news: bool,
}

/// The nodes of a sample. A node is known by its place among them; the root, once it was entered, is the first.
#[derive(Debug, Default)]
pub struct SampledTree {
    nodes: Vec<SampledNode>,
    visited: u64,
    omitted: u64,
    /// Where to look for news first.
    cursor: usize,
}

impl SampledTree {
    /// All nodes, parents before their children.
    #[must_use]
    pub fn nodes(&self) -> &[SampledNode] {
        &self.nodes
    }

    /// The nodes that the search has entered.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// How often a node of these plies was entered for which there was no room.
    #[must_use]
    pub fn omitted(&self) -> u64 {
        self.omitted
    }

    /// The next nodes that have changed since they were last returned, not more than so many. Those of the first two
    /// plies come first, up to half of them, as all others are a share of them; of the rest others have their turn
    /// before they come again.
    pub fn news(&mut self, most: usize) -> Vec<usize> {
        let (count, cursor) = (self.nodes.len(), self.cursor);
        let is_first = |&place: &usize| self.nodes[place].ply <= 1 && self.nodes[place].is_news;
        let mut found: Vec<_> = (0..count).filter(is_first).take(most / 2).collect();
        found.iter().for_each(|&place| self.nodes[place].is_news = false);
        for place in (cursor..count).chain(0..cursor.min(count)) {
            if found.len() == most {
                self.cursor = place;
                break;
            }
            if std::mem::take(&mut self.nodes[place].is_news) {
                found.push(place);
            }
        }
        // Parents come before their children.
        found.sort_unstable();
        found
    }

    /// The moves that lead to a node; `None` for a turn that was given up.
    #[must_use]
    pub fn path(&self, mut place: usize) -> Vec<Option<Move>> {
        let mut path = Vec::new();
        while let Some(parent) = self.nodes[place].parent {
            path.push(self.nodes[place].mv);
            place = parent;
        }
        path.reverse();
        path
    }
}

/// A node of the path at which the search is.
#[derive(Clone, Copy, Debug)]
struct SampledStep {
    /// `None` if there was no room for it.
    place: Option<usize>,
    /// Its place among its parent's moves.
    index: usize,
    /// The nodes that were entered before those which are not yet counted for it.
    mark: u64,
}

/// Who hears of the sample, and the time since the search began.
type SampleListener<'a> = dyn FnMut(&mut SampledTree, Duration) + 'a;

/// Observes a search, and reports on it now and then.
pub struct TreeSampler<'a> {
    tree: SampledTree,
    plies: usize,
    most: usize,
    places: HashMap<(usize, Move), usize>,
    /// By ply.
    path: Vec<SampledStep>,
    control: &'a Control,
    next: Duration,
    tell: &'a mut SampleListener<'a>,
}

impl<'a> TreeSampler<'a> {
    /// Of a search with this control: the first nodes of the root and so many plies below it, at most `most`. The
    /// deeper a ply, the less of that room is open to it.
    pub fn new(plies: usize, most: usize, control: &'a Control, tell: &'a mut SampleListener<'a>) -> Self {
        let (tree, places, path) = (SampledTree::default(), HashMap::new(), Vec::with_capacity(plies + 1));
        Self { tree, plies, most, places, path, control, next: Duration::ZERO, tell }
    }

    /// The sample at the end of the search, and the time that it took.
    #[must_use]
    pub fn finish(mut self) -> (SampledTree, Duration) {
        self.count();
        (self.tree, self.control.elapsed())
    }

    /// Counts what was entered below the nodes of the path.
    fn count(&mut self) {
        let visited = self.tree.visited;
        for step in &mut self.path {
            let new = visited - std::mem::replace(&mut step.mark, visited);
            if let Some(place) = step.place
                && new > 0
            {
                let node = &mut self.tree.nodes[place];
                node.nodes += new;
                node.is_news = true;
            }
        }
    }

    fn look(&mut self) {
        let now = self.control.elapsed();
        if now >= self.next {
            self.next = now + (now / SHARE).clamp(INTERVAL[0], INTERVAL[1]);
            self.count();
            (self.tell)(&mut self.tree, now);
        }
    }

    /// The search comes to a node of these plies.
    fn step(&mut self, node: EnteredNode) {
        let EnteredNode { ply, index, mv, turn, depth, alpha, beta } = node;
        let parent = ply.checked_sub(1).map(|above| self.path.get(above).and_then(|step| step.place));
        let place = match parent {
            None => (!self.tree.nodes.is_empty()).then_some(0),
            Some(None) => None,
            Some(Some(parent)) => self.places.get(&(parent, mv)).copied(),
        };
        let room = self.most.saturating_sub(self.most / RESERVE * ply.saturating_sub(1));
        let has_room = self.tree.nodes.len() < room && parent != Some(None);
        let place = place.or_else(|| has_room.then(|| self.add(parent.flatten(), ply, mv, turn)));
        match place {
            Some(place) => {
                let node = &mut self.tree.nodes[place];
                (node.turn, node.depth, node.window, node.is_news) = (turn, depth, [alpha, beta], true);
            }
            None => self.tree.omitted += 1,
        }
        // A position that is entered once more before it is left goes on counting.
        let again = self.path.get(ply).filter(|step| place.is_some() && step.place == place);
        let mark = again.map_or(self.tree.visited - 1, |step| step.mark);
        self.path.truncate(ply);
        self.path.push(SampledStep { place, index, mark });
    }

    fn add(&mut self, parent: Option<usize>, ply: usize, mv: Move, turn: Turn) -> usize {
        let place = self.tree.nodes.len();
        if let Some(parent) = parent {
            self.places.insert((parent, mv), place);
        }
        self.tree.nodes.push(SampledNode {
            parent,
            ply,
            mv: parent.and_then(|_| (mv != plyd_search::NULL).then_some(mv)),
            turn,
            depth: 0,
            window: [f64::NEG_INFINITY, f64::INFINITY],
            value: None,
            visits: 0,
            nodes: 0,
            cuts: 0,
            best: None,
            leaf: None,
            is_news: true,
        });
        place
    }

    fn end(&mut self, ply: usize, value: f64, leaf: Option<LeafKind>) {
        let Some(step) = self.path.get_mut(ply) else { return };
        let new = self.tree.visited - std::mem::replace(&mut step.mark, self.tree.visited);
        if let Some(place) = step.place {
            let node = &mut self.tree.nodes[place];
            (node.value, node.leaf, node.is_news) = (value.is_finite().then_some(value), leaf, true);
            node.nodes += new;
            node.visits += 1;
            if leaf.is_some() {
                node.best = None;
            }
        }
    }

    fn cut_at(&mut self, ply: usize) {
        if let Some(place) = self.path.get(ply).and_then(|step| step.place) {
            self.tree.nodes[place].cuts += 1;
        }
    }
}

impl Observer for TreeSampler<'_> {
    fn enter(&mut self, node: EnteredNode) {
        self.tree.visited += 1;
        if node.ply <= self.plies {
            self.step(node);
        }
        if node.ply <= 1 || self.tree.visited.is_multiple_of(PATIENCE) {
            self.look();
        }
    }

    fn leaf(&mut self, ply: usize, value: f64, kind: LeafKind) {
        if ply <= self.plies {
            self.end(ply, value, Some(kind));
        }
    }

    fn update(&mut self, ply: usize, child: usize, _best: f64, _alpha: f64, _beta: f64) {
        let Some(place) = self.path.get(ply).and_then(|step| step.place) else { return };
        // A child that the game promised to lose was not entered.
        let best = self.path.get(ply + 1).filter(|step| step.index == child).and_then(|step| step.place);
        self.tree.nodes[place].best = best;
    }

    fn cut(&mut self, ply: usize, _first_skipped: usize, _alpha: f64, _beta: f64) {
        self.cut_at(ply);
    }

    fn star_cut(&mut self, ply: usize, _cut: StarCut) {
        self.cut_at(ply);
    }

    fn leave(&mut self, ply: usize, value: f64) {
        if ply <= self.plies {
            self.end(ply, value, None);
        }
    }
}
