//! Searches of every kind, of positions that moves lead to.

use crate::libraries::library;
use plyd_explain::{Explanation, Request, Subject, explain};
use plyd_rules::Game;
use plyd_search::Control;
use std::collections::HashMap;

/// A position: a setup of the game, empty for the start, and moves from there.
pub(crate) fn subject(game: &str, setup: &str, moves: &str) -> Subject {
    let game = library(game).open(setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error:?}"));
    let mut state = game.root();
    for text in moves.split_whitespace() {
        let legal = game.legal_moves(&state).expect("the game works");
        let mv = legal.into_iter().find(|&mv| game.format_move(&state, mv).is_ok_and(|legal| legal == text));
        game.play(&mut state, mv.unwrap_or_else(|| panic!("{text} is not legal")));
    }
    Subject { game, state, history: Vec::new(), names: HashMap::new() }
}

/// The explained search of a position.
pub(crate) fn explained(subject: &Subject, request: Request) -> Explanation {
    explain(subject, &request, &Control::new())
        .unwrap_or_else(|error| panic!("{}: {error}", subject.game.library().id()))
}
