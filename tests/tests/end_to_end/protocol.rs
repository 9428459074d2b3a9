//! The session's rules, over the built binary's standard input and output: those that need its files, its memory or its
//! children. The others are in `engine/session/tests`.

#[cfg(feature = "long-tests")]
mod analysis;
mod commands;
mod options;
mod positions;
mod records;

use plyd_tests::Engine;

fn tic_tac_toe() -> Engine {
    Engine::start(&["--game", "tictactoe"])
}

/// The only line that the engine answers.
fn only(lines: Vec<String>) -> String {
    match <[String; 1]>::try_from(lines) {
        Ok([line]) => line,
        Err(lines) => panic!("not one line: {lines:?}"),
    }
}
