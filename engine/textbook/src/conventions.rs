//! In which details textbooks differ about alpha-beta.

/// The variants of the textbook alpha-beta. All give the same value and the same move, but read and report different
/// things on the way. The other algorithms ignore this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// When the children that are left are skipped.
    pub cut: Cut,
    /// The report of a node whose value is outside its window.
    pub fail: Fail,
}

/// When the children that are left are skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    /// As soon as `beta <= alpha`: a value as good as one that is already there does not matter either. Source: Knuth
    /// and Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    #[default]
    Equal,
    /// Only when `beta < alpha`, which reads more.
    Beyond,
}

/// The report of a node whose value is outside its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fail {
    /// The best value it has found: a bound that may say more than the window. Source: J. Fishburn, "Another
    /// optimization of alpha-beta search", 1983.
    #[default]
    Soft,
    /// The end of the window that it fell out of.
    Hard,
}
