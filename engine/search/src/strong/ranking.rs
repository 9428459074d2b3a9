//! The strong search ranks the moves of a node, hands them out one by one, and learns from those that cut.

use super::{SearchNode, Strong, candidates};
use crate::ordering::{Circumstances, MoveRank, rank, select};
use plyd_rules::{Game, Player};
use plyd_textbook::Observer;

/// So many ranks of a node are looked for one by one. If none of their moves cuts, the others are likely to be needed
/// too, and are sorted.
const SELECTED: usize = 2;

/// The order in which the moves of one node are tried: a hint, then the others, best first. These are ranked only when
/// the first of them is needed, because the hint often cuts, and sorted only when the first few have not.
///
/// Their ranks are in [`Strong::ranks`] from the place of the node's moves in the arena on: first the picked moves in
/// their order, then the rest, those that are put off at the end. So the moves already tried need no separate list.
#[derive(Clone, Copy)]
pub(crate) struct Picker {
    /// The place of the move to try first, among the node's moves.
    hint: Option<usize>,
    /// The start of the ranks.
    first: usize,
    /// The number of ranks; 0 until the first one is needed.
    ranked: usize,
    /// The number of picked moves.
    picked: usize,
    /// Whether those that are left are sorted, but for moves that are put off.
    sorted: bool,
}

impl Picker {
    /// A ranking without picked moves, for the moves in the arena from `first` on.
    #[inline(always)]
    pub(crate) fn new(first: usize, hint: Option<usize>) -> Self {
        Self { hint, first, ranked: 0, picked: 0, sorted: false }
    }

    /// The best of the remaining ranks but the last `deferred`; there must be one.
    #[inline(always)]
    pub(crate) fn pick(&mut self, ranks: &mut [MoveRank], deferred: usize) -> MoveRank {
        let (from, end) = (self.first + self.picked, self.first + self.ranked - deferred);
        let ranks = &mut ranks[from..end];
        if !self.sorted {
            if self.picked < SELECTED {
                select(ranks);
            } else {
                sort(ranks);
                self.sorted = true;
            }
        }
        self.picked += 1;
        ranks[0]
    }

    /// The number of moves that are left, if they are ranked.
    pub(crate) fn left(&self) -> usize {
        self.ranked - self.picked
    }

    /// Puts back the move that was picked last, as the last of those that are left. If the ranks are sorted, the others
    /// stay so.
    pub(crate) fn put_last(&mut self, ranks: &mut [MoveRank]) {
        self.picked -= 1;
        ranks[self.first + self.picked..self.first + self.ranked].rotate_left(1);
    }

    /// All that are left are in their usual order again.
    pub(crate) fn restore_order(&self, ranks: &mut [MoveRank]) {
        if self.sorted {
            sort(&mut ranks[self.first + self.picked..self.first + self.ranked]);
        }
    }

    /// The ranks that were picked, in this order; the hint is none of them.
    fn picked(self, ranks: &[MoveRank]) -> &[MoveRank] {
        ranks.get(self.first..self.first + self.picked).unwrap_or_default()
    }
}

