//! Counts the leaves of the full tree, in a search that can be stopped.

use crate::shared::NodeBudget;
use crate::watch::SearchWatch;
use crate::{Control, MAX_DEPTH, Root, SearchEvent};
use plyd_rules::{Game, Move};
use plyd_textbook::PerftResult;

/// Counts the positions `depth` plies (at most [`MAX_DEPTH`]) below `root`; at depth 0 the root alone counts. A
/// finished game is not extended and has no positions below it. Draws are not claimed. Moves that the rule of
/// repetition forbids are not counted; any other repetition is ignored. `each` gets every root move and its count, in
/// the game's order.
pub fn perft<G: Game>(
    root: &Root<'_, G>,
    depth: u32,
    control: &Control,
    each: &mut dyn FnMut(Move, u64),
) -> PerftResult {
    let shared = NodeBudget::new(control, u64::MAX, 1, root.game.facts().max_moves);
    let mut ignore = |_: SearchEvent<'_>| {};
    plyd_textbook::perft(root, depth.min(MAX_DEPTH), SearchWatch::new(&shared, &mut ignore), each)
}
