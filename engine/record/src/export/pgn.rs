//! PGN (S. Edwards, "Portable Game Notation Specification", 1994) for any game: moves are in human-readable notation if
//! the game has one, or else in its own notation.

use crate::StoreError;
use crate::date;
use crate::store::Store;
use jiff::Timestamp;
use plyd_foreign::one_line;
use plyd_tournament::settings::{MatchSettings, SearchLimits};
use plyd_tournament::{CHANCE, PlayedGame, PlayedMove};
use std::io::{self, Write};
use std::time::Duration;

/// The game that PGN readers assume by default.
const CHESS: &str = "chess";

/// The start position of chess, which readers of Chess960 require like any other start position.
const START_OF_CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The column before which lines of moves are wrapped.
const LINE: usize = 80;

/// The notation of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PgnMoves {
    /// The human-readable notation, if the game has one; for chess the standard one.
    #[default]
    Notation,
    /// The game's own notation, which the protocol uses.
    Own,
}

/// Writes all recorded games.
///
/// # Errors
/// The store cannot be read, or the file cannot be written.
pub fn write_pgn(store: &dyn Store, form: PgnMoves, output: &mut dyn Write) -> Result<(), StoreError> {
    store.games(true, &mut |game| {
        write_pgn_game(store.settings(), game, form, output)
            .map_err(|error| StoreError::Export { what: "the PGN file", error })
    })
}

/// Writes one game of a match with these settings, followed by an empty line.
///
/// # Errors
/// The output fails.
pub fn write_pgn_game(
    settings: &MatchSettings,
    game: &PlayedGame,
    form: PgnMoves,
    output: &mut dyn Write,
) -> io::Result<()> {
    let name = |engine: usize| settings.engines.get(engine).map_or("?", |engine| engine.name.as_str());
    let game = PgnGame {
        event: format!("plyd match {}", settings.game),
        round: (game.round + 1).to_string(),
        started: game.started,
        players: game.players.map(name),
        result: match game.half_points {
            _ if game.is_void() => "*",
            0 => "0-1",
            1 => "1/2-1/2",
            _ => "1-0",
        },
        game: &settings.game,
        game_options: &settings.game_options,
        setup: &game.setup,
        moves: &game.moves,
        form,
        more: more_tags(settings, game),
    };
    game.write(output)
}

