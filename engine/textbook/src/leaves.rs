//! The bottom of a regular tree, read from its leaves: no state is played there, and no move is listed.
//!
//! It is the recursion of every other node. Minimax, which visits all nodes anyway, reads small trees a level at a
//! time, from the leaves upwards, like a calculation by hand on paper.

use crate::window::{FULL, worst};
use crate::{Method, Observer, TreeWalk, WalkSupervisor, Window};
use plyd_rules::{Game, Leaves};

/// The most leaves of a tree that is read a level at a time: its nodes are fewer than a walk has leave for at once.
const SMALL: usize = 64;

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// Whether to read these leaves, below a node that is `left` plies from the horizon, instead of listing its moves.
    /// The line of play to the best of them is found again later, so they must lie within the plies that keep none.
    #[inline(always)]
    pub(crate) fn may_read<V>(&self, leaves: &Leaves<V>, left: usize) -> bool {
        let height = leaves.height as usize;
        height <= left && (left <= self.lineless || height == 1)
    }

    /// The value of a node above these leaves, `left` plies from the horizon. Of no meaning once the walk has ended.
    #[inline(always)]
    pub(crate) fn read_leaves<M: Method, const MAX: bool>(
        &mut self,
        leaves: &Leaves<impl Fn(u32) -> i32>,
        left: usize,
        window: Window,
    ) -> i32 {
        let before = self.visited();
        let value = self.read_node::<M, MAX>(leaves, (0, leaves.height), window);
        // Whatever is cut, it first goes straight down to a leaf, unless the walk ends on the way.
        let deepest = u64::from(leaves.height).min(self.visited() - before + 1);
        self.least_left = self.least_left.min(left + 1 - deepest as usize);
        value
    }

    /// The value of the node with this number among those that are `height` plies above the leaves.
    fn read_node<M: Method, const MAX: bool>(
        &mut self,
        leaves: &Leaves<impl Fn(u32) -> i32>,
        (number, height): (u32, u32),
        mut window: Window,
    ) -> i32 {
        if !M::CUT
            && let Some(value) = self.read_levels::<MAX>(leaves, number, height)
        {
            return value;
        }
        let entered = window;
        let mut best = worst::<MAX>();
        let first = number * leaves.branching;
        for child in first..first + leaves.branching {
            if !self.may_visit() {
                return best;
            }
            // Minimax hands no window down, which the compiler sees as well.
            let handed = if M::CUT { window } else { FULL };
            let value = match (height, MAX) {
                (1, _) => (leaves.value)(child),
                (_, true) => self.read_node::<M, false>(leaves, (child, height - 1), handed),
                (_, false) => self.read_node::<M, true>(leaves, (child, height - 1), handed),
            };
            best = if MAX { best.max(value) } else { best.min(value) };
            if M::CUT {
                if MAX { window.alpha = window.alpha.max(best) } else { window.beta = window.beta.min(best) }
            }
            if M::is_over(window.alpha, window.beta, self.conventions) {
                break;
            }
        }
        if M::is_hard(self.conventions) { best.clamp(entered.alpha, entered.beta) } else { best }
    }

    /// The value of the same node, if the tree below it is small and it may visit all of it at once.
    #[inline(always)]
    fn read_levels<const MAX: bool>(
        &mut self,
        leaves: &Leaves<impl Fn(u32) -> i32>,
        number: u32,
        height: u32,
    ) -> Option<i32> {
        let branching = leaves.branching as usize;
        let (mut count, mut nodes) = (1, 0);
        for _ in 0..height {
            count *= branching;
            nodes += count as u64;
            if count > SMALL {
                return None;
            }
        }
        if !self.may_visit_all(nodes) {
            return None;
        }
        self.count_visited(nodes);
        let mut values = [0; SMALL];
        for (value, leaf) in values[..count].iter_mut().zip(number * count as u32..) {
            *value = (leaves.value)(leaf);
        }
        // The players take turns up to the node itself.
        let lowest_is_max = MAX == (height % 2 == 1);
        Some(match branching {
            // Most trees, for which the compiler needs no inner loop.
            2 => minimax_by_levels(&mut values[..count], 2, lowest_is_max),
            _ => minimax_by_levels(&mut values[..count], branching, lowest_is_max),
        })
    }
}

/// The value of a tree with these leaves, in which every node has `branching` children, and MAX or MIN moves at the
/// nodes above the leaves. A node's value replaces its children's.
#[inline(always)]
fn minimax_by_levels(values: &mut [i32], branching: usize, lowest_is_max: bool) -> i32 {
    let (mut count, mut is_max) = (values.len(), lowest_is_max);
    while count > 1 {
        count /= branching;
        for node in 0..count {
            let children = values[node * branching..][..branching].iter().copied();
            values[node] = if is_max { children.fold(i32::MIN, i32::max) } else { children.fold(i32::MAX, i32::min) };
        }
        is_max = !is_max;
    }
    values[0]
}
