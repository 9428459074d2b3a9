//! Deferred moves: those that another thread is searching are put off to the end of the list (ABDADA), see
//! [`Busy`](crate::busy::BusyPositions).
//!
//! It is the same move of the same position to the same depth that is put off, once. The first move of a node never is:
//! the others need its value. So the threads search the same depths, and between two moves of a node they check whether
//! another one has stored its value in the table.

use super::ranking::Picker;
use super::{SearchNode, Strong};
use crate::found::NodeValue;
use crate::ordering::MoveRank;
use crate::table::mix;
use plyd_rules::Game;
use plyd_textbook::{Observer, Window};

/// Nearer to the horizon a move costs little more than a look at what the others do.
const LEAST_DEPTH: usize = 3;

/// The moves of a node that are put off.
#[derive(Default)]
pub(crate) struct DeferredMoves {
    /// So many of those that are left come last.
    count: usize,
    /// Whether they have come back: none is put off any more.
    are_back: bool,
}

impl DeferredMoves {
    /// Whether better moves than the next one may come behind it.
    pub(crate) fn are_any(&self) -> bool {
        self.count > 0
    }

    /// Those that were put off are moves like others again.
    fn bring_back(&mut self, picker: Picker, ranks: &mut [MoveRank]) {
        *self = Self { count: 0, are_back: true };
        picker.restore_order(ranks);
    }
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The same as [`Strong::next`], but a move that another thread is searching comes later. The second result is the
    /// key by which the threads know the move, if it is worth telling.
    #[inline(always)]
    pub(crate) fn next_free<const MAX: bool>(
        &mut self,
        picker: &mut Picker,
        deferred: &mut DeferredMoves,
        node: SearchNode,
        number: usize,
    ) -> (MoveRank, Option<u64>) {
        loop {
            if deferred.count > 0 && deferred.count == picker.left() {
                deferred.bring_back(*picker, &mut self.ranks);
            }
            let rank = self.next_before::<MAX>(picker, node, number, deferred.count);
            let key = (node.depth >= LEAST_DEPTH).then(|| self.move_key(node, rank.index()));
            let Some(told) = key.filter(|_| number > 0 && !deferred.are_back) else { return (rank, key) };
            let is_busy = self.busy.is_some_and(|busy| busy.contains(told));
            // A move that is not worth a search has to come last, so the deferred moves come before it.
            if is_busy || rank.is_unlikely() && deferred.count > 0 {
                picker.put_last(&mut self.ranks);
                deferred.count += 1;
                if rank.is_unlikely() {
                    deferred.bring_back(*picker, &mut self.ranks);
                }
            } else {
                return (rank, key);
            }
        }
    }

    /// The value of a node, if another thread has meanwhile found it and stored it in the table.
    #[inline(always)]
    pub(crate) fn found_elsewhere<const REPEATS: u8>(
        &self,
        node: SearchNode,
        number: usize,
        window: Window,
    ) -> Option<NodeValue> {
        if number == 0 || node.ply == 0 || node.depth < LEAST_DEPTH {
            return None;
        }
        let entry = self.table?.probe(node.key)?;
        self.answer::<REPEATS>(entry, node, window)
    }

    /// Tells the other threads that this one begins with the move of this key.
    #[inline(always)]
    pub(crate) fn begin_move(&self, key: Option<u64>) {
        if let (Some(busy), Some(key)) = (self.busy, key) {
            busy.begin(key);
        }
    }

    /// Tells them that it is done.
    #[inline(always)]
    pub(crate) fn end_move(&self, key: Option<u64>) {
        if let (Some(busy), Some(key)) = (self.busy, key) {
            busy.end(key);
        }
    }

    /// The key of a move and its depth.
    #[inline(always)]
    fn move_key(&self, node: SearchNode, index: usize) -> u64 {
        let mv = self.tree.arena[node.first + index];
        node.key ^ mix(u64::from(mv.0) << u32::BITS | node.depth as u64)
    }
}
