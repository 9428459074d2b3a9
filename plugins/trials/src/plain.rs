//! Slow and simple second implementations of rules, against which games are tested.

use plyd_plugin::Outcome;

/// A position with simple rules for its continuation.
pub trait PlainRules: Clone {
    /// The type of moves.
    type Move;

    /// The outcome of the position.
    fn outcome(&self) -> Outcome;

    /// The legal moves; empty if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut child = self.clone();
        child.play(mv);
        child
    }

    /// The positions after the legal moves, in their order; empty if the game is over.
    fn children(&self) -> Vec<Self> {
        self.moves().into_iter().map(|mv| self.after(mv)).collect()
    }

    /// The number of ways to play this many plies.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome() != Outcome::Ongoing {
            return 0;
        }
        self.children().iter().map(|child| child.perft(depth - 1)).sum()
    }
}
