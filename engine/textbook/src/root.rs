//! The start of a search.

use plyd_rules::Game;

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
}
