//! Sampling of a running search: the growing first plies of its tree.
//!
//! The observed search is a separate instantiation, compiled for this observer. A search without an observer is the
//! same code as without this module.

use plyd_rules::{Move, Turn};
use plyd_search::{Control, EnteredNode, LeafKind, Observer, StarCut};
use std::collections::HashMap;
use std::time::Duration;

/// The minimum and maximum interval between reports.
const INTERVAL: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];
/// The interval is the elapsed time divided by this number, so that the beginning is shown in detail.
const SHARE: u32 = 4;
/// The capacity of a sample is divided such that each ply below the first leaves one part in `RESERVE` to the plies
/// above. Otherwise a search that goes deep first would crowd out the first plies.
const RESERVE: usize = 8;
/// The number of deep nodes between two looks at the clock.
const PATIENCE: u64 = 256;

/// A node of the sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledNode {
    /// The parent, whose index is smaller; `None` for the root.
    pub parent: Option<usize>,
    /// The distance from the root.
    pub ply: usize,
    /// The move to this node; `None` for a null move, and at the root.
    pub mv: Option<Move>,
    /// The player to move.
    pub turn: Turn,
    /// The remaining depth in plies on the latest entry.
    pub depth: u32,
    /// The window on the latest entry; an infinite bound is open.
    pub window: [f64; 2],
    /// The value on the latest exit, from MAX's view; `None` before the first exit.
    pub value: Option<f64>,
    /// The number of exits.
    pub visits: u64,
    /// The number of nodes in its subtree, over all visits, including itself.
    pub nodes: u64,
    /// The number of cutoffs, which skipped its other children.
    pub cuts: u64,
    /// The child with the latest best value, if it is in the sample.
    pub best: Option<usize>,
    /// The reason for the lack of children on the latest exit; `None` if it had children.
    pub leaf: Option<LeafKind>,
    is_news: bool,
}

/// The nodes of a sample, identified by index; the root, once entered, is the first.
#[derive(Debug, Default)]
pub struct SampledTree {
    nodes: Vec<SampledNode>,
    visited: u64,
    omitted: u64,
    /// The index at which to start looking for changed nodes.
    cursor: usize,
}

impl SampledTree {
    /// Returns all nodes, parents before their children.
    #[must_use]
    pub fn nodes(&self) -> &[SampledNode] {
        &self.nodes
    }

    /// Returns the number of nodes entered by the search.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns the number of entries to nodes in the sampled plies that had no room.
    #[must_use]
    pub fn omitted(&self) -> u64 {
        self.omitted
    }

    /// Returns at most `most` nodes that have changed since they were last returned. Nodes of the first two plies take
    /// up to half of the result, because all other nodes are shown as fractions of them; the remaining nodes take
    /// turns.
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
        // Restores the order of parents before children.
        found.sort_unstable();
        found
    }

    /// Returns the moves to a node; `None` for a null move.
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

/// A node on the current path of the search.
#[derive(Clone, Copy, Debug)]
struct SampledStep {
    /// The index of the node; `None` if it had no room.
    place: Option<usize>,
    /// The index among the moves of its parent.
    index: usize,
    /// The number of nodes entered up to the last count for this node.
    mark: u64,
}

/// The recipient of the sample and of the elapsed time.
type SampleListener<'a> = dyn FnMut(&mut SampledTree, Duration) + 'a;

/// An observer that samples a search, and reports at intervals.
pub struct TreeSampler<'a> {
    tree: SampledTree,
    plies: usize,
    most: usize,
    places: HashMap<(usize, Move), usize>,
    /// The current path, indexed by ply.
    path: Vec<SampledStep>,
    control: &'a Control,
    next: Duration,
    tell: &'a mut SampleListener<'a>,
}

impl<'a> TreeSampler<'a> {
    /// Observes a search with this control: the root and this number of plies below it, at most `most` nodes. Deeper
    /// plies have access to less of that capacity.
    pub fn new(plies: usize, most: usize, control: &'a Control, tell: &'a mut SampleListener<'a>) -> Self {
        let (tree, places, path) = (SampledTree::default(), HashMap::new(), Vec::with_capacity(plies + 1));
        Self { tree, plies, most, places, path, control, next: Duration::ZERO, tell }
    }

    /// Returns the final sample, and the duration of the search.
    #[must_use]
    pub fn finish(mut self) -> (SampledTree, Duration) {
        self.count();
        (self.tree, self.control.elapsed())
    }

    /// Adds the nodes entered since the last count to the nodes of the path.
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

    /// Records the entry to a node of the sampled plies.
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
        // A node entered again before its exit continues its count.
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
        // A child known from the game's promise to be lost was not entered.
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
