//! Positions as text: the notation Fairy-Stockfish uses, `7/7/7/7/3p3/3P3[...] w - - 0 2`.

use crate::State;
use crate::grid::{FILES, Grid, RANKS};
use plyd_plugin::{Player, SetupError};

pub(crate) fn format(grid: &Grid, state: &State) -> String {
    let (max, min) = (state.held_by(Player::Max), state.held_by(Player::Min));
    let mut text = String::new();
    for rank in (0..grid.ranks).rev() {
        let mut empty = 0;
        for file in 0..grid.files {
            let cell = grid.cell(file, rank);
            if (max | min) & cell == 0 {
                empty += 1;
                continue;
            }
            write_empty(&mut text, empty);
            empty = 0;
            text.push(if max & cell != 0 { 'P' } else { 'p' });
        }
        write_empty(&mut text, empty);
        if rank > 0 {
            text.push('/');
        }
    }
    let cells = grid.files * grid.ranks;
    let left = |stones: u32, placed: u64| stones.saturating_sub(placed.count_ones()) as usize;
    let pocket = "P".repeat(left(cells.div_ceil(2), max)) + &"p".repeat(left(cells / 2, min));
    let turn = if state.turn() == Player::Max { 'w' } else { 'b' };
    text + &format!("[{pocket}] {turn} - - {} {}", state.quiet(), state.move_number())
}

fn write_empty(text: &mut String, count: u32) {
    if count > 0 {
        text.push_str(&count.to_string());
    }
}

/// Reads a position; the size of its board is the size of the game. All after the player to move may be left out.
pub(crate) fn parse(setup: &str) -> Result<(Grid, State), SetupError> {
    let mut fields = setup.split_whitespace();
    let (grid, max, min) = parse_board(fields.next().unwrap_or_default())?;
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
    if let (Some(x), Some(o)) = (grid.line(max), grid.line(min)) {
        return Err(error(format!("two winners: X has four in a row on {x}, O on {o}; at most one player can")));
    }
    Ok((grid, State::new(&grid, max, min, turn, quiet, move_number)))
}

/// The geometry, the cells of MAX, and those of MIN.
fn parse_board(field: &str) -> Result<(Grid, u64, u64), SetupError> {
    let ranks = match field.split_once('[') {
        Some((ranks, pocket)) => {
            check_pocket(pocket)?;
            ranks
        }
        None => field,
    };
    let height = ranks.split('/').count();
    if u32::try_from(height).ok().is_none_or(|height| !RANKS.contains(&height)) {
        let (least, most) = RANKS.into_inner();
        return Err(error(format!(
            "the board {} has {}, it should have {least} to {most}",
            quoted(ranks),
            counted(height, "rank")
        )));
    }
    let mut rows = Vec::new();
    for (number, rank) in (1..=height).rev().zip(ranks.split('/')) {
        rows.push(parse_rank(number, rank, rows.first().map(Vec::len))?);
    }
    let grid = Grid::new(rows[0].len() as u32, height as u32).map_err(error)?;
    let (mut max, mut min) = (0, 0);
    // From the bottom, so that of several floating stones the lowest is told.
    for (rank, row) in (0..).zip(rows.iter().rev()) {
        for (file, stone) in (0..).zip(row) {
            let cell = grid.cell(file, rank);
            match stone {
                Some(Player::Max) => max |= cell,
                Some(Player::Min) => min |= cell,
                None => continue,
            }
            if rank > 0 && (max | min) & grid.cell(file, rank - 1) == 0 {
                let (name, below) = (Grid::cell_name(file, rank), Grid::cell_name(file, rank - 1));
                return Err(error(format!("the stone on {name} floats: {below} below it is empty")));
            }
        }
    }
    Ok((grid, max, min))
}

/// The cells of a rank from file a, as many as `width` says or, in the first one, as there are.
fn parse_rank(number: usize, rank: &str, width: Option<usize>) -> Result<Vec<Option<Player>>, SetupError> {
    let mut cells = Vec::new();
    let mut letters = rank.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'P' => cells.push(Some(Player::Max)),
            'p' => cells.push(Some(Player::Min)),
            '1'..='9' => {
                let mut empty = letter as usize - '0' as usize;
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    empty = empty.saturating_mul(10).saturating_add(digit as usize - '0' as usize);
                }
                // A rank that is too long is refused below, however much longer it is.
                cells.resize(cells.len() + empty.min(100), None);
            }
            _ => {
                let place = format!("rank {number} of the board, square {}", cells.len() + 1);
                return Err(error(format!("unknown piece `{}` on {place}: use P or p", letter.escape_debug())));
            }
        }
        if cells.len() > *FILES.end() as usize {
            return Err(error(format!(
                "rank {number} of the board, {}, has more than {} squares",
                quoted(rank),
                FILES.end()
            )));
        }
    }
    let found = cells.len();
    let expected = match width {
        Some(width) if found != width => format!("{width} like the first"),
        None if found < *FILES.start() as usize => format!("{} to {}", FILES.start(), FILES.end()),
        _ => return Ok(cells),
    };
    let squares = counted(found, "square");
    Err(error(format!("rank {number} of the board, {}, has {squares}, it should have {expected}", quoted(rank))))
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
