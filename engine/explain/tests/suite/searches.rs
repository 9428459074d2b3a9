//! Searches of every kind, of positions that moves lead to.

use crate::libraries::library;
use plyd_explain::{ExplainRequest, ExplainSubject, Explanation, explain};
use plyd_host::Position;
use plyd_search::Control;

/// A position: a setup of the game, empty for the start, and moves from there.
pub(crate) fn subject(game: &str, setup: &str, moves: &str) -> ExplainSubject {
    let game = library(game).open(setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error:?}"));
    let mut position = Position::new(game);
    for text in moves.split_whitespace() {
        let mv = position.find_move(text).expect("the game works");
        position.play(mv.unwrap_or_else(|| panic!("{text} is not legal"))).expect("the game works");
    }
    ExplainSubject::from(position)
}

/// The explained search of a position.
pub(crate) fn explained(subject: &ExplainSubject, request: ExplainRequest) -> Explanation {
    explain(subject, &request, &Control::new())
        .unwrap_or_else(|error| panic!("{}: {error}", subject.position.game().library().id()))
}
