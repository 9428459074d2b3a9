//! The recursion of the solver.

use super::order::pick;
use super::{BoundScale, ProofHistory, ProofTable, Team, bounds::ValueBound};
use crate::Techniques;
use crate::found::{INFINITY, from_here, from_root, win_at};
use crate::inquiry::{Inquiry, ProofNode, ReachedNode};
use crate::ordering::MoveRank;
use crate::questions::RootQuestion;
use crate::table::Bound;
use plyd_rules::{Game, Move, Moves, Player};
use plyd_textbook::WalkInterrupted;

/// Worse than every value, also than an unknown one.
const WORST: i32 = INFINITY + 1;

/// The answer about a child that another thread is searching.
const PUT_OFF: i32 = WORST + 1;

/// The plies before the end of the longest line at which a look at all children is worth its cost.
const LOOK_PLIES: usize = 10;

/// The plies before the end of the longest line at which other threads are worth a look.
const SHARED_PLIES: usize = 10;

/// A walk that answers questions, and what it remembers.
pub(super) struct Solver<'a, G: Game> {
    pub(super) inquiry: Inquiry<'a, G>,
    pub(super) table: Option<ProofTable<'a>>,
    pub(super) techniques: Techniques,
    history: Option<ProofHistory>,
    /// The other threads, if there are any.
    team: Option<&'a Team>,
    /// The number of this thread among them, from 0.
    pub(super) number: usize,
    /// The plies of the longest line so far.
    longest: usize,
    ranks: Vec<MoveRank>,
    ratings: Vec<i32>,
    /// The places of the moves along the path that were put off, the later plies behind the earlier ones.
    deferred: Vec<usize>,
    /// The scale of the table's entries, by ply.
    pub(super) scales: Vec<BoundScale>,
}

impl<'a, G: Game> Solver<'a, G> {
    /// With the techniques that the game has a use for.
    pub(super) fn new(
        inquiry: Inquiry<'a, G>,
        table: Option<ProofTable<'a>>,
        techniques: Techniques,
        team: Option<&'a Team>,
        number: usize,
    ) -> Self {
        let facts = inquiry.tree.facts;
        let learns = techniques.learnt_order && facts.moves_are_actions;
        Self {
            table,
            techniques,
            history: learns.then(ProofHistory::new),
            team,
            number,
            longest: 0,
            ranks: Vec::new(),
            ratings: vec![0; facts.max_moves as usize],
            deferred: Vec::new(),
            scales: Vec::new(),
            inquiry,
        }
    }

    /// Turns to another question.
    pub(super) fn prepare(&mut self, question: RootQuestion) {
        self.inquiry.prepare(question);
        // The question before may have been given up halfway.
        self.deferred.clear();
        self.scales.clear();
        for ply in 0..=self.inquiry.tree.plies() + 1 {
            let inquiry = &self.inquiry;
            self.scales.push(BoundScale::new(inquiry.least_here(ply), inquiry.context(ply)));
        }
    }

    /// Whether a value answers the question in favour of this player.
    #[inline(always)]
    fn is_good<const MAX: bool>(&self, value: i32) -> bool {
        (value >= self.inquiry.least) == MAX
    }

    /// The plies that the longest line so far still has at this one. What the game declares may be far more.
    fn plies_left(&self, ply: usize) -> usize {
        self.longest.saturating_sub(ply)
    }

