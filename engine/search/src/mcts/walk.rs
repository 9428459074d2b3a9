//! One visit after the other: down the tree, one new position, and back.

use super::edges::{EdgeTarget, Edges};
use super::growth::GrowingTree;
use super::later::RandomGame;
use super::selection::SelectionTaste;
use super::worth::{WorthScale, number, turn_of};
use crate::ground::{BlockAddress, Valuation};
use crate::tablebase::key_of;
use crate::watch::WatchedTree;
use crate::{SolvedValue, Tablebase, Techniques};
use plyd_rules::{Game, Move, Moves, Player, Step, Turn, Want};
use plyd_textbook::{Judgement, NoObserver, Path, WalkInterrupted};

/// A position that is valued by random games gets this many of them before its moves are looked at.
const FEW: u64 = 3;

/// One thread that grows the tree.
pub(crate) struct TreeGrower<'a, G: Game> {
    pub(crate) tree: WatchedTree<'a, G, NoObserver>,
    pub(super) growth: &'a GrowingTree<'a>,
    /// The moves of the root to choose from, or its outcomes.
    root_moves: &'a [Move],
    tablebase: Option<&'a dyn Tablebase>,
    pub(super) techniques: Techniques,
    pub(super) valuation: Valuation,
    pub(super) taste: SelectionTaste,
    /// The moves of the last random game.
    pub(super) later: RandomGame,
    /// Whether all moves of the root are of interest, not just the best.
    pub(super) looks_at_all: bool,
    /// The nodes from the root to the position at work.
    pub(super) path: Vec<BlockAddress>,
    /// The key that is asked for with every position.
    want: Want,
    pub(super) ratings: Vec<i32>,
    pub(super) weights: Vec<u32>,
    pub(super) ranks: Vec<u32>,
    pub(super) random: u64,
}

/// The result of following an edge for the first time.
enum ReachedEdge {
    /// Nowhere: it is forbidden.
    Forbidden,
    /// To a finished position with this proven value.
    End(f64),
    /// To a position in which it is this turn, worth this.
    Open(Turn, f64),
}

