//! The start of a search.

use crate::Path;
use plyd_rules::{Game, Move, Moves, Turn};

/// A position and how the game came to it.
#[derive(Debug)]
pub struct Root<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// The keys of the positions before it, oldest first, back to the last irreversible move: earlier ones cannot occur
    /// again. Only games with a rule of repetition need them: those keys that the rule compares.
    pub history: &'a [u64],
}

impl<'a, G: Game> Root<'a, G> {
    /// A position without a history.
    #[must_use]
    pub fn new(game: &'a G, state: &'a G::State) -> Self {
        Self { game, state, history: &[] }
    }

    /// The same position after these.
    #[must_use]
    pub fn with_history(self, history: &'a [u64]) -> Self {
        Self { history, ..self }
    }

    /// Removes the moves that the rule of repetition forbids to `turn`, who is to move.
    pub fn retain_permitted(&self, turn: Turn, moves: &mut Vec<Move>) {
        let Some(path) = Path::from_root(self, 0).filter(Path::forbids) else { return };
        let mut child = self.state.clone();
        moves.retain(|&mv| {
            // A step that fails is left to the search, which says why.
            let step = self.game.step(self.state, mv, &mut child, path.want(), &mut Moves::new(&mut []));
            path.forbidden(1, turn, mv, step).is_none()
        });
    }
}
