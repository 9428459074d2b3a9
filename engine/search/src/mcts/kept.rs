//! The tree of one search is the beginning of the next one, if that begins with a position of the tree.

use super::edges::EdgeTarget;
use super::walk::TreeGrower;
use super::worth::turn_of;
use crate::Root;
use crate::ground::{BlockAddress, KeptTree, Valuation};
use crate::horizon::counter_key;
use crate::table::mix;
use plyd_rules::{Game, Move, Moves, Repetition, Want};

/// A game is at most this many plies further on at the next search: a move, a reply, and with dice both rolls.
const MOST_PLIES: usize = 4;

/// What has less than this part of all visits is not looked for.
const LEAST_SHARE: u64 = 256;

impl KeptTree {
    /// The place of the position from which a search starts, if it is in the tree.
    pub(super) fn find<G: Game>(&self, root: &Root<'_, G>, valuation: Valuation) -> Option<BlockAddress> {
        let id = id_of(root.game, root.state, &relevant(root));
        let found = self.positions.iter().find(|&&(known, _)| known == id && self.valuation == valuation);
        found.map(|&(_, place)| place)
    }
}

/// The earlier positions on which the value of a root depends.
fn relevant<G: Game>(root: &Root<'_, G>) -> Vec<u64> {
    if root.game.facts().repetition.is_some() { root.history.to_vec() } else { Vec::new() }
}

/// Tells a position with its counter and those before it from all others.
fn id_of<G: Game>(game: &G, state: &G::State, before: &[u64]) -> u64 {
    let start = mix(game.key(state)) ^ counter_key(game, &game.facts(), state);
    before.iter().fold(start, |id, &key| mix(id ^ mix(key)).wrapping_add(1))
}

impl<G: Game> TreeGrower<'_, G> {
    /// What another search needs to go on with the tree.
    pub(super) fn keep(&mut self, root: &Root<'_, G>) -> KeptTree {
        let growth = self.growth;
        let rule = self.tree.facts.repetition;
        let mut positions = Vec::new();
        if self.tree.facts.has_key {
            let least = growth.arena.visits(growth.root()) / LEAST_SHARE + 2;
            self.keep_below(growth.root(), 0, relevant(root), rule, least, &mut positions);
        }
        KeptTree { positions, range: growth.range(), valuation: self.valuation }
    }

    fn keep_below(
        &mut self,
        node: BlockAddress,
        ply: usize,
        before: Vec<u64>,
        rule: Option<Repetition>,
        least: u64,
        positions: &mut Vec<(u64, BlockAddress)>,
    ) {
        let arena = self.growth.arena;
        let Some(edges) = arena.edges(node) else { return };
        let tree = &self.tree;
        positions.push((id_of(tree.game, &tree.states[ply], &before), node));
        if ply >= MOST_PLIES || ply + 1 >= self.tree.states.len() && !self.tree.deepen(ply) {
            return;
        }
        let key_of = |state: &G::State| {
            rule.map_or(0, |rule| self.tree.game.examine(state, rule.key.want(), &mut Moves::new(&mut [])).key)
        };
        let here = key_of(&self.tree.states[ply]);
        for index in 0..edges.len() {
            let EdgeTarget::Node(child) = edges.child(index) else { continue };
            if arena.visits(child) < least || arena.edges(child).is_none() {
                continue;
            }
            let tree = &mut self.tree;
            let (above, below) = tree.states.split_at_mut(ply + 1);
            let none = &mut Moves::new(&mut []);
            let step = tree.game.step(&above[ply], Move(edges.mv(index)), &mut below[0], Want::OUTCOME, none);
            if step.is_error() {
                continue;
            }
            let mut then = Vec::new();
            if rule.is_some() && !step.is_irreversible() {
                then.clone_from(&before);
                then.push(here);
            }
            debug_assert_eq!(step.turn(), turn_of(arena.turn(child)), "the tree is that of the game");
            self.keep_below(child, ply + 1, then, rule, least, positions);
        }
    }
}
