//! Games as JSON Lines.

use crate::StoreError;
use crate::date::json_time;
use crate::store::Store;
use plyd_foreign::json;
use plyd_tournament::settings::MatchSettings;
use plyd_tournament::{PlayedGame, PlayedMove};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct JsonGame<'a> {
    number: u64,
    round: u64,
    first: &'a str,
    second: &'a str,
    half_points: Option<u8>,
    termination: &'static str,
    detail: &'a str,
    setup: &'a str,
    started: String,
    ended: String,
    replayed: u32,
    standard_error: &'a str,
    moves: &'a [PlayedMove],
}

/// Writes all recorded games.
///
/// # Errors
/// The store cannot be read, or the file cannot be written.
pub fn write_jsonl(store: &dyn Store, output: &mut dyn Write) -> Result<(), StoreError> {
    store.games(true, &mut |game| {
        write_jsonl_game(store.settings(), game, output)
            .map_err(|error| StoreError::Export { what: "the JSON file", error })
    })
}

/// Writes one game of a match with these settings.
///
/// # Errors
/// The output fails.
pub fn write_jsonl_game(settings: &MatchSettings, game: &PlayedGame, output: &mut dyn Write) -> io::Result<()> {
    let name = |engine: usize| settings.engines.get(engine).map_or("?", |engine| engine.name.as_str());
    let line = JsonGame {
        number: game.number + 1,
        round: game.round + 1,
        first: name(game.players[0]),
        second: name(game.players[1]),
        half_points: (!game.is_void()).then_some(game.half_points),
        termination: game.termination.as_str(),
        detail: &game.detail,
        setup: &game.setup,
        started: json_time(game.started),
        ended: json_time(game.ended),
        replayed: game.voided,
        standard_error: &game.standard_error,
        moves: &game.moves,
    };
    writeln!(output, "{}", json(&serde_json::to_string(&line)?))
}
