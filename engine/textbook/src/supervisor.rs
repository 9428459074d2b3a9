//! The supervisor of a walk allows it a few nodes at a time.

use plyd_rules::Move;

/// Stands between a walk and all that may end it before its tree does: a limit of nodes, a clock, a wish to stop. The
/// walk knows none of these.
pub trait WalkSupervisor {
    /// The number of additional nodes that the walk may visit, after it has visited this many; 0 ends it. Asked when
    /// the walk has used up what it was given before, so that the portions decide how soon a wish to stop is noticed.
    fn grant(&mut self, visited: u64) -> u64;

    /// Whether another search of the root may begin, after the walk has visited this many nodes.
    fn may_begin(&mut self, _visited: u64) -> bool {
        true
    }

    /// The walk is alive: it visits positions again to find the line of play, without counting nodes.
    fn goes_on(&mut self) {}

    /// A search of the root to this depth begins with this move, the `number`th (from 1) that it tries.
    fn root_move(&mut self, _depth: u32, _mv: Move, _number: u32) {}
}
