//! Games as JSON, a line each.

use crate::MatchError;
use crate::game::PlayedMove;
use crate::store::Store;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Line<'a> {
    number: u64,
    round: u64,
    first: &'a str,
    second: &'a str,
    half_points: u8,
    termination: &'static str,
    detail: &'a str,
    setup: &'a str,
    moves: &'a [PlayedMove],
}

/// Writes all games that are recorded.
///
/// # Errors
/// The store cannot be read or the file not be written.
pub fn write_jsonl(store: &dyn Store, output: &mut dyn Write) -> Result<(), MatchError> {
    let name = |engine: usize| store.settings().engines.get(engine).map_or("?", |engine| engine.name.as_str());
    store.games(true, &mut |game| {
        let line = Line {
            number: game.number + 1,
            round: game.round + 1,
            first: name(game.players[0]),
            second: name(game.players[1]),
            half_points: game.half_points,
            termination: game.termination.as_str(),
            detail: &game.detail,
            setup: &game.setup,
            moves: &game.moves,
        };
        serde_json::to_writer(&mut *output, &line)
            .map_err(Into::into)
            .and_then(|()| writeln!(output))
            .map_err(|error| MatchError::system("the JSON file", error))
    })
}
