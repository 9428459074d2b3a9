//! Walks the positions of a table again, and checks each value.

use crate::build::{Progress, progress};
use crate::positions::{Entry, Positions};
use crate::scores::Scores;
use crate::walk::{Contradiction, Goal, Stage, UNVISITED, Walk};
use crate::{Tablebase, VerifyError};
use plyd_rules::Game;
use std::ops::ControlFlow;

/// Checks that the table has exactly the unfinished positions that can be reached from `root`, each with the value that
/// follows from those behind its moves. Tells `step` how far it is, which says whether to go on; returns whether it went
/// to the end.
///
/// # Errors
/// It has not, or the game fails.
pub fn verify<G: Game>(
    table: &Tablebase,
    game: &G,
    root: &G::State,
    step: &mut dyn FnMut(Progress) -> bool,
) -> Result<bool, VerifyError> {
    let mut scores = Scores::new();
    let codes = table.ranks().iter().map(|rank| scores.code(*rank)).collect::<Option<Vec<_>>>();
    let codes = codes.ok_or(Contradiction::Scores)?;
    let each = table.all().map(|(key, number)| (key, Entry { code: codes[usize::from(number)], mark: UNVISITED }));
    let positions = Positions::of_sorted(each, 0)?;
    let mut walk = Walk::new(game, Goal::Verify, positions, scores, Stage::first(&game.facts()));
    let pause = &mut |positions: &mut Positions, _: &Scores, stage: Stage| {
        let goes_on = step(progress(positions, stage));
        Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    walk.run::<VerifyError>(root, pause)
}
