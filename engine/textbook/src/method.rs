//! The differences between the textbook algorithms, decided at compile time.

use crate::Window;

/// Whether to cut, and how.
pub trait Method {
    /// Whether there is a window, and a node ends when it is empty.
    const CUT: bool;
    /// Whether the window counts as empty only when `beta < alpha`.
    const BEYOND: bool = false;
    /// Whether a value outside the window is reported as its end.
    const HARD: bool = false;
    /// Its number in an [`Errand`](plyd_rules::inside::Errand), if libraries have it inside.
    const NUMBER: Option<u32> = None;

    /// Whether nothing that is left can matter.
    #[inline(always)]
    fn is_over(window: Window) -> bool {
        Self::CUT && if Self::BEYOND { window.beta < window.alpha } else { window.is_empty() }
    }
}

/// Textbook minimax.
#[derive(Debug)]
pub struct Minimax;

impl Method for Minimax {
    const CUT: bool = false;
    const NUMBER: Option<u32> = Some(0);
}

/// Textbook alpha-beta, in one of its [`Conventions`](crate::Conventions): whether it cuts only
/// beyond equality, and whether it fails hard.
#[derive(Debug)]
pub struct AlphaBeta<const BEYOND: bool, const HARD: bool>;

impl<const BEYOND: bool, const HARD: bool> Method for AlphaBeta<BEYOND, HARD> {
    const CUT: bool = true;
    const BEYOND: bool = BEYOND;
    const HARD: bool = HARD;
    // The other conventions are for trees that are explained, where an observer looks at every node.
    const NUMBER: Option<u32> = if BEYOND || HARD { None } else { Some(1) };
}
