//! Random games against Fairy-Stockfish's rules, in its Python module.

use crate::Judge;
use plyd_plugin::{Move, Plugin};

/// A Python that has the module, and the program by which it plays a game.
#[derive(Debug)]
pub struct Fairy(Judge);

impl Fairy {
    /// As [`Judge::find`]. The program passes the variant of a game to `fairy_games.py`.
    ///
    /// # Panics
    /// The module is missing although nothing may be skipped.
    #[must_use]
    pub fn find(game: &str, scratch: &str, program: &'static str) -> Option<Self> {
        Judge::find(&format!("{game} compared with Fairy-Stockfish"), "pyffish", scratch, program).map(Self)
    }

    /// As [`Judge::check`], with numbers for arguments.
    ///
    /// # Panics
    /// Something differs, or the program fails.
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
