//! Walks the positions of a table again, and checks each value.

use crate::build::{Progress, progress};
use crate::positions::{Entry, Positions};
use crate::scores::Scores;
use crate::walk::{Contradiction, Goal, Stage, UNVISITED, Walk};
use crate::{Tablebase, VerifyError};
use plyd_rules::Game;
use std::ops::ControlFlow;

/// The positions that are taken over from one pause to the next.
const POSITIONS_BETWEEN_PAUSES: usize = 1 << 16;

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
    let mut positions = Positions::new(table.positions())?;
    let first = Stage::first(&game.facts());
    for (place, (key, number)) in table.all().enumerate() {
        if place.is_multiple_of(POSITIONS_BETWEEN_PAUSES) && !step(progress(&positions, first)) {
            return Ok(false);
        }
        positions.push(key, Entry { code: codes[usize::from(number)], mark: UNVISITED });
    }
    positions.direct();
    let mut walk = Walk::new(game, Goal::Verify, positions, scores, first);
    let pause = &mut |positions: &mut Positions, _: &Scores, stage: Stage| {
        let goes_on = step(progress(positions, stage));
        Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    walk.run::<VerifyError>(root, pause)
}
