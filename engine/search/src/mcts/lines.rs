//! The report about the tree: the best lines, their depth, and their scores.

use super::edges::{EdgeTarget, Edges};
use super::growth::GrowingTree;
use super::worth::{DECISIVE, turn_of};
use crate::SearchScore;
use crate::ground::BlockAddress;
use crate::line::{rounded, view};
use plyd_rules::{Move, Player};

/// A position that was visited so often counts for the depth of a line.
const FIRM: u64 = 100;

/// A position that was visited less often is no part of a line, unless it is decided.
const LEAST: u64 = 4;

/// A move that was looked at, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitedMove {
    pub(super) index: usize,
    pub(super) mv: Move,
    pub(super) node: BlockAddress,
    pub(super) visits: u64,
    pub(super) worth: f64,
    low: f64,
    high: f64,
    /// Whether its value is known. It is visited no more then.
    is_known: bool,
}

impl VisitedMove {
    /// The known bound: for a loss the latest that it can come, because a better reply may be there.
    fn known(&self) -> f64 {
        if self.high < -DECISIVE { self.high } else { self.low }
    }

    /// Whether both are unknown, and it was visited more.
    fn is_preferred(&self, other: &Self) -> bool {
        other.visits.cmp(&self.visits).then(other.worth.total_cmp(&self.worth)).is_lt()
    }
}

impl GrowingTree<'_> {
    fn candidate(&self, edges: &Edges<'_>, index: usize, player: Player) -> Option<VisitedMove> {
        let EdgeTarget::Node(node) = edges.child(index) else { return None };
        let bounds = self.arena.bounds(node);
        let (low, high) = if player == Player::Max { bounds } else { (0.0 - bounds.1, 0.0 - bounds.0) };
        let (worth, visits) = (view(player, self.worth(node)?), self.arena.visits(node));
        let is_known = self.scale.is_decided(bounds);
        Some(VisitedMove { index, mv: Move(edges.mv(index)), node, visits, worth, low, high, is_known })
    }

    /// The best move of a node for this player, without those at these places: what is won, or what was visited the
    /// most. A move whose value is known is visited no more, so it is judged by its value.
    pub(super) fn best(&self, node: BlockAddress, player: Player, without: &[usize]) -> Option<VisitedMove> {
        let edges = self.arena.edges(node)?;
        let (mut known, mut unknown): (Option<VisitedMove>, Option<VisitedMove>) = (None, None);
        for index in (0..edges.len()).filter(|index| !without.contains(index)) {
            let Some(candidate) = self.candidate(&edges, index, player) else { continue };
            if candidate.is_known {
                if known.as_ref().is_none_or(|best| candidate.known() > best.known()) {
                    known = Some(candidate);
                }
            } else if unknown.as_ref().is_none_or(|best| candidate.is_preferred(best)) {
                unknown = Some(candidate);
            }
        }
        match (known, unknown) {
            // A lost move is chosen only if no other is left.
            (Some(known), Some(unknown)) if known.high < -DECISIVE || unknown.worth > known.worth => Some(unknown),
            (known, unknown) => known.or(unknown),
        }
    }

    /// Whether no move of the root that was visited enough looks better to this player than the best one.
    pub(super) fn is_preferred_by_worth(&self, best: &VisitedMove, player: Player) -> bool {
        let Some(edges) = self.arena.edges(self.root()) else { return false };
        let mut others = (0..edges.len()).filter_map(|index| self.candidate(&edges, index, player));
        others.all(|other| other.worth <= best.worth || other.visits < FIRM)
    }

    /// Whether the values of all moves of a node are known.
    pub(super) fn knows_all(&self, node: BlockAddress) -> bool {
        self.arena.edges(node).is_some_and(|edges| {
            (0..edges.len()).all(|index| match edges.child(index) {
                EdgeTarget::Node(child) => self.is_decided(child),
                EdgeTarget::Forbidden => true,
                EdgeTarget::Unseen | EdgeTarget::Awaited => false,
            })
        })
    }

    /// The number of plies of the line that begins with this move whose positions were visited often, or are decided.
    pub(super) fn depth(&self, first: VisitedMove) -> u32 {
        let is_firm = |candidate: &VisitedMove| candidate.visits >= FIRM || candidate.is_known;
        self.follow(first).take_while(is_firm).count() as u32
    }

    /// The line of play that begins with this move. It ends at the first chance node.
    pub(super) fn line(&self, first: VisitedMove) -> Vec<Move> {
        let rest = self.follow(first).skip(1).take_while(|next| next.visits >= LEAST || next.is_known);
        std::iter::once(first).chain(rest).map(|candidate| candidate.mv).collect()
    }

    fn follow(&self, first: VisitedMove) -> impl Iterator<Item = VisitedMove> {
        std::iter::successors(Some(first), |last| {
            let player = turn_of(self.arena.turn(last.node)).player()?;
            self.best(last.node, player, &[])
        })
    }

    /// The score of a move for the player who chooses it, and the same as points.
    pub(super) fn score(&self, candidate: &VisitedMove) -> (SearchScore, f64) {
        if candidate.is_known {
            let known = candidate.known();
            return (self.scale.score(self.scale.above(known), Player::Max), known);
        }
        let points = self.scale.points(candidate.worth);
        (SearchScore::Value(rounded(points)), points)
    }
}
