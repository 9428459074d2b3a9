//! Chains and loops: the parts of an ending in which every line gives boxes away.
//!
//! Boxes with two lines each, joined where there is no line, form a chain, or a loop. Who draws a line there opens it,
//! and the opponent takes all of its boxes; but then the opponent has to move next. So a player may leave the last two
//! boxes of a chain, or the last four of a loop, and let the other one open the next part (E. Berlekamp, "The Dots and
//! Boxes Game", 2000).

use crate::board::{Board, Lines};

/// The boxes of the largest board: a part has one or more.
const MOST_CHAINS: usize = 49;
/// A loop has four boxes or more.
const MOST_LOOPS: usize = MOST_CHAINS / 4;

/// The sizes of some parts, the smallest first.
struct Sizes<const MOST: usize> {
    sizes: [i32; MOST],
    count: usize,
}

impl<const MOST: usize> Sizes<MOST> {
    const NONE: Self = Self { sizes: [0; MOST], count: 0 };

    #[inline]
    fn insert(&mut self, size: i32) {
        let mut place = self.count;
        while place > 0 && self.sizes[place - 1] > size {
            self.sizes[place] = self.sizes[place - 1];
            place -= 1;
        }
        self.sizes[place] = size;
        self.count += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[i32] {
        &self.sizes[..self.count]
    }
}

/// Calls `visit` with the boxes of each chain and loop, if no box has three lines.
#[inline]
pub(crate) fn each(board: &Board, lines: Lines, two: u64, mut visit: impl FnMut(u64)) {
    let mut left = two;
    while left != 0 {
        let part = board.joined(lines, left & left.wrapping_neg(), two);
        visit(part);
        left &= !part;
    }
}

/// Whether a part is a loop: it has as many lines to be drawn as boxes, a chain one more.
#[inline]
fn is_loop(lines: Lines, part: u64) -> bool {
    Board::around(part).without(lines).len() == part.count_ones()
}

/// The boxes that a player takes from all chains and loops minus the opponent's, if the opponent has to open the first
/// one and both open the smallest ones first. Boxes with fewer than two lines are left out, so it is exact only without
/// them.
pub(crate) fn worth(board: &Board, lines: Lines, two: u64) -> i32 {
    let (mut chains, mut loops) = (Sizes::<MOST_CHAINS>::NONE, Sizes::<MOST_LOOPS>::NONE);
    each(board, lines, two, |part| {
        let size = part.count_ones().cast_signed();
        if is_loop(lines, part) { loops.insert(size) } else { chains.insert(size) }
    });
    worth_of(chains.as_slice(), loops.as_slice())
}

/// The worth of parts with these sizes, each list with the smallest first. Whoever opens a part chooses between the
/// smallest chain and the smallest loop.
fn worth_of(chains: &[i32], loops: &[i32]) -> i32 {
    // By the number of loops that are opened already, if the chains up to now are too.
    let mut worths = [0; MOST_LOOPS + 1];
    for opened in (0..=chains.len()).rev() {
        for round in (0..=loops.len()).rev() {
            let chain = chains.get(opened).map(|size| opened_part(*size, 2, worths[round]));
            let ring = loops.get(round).map(|size| opened_part(*size, 4, worths[round + 1]));
            worths[round] = chain.into_iter().chain(ring).min().unwrap_or(0);
        }
    }
    worths[0]
}

/// The worth of an open part to the player who takes it: either all of it, or all but the last boxes, `left` of them.
/// `rest` is what the other parts are worth to the player who does not open the first of them.
#[inline]
fn opened_part(size: i32, left: i32, rest: i32) -> i32 {
    let all = size - rest;
    // A chain of two is opened in its middle, so that nothing can be left of it.
    if size > 2 { all.max(size - 2 * left + rest) } else { all }
}

/// The fewest boxes that the player to move must leave to the opponent so that the opponent moves next, where some boxes
/// have three lines; `None` if the player has to take all.
pub(crate) fn least_left(board: &Board, lines: Lines, three: u64, two: u64) -> Option<i32> {
    let mut least = None;
    let mut ends = three;
    while ends != 0 {
        let part = board.joined(lines, ends & ends.wrapping_neg(), three | two);
        let open_ends = (part & three).count_ones();
        ends &= !part;
        match (open_ends, part.count_ones()) {
            (1, 2..) => return Some(2),
            (2, 4..) => least = Some(4),
            _ => {}
        }
    }
    least
}
