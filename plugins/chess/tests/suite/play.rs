//! Legal moves.

use chess::{Chess, State};
use plyd_plugin::{Game, Move, Moves, Outcome};

/// The legal moves; none of a finished game.
pub(crate) fn legal(game: Chess, state: &State) -> Vec<Move> {
    if game.outcome(state) == Outcome::Ongoing { collected(|out| game.moves(state, out)) } else { Vec::new() }
}

/// What a function writes into a buffer of the declared size.
pub(crate) fn collected(write: impl FnOnce(&mut Moves<'_>)) -> Vec<Move> {
    let mut room = [Move(0); 512];
    let mut out = Moves::new(&mut room[..Chess::default().facts().max_moves as usize]);
    write(&mut out);
    assert!(!out.overflowed());
    out.as_slice().to_vec()
}
