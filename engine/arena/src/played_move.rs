//! Played moves, and the number of full moves before a position.

use plyd_host::{LibraryFault, Position};
use plyd_rules::Move;
use plyd_tournament::{CHANCE, Evaluation, PlayedMove};

/// A legal move of this position, by whoever's turn it is, as a record keeps it.
///
/// # Errors
/// The library failed.
pub fn played_move(position: &Position, mv: Move, evaluation: Option<Evaluation>) -> Result<PlayedMove, LibraryFault> {
    let player = position.turn()? as u8;
    let (text, notation) = (position.move_text(mv)?, position.notate(mv)?);
    Ok(PlayedMove { text, notation, player, evaluation, opening: Vec::new() })
}

/// The full moves before this position. If its text has the form of FEN, the position numbers them itself: an opening
/// at move 9 has eight before it, however it is written. Otherwise every two of these moves are one, rolls left out;
/// they begin with the setup of the game.
///
/// # Errors
/// The library failed.
pub(crate) fn full_moves(position: &Position, moves: &[PlayedMove]) -> Result<u32, LibraryFault> {
    if let Some(number) = number_of_fen(&position.setup()?) {
        return Ok(number.saturating_sub(1));
    }
    let plies = moves.iter().filter(|mv| mv.player != CHANCE).count();
    Ok(u32::try_from(plies / 2).unwrap_or(u32::MAX))
}

/// The number of the full move, if a text has the six fields of FEN: the board, a letter for the player to move, two
/// more, and two counters.
fn number_of_fen(text: &str) -> Option<u32> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[_, turn, _, _, quiet, number] = fields.as_slice() else { return None };
    let is_fen = turn.len() == 1 && quiet.parse::<u32>().is_ok();
    number.parse().ok().filter(|_| is_fen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_has_the_number_of_its_full_move_and_other_texts_have_none() {
        for (text, number) in [
            ("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5", Some(5)),
            ("8/8/8[WWBB] b - - 0 17", Some(17)),
            ("9/9/9/9/9/9/9/9/9 b - 0 7", None),
            ("4,4,4/4,4,4 w 0 0", None),
            ("W:W31:B1", None),
            ("a b c d 5 6 7", None),
            ("8/8 white - - 0 5", None),
            ("8/8 w - - x 5", None),
            ("", None),
        ] {
            assert_eq!(number_of_fen(text), number, "{text}");
        }
    }
}
