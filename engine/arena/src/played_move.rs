use plyd_host::{LibraryFault, Position};
use plyd_rules::Move;
use plyd_tournament::{Evaluation, PlayedMove};

/// A legal move of this position, by whoever's turn it is, as a record keeps it.
///
/// # Errors
/// The library failed.
pub fn played_move(position: &Position, mv: Move, evaluation: Option<Evaluation>) -> Result<PlayedMove, LibraryFault> {
    let player = position.turn()? as u8;
    let (text, notation) = (position.move_text(mv)?, position.notate(mv)?);
    Ok(PlayedMove { text, notation, player, evaluation, opening: Vec::new() })
}