/// A game from a match or from elsewhere.
#[derive(Clone, Debug)]
pub struct PgnGame<'a> {
    /// The event.
    pub event: String,
    /// The round number, or `-`.
    pub round: String,
    /// The start time.
    pub started: Timestamp,
    /// The names of the first player and the second.
    pub players: [&'a str; 2],
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    pub result: &'a str,
    /// The id of the game.
    pub game: &'a str,
    /// The game's options that were set, with their values.
    pub game_options: &'a [(String, String)],
    /// The initial setup; empty for the start position of the game.
    pub setup: &'a str,
    /// All moves.
    pub moves: &'a [PlayedMove],
    /// The notation of the moves.
    pub form: PgnMoves,
    /// Additional tags, which come last.
    pub more: Vec<(&'static str, String)>,
}

impl PgnGame<'_> {
    /// Writes the game, followed by an empty line.
    ///
    /// # Errors
    /// The output fails.
    pub fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let tags = self.tags();
        for (name, value) in tags.iter().chain(&self.opening_tags(&tags)).chain(&self.more) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(output, "[{name} \"{}\"]", one_line(&value))?;
        }
        writeln!(output)?;
        self.write_moves(output)?;
        writeln!(output, "\n")
    }

    /// Returns the seven mandatory tags in order, then those for the game and its start position.
    fn tags(&self) -> Vec<(&'static str, String)> {
        let [first, second] = self.players;
        let mut tags = vec![
            ("Event", self.event.clone()),
            ("Site", "?".to_owned()),
            ("Date", date::pgn_day(self.started)),
            ("Round", self.round.clone()),
            ("White", first.to_owned()),
            ("Black", second.to_owned()),
            ("Result", self.result.to_owned()),
        ];
        let is_chess960 = self.is_chess960();
        // Readers assume chess, and some do not accept any name for it.
        if is_chess960 {
            tags.push(("Variant", "Chess960".to_owned()));
        } else if self.game != CHESS {
            tags.push(("Variant", self.game.to_owned()));
        }
        let setup = if is_chess960 && self.setup.is_empty() { START_OF_CHESS } else { self.setup };
        if !setup.is_empty() {
            tags.extend([
                ("SetUp", "1".to_owned()),
                ("FEN", if self.game == CHESS { six_fields(setup) } else { setup.to_owned() }),
            ]);
        }
        tags
    }

    /// Returns the tags of the opening from the opening file. A record from elsewhere may contain arbitrary names.
    fn opening_tags(&self, own: &[(&'static str, String)]) -> Vec<(&str, String)> {
        let all = self.moves.first().map_or(&[][..], |first| &first.opening);
        let is_new = |name: &str| own.iter().chain(&self.more).all(|(known, _)| *known != name);
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        all.iter()
            .filter(|(name, _)| is_name(name) && is_new(name))
            .map(|(name, value)| (name.as_str(), value.clone()))
            .collect()
    }

    fn write_moves(&self, output: &mut dyn Write) -> io::Result<()> {
        let moves = self.moves;
        let mut lines = PgnLineWriter { output, column: 0 };
        let mut number = first_number(self.setup);
        let mut after_comment = true;
        for (index, mv) in moves.iter().enumerate() {
            // A roll precedes the move of its player, and follows the number of that move.
            let is_behind_roll = index.checked_sub(1).is_some_and(|before| moves[before].player == CHANCE);
            if !is_behind_roll {
                if mover(&moves[index..]) == 0 {
                    lines.word(&format!("{number}."))?;
                } else if after_comment {
                    lines.word(&format!("{number}..."))?;
                }
            }
            lines.word(mv.notation.as_ref().filter(|_| self.form == PgnMoves::Notation).unwrap_or(&mv.text))?;
            after_comment = true;
            match comment(mv) {
                Some(comment) => comment.split(' ').try_for_each(|word| lines.word(word))?,
                None => after_comment = false,
            }
            number += u64::from(mv.player == 1);
        }
        lines.word(self.result)
    }

    /// Whether this is chess with Chess960 castling, which readers can only recognize by a tag.
    fn is_chess960(&self) -> bool {
        let is_set = |(name, value): &(String, String)| name.eq_ignore_ascii_case("UCI_Chess960") && value == "true";
        self.game == CHESS && self.game_options.iter().any(is_set)
    }
}

/// Returns the additional tags of a match game, with their names in fastchess.
fn more_tags(settings: &MatchSettings, game: &PlayedGame) -> Vec<(&'static str, String)> {
    let seconds = game.ended.duration_since(game.started).as_secs().max(0);
    let mut tags = vec![
        ("GameDuration", format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)),
        ("GameStartTime", date::pgn_time(game.started)),
        ("GameEndTime", date::pgn_time(game.ended)),
        ("PlyCount", game.moves.len().to_string()),
    ];
    let [first, second] =
        game.players.map(|engine| settings.engines.get(engine).map(|engine| time_control(&engine.limits)));
    if let (Some(first), Some(second)) = (first, second) {
        if first == second {
            tags.push(("TimeControl", first));
        } else {
            tags.extend([("WhiteTimeControl", first), ("BlackTimeControl", second)]);
        }
    }
    tags.extend([
        ("GameNumber", (game.number + 1).to_string()),
        ("Termination", game.termination.pgn().to_owned()),
        ("TerminationReason", game.termination.as_str().to_owned()),
    ]);
    if !game.detail.is_empty() {
        tags.push(("TerminationDetails", game.detail.clone()));
    }
    tags
}

/// Formats a time control by the standard: moves and seconds of a period, and the increment. A fixed time per move is a
/// period of one move, and `-` means no clock.
fn time_control(limits: &SearchLimits) -> String {
    match (limits.clock, limits.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// Completes a chess position to all fields of FEN. Records of earlier versions contain positions as written in the
/// opening file.
fn six_fields(setup: &str) -> String {
    let missing = match setup.split_whitespace().count() {
        2 => " - - 0 1",
        3 => " - 0 1",
        4 => " 0 1",
        5 => " 1",
        _ => "",
    };
    format!("{setup}{missing}")
}

/// Returns the number of the first move, which is the sixth and last word of a FEN setup.
fn first_number(setup: &str) -> u64 {
    let words: Vec<&str> = setup.split_whitespace().collect();
    match words.as_slice() {
        [.., number] if words.len() >= 6 => number.parse().unwrap_or(1),
        _ => 1,
    }
}

/// Returns the player of the first of these moves that is not a roll.
fn mover(moves: &[PlayedMove]) -> u8 {
    moves.iter().map(|mv| mv.player).find(|&player| player != CHANCE).unwrap_or(0)
}

/// Formats `{+0.31/12 0.034s, tl=9.100s, n=4711}`: score, depth and time, then the remaining clock time and the nodes,
/// as far as known.
fn comment(mv: &PlayedMove) -> Option<String> {
    let evaluation = mv.evaluation?;
    let score = evaluation.score.map_or_else(String::new, |score| score.to_string());
    let depth = evaluation.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    let blank = if score.is_empty() && depth.is_empty() { "" } else { " " };
    let left = evaluation.left.map(Duration::from_micros);
    let left = left.map_or_else(String::new, |left| format!(", tl={:.3}s", left.as_secs_f64()));
    let nodes = evaluation.nodes.map_or_else(String::new, |nodes| format!(", n={nodes}"));
    Some(format!("{{{score}{depth}{blank}{:.3}s{left}{nodes}}}", evaluation.time().as_secs_f64()))
}

struct PgnLineWriter<'a> {
    output: &'a mut dyn Write,
    column: usize,
}

impl PgnLineWriter<'_> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        // A move in a record from elsewhere may be any text.
        let word = &one_line(word);
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