    /// The value of an unfinished node, or a bound of it that answers the question.
    pub(super) fn node<const MAX: bool, const REPEATS: bool>(
        &mut self,
        node: ProofNode,
    ) -> Result<i32, WalkInterrupted> {
        let ProofNode { ply, count, key, .. } = node;
        let tree = &mut self.inquiry.tree;
        if ply + 1 >= tree.states.len() && !tree.deepen(ply) {
            return Err(tree.too_long(ply));
        }
        if let Some(value) = self.out_of_reach(ply) {
            return Ok(value);
        }
        let known = self.probe(key, ply);
        if let Some(value) = known.and_then(|known| self.answer(known, ply)) {
            return Ok(value);
        }
        let tree = &mut self.inquiry.tree;
        let nodes_before = tree.visited();
        tree.reserve(node.end());
        tree.seldepth = tree.seldepth.max(ply + 1);
        self.longest = self.longest.max(ply + 1);
        self.rank::<MAX>(node);
        if !REPEATS && let Some(value) = self.look_ahead::<MAX>(node) {
            self.store(node, value, known, nodes_before);
            return Ok(value);
        }
        let mut best = if MAX { -WORST } else { WORST };
        let better = |one: i32, other: i32| if MAX { one.max(other) } else { one.min(other) };
        // The reply that wins must come before lines end. Where positions come again, the move may end the game first.
        let keeps_promise = !REPEATS && ply + 2 <= self.inquiry.horizon;
        let waiting = self.deferred.len();
        for place in node.first..node.end() {
            let rank = pick(&mut self.ranks[place..node.end()], count);
            let is_lost = keeps_promise && rank.is_losing();
            let value = if is_lost {
                let win = win_at(ply + 2);
                if MAX { -win } else { win }
            } else {
                let mv = self.inquiry.tree.arena[node.first + rank.index()];
                self.child::<MAX, REPEATS>(node, mv, place > node.first)?
            };
            if value == PUT_OFF {
                self.deferred.push(place);
                continue;
            }
            best = better(best, value);
            if self.is_good::<MAX>(value) {
                self.learn::<MAX>(node, place);
                break;
            }
            if is_lost {
                // So are all that are left.
                break;
            }
        }
        if self.deferred.len() > waiting {
            best = self.catch_up::<MAX, REPEATS>(node, waiting, best)?;
        }
        if REPEATS && best.abs() == WORST {
            return Err(self.inquiry.tree.contradicted(ply));
        }
        self.store(node, best, known, nodes_before);
        Ok(best)
    }

    /// Searches the moves of a node that were put off, unless another one has answered the question. Returns the best
    /// value of all moves.
    #[cold]
    fn catch_up<const MAX: bool, const REPEATS: bool>(
        &mut self,
        node: ProofNode,
        waiting: usize,
        mut best: i32,
    ) -> Result<i32, WalkInterrupted> {
        let end = self.deferred.len();
        for next in waiting..end {
            if self.is_good::<MAX>(best) {
                break;
            }
            let place = self.deferred[next];
            let mv = self.inquiry.tree.arena[node.first + self.ranks[place].index()];
            let value = self.child::<MAX, REPEATS>(node, mv, false)?;
            best = if MAX { best.max(value) } else { best.min(value) };
            if self.is_good::<MAX>(value) {
                self.learn::<MAX>(node, place);
            }
        }
        self.deferred.truncate(waiting);
        Ok(best)
    }

    /// The value of the child to which this move leads, or the worst one if the move is forbidden. If it may wait, and
    /// another thread is searching the child, it is put off.
    #[inline(always)]
    pub(super) fn child<const MAX: bool, const REPEATS: bool>(
        &mut self,
        parent: ProofNode,
        mv: Move,
        may_wait: bool,
    ) -> Result<i32, WalkInterrupted> {
        let (turn, node) = match self.inquiry.reach::<MAX, REPEATS>(parent, mv)? {
            ReachedNode::End(value) => return Ok(value),
            ReachedNode::Forbidden => return Ok(if MAX { -WORST } else { WORST }),
            ReachedNode::Open(turn, node) => (turn, node),
        };
        let team = self.team.filter(|_| self.plies_left(node.ply) >= SHARED_PLIES);
        if let Some(team) = team {
            if may_wait && team.busy.contains(node.key) {
                return Ok(PUT_OFF);
            }
            team.busy.begin(node.key);
        }
        let value = match turn {
            Player::Max => self.node::<true, REPEATS>(node),
            Player::Min => self.node::<false, REPEATS>(node),
        };
        if let Some(team) = team {
            team.busy.end(node.key);
        }
        value
    }

