//! The recursion of the proof-number search.

use super::numbers::{MOST, NEVER, NumberTable, ProofNumbers};
use crate::inquiry::{Inquiry, ProofNode, ReachedNode};
use crate::questions::{RootQuestion, WON};
use crate::table::mix;
use plyd_rules::{Game, Player};
use plyd_textbook::{WalkInterrupted, WalkSupervisor};

/// A child is searched until its number exceeds the next best one's by this part, so that the search does not jump from
/// line to line ("1 + epsilon trick", J. Pawlewicz and L. Lew, 2007).
const EPSILON: u32 = 4;

/// A walk that answers questions, and what it remembers.
pub(super) struct ProofSearch<'a, G: Game> {
    pub(super) inquiry: Inquiry<'a, G>,
    table: NumberTable<'a>,
    /// The numbers of the children along the path, at the places of their moves in the arena.
    pub(super) children: Vec<ProofNumbers>,
    /// Mixed into the keys, by ply: the question, and where lines end.
    salts: Vec<u64>,
}

/// The numbers from which on a position is left.
#[derive(Clone, Copy)]
pub(super) struct ProofLimit {
    proof: u32,
    disproof: u32,
}

impl ProofLimit {
    /// All that is possible.
    pub(super) const NONE: Self = Self { proof: MOST, disproof: MOST };
}

/// The children of a node from its mover's view.
struct Combined {
    /// The number of the child that is the easiest to win by, and the number of the next one.
    least: u32,
    second: u32,
    /// The sum of the numbers to refute all.
    sum: u32,
    /// The place of the easiest among the moves.
    best: usize,
    /// Of a decided node, see [`ProofNumbers::outright`].
    outright: bool,
}

impl<'a, G: Game> ProofSearch<'a, G> {
    pub(super) fn new(inquiry: Inquiry<'a, G>, table: NumberTable<'a>) -> Self {
        Self { inquiry, table, children: Vec::new(), salts: Vec::new() }
    }

    /// Turns to another question.
    pub(super) fn prepare(&mut self, question: RootQuestion) {
        self.inquiry.prepare(question);
        self.salts.clear();
        for ply in 0..=self.inquiry.tree.plies() + 1 {
            let Inquiry { least, .. } = self.inquiry;
            let least = if self.inquiry.by_distance() { self.inquiry.least_here(ply) } else { least };
            let least = u64::from(least.cast_unsigned());
            // Never 0, so that no entry of another algorithm has the same key.
            self.salts.push(mix(least << 32 ^ self.inquiry.context(ply) ^ 0x44_4650_4E00));
        }
    }

    /// Looks into an unfinished node until a number reaches its limit.
    pub(super) fn node<const MAX: bool, const REPEATS: bool>(
        &mut self,
        node: ProofNode,
        limit: ProofLimit,
    ) -> Result<ProofNumbers, WalkInterrupted> {
        let ProofNode { ply, first, .. } = node;
        let tree = &mut self.inquiry.tree;
        if ply + 1 >= tree.states.len() && !tree.deepen(ply) {
            if tree.plies() < tree.facts.max_plies as usize {
                // Too deep to be followed: another line has to decide.
                return Ok(ProofNumbers::UNKNOWN);
            }
            return Err(tree.too_long(ply));
        }
        let nodes_before = tree.visited();
        tree.reserve(node.end());
        tree.seldepth = tree.seldepth.max(ply + 1);
        if self.children.len() < node.end() {
            self.children.resize(node.end().next_power_of_two(), ProofNumbers::UNKNOWN);
        }
        // The first child that settles it is enough.
        let mut end = first;
        for place in first..node.end() {
            let child = self.look::<MAX, REPEATS>(node, place)?;
            self.children[place] = child;
            end += 1;
            if for_mover::<MAX>(child).0 == 0 {
                break;
            }
        }
        loop {
            let combined = self.combine::<MAX>(first..end);
            let now = combined.numbers::<MAX>();
            if now.proof >= limit.proof || now.disproof >= limit.disproof {
                // If moves are excluded at the root, the result for the others is not the position's.
                if ply > 0 {
                    self.store(node, now, nodes_before);
                }
                return Ok(now);
            }
            let place = first + combined.best;
            let limit = combined.limit::<MAX>(limit, self.children[place]);
            let mv = self.inquiry.tree.arena[place];
            self.children[place] = match self.inquiry.reach::<MAX, REPEATS>(node, mv)? {
                ReachedNode::Open(Player::Max, child) => self.node::<true, REPEATS>(child, limit)?,
                ReachedNode::Open(Player::Min, child) => self.node::<false, REPEATS>(child, limit)?,
                // It was unfinished a moment ago.
                ReachedNode::End(_) | ReachedNode::Forbidden => return Err(self.inquiry.tree.contradicted(ply)),
            };
        }
    }

