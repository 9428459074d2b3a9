//! Games as a table of comma-separated values (RFC 4180).

use crate::StoreError;
use crate::store::Store;
use plyd_foreign::{cell, one_line};
use plyd_tournament::SideResults;
use std::io::Write;

const HEADER: &str =
    "number,round,first,second,points,termination,plies,setup,moves,detail,first_wins,draws,second_wins";

/// Writes all recorded games. Names of engines and games are escaped such that no cell is a formula for a spreadsheet.
/// Points are those of the first player, and empty for a void game. The last three columns are 1 or 0, so that their
/// sums are the results by side.
///
/// # Errors
/// The store cannot be read, or the file cannot be written.
pub fn write_csv(store: &dyn Store, output: &mut dyn Write) -> Result<(), StoreError> {
    let failed = |error| StoreError::Export { what: "the CSV file", error };
    let name = |engine: usize| store.settings().engines.get(engine).map_or("?", |engine| engine.name.as_str());
    write!(output, "{HEADER}\r\n").map_err(failed)?;
    store.games(true, &mut |game| {
        let moves: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
        let points = if game.is_void() { "" } else { ["0", "0.5", "1"][usize::from(game.half_points.min(2))] };
        let SideResults { first_wins, draws, second_wins } = SideResults::of(game);
        let [first_wins, draws, second_wins] = [first_wins, draws, second_wins].map(|number| number.to_string());
        let fields = [
            &(game.number + 1).to_string(),
            &(game.round + 1).to_string(),
            name(game.players[0]),
            name(game.players[1]),
            points,
            game.termination.as_str(),
            &game.moves.len().to_string(),
            &game.setup,
            &moves.join(" "),
            &game.detail,
            &first_wins,
            &draws,
            &second_wins,
        ];
        write!(output, "{}\r\n", fields.map(|field| quoted(&cell(&one_line(field)))).join(",")).map_err(failed)
    })
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
