//! Where a search begins.

use plyd_rules::Game;

/// A position and how the game came to it.
#[derive(Debug)]
pub struct Root<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// The keys of the positions before it, oldest first, as far back as they could come again: from the last irreversible
    /// move on. Only games with a rule of repetition need them.
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
}
