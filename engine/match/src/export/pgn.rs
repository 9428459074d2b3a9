//! Games as PGN (S. Edwards, "Portable Game Notation Specification", 1994), for any game: moves are in the game's own text.

use crate::MatchError;
use crate::date;
use crate::game::{PlayedGame, PlayedMove};
use crate::settings::MatchSettings;
use crate::store::Store;
use std::io::{self, Write};

/// Lines of moves are broken before this.
const LINE: usize = 80;

/// Writes all games that are recorded.
///
/// # Errors
/// The store cannot be read or the file not be written.
pub fn write_pgn(store: &dyn Store, output: &mut dyn Write) -> Result<(), MatchError> {
    store.games(true, &mut |game| {
        write_game(store.settings(), game, output).map_err(|error| MatchError::system("the PGN file", error))
    })
}

fn write_game(settings: &MatchSettings, game: &PlayedGame, output: &mut dyn Write) -> io::Result<()> {
    let result = match game.half_points {
        0 => "0-1",
        1 => "1/2-1/2",
        _ => "1-0",
    };
    let name = |engine: usize| settings.engines.get(engine).map_or("?", |engine| engine.name.as_str());
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
        writeln!(output, "[{name} \"{value}\"]")
    };
    tag("Event", &format!("plyd match {}", settings.game))?;
    tag("Site", "?")?;
    tag("Date", &date::pgn_day(game.ended))?;
    tag("Round", &format!("{}", game.round + 1))?;
    tag("White", name(game.players[0]))?;
    tag("Black", name(game.players[1]))?;
    tag("Result", result)?;
    // Readers take chess for granted, and some know no other name for it.
    if settings.game != "chess" {
        tag("Variant", &settings.game)?;
    }
    if !game.setup.is_empty() {
        tag("SetUp", "1")?;
        tag("FEN", &game.setup)?;
    }
    tag("PlyCount", &game.moves.len().to_string())?;
    tag("GameNumber", &(game.number + 1).to_string())?;
    tag("Termination", game.termination.pgn())?;
    tag("TerminationReason", game.termination.as_str())?;
    if !game.detail.is_empty() {
        tag("TerminationDetails", &game.detail)?;
    }
    writeln!(output)?;
    write_moves(&game.moves, first_number(&game.setup), result, output)?;
    writeln!(output, "\n")
}

/// The number of the first move: the last word of a setup in the form of FEN, of which it is the sixth.
fn first_number(setup: &str) -> u64 {
    let words: Vec<&str> = setup.split_whitespace().collect();
    match words.as_slice() {
        [.., number] if words.len() >= 6 => number.parse().unwrap_or(1),
        _ => 1,
    }
}

fn write_moves(moves: &[PlayedMove], first: u64, result: &str, output: &mut dyn Write) -> io::Result<()> {
    let mut lines = Lines { output, column: 0 };
    let mut number = first;
    let mut after_comment = true;
    for mv in moves {
        if mv.player == 0 {
            lines.word(&format!("{number}."))?;
        } else if after_comment {
            lines.word(&format!("{number}..."))?;
        }
        lines.word(&mv.text)?;
        after_comment = true;
        match comment(mv) {
            Some(comment) => comment.split(' ').try_for_each(|word| lines.word(word))?,
            None => after_comment = false,
        }
        number += u64::from(mv.player == 1);
    }
    lines.word(result)
}

/// `{+0.31/12 0.034s}`: score, depth, time.
fn comment(mv: &PlayedMove) -> Option<String> {
    let evaluation = mv.evaluation?;
    let score = evaluation.score.map_or_else(String::new, |score| score.to_string());
    let depth = evaluation.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    let blank = if score.is_empty() && depth.is_empty() { "" } else { " " };
    Some(format!("{{{score}{depth}{blank}{:.3}s}}", evaluation.time().as_secs_f64()))
}

struct Lines<'a> {
    output: &'a mut dyn Write,
    column: usize,
}

impl Lines<'_> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        if self.column > 0 {
            if self.column + 1 + word.len() >= LINE {
                writeln!(self.output)?;
                self.column = 0;
            } else {
                write!(self.output, " ")?;
                self.column += 1;
            }
        }
        self.column += word.len();
        self.output.write_all(word.as_bytes())
    }
}
