//! Positions as text: the notation Fairy-Stockfish uses, `pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1`.

use crate::board::{Board, FILES, RANKS};
use crate::state::State;
use plyd_plugin::{Player, SetupError};

pub(crate) fn format(board: &Board, state: &State) -> String {
    let (max, min) = (state.pawns(Player::Max), state.pawns(Player::Min));
    let mut text = String::new();
    for rank in (0..board.ranks).rev() {
        let mut empty = 0;
        for file in 0..board.files {
            let square = Board::square(file, rank);
            if (max | min) & square == 0 {
                empty += 1;
                continue;
            }
            write_empty(&mut text, empty);
            empty = 0;
            text.push(if max & square != 0 { 'P' } else { 'p' });
        }
        write_empty(&mut text, empty);
        if rank > 0 {
            text.push('/');
        }
    }
    let turn = if state.turn() == Player::Max { 'w' } else { 'b' };
    text + &format!(" {turn} - - {} {}", state.quiet(), state.move_number())
}

fn write_empty(text: &mut String, count: u32) {
    if count > 0 {
        text.push_str(&count.to_string());
    }
}

/// Reads a position; the size of its board is the size of the game. All after the player to move may be left out, and
/// so may the two dashes, as in the start position that Fairy-Stockfish tells.
pub(crate) fn parse(setup: &str) -> Result<(Board, State), SetupError> {
    let mut fields = setup.split_whitespace().peekable();
    let (board, pawns) = parse_board(fields.next().unwrap_or_default())?;
    let turn = match fields.next() {
        Some("w") => Player::Max,
        Some("b") => Player::Min,
        Some(other) => return Err(error(format!("{} is no player to move: use w or b", quoted(other)))),
        None => return Err(error("the player to move is missing after the board: add w or b")),
    };
    if !fields.peek().is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit())) {
        for meaning in ["castling rights", "the en passant square"] {
            if let Some(field) = fields.next().filter(|field| *field != "-") {
                return Err(error(format!("{} where `-` for {meaning} should be", quoted(field))));
            }
        }
    }
    let quiet = parse_counter(fields.next(), "half-move clock", 0)?;
    let move_number = parse_counter(fields.next(), "move number", 1)?;
    if let Some(field) = fields.next() {
        return Err(error(format!("{} after the move number, where the setup should end", quoted(field))));
    }
    check_pawns(&board, pawns)?;
    Ok((board, State::new(pawns, turn, quiet, move_number)))
}

/// Refuses positions without a pawn, and with two winners.
fn check_pawns(board: &Board, [max, min]: [u64; 2]) -> Result<(), SetupError> {
    if max | min == 0 {
        return Err(error("there is no pawn on the board: at least one player should have some"));
    }
    let arrived = (max & board.goal(Player::Max), min & board.goal(Player::Min));
    if arrived.0 != 0 && arrived.1 != 0 {
        let [white, black] = [arrived.0, arrived.1].map(|pawns| Board::square_name(pawns.trailing_zeros()));
        return Err(error(format!("two winners: White has reached {white}, Black {black}; at most one player can")));
    }
    Ok(())
}

fn parse_board(field: &str) -> Result<(Board, [u64; 2]), SetupError> {
    let height = field.split('/').count();
    if u32::try_from(height).ok().is_none_or(|height| !RANKS.contains(&height)) {
        let (least, most) = RANKS.into_inner();
        let ranks = counted(height, "rank");
        return Err(error(format!("the board {} has {ranks}, it should have {least} to {most}", quoted(field))));
    }
    let mut pawns = [0; 2];
    let mut width = None;
    for (number, row) in (1..=height).rev().zip(field.split('/')) {
        width = Some(parse_rank(number, row, width, &mut pawns)?);
    }
    let board = Board::new(width.unwrap_or_default(), height as u32).map_err(error)?;
    Ok((board, pawns))
}

/// Adds the pawns of a rank; it has as many squares as `width` says or, in the first one, as there are. Returns how
/// many.
fn parse_rank(number: usize, row: &str, width: Option<u32>, pawns: &mut [u64; 2]) -> Result<u32, SetupError> {
    let mut file = 0;
    for letter in row.chars() {
        let pawn = match letter {
            'P' => Some(0),
            'p' => Some(1),
            '1'..='8' => None,
            _ => {
                let place = format!("rank {number} of the board, square {}", file + 1);
                return Err(error(format!("unknown piece `{}` on {place}: use P or p", letter.escape_debug())));
            }
        };
        let squares = letter.to_digit(10).unwrap_or(1);
        if file + squares > *FILES.end() {
            let most = FILES.end();
            return Err(error(format!("rank {number} of the board, {}, has more than {most} squares", quoted(row))));
        }
        if let Some(player) = pawn {
            pawns[player] |= Board::square(file, number as u32 - 1);
        }
        file += squares;
    }
    let expected = match width {
        Some(width) if file != width => format!("{width} like the first"),
        None if file < *FILES.start() => format!("{} to {}", FILES.start(), FILES.end()),
        _ => return Ok(file),
    };
    let squares = counted(file as usize, "square");
    Err(error(format!("rank {number} of the board, {}, has {squares}, it should have {expected}", quoted(row))))
}

/// A counter, or its smallest value if it was left out.
fn parse_counter(field: Option<&str>, meaning: &str, least: u16) -> Result<u16, SetupError> {
    let Some(field) = field else { return Ok(least) };
    let number = field.parse().ok().filter(|number| (least..=State::COUNTER_LIMIT).contains(number));
    number.ok_or_else(|| {
        error(format!("the {meaning} {} should be a number from {least} to {}", quoted(field), State::COUNTER_LIMIT))
    })
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
