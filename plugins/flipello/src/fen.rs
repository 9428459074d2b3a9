//! Positions as text: the notation Fairy-Stockfish uses, `8/8/8/3pP3/3PPP2/8/8/8[...] b - - 0 1`.

use crate::State;
use crate::grid::{Grid, SIZES};
use plyd_plugin::{Player, SetupError};

pub(crate) fn format(grid: &Grid, state: &State) -> String {
    let (max, min) = (state.held_by(Player::Max), state.held_by(Player::Min));
    let mut text = String::new();
    for rank in (0..grid.size).rev() {
        let mut empty = 0;
        for file in 0..grid.size {
            let square = Grid::square(file, rank);
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
    let pocket = "P".repeat(state.pocket(Player::Max)) + &"p".repeat(state.pocket(Player::Min));
    let turn = if state.turn() == Player::Max { 'w' } else { 'b' };
    text + &format!("[{pocket}] {turn} - - {} {}", state.quiet(), state.move_number())
}

fn write_empty(text: &mut String, count: u32) {
    if count > 0 {
        text.push_str(&count.to_string());
    }
}

/// Reads a position; the size of its board is the size of the game. All after the player to move may be left out, and
/// so may the two fields this game has not, as in the start position of Fairy-Stockfish.
pub(crate) fn parse(setup: &str) -> Result<(Grid, State), SetupError> {
    let mut fields = setup.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let (ranks, pocket) = match board.split_once('[') {
        Some((ranks, pocket)) => (ranks, Some(parse_pocket(pocket)?)),
        None => (board, None),
    };
    let (grid, discs) = parse_board(ranks)?;
    let turn = parse_turn(fields.next())?;
    let mut fields = fields.peekable();
    if fields.peek().is_none_or(|field| !field.starts_with(|letter: char| letter.is_ascii_digit())) {
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
    let pockets = pocket.unwrap_or_else(|| full_pockets(&grid, discs[0] | discs[1], turn));
    Ok((grid, State::new(&grid, discs, turn, pockets, quiet, move_number)))
}

/// The pockets of a setup that tells none: as if the players had placed the discs beyond the first four in turn.
fn full_pockets(grid: &Grid, discs: u64, turn: Player) -> [u8; 2] {
    let placed = discs.count_ones() - 4;
    let left = |placed: u32| (grid.cells() - 4 - placed) as u8;
    let mut pockets = [left(placed / 2); 2];
    pockets[turn.other() as usize] = left(placed.div_ceil(2));
    pockets
}

/// The geometry, and the discs of MAX and of MIN.
fn parse_board(ranks: &str) -> Result<(Grid, [u64; 2]), SetupError> {
    let height = ranks.split('/').count();
    let Some(size) = SIZES.into_iter().find(|&size| size as usize == height) else {
        let counted = counted(height, "rank");
        return Err(error(format!("the board {} has {counted}, it should have 4, 6 or 8", quoted(ranks))));
    };
    let grid = Grid::new(size);
    let mut discs = [0; 2];
    for (rank, text) in (0..size).rev().zip(ranks.split('/')) {
        for (file, disc) in (0..).zip(parse_rank(rank + 1, text, size)?) {
            if let Some(player) = disc {
                discs[player as usize] |= Grid::square(file, rank);
            }
        }
    }
    let missing = grid.centre & !(discs[0] | discs[1]);
    if missing != 0 {
        return Err(error(format!(
            "{} is empty: the four squares in the middle, {}, hold discs from the start on",
            Grid::name(missing.trailing_zeros()),
            names(grid.centre).join(" ")
        )));
    }
    Ok((grid, discs))
}

fn names(squares: u64) -> Vec<String> {
    (0..64).filter(|square| squares >> square & 1 == 1).map(Grid::name).collect()
}

/// Whose discs stand on the squares of a rank, from file a.
fn parse_rank(number: u32, rank: &str, size: u32) -> Result<Vec<Option<Player>>, SetupError> {
    let mut squares = Vec::new();
    let mut letters = rank.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'P' => squares.push(Some(Player::Max)),
            'p' => squares.push(Some(Player::Min)),
            '1'..='9' => {
                let mut empty = letter as usize - '0' as usize;
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    empty = empty.saturating_mul(10).saturating_add(digit as usize - '0' as usize);
                }
                // A rank that is too long is refused below, however much longer it is.
                squares.resize(squares.len() + empty.min(100), None);
            }
            _ => {
                let place = format!("rank {number} of the board, square {}", squares.len() + 1);
                return Err(error(format!("unknown piece `{}` on {place}: use P or p", letter.escape_debug())));
            }
        }
        if squares.len() > size as usize {
            return Err(error(format!("rank {number} of the board, {}, has more than {size} squares", quoted(rank))));
        }
    }
    if squares.len() < size as usize {
        let squares = counted(squares.len(), "square");
        return Err(error(format!(
            "rank {number} of the board, {}, has {squares}, it should have {size}",
            quoted(rank)
        )));
    }
    Ok(squares)
}

/// The discs of MAX and of MIN in what follows the opening bracket, as many as are counted. The rules do not ask for
/// them.
fn parse_pocket(pocket: &str) -> Result<[u8; 2], SetupError> {
    let Some((discs, rest)) = pocket.split_once(']') else {
        return Err(error("the pocket after the board has no closing `]`"));
    };
    if let Some(letter) = discs.chars().find(|letter| !matches!(letter, 'P' | 'p' | '-')) {
        return Err(error(format!("unknown piece `{}` in the pocket: use P or p", letter.escape_debug())));
    }
    if !rest.is_empty() {
        return Err(error(format!("{} after the pocket, where a blank should be", quoted(rest))));
    }
    let count = |disc: char| u8::try_from(discs.matches(disc).count()).unwrap_or(State::POCKET_LIMIT);
    Ok([count('P'), count('p')])
}

/// Never derived from the discs: players pass.
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
