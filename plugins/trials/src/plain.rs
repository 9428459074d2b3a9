//! Rules written a second time, slowly and plainly, to judge a game by.

use plyd_plugin::Outcome;

/// A position, and the rules for its continuation.
pub trait PlainRules: Clone {
    /// A move.
    type Move;

    /// The outcome of the position.
    fn outcome(&self) -> Outcome;

    /// The legal moves, if the game is not over.
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

    /// The positions after the legal moves, in their order, if the game is not over.
    fn children(&self) -> Vec<Self> {
        self.moves().into_iter().map(|mv| self.after(mv)).collect()
    }

    /// The ways to play so many plies.
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
