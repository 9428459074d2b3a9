//! Random games compared with the rules of Fairy-Stockfish through its Python module.

use crate::Judge;
use plyd_plugin::{Move, Plugin};

/// A Python with the module `pyffish`, and the program that plays a game with it.
#[derive(Debug)]
pub struct Fairy(Judge);

impl Fairy {
    /// Finds Python like [`Judge::find`]. The program passes the variant of a game to `fairy_games.py`.
    ///
    /// # Panics
    /// Panics if the module is missing although tests must not be skipped.
    #[must_use]
    pub fn find(game: &str, scratch: &str, program: &'static str) -> Option<Self> {
        Judge::find(&format!("{game} compared with Fairy-Stockfish"), "pyffish", scratch, program).map(Self)
    }

    /// Compares games like [`Judge::check`], with numbers as arguments.
    ///
    /// # Panics
    /// Panics if there is a difference, or if the program fails.
    pub fn check<P: Plugin>(
        &self,
        opened: &(P, P::State),
        count: u64,
        arguments: &[u32],
        told: impl FnMut(&P, &P::State, Option<Move>, String) -> String,
    ) {
        let arguments: Vec<String> = arguments.iter().map(u32::to_string).collect();
        self.0.check(opened, count, &arguments, told);
    }
}
