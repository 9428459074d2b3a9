//! The leaves at the bottom of a regular tree, which a textbook search reads without playing the moves to them.

/// The values of all leaves below an unfinished state, if the tree there is regular: each state has the same number of
/// moves, the two players take turns, and all leaves are equally deep, and finished with utilities
/// ([`Outcome::Utility`](crate::Outcome::Utility)).
#[derive(Clone, Copy, Debug)]
pub struct Leaves<V> {
    /// The moves of each unfinished state, at least 1.
    pub branching: u32,
    /// The plies from the state to the leaves, at least 1.
    pub height: u32,
    /// Gives the value of the leaf with this number. Leaves are counted from 0, in the order of the moves.
    pub value: V,
}
