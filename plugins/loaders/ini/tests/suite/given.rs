//! One type for the games of all tests, which each test gives its text: a type for each would compile all laws anew.

use ini::{BoardGame, Rules, Source};
use plyd_plugin::TextError;
use plyd_plugin::testing::{open, perft};
use std::cell::Cell;

thread_local! {
    static RULES: Cell<Option<&'static Rules>> = const { Cell::new(None) };
}

/// The text of this test.
pub(crate) struct Given;

impl Source for Given {
    fn rules() -> Option<&'static Rules> {
        RULES.get()
    }
}

/// The game of the text of this test.
pub(crate) type Ini = BoardGame<Given>;

/// Makes this text the game of [`Ini`], in this thread.
#[track_caller]
pub(crate) fn give(text: &str) -> &'static Rules {
    try_give(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The same with a text that may be wrong.
pub(crate) fn try_give(text: &str) -> Result<&'static Rules, TextError> {
    let rules: &'static Rules = Box::leak(Box::new(Rules::read(text)?));
    RULES.set(Some(rules));
    Ok(rules)
}

/// The counts of the start position at the depths from 1 on.
#[track_caller]
pub(crate) fn counts(depths: u32) -> Vec<u64> {
    let (game, state) = open::<Ini>("", "");
    (1..=depths).map(|depth| perft(&game, &state, depth)).collect()
}