    /// What is known of a child.
    fn look<const MAX: bool, const REPEATS: bool>(
        &mut self,
        node: ProofNode,
        place: usize,
    ) -> Result<ProofNumbers, WalkInterrupted> {
        let mv = self.inquiry.tree.arena[place];
        let ply = node.ply + 1;
        Ok(match self.inquiry.reach::<MAX, REPEATS>(node, mv)? {
            ReachedNode::End(value) => ProofNumbers::decided(value >= self.inquiry.least, value.abs() >= WON),
            // It is no move, so the mover cannot win by it.
            ReachedNode::Forbidden => ProofNumbers::decided(!MAX, true),
            ReachedNode::Open(turn, child) => self.table.probe(child.key ^ self.salts[ply]).unwrap_or_else(|| {
                // One reply may settle it for the player to move there, and all have to for the other.
                let all = u32::try_from(child.count).unwrap_or(MOST).min(MOST);
                let (proof, disproof) = if turn == Player::Max { (1, all) } else { (all, 1) };
                ProofNumbers { proof, disproof, outright: false }
            }),
        })
    }

    fn combine<const MAX: bool>(&self, children: std::ops::Range<usize>) -> Combined {
        let mut combined = Combined { least: NEVER, second: NEVER, sum: 0, best: 0, outright: true };
        for (index, &child) in self.children[children].iter().enumerate() {
            let (easy, hard) = for_mover::<MAX>(child);
            combined.sum = if easy == 0 { NEVER } else { combined.sum.saturating_add(hard).min(MOST) };
            if easy < combined.least {
                (combined.second, combined.least, combined.best) = (combined.least, easy, index);
            } else {
                combined.second = combined.second.min(easy);
            }
            if easy == 0 {
                combined.outright = child.outright;
                break;
            }
            combined.outright &= child.outright;
        }
        combined
    }

    fn store(&mut self, ProofNode { ply, key, .. }: ProofNode, numbers: ProofNumbers, nodes_before: u64) {
        let nodes = self.inquiry.tree.visited() - nodes_before;
        self.table.store(key ^ self.salts[ply], numbers, nodes);
        if self.table.is_full() {
            let (visited, watch) = (self.inquiry.tree.visited(), &mut self.inquiry.tree.supervisor);
            self.table.collect_garbage(|| {
                watch.rest();
                watch.may_begin(visited)
            });
        }
    }
}

impl Combined {
    fn numbers<const MAX: bool>(&self) -> ProofNumbers {
        let (proof, disproof) = if MAX { (self.least, self.sum) } else { (self.sum, self.least) };
        ProofNumbers { proof, disproof, outright: self.outright && (self.least == 0 || self.sum == 0) }
    }

    /// The limit for the easiest child, beyond its numbers now.
    fn limit<const MAX: bool>(&self, limit: ProofLimit, child: ProofNumbers) -> ProofLimit {
        let own = if MAX { (limit.proof, limit.disproof) } else { (limit.disproof, limit.proof) };
        let easy = self.second.saturating_add(self.second / EPSILON + 1).min(own.0);
        let hard = own.1 - self.sum + for_mover::<MAX>(child).1;
        let (proof, disproof) = if MAX { (easy, hard) } else { (hard, easy) };
        ProofLimit { proof: proof.min(MOST), disproof: disproof.min(MOST) }
    }
}

/// The numbers of a child for the player who moves to it: to win by it, and to be refuted.
pub(super) fn for_mover<const MAX: bool>(child: ProofNumbers) -> (u32, u32) {
    if MAX { (child.proof, child.disproof) } else { (child.disproof, child.proof) }
}