    /// No win comes before the next ply: the answer, if that is enough.
    fn out_of_reach(&self, ply: usize) -> Option<i32> {
        let (soonest, least) = (win_at(ply + 1), self.inquiry.least);
        if least > soonest {
            Some(least - 1)
        } else if least <= -soonest {
            Some(least)
        } else {
            None
        }
    }

    #[inline(always)]
    fn probe(&self, key: u64, ply: usize) -> Option<ValueBound> {
        self.table.and_then(|table| table.probe(key, self.scales[ply]))
    }

    /// The value that an entry knows, if it answers the question.
    #[inline(always)]
    fn answer(&self, known: ValueBound, ply: usize) -> Option<i32> {
        known.answer(self.inquiry.least_here(ply)).map(|value| from_root(value, ply))
    }

    #[inline(always)]
    fn store(&self, ProofNode { ply, key, .. }: ProofNode, value: i32, before: Option<ValueBound>, nodes_before: u64) {
        let Some(table) = self.table else { return };
        let bound = if value >= self.inquiry.least { Bound::LOWER } else { Bound::UPPER };
        let value = from_here(value, ply);
        let nodes = self.inquiry.tree.visited() - nodes_before;
        table.store(key, self.scales[ply], ValueBound { bound, value }, before, nodes);
    }

    /// Ranks the moves of a node, in the ranks at their places in the arena.
    pub(super) fn rank<const MAX: bool>(&mut self, node: ProofNode) -> &[MoveRank] {
        let ProofNode { ply, first, count, .. } = node;
        let end = node.end();
        if self.ranks.len() < end {
            self.ranks.resize(end.next_power_of_two(), MoveRank::default());
        }
        let tree = &self.inquiry.tree;
        let (moves, ratings) = (&tree.arena[first..end], &mut self.ratings[..count]);
        if self.techniques.game_order {
            ratings.fill(0);
            tree.game.order(&tree.states[ply], moves, ratings);
        }
        let turn = if MAX { Player::Max } else { Player::Min };
        ProofHistory::rank(self.history.as_ref(), &mut self.ranks[first..end], moves, ratings, turn);
        &self.ranks[first..end]
    }

    /// The move whose rank is at this place answered the question; those that were tried before it did not.
    fn learn<const MAX: bool>(&mut self, ProofNode { ply, first, .. }: ProofNode, place: usize) {
        let plies_left = self.plies_left(ply);
        let Some(history) = &mut self.history else { return };
        let turn = if MAX { Player::Max } else { Player::Min };
        let mv = |rank: &MoveRank| self.inquiry.tree.arena[first + rank.index()];
        history.reward(turn, mv(&self.ranks[place]), plies_left);
        self.ranks[first..place].iter().for_each(|rank| history.blame(turn, mv(rank), plies_left));
    }

    /// The value of a child that answers the question, if the table knows one.
    fn look_ahead<const MAX: bool>(&mut self, node: ProofNode) -> Option<i32> {
        let ProofNode { ply, first, .. } = node;
        let is_near = self.plies_left(ply) <= LOOK_PLIES || ply + 1 >= self.inquiry.horizon;
        let table = self.table.filter(|_| self.techniques.enhanced_cutoffs && !is_near)?;
        // The search of an only move begins with this very look.
        self.ranks[first..node.end()].iter().filter(|rank| !rank.is_losing()).nth(1)?;
        for place in first..node.end() {
            let rank = self.ranks[place];
            if rank.is_losing() {
                continue;
            }
            let tree = &mut self.inquiry.tree;
            let (path, below) = tree.states.split_at_mut(ply + 1);
            let (mv, none) = (tree.arena[first + rank.index()], &mut Moves::new(&mut []));
            let step = tree.game.step(&path[ply], mv, &mut below[0], self.inquiry.key, none);
            if !step.is_ongoing() {
                continue;
            }
            let known = table.probe(step.key ^ self.inquiry.counter(ply + 1), self.scales[ply + 1]);
            let value = known.and_then(|known| self.answer(known, ply + 1));
            if let Some(value) = value.filter(|&value| self.is_good::<MAX>(value)) {
                return Some(value);
            }
        }
        None
    }
}
