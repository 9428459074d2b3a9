//! Games as text files: what the rules make of a line of moves, ply by ply. The difference between two versions of such
//! a file shows what a change of the rules did. (The idea is from the playthroughs of M. Lanctot et al., "OpenSpiel: A
//! framework for reinforcement learning in games", 2019.)

use super::{Random, move_texts, try_open};
use crate::{Move, Outcome, Player, Plugin, Turn};
use std::fmt::Write;
use std::path::Path;

/// The variable that makes the check rewrite the files if it is `1`.
const WRITE: &str = "PLYD_WRITE_PLAYTHROUGHS";
/// The number of plies after which a game that has not ended is abandoned.
const LONGEST: usize = 1_000;

/// The moves of a playthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// Random moves from this seed, to the end of the game or for 1,000 plies.
    Seed(u64),
    /// These moves, with blanks between them.
    Moves(&'a str),
}

/// A game as text: its setup, options and line, and for each position the state, whose turn it is, the legal moves (at
/// a chance state the outcomes, each with its weight), the outcome, and the picture. Keys and heuristic values are left
/// out because they may change without a change of the rules.
///
/// A setup that is refused, or a move of the line that is not legal, is part of the text and ends it.
#[must_use]
pub fn playthrough<P: Plugin>(setup: &str, options: &str, line: Line<'_>) -> String {
    let mut text = format!("game: {}\nsetup: {setup}\noptions: {}\n", P::ID, options.trim_end().replace('\n', " "));
    text += &match line {
        Line::Seed(seed) => format!("seed: {seed}\n"),
        Line::Moves(moves) => format!("moves: {moves}\n"),
    };
    match try_open::<P>(setup, options) {
        Ok((game, state)) => play(&game, state, line, &mut text),
        Err(error) => text += &format!("\nrefused: {error}\n"),
    }
    // Labels of empty values and rows of pictures may end in blanks; these are cut.
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn play<P: Plugin>(game: &P, mut state: P::State, line: Line<'_>, text: &mut String) {
    let mut random = Random(if let Line::Seed(seed) = line { seed } else { 0 });
    let mut given = if let Line::Moves(moves) = line { moves.split_whitespace() } else { "".split_whitespace() };
    for ply in 0..=LONGEST {
        describe(game, &state, ply, text);
        let next = match line {
            Line::Seed(_) => random.choose(&super::legal(game, &state)).copied(),
            Line::Moves(_) => {
                let Some(word) = given.next() else { return };
                let found = if game.outcome(&state).has_moves() { game.parse_move(&state, word) } else { None };
                if found.is_none() {
                    *text += &format!("illegal: {word}\n");
                }
                found
            }
        };
        let Some(mv) = next else { return };
        *text += &format!("played: {}\n", game.format_move(&state, mv));
        game.play(&mut state, mv);
    }
}

fn describe<P: Plugin>(game: &P, state: &P::State, ply: usize, text: &mut String) {
    let turn = match game.turn(state) {
        Turn::Max => "first",
        Turn::Min => "second",
        Turn::Chance => "chance",
    };
    *text += &format!("\nply {ply}: {}\nturn: {turn}\n", game.format_state(state));
    let outcome = game.outcome(state);
    if outcome != Outcome::Ongoing {
        *text += &format!("outcome: {}\n", outcome_text(game, state, outcome));
    }
    let texts = move_texts(game, state);
    if game.turn(state) == Turn::Chance && outcome.has_moves() {
        let outcomes: Vec<Move> = super::legal(game, state);
        let mut weights = vec![0; outcomes.len()];
        game.weights(state, &outcomes, &mut weights);
        let both: Vec<String> = texts.iter().zip(weights).map(|(text, weight)| format!("{text} {weight}")).collect();
        *text += &format!("chances: {}\n", both.join(", "));
    } else if outcome.has_moves() {
        *text += &format!("moves ({}): {}\n", texts.len(), texts.join(" "));
    }
    for row in game.picture(state).lines() {
        // Writing to a text does not fail.
        let _ = writeln!(text, "  {row}");
    }
}

fn outcome_text<P: Plugin>(game: &P, state: &P::State, outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => "none".into(),
        Outcome::DrawIfClaimed => "a draw, if a player claims it".into(),
        Outcome::Win(Player::Max) => "the first player wins".into(),
        Outcome::Win(Player::Min) => "the second player wins".into(),
        Outcome::Draw => "a draw".into(),
        Outcome::Utility(value) => format!("{value}"),
        Outcome::Unknown => format!("unknown: {}", game.last_error(state)),
    }
}

/// Makes sure that the game in a file is what the rules make of it now. The file begins with the lines `setup:`,
/// `options:` and `seed:` or `moves:`; [`playthrough`] writes the rest. To make a new file, write these lines, or a
/// part of them, and run the test with the variable `PLYD_WRITE_PLAYTHROUGHS=1`. With this variable each file is
/// written again from its first lines; look at the difference before you keep it. A path is relative to the folder of
/// the package, because `cargo test` begins there.
///
/// # Panics
/// The game is another one than in the file, which cannot be read, has no such lines, or cannot be written.
#[track_caller]
pub fn check_playthrough<P: Plugin>(path: impl AsRef<Path>) {
    let path = path.as_ref();
    let file = match std::fs::read_to_string(path) {
        Ok(file) => file.replace("\r\n", "\n"),
        Err(error) => panic!(
            "{}: {error}; to begin a playthrough, write a file with the line `seed: 1`, or `moves:` and moves",
            path.display()
        ),
    };
    let head = file.split("\n\n").next().unwrap_or_default();
    let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let line = match (field("seed:").map(str::parse), field("moves:")) {
        (Some(Ok(seed)), None) => Line::Seed(seed),
        (None, Some(moves)) => Line::Moves(moves),
        _ => panic!("{} should have a line `seed:` with a number, or a line `moves:` with moves", path.display()),
    };
    let text = playthrough::<P>(field("setup:").unwrap_or_default(), field("options:").unwrap_or_default(), line);
    if std::env::var_os(WRITE).is_some_and(|value| value == "1") {
        std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    if let Some(difference) = first_difference(&file, &text) {
        panic!(
            "the rules play the game in {} in another way: {difference}; if that is meant, write the file anew with \
             {WRITE}=1 and look at the difference",
            path.display()
        );
    }
}

fn first_difference(file: &str, now: &str) -> Option<String> {
    if file == now {
        return None;
    }
    let (mut was, mut is) = (file.lines(), now.lines());
    for number in 1.. {
        let (old, new) = (was.next(), is.next());
        if old != new || old.is_none() {
            let shown = |line: Option<&str>| line.map_or("nothing".into(), |line| format!("`{line}`"));
            return Some(format!("line {number} was {}, but now is {}", shown(old), shown(new)));
        }
    }
    None
}
