//! Walks the positions of a table again, and checks each value.

use crate::build::{BuildProgress, progress};
use crate::positions::{PositionEntry, Positions};
use crate::scores::Scores;
use crate::walk::{Goal, TableWalk, UNVISITED, WalkFault, WalkStage};
use crate::{SolvedTable, VerifyError};
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
    table: &SolvedTable,
    game: &G,
    root: &G::State,
    step: &mut dyn FnMut(BuildProgress) -> bool,
) -> Result<bool, VerifyError> {
    let mut scores = Scores::new();
    let codes = table.ranks().iter().map(|rank| scores.code(*rank)).collect::<Option<Vec<_>>>();
    let codes = codes.ok_or(WalkFault::Scores)?;
    let mut positions = Positions::new(table.positions())?;
    let first = WalkStage::first(&game.facts());
    for (place, (key, number)) in table.all().enumerate() {
        if place.is_multiple_of(POSITIONS_BETWEEN_PAUSES) && !step(progress(&positions, first)) {
            return Ok(false);
        }
        positions.push(key, PositionEntry { code: codes[usize::from(number)], mark: UNVISITED });
    }
    positions.direct();
    let mut walk = TableWalk::new(game, Goal::Verify, positions, scores, first);
    let pause = &mut |positions: &mut Positions, _: &Scores, stage: WalkStage| {
        let goes_on = step(progress(positions, stage));
        Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    walk.run::<VerifyError>(root, pause)
}
