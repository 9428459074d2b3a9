//! Setups and moves of a game in a library, through all functions of the host. Nim is in C, so it can only be fuzzed
//! this way.

use crate::Surroundings;
use plyd_host::{LibraryFault, OpenError, Position};
use plyd_protocol::PositionText;

/// The maximum number of moves played.
const MOST_MOVES: usize = 32;

pub(crate) fn nim(surroundings: &Surroundings, input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(position) = PositionText::parse(text) else { return };
    let library = surroundings.library("nim");
    let mut now = match Position::open(&library, &[], position.setup.as_deref().unwrap_or_default()) {
        Ok(position) => position,
        Err(OpenError::Refused(_)) => return,
        Err(OpenError::Fault(fault)) => panic!("{text:?} is a fault of the library: {fault}"),
    };
    let line = || -> Result<(), LibraryFault> {
        visit(&now)?;
        for word in position.moves.iter().take(MOST_MOVES) {
            if now.ending()?.is_some() {
                break;
            }
            let Some(mv) = now.find_move(word)? else { break };
            now.play(mv)?;
            visit(&now)?;
        }
        Ok(())
    };
    let played = { line }();
    played.unwrap_or_else(|fault| panic!("{text:?} is a fault of the library: {fault}"));
}

/// Checks that the text of a position opens the same position, that each move is found by its text, and that the view
/// can be drawn.
fn visit(position: &Position) -> Result<(), LibraryFault> {
    let setup = position.setup()?;
    let again = Position::open(position.game().library(), &[], &setup);
    let again = again.unwrap_or_else(|error| panic!("{setup:?} does not open: {error}"));
    assert_eq!(again.setup()?, setup);
    assert_eq!((again.turn()?, again.outcome()?), (position.turn()?, position.outcome()?), "{setup:?}");
    let legal = position.legal_moves()?;
    assert_eq!(again.legal_moves()?, legal, "{setup:?}");
    for mv in legal {
        let text = position.move_text(mv)?;
        assert_eq!(position.find_move(&text)?, Some(mv), "the move {text:?} of {setup:?}");
    }
    drop(position.view()?.to_json());
    drop(position.picture()?);
    Ok(())
}
