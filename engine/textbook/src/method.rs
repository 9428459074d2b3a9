//! The differences between the textbook algorithms, decided at compile time where they are common.

use crate::{Conventions, Cut, Fail};

/// Whether to cut, and how.
pub trait Method {
    /// Whether there is a window, and a node ends when it is empty.
    const CUT: bool;
    /// Its number in an [`Errand`](plyd_rules::inside::Errand), if libraries have it inside.
    const NUMBER: Option<u32> = None;

    /// The conventions of a walk on a tree with these conventions.
    #[inline(always)]
    fn conventions(_of_tree: Conventions) -> Conventions {
        Conventions { cut: Cut::Equal, fail: Fail::Soft }
    }

    /// Whether the rest of a node cannot matter in a window with these ends, by these conventions of the tree.
    #[inline(always)]
    fn is_over<V: PartialOrd>(alpha: V, beta: V, of_tree: Conventions) -> bool {
        Self::CUT
            && match Self::conventions(of_tree).cut {
                Cut::Equal => beta <= alpha,
                Cut::Beyond => beta < alpha,
            }
    }

    /// Whether a value outside the window is reported as its end, by these conventions of the tree.
    #[inline(always)]
    fn is_hard(of_tree: Conventions) -> bool {
        Self::conventions(of_tree).fail == Fail::Hard
    }
}

/// Textbook minimax.
#[derive(Debug)]
pub struct Minimax;

impl Method for Minimax {
    const CUT: bool = false;
    const NUMBER: Option<u32> = Some(0);
}

/// Textbook alpha-beta: it cuts as soon as the window is empty, and fails soft.
#[derive(Debug)]
pub struct AlphaBeta;

impl Method for AlphaBeta {
    const CUT: bool = true;
    const NUMBER: Option<u32> = Some(1);
}

/// The same by the [`Conventions`] of the tree. They are for trees that are explained, where an observer looks at every
/// node: so they are asked for at each, and not compiled for each.
#[derive(Debug)]
pub struct AlphaBetaByConventions;

impl Method for AlphaBetaByConventions {
    const CUT: bool = true;

    #[inline(always)]
    fn conventions(of_tree: Conventions) -> Conventions {
        of_tree
    }
}
