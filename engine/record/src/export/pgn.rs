//! Games as PGN (S. Edwards, "Portable Game Notation Specification", 1994), for any game: moves are as people write
//! them, or else in the game's own text.

use crate::StoreError;
use crate::date;
use crate::store::Store;
use jiff::Timestamp;
use plyd_foreign::one_line;
use plyd_tournament::settings::{MatchSettings, SearchLimits};
use plyd_tournament::{CHANCE, PlayedGame, PlayedMove};
use std::io::{self, Write};
use std::time::Duration;

/// The game that readers take for granted.
const CHESS: &str = "chess";

/// Readers of Chess960 want every start position, this one too.
const START_OF_CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Lines of moves are broken before this.
const LINE: usize = 80;

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PgnMoves {
    /// As people write them, where the game has such a notation; for chess as the standard demands.
    #[default]
    Notation,
    /// In the game's own text, as in the protocol.
    Own,
}

/// Writes all games that are recorded.
///
/// # Errors
/// The store cannot be read or the file not be written.
pub fn write_pgn(store: &dyn Store, form: PgnMoves, output: &mut dyn Write) -> Result<(), StoreError> {
    store.games(true, &mut |game| {
        write_pgn_game(store.settings(), game, form, output)
            .map_err(|error| StoreError::Export { what: "the PGN file", error })
    })
}

/// Writes one game of a match with these settings, and an empty line after it.
///
/// # Errors
/// Errors of the output.
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

/// One game, from a match or from anywhere else.
#[derive(Clone, Debug)]
pub struct PgnGame<'a> {
    /// The occasion.
    pub event: String,
    /// Its number, or `-`.
    pub round: String,
    /// When it began.
    pub started: Timestamp,
    /// The names of the first player and the second.
    pub players: [&'a str; 2],
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    pub result: &'a str,
    /// The id of the game that is played.
    pub game: &'a str,
    /// The game's options that were set, with their values.
    pub game_options: &'a [(String, String)],
    /// The setup it began with; empty for the game's start position.
    pub setup: &'a str,
    /// All moves.
    pub moves: &'a [PlayedMove],
    /// How they are written.
    pub form: PgnMoves,
    /// Further tags, which come last.
    pub more: Vec<(&'static str, String)>,
}

impl PgnGame<'_> {
    /// Writes it, and an empty line after it.
    ///
    /// # Errors
    /// Errors of the output.
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

    /// The seven tags that every game has, in their order, then what is played from which position.
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
        // Readers take chess for granted, and some know no other name for it.
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

    /// What the file of openings says about the opening. A record that somebody else has made may have any names.
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
            // A roll stands before the move of the player who has it, and behind the number of that move.
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

    /// Whether this is chess with castling as in Chess960; readers of such games need a tag.
    fn is_chess960(&self) -> bool {
        let is_set = |(name, value): &(String, String)| name.eq_ignore_ascii_case("UCI_Chess960") && value == "true";
        self.game == CHESS && self.game_options.iter().any(is_set)
    }
}

/// The further tags of a game of a match, by their names in fastchess.
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

/// As the standard writes it: moves and seconds of a control, and what is added after each move. A time for each move
/// is a control of one move, and `-` says that there is no clock.
fn time_control(limits: &SearchLimits) -> String {
    match (limits.clock, limits.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// A position of chess with all fields that the standard of FEN demands. In records of earlier versions it is as its file
/// had it.
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

/// The number of the first move: the last word of a setup in the form of FEN, where it is the sixth.
fn first_number(setup: &str) -> u64 {
    let words: Vec<&str> = setup.split_whitespace().collect();
    match words.as_slice() {
        [.., number] if words.len() >= 6 => number.parse().unwrap_or(1),
        _ => 1,
    }
}

/// The player who has the first of these moves, or is the next to move after a roll.
fn mover(moves: &[PlayedMove]) -> u8 {
    moves.iter().map(|mv| mv.player).find(|&player| player != CHANCE).unwrap_or(0)
}

/// `{+0.31/12 0.034s, tl=9.100s, n=4711}`: score, depth and time, then the time left on the clock and the nodes, where
/// there are any.
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
        // A move of a record that somebody else has made may be any text.
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