impl<'a, G: Game> TreeGrower<'a, G> {
    /// The thread with this number, from 0.
    pub(crate) fn new(
        tree: WatchedTree<'a, G, NoObserver>,
        growth: &'a GrowingTree<'a>,
        root_moves: &'a [Move],
        (techniques, tablebase): (Techniques, Option<&'a dyn Tablebase>),
        looks_at_all: bool,
        thread: usize,
    ) -> Self {
        let want = if tree.path.is_some() { tree.judged_want() } else { Want::OUTCOME };
        let taste = SelectionTaste::of(&tree.facts);
        let mut walk = Self {
            tree,
            growth,
            root_moves,
            tablebase,
            techniques,
            valuation: Valuation::of(techniques),
            taste,
            later: RandomGame::new(Valuation::of(techniques)),
            looks_at_all,
            path: Vec::with_capacity(64),
            want,
            ratings: Vec::new(),
            weights: Vec::new(),
            ranks: Vec::new(),
            random: (thread as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        };
        walk.tree.reserve(0);
        walk
    }

    /// Makes up to `count` visits, fewer if the memory fills up meanwhile. Afterwards there is room again.
    pub(crate) fn visit_some(&mut self, count: u64) -> Result<(), WalkInterrupted> {
        let growth = self.growth;
        let mut outcome = Ok(());
        {
            let _hold = growth.hold();
            for _ in 0..count {
                if growth.is_closed() {
                    return Err(WalkInterrupted);
                }
                outcome = self.visit();
                if outcome.is_err() || growth.must_collect() {
                    break;
                }
            }
        }
        if growth.must_collect() && outcome.is_ok() {
            let control = self.tree.supervisor.control();
            let supervisor = &self.tree.supervisor;
            growth.collect(&mut || {
                supervisor.rest();
                !control.must_stop()
            });
        }
        outcome
    }

    /// One visit of the root.
    fn visit(&mut self) -> Result<(), WalkInterrupted> {
        self.tree.count_node()?;
        let (arena, root) = (&self.growth.arena, self.growth.root());
        self.later.forget();
        self.path.clear();
        self.path.push(root);
        arena.begin_visit(root);
        let found = self.descend();
        let (value, is_news) = match found {
            Ok(found) => found,
            Err(interrupted) => {
                self.path.iter().for_each(|&node| arena.end_visit(node));
                return Err(interrupted);
            }
        };
        self.back_up(value, is_news);
        Ok(())
    }

    /// Follows the tree from the root to a position that it does not have yet, and adds it. Returns the worth of it,
    /// and whether something was proven.
    fn descend(&mut self) -> Result<(f64, bool), WalkInterrupted> {
        let (growth, arena) = (self.growth, &self.growth.arena);
        let mut node = growth.root();
        if arena.visits(node) == 0 {
            return self.value_root();
        }
        let mut ply = 0;
        loop {
            let edges = match arena.edges(node) {
                Some(edges) => edges,
                None if ply + 1 > self.tree.plies() || ply + 1 >= self.tree.states.len() && !self.tree.deepen(ply) => {
                    // The longest line has an end.
                    if ply >= self.tree.facts.max_plies as usize {
                        return Err(self.tree.too_long(ply));
                    }
                    return Ok((growth.worth(node).unwrap_or(0.0), false));
                }
                None if self.valuation == Valuation::OwnPlayouts && ply > 0 && arena.visits(node) < FEW => {
                    let worth = self.let_play_out(ply, turn_of(arena.turn(node)))?;
                    return Ok((worth, false));
                }
                None => match self.list_moves(node, ply)? {
                    Some(edges) => edges,
                    None => return Ok((growth.worth(node).unwrap_or(0.0), false)),
                },
            };
            if ply + 1 >= self.tree.states.len() && !self.tree.deepen(ply) {
                return Ok((growth.worth(node).unwrap_or(0.0), false));
            }
            let turn = turn_of(arena.turn(node));
            let Some(index) = self.select(node, &edges, turn, ply == 0) else {
                // All that is left is decided, or other threads are there: the bounds may follow from what they found.
                return Ok((growth.worth(node).unwrap_or(0.0), true));
            };
            match edges.child(index) {
                EdgeTarget::Node(child) => {
                    self.play(ply, turn, Move(edges.mv(index)))?;
                    ply += 1;
                    self.path.push(child);
                    arena.begin_visit(child);
                    node = child;
                }
                EdgeTarget::Unseen if edges.claim(index) => {
                    if let Some(found) = self.add(&edges, index, ply, turn)? {
                        return Ok(found);
                    }
                }
                // Another thread was sooner.
                EdgeTarget::Unseen | EdgeTarget::Awaited | EdgeTarget::Forbidden => {}
            }
        }
    }

    /// The first visit of the root.
    fn value_root(&mut self) -> Result<(f64, bool), WalkInterrupted> {
        let step = self.tree.examine_root(Want::VALUE);
        if step.is_error() {
            return Err(WalkInterrupted);
        }
        let points = if step.is_ongoing() { step.value() } else { 0 };
        let worth = self.growth.scale.of_heuristic(points.into());
        self.growth.note(worth, 0);
        Ok((worth, false))
    }

    /// Plays a move whose position is in the tree.
    fn play(&mut self, ply: usize, mover: Turn, mv: Move) -> Result<(), WalkInterrupted> {
        let tree = &mut self.tree;
        let (above, below) = tree.states.split_at_mut(ply + 1);
        let room = &mut tree.arena[..tree.facts.max_moves as usize];
        let step = tree.game.step(&above[ply], mv, &mut below[0], self.want, &mut Moves::new(room));
        if step.is_error() {
            return Err(tree.failed(ply + 1));
        }
        if tree.path.is_some() {
            tree.judge(ply + 1, mover, mv, step, 0);
        }
        Ok(())
    }

    /// Visits the position behind an edge for the first time. `None` if the move is forbidden.
    fn add(
        &mut self,
        edges: &Edges<'_>,
        index: usize,
        ply: usize,
        turn: Turn,
    ) -> Result<Option<(f64, bool)>, WalkInterrupted> {
        let (growth, arena) = (self.growth, &self.growth.arena);
        let reached = self.reach(ply, turn, Move(edges.mv(index)))?;
        let scale = growth.scale;
        let (next, bounds, worth) = match reached {
            ReachedEdge::Forbidden => {
                edges.lead(index, EdgeTarget::Forbidden);
                return Ok(None);
            }
            ReachedEdge::End(value) => (turn, (value, value), scale.of_bound(value)),
            ReachedEdge::Open(next, worth) => (next, scale.unknown(), worth),
        };
        growth.note(worth, ply + 1);
        let Some(child) = arena.new_node(number(next), edges.word(index) as u32, bounds) else {
            edges.lead(index, EdgeTarget::Unseen);
            return Ok(Some((worth, false)));
        };
        arena.begin_visit(child);
        edges.lead(index, EdgeTarget::Node(child));
        self.path.push(child);
        Ok(Some((worth, scale.is_decided(bounds))))
    }

    /// Plays a move into the next ply and looks at the position there.
    fn reach(&mut self, ply: usize, mover: Turn, mv: Move) -> Result<ReachedEdge, WalkInterrupted> {
        let (scale, next) = (self.growth.scale, ply + 1);
        let want = if self.valuation == Valuation::Heuristic { self.want.and(Want::VALUE) } else { self.want };
        let tree = &mut self.tree;
        let (above, below) = tree.states.split_at_mut(next);
        let room = &mut tree.arena[..tree.facts.max_moves as usize];
        let step = tree.game.step(&above[ply], mv, &mut below[0], want, &mut Moves::new(room));
        if step.is_error() {
            return Err(tree.failed(next));
        }
        match tree.judge(next, mover, mv, step, 0) {
            Judgement::GoesOn => {}
            Judgement::Ends { outcome, .. } => {
                return Ok(ReachedEdge::End(scale.of_end(Step::new(outcome, step.turn()))));
            }
            Judgement::Forbidden { .. } => return Ok(ReachedEdge::Forbidden),
        }
        if !step.is_ongoing() {
            let end = scale.of_end(step);
            if self.tree.facts.chance.is_some() {
                self.tree.bounded(end as i32)?;
            }
            return Ok(ReachedEdge::End(end));
        }
        if let Some(value) = self.solved(next) {
            return Ok(ReachedEdge::End(WorthScale::of_solved(value)));
        }
        let worth = match self.played_out(next, step.turn())? {
            Some(worth) => worth,
            None => {
                if self.tree.facts.chance.is_some() {
                    self.tree.bounded(step.value())?;
                }
                scale.of_heuristic(step.value().into())
            }
        };
        Ok(ReachedEdge::Open(step.turn(), worth))
    }

    /// The worth of the end of a random game from the unfinished position at this ply, if that is what positions are
    /// valued by.
    fn played_out(&mut self, ply: usize, turn: Turn) -> Result<Option<f64>, WalkInterrupted> {
        Ok(match self.valuation {
            Valuation::Heuristic => None,
            Valuation::Playouts => Some(self.play_out(ply, turn)?),
            Valuation::OwnPlayouts => Some(self.let_play_out(ply, turn)?),
        })
    }

    /// The value of the unfinished position at this ply, if the tablebase has it. It assumes that no position came
    /// before: so if positions can repeat it counts only if it is a draw, or no earlier position can come again.
    fn solved(&self, ply: usize) -> Option<SolvedValue> {
        let (game, facts, state) = (self.tree.game, &self.tree.facts, &self.tree.states[ply]);
        let value = self.tablebase?.probe(key_of(game, facts, state))?;
        if !value.is_in_time(game, facts, state) {
            return None;
        }
        let is_fresh = self.tree.path.as_ref().is_none_or(|path: &Path| path.is_fresh(ply));
        (is_fresh || value == SolvedValue::Utility(0)).then_some(value)
    }

    /// Lists the moves of the position at the end of the path, which the tree has without them; `None` if there is no
    /// room.
    fn list_moves(&mut self, node: BlockAddress, ply: usize) -> Result<Option<Edges<'a>>, WalkInterrupted> {
        let arena = self.growth.arena;
        let count = if ply == 0 {
            self.tree.root_moves(self.root_moves.len()).copy_from_slice(self.root_moves);
            self.root_moves.len()
        } else {
            let tree = &mut self.tree;
            let room = &mut tree.arena[..tree.facts.max_moves as usize];
            let step = tree.game.examine(&tree.states[ply], Want::MOVES, &mut Moves::new(room));
            if step.is_error() {
                return Err(tree.failed(ply));
            }
            step.count()
        };
        self.weigh(count, ply, turn_of(arena.turn(node)));
        let Some(edges) = arena.new_edges(node, count) else { return Ok(None) };
        for index in 0..count {
            let rank = self.ranks[index] as usize;
            edges.write(index, self.tree.arena[rank].0, self.weights[rank]);
        }
        arena.attach(node, &edges);
        Ok(arena.edges(node))
    }

    /// Tells the nodes of the path the worth of the position at its end.
    fn back_up(&mut self, mut worth: f64, mut is_news: bool) {
        let (growth, arena, scale) = (self.growth, &self.growth.arena, self.growth.scale);
        let end = self.path.len() - 1;
        self.learn(worth);
        for place in (0..=end).rev() {
            let node = self.path[place];
            let turn = turn_of(arena.turn(node));
            if let Some(edges) = arena.edges(node) {
                if is_news {
                    is_news = arena.tighten(node, growth.bounds_from_below(&edges, turn));
                }
                if turn == Turn::Chance {
                    worth = growth.expectation(&edges).unwrap_or(worth);
                }
            }
            worth = scale.within(worth, arena.bounds(node));
            arena.add_visit(node, worth);
            arena.end_visit(node);
        }
    }
}

impl GrowingTree<'_> {
    /// The bounds of a node that follow from its children's.
    fn bounds_from_below(&self, edges: &Edges<'_>, turn: Turn) -> (f64, f64) {
        let unknown = self.scale.unknown();
        let of_child = |index: usize| match edges.child(index) {
            EdgeTarget::Forbidden => None,
            EdgeTarget::Unseen | EdgeTarget::Awaited => Some(unknown),
            EdgeTarget::Node(child) => {
                let (low, high) = self.arena.bounds(child);
                Some((self.scale.above(low), self.scale.above(high)))
            }
        };
        let children = (0..edges.len()).filter_map(|index| Some((index, of_child(index)?)));
        match turn.player() {
            Some(player) => {
                let best = |one: f64, other: f64| if player == Player::Max { one.max(other) } else { one.min(other) };
                let both = children.map(|(_, bounds)| bounds);
                both.reduce(|(low, high), next| (best(low, next.0), best(high, next.1))).unwrap_or(unknown)
            }
            None => {
                let (mut low, mut high, mut all) = (0.0, 0.0, 0.0);
                for (index, bounds) in children {
                    let weight = f64::from(edges.weight(index));
                    (low, high, all) = (low + weight * bounds.0, high + weight * bounds.1, all + weight);
                }
                if all > 0.0 { (low / all, high / all) } else { unknown }
            }
        }
    }

    /// The mean worth of the outcomes seen, by their weights.
    fn expectation(&self, edges: &Edges<'_>) -> Option<f64> {
        let (mut sum, mut all) = (0.0, 0.0);
        for index in 0..edges.len() {
            if let EdgeTarget::Node(child) = edges.child(index)
                && let Some(worth) = self.worth(child)
            {
                let weight = f64::from(edges.weight(index));
                (sum, all) = (sum + weight * worth, all + weight);
            }
        }
        (all > 0.0).then(|| sum / all)
    }
}
