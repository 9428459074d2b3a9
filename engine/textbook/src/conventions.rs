//! In which details textbooks differ about alpha-beta.

/// How the textbook alpha-beta is written: all ways give the same value and the same move, and differ in what they read
/// and report on the way. The other algorithms do not look at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// When the children that are left are skipped.
    pub cut: Cut,
    /// What a node reports whose value lies outside its window.
    pub fail: Fail,
}

/// When the children that are left are skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    /// As soon as `beta <= alpha`: a value as good as one that is already there does not matter either. Source: Knuth and
    /// Moore, "An Analysis of Alpha-Beta Pruning", 1975.
    #[default]
    Equal,
    /// Only when `beta < alpha`, which reads more.
    Beyond,
}

/// What a node reports whose value lies outside its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fail {
    /// The best value it has found: a bound that may say more than the window. Source: J. Fishburn, "Another optimization of
    /// alpha-beta search", 1983.
    #[default]
    Soft,
    /// The end of the window that it fell out of.
    Hard,
}
