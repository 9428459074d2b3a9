//! Positions as text: the notation Fairy-Stockfish uses, `3/3/3[PPPPPpppp] w - - 0 1`.

use crate::State;
use crate::state::LINES;
use plyd_plugin::{Player, SetupError};

/// How many stones each player has before the game begins, of which the pocket shows the rest.
const MAX_STONES: u32 = 5;
const MIN_STONES: u32 = 4;

/// The name of a cell, `a3` being the top left one.
pub(crate) fn cell_name(cell: u32) -> String {
    let file = ["a", "b", "c"][cell as usize % 3];
    format!("{file}{}", 3 - cell / 3)
}

pub(crate) fn format(state: &State) -> String {
    let mut text = String::new();
    for row in 0..3 {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for cell in 3 * row..3 * row + 3 {
            let Some(player) = state.stone(cell) else {
                empty += 1;
                continue;
            };
            write_empty(&mut text, empty);
            empty = 0;
            text.push(if player == Player::Max { 'P' } else { 'p' });
        }
        write_empty(&mut text, empty);
    }
    let left = |stones: u32, cells: u16| stones.saturating_sub(cells.count_ones()) as usize;
    let pocket = "P".repeat(left(MAX_STONES, state.max())) + &"p".repeat(left(MIN_STONES, state.min()));
    let turn = if state.turn() == Player::Max { 'w' } else { 'b' };
    text + &format!("[{pocket}] {turn} - - {} {}", state.quiet(), state.move_number())
}

fn write_empty(text: &mut String, count: u32) {
    if count > 0 {
        text.push_str(&count.to_string());
    }
}

/// Reads a position. All after the player to move may be left out.
pub(crate) fn parse(setup: &str) -> Result<State, SetupError> {
    let mut fields = setup.split_whitespace();
    let (max, min) = parse_board(fields.next().unwrap_or_default())?;
    let turn = parse_turn(fields.next())?;
    for meaning in ["castling rights", "the en passant square"] {
        if let Some(field) = fields.next().filter(|field| *field != "-") {
            return Err(error(format!("{} where `-` for {meaning} should be", quoted(field))));
        }
    }
    let quiet = parse_counter(fields.next(), "half-move clock", 0)?;
    let move_number = parse_counter(fields.next(), "move number", 1)?;
    if let Some(field) = fields.next() {
        return Err(error(format!("{} after the move number, where the setup should end", quoted(field))));
    }
    if let (Some(x), Some(o)) = (line_of(max), line_of(min)) {
        return Err(error(format!("two winners: X has three in a row on {x}, O on {o}; at most one player can")));
    }
    Ok(State::new(max, min, turn, quiet, move_number))
}

/// The cells of MAX and of MIN.
fn parse_board(field: &str) -> Result<(u16, u16), SetupError> {
    let ranks = match field.split_once('[') {
        Some((ranks, pocket)) => {
            check_pocket(pocket)?;
            ranks
        }
        None => field,
    };
    let count = ranks.split('/').count();
    if count != 3 {
        return Err(error(format!("the board {} has {}, it should have 3", quoted(ranks), counted(count, "rank"))));
    }
    let (mut max, mut min) = (0, 0);
    for (row, rank) in ranks.split('/').enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            let stone = if file < 3 { 1 << (3 * row + file) } else { 0 };
            match letter {
                'P' => max |= stone,
                'p' => min |= stone,
                '1'..='9' => file += letter as usize - '1' as usize,
                _ => {
                    let place = format!("rank {} of the board, square {}", 3 - row, file + 1);
                    return Err(error(format!("unknown piece `{}` on {place}: use P or p", letter.escape_debug())));
                }
            }
            file += 1;
        }
        if file != 3 {
            let squares = counted(file, "square");
            return Err(error(format!(
                "rank {} of the board, {}, has {squares}, it should have 3",
                3 - row,
                quoted(rank)
            )));
        }
    }
    Ok((max, min))
}

/// What follows the opening bracket: checked, but of no effect.
fn check_pocket(pocket: &str) -> Result<(), SetupError> {
    let Some((stones, rest)) = pocket.split_once(']') else {
        return Err(error("the pocket after the board has no closing `]`"));
    };
    if let Some(letter) = stones.chars().find(|letter| !matches!(letter, 'P' | 'p' | '-')) {
        return Err(error(format!("unknown piece `{}` in the pocket: use P or p", letter.escape_debug())));
    }
    if rest.is_empty() {
        Ok(())
    } else {
        Err(error(format!("{} after the pocket, where a blank should be", quoted(rest))))
    }
}

/// Never derived from the stones: a board on which X has one more may well be X's to move.
fn parse_turn(field: Option<&str>) -> Result<Player, SetupError> {
    match field {
        Some("w") => Ok(Player::Max),
        Some("b") => Ok(Player::Min),
        Some(other) => Err(error(format!("{} is no player to move: use w for X or b for O", quoted(other)))),
        None => Err(error("the player to move is missing after the board: add w for X or b for O")),
    }
}

/// A counter, or its smallest value if it was left out.
fn parse_counter(field: Option<&str>, meaning: &str, least: u16) -> Result<u16, SetupError> {
    let Some(field) = field else { return Ok(least) };
    let number = field.parse().ok().filter(|number| (least..=State::COUNTER_LIMIT).contains(number));
    number.ok_or_else(|| {
        error(format!("the {meaning} {} should be a number from {least} to {}", quoted(field), State::COUNTER_LIMIT))
    })
}

/// The cells of a completed line, by name.
fn line_of(cells: u16) -> Option<String> {
    let line = LINES.into_iter().find(|line| cells & line == *line)?;
    let names: Vec<String> = (0..9).filter(|cell| line >> cell & 1 != 0).map(cell_name).collect();
    Some(names.join(" "))
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A piece of the setup for an error, cut short: setups come from anywhere and can be long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("`{shown}{more}`")
}

fn error(text: impl Into<String>) -> SetupError {
    SetupError::new(text)
}
