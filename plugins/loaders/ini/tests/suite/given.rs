//! A single game type for all tests, whose text each test provides. Separate types would compile all laws again.

use ini::{BoardGame, Rules, Source};
use plyd_plugin::TextError;
use plyd_plugin::testing::{open, perft};
use std::cell::Cell;

thread_local! {
    static RULES: Cell<Option<&'static Rules>> = const { Cell::new(None) };
}

/// The source of the text of the current test.
pub(crate) struct Given;

impl Source for Given {
    fn rules() -> Option<&'static Rules> {
        RULES.get()
    }
}

/// The game of the text of the current test.
pub(crate) type Ini = BoardGame<Given>;

/// Makes this text the game of [`Ini`] in this thread.
#[track_caller]
pub(crate) fn give(text: &str) -> &'static Rules {
    try_give(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Makes this text the game of [`Ini`] in this thread, or returns the error of an invalid text.
pub(crate) fn try_give(text: &str) -> Result<&'static Rules, TextError> {
    let rules: &'static Rules = Box::leak(Box::new(Rules::read(text)?));
    RULES.set(Some(rules));
    Ok(rules)
}

/// Returns the perft counts of the start position for the depths from 1 on.
#[track_caller]
pub(crate) fn counts(depths: u32) -> Vec<u64> {
    let (game, state) = open::<Ini>("", "");
    (1..=depths).map(|depth| perft(&game, &state, depth)).collect()
}