/// The best first. No two ranks are equal.
#[inline(never)]
fn sort(ranks: &mut [MoveRank]) {
    ranks.sort_unstable_by(|one, other| other.cmp(one));
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The move to try next, the `number`th (from 0) of the node.
    #[inline(always)]
    pub(crate) fn next<const MAX: bool>(&mut self, picker: &mut Picker, node: SearchNode, number: usize) -> MoveRank {
        self.next_before::<MAX>(picker, node, number, 0)
    }

    /// The same if the last `deferred` of the moves that are left come later.
    #[inline(always)]
    pub(crate) fn next_before<const MAX: bool>(
        &mut self,
        picker: &mut Picker,
        node: SearchNode,
        number: usize,
        deferred: usize,
    ) -> MoveRank {
        if let Some(hint) = picker.hint
            && number == 0
        {
            return MoveRank::of_hint(hint);
        }
        if picker.ranked == 0 {
            // None can be put off yet.
            let (rank, ranked) = self.rank::<MAX>(node, picker.hint);
            (picker.ranked, picker.picked) = (ranked, 1);
            return rank;
        }
        picker.pick(&mut self.ranks, deferred)
    }

    /// Ranks the moves of a node but `except`, brings the best one to the front and returns it. The second result says
    /// how many these are; there must be one.
    #[inline(never)]
    fn rank<const MAX: bool>(&mut self, node: SearchNode, except: Option<usize>) -> (MoveRank, usize) {
        let SearchNode { ply, first, count, before, .. } = node;
        let end = node.end();
        if self.ranks.len() < end {
            self.ranks.resize(end.next_power_of_two(), MoveRank::default());
        }
        let tree = &self.tree;
        let moves = &tree.arena[first..end];
        let ratings = &mut self.ratings[..count];
        if self.techniques.game_order {
            tree.game.order(&tree.states[ply], moves, ratings);
            if self.selectivity.candidates {
                candidates::ensure_one(ratings);
            }
        }
        let turn = if MAX { Player::Max } else { Player::Min };
        let circumstances = Circumstances { learnt: self.learnt.as_ref(), ply, turn, before };
        rank(&mut self.ranks[first..end], moves, except, ratings, circumstances)
    }

    /// The last move tried, which has no certain rating, caused a cut; the ones before it did not. Nothing is learnt
    /// about moves with certain ratings, or about a hint that caused no cut.
    #[inline(never)]
    pub(crate) fn learn<const MAX: bool>(&mut self, node: SearchNode, picker: Picker) {
        let Some(learnt) = &mut self.learnt else { return };
        let SearchNode { ply, depth, first, count, before, .. } = node;
        let turn = if MAX { Player::Max } else { Player::Min };
        let moves = &self.tree.arena[first..first + count];
        let (index, others) = match (picker.picked(&self.ranks).split_last(), picker.hint) {
            (Some((last, others)), _) => (last.index(), others),
            (None, Some(hint)) => (hint, &[][..]),
            (None, None) => return,
        };
        learnt.reward(ply, turn, before, moves[index], depth as u32);
        for rank in others.iter().filter(|rank| !rank.is_certain()) {
            learnt.blame(turn, moves[rank.index()], depth as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks of moves at these places, none of which is better than another.
    fn ranks(places: &[usize]) -> Vec<MoveRank> {
        places.iter().map(|&place| MoveRank::of_hint(place)).collect()
    }

    #[test]
    fn what_was_picked_stands_in_front_in_that_order() {
        // Two ranks of a parent, then three of the node.
        let mut ranks = ranks(&[9, 9, 2, 0, 1]);
        let mut picker = Picker { ranked: 3, ..Picker::new(2, Some(3)) };
        assert_eq!(picker.picked(&ranks), []);
        let places: Vec<usize> = (0..3).map(|_| picker.pick(&mut ranks, 0).index()).collect();
        assert_eq!(places, [0, 1, 2], "what is equal comes in the game's order");
        assert_eq!(picker.picked(&ranks).iter().map(|rank| rank.index()).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(ranks[..2], self::ranks(&[9, 9]));
    }

    #[test]
    fn what_is_put_last_comes_back_in_its_usual_order() {
        for (count, before) in [(5, 1), (5, 2), (5, 3), (70, 2), (70, 40)] {
            // Two ranks of a parent, then the node's own: the later in the game's order, the better.
            let mut ranks: Vec<_> = (0..count + 2).map(|place| MoveRank::new(place as i32, place)).collect();
            let mut picker = Picker { ranked: count, ..Picker::new(2, None) };
            let next = count + 1 - before;
            let first: Vec<_> = (0..=before).map(|_| picker.pick(&mut ranks, 0).index()).collect();
            assert_eq!(first, (next..=count + 1).rev().collect::<Vec<_>>());
            picker.put_last(&mut ranks);
            if before + 1 < count {
                assert_eq!(picker.pick(&mut ranks, 1).index(), next - 1);
                picker.put_last(&mut ranks);
            }
            if before + 2 < count {
                assert_eq!((picker.pick(&mut ranks, 2).index(), picker.left()), (next - 2, count - before - 1));
            }
            let tried: Vec<_> = picker.picked(&ranks).iter().map(|rank| rank.index()).collect();
            picker.restore_order(&mut ranks);
            let rest: Vec<_> = (0..picker.left()).map(|_| picker.pick(&mut ranks, 0).index()).collect();
            let expected: Vec<_> = (2..count + 2).rev().filter(|place| !tried.contains(place)).collect();
            assert_eq!((rest, picker.left()), (expected, 0), "{count} {before}");
            assert_eq!([ranks[0], ranks[1]].map(|rank| rank.index()), [0, 1], "the parent's");
        }
    }

    #[test]
    fn a_hint_alone_needs_no_ranks() {
        assert_eq!(Picker::new(7, Some(0)).picked(&[]), []);
    }
}
