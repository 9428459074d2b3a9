//! What differs between the textbook algorithms, decided at compile time.

/// Whether to cut.
pub(crate) trait Method {
    /// Whether a node ends as soon as `beta <= alpha`.
    const CUT: bool;
}

/// Textbook minimax.
pub(crate) struct Minimax;

impl Method for Minimax {
    const CUT: bool = false;
}

/// Textbook alpha-beta.
pub(crate) struct AlphaBeta;

impl Method for AlphaBeta {
    const CUT: bool = true;
}
