//! Positions as text: the FEN of PDN, `B:W21-32:B1-12`.

use crate::board::{SQUARES, cell, king_row, square};
use crate::state::State;
use plyd_board::{COUNTER_LIMIT, Cells, counted, quoted};
use plyd_plugin::{Player, SetupError};

/// The most pieces of a player.
pub(crate) const MOST_PIECES: u32 = 12;

/// The start position.
pub(crate) const START: &str = "B:W21-32:B1-12";

/// From this many men side by side on, a range is written.
const SHORTEST_RANGE: u32 = 3;

const NAMES: [&str; 2] = ["Black", "White"];
const LETTERS: [char; 2] = ['B', 'W'];

/// The player to move, the pieces of White and of Black, and the clock unless it is 0.
pub(crate) fn format(state: &State) -> String {
    let pieces = |player| squares(state.men(player), state.of(player) & state.kings);
    let [black, white] = [Player::Max, Player::Min].map(pieces);
    let text = format!("{}:W{white}:B{black}", LETTERS[state.turn as usize]);
    match state.quiet.min(COUNTER_LIMIT.into()) {
        0 => text,
        quiet => format!("{text}:H{quiet}"),
    }
}

/// The squares of men and kings in ascending order, three men or more side by side as a range.
fn squares(men: Cells, kings: Cells) -> String {
    let is_man = |square| (1..=SQUARES).contains(&square) && men.contains(cell(square));
    let (mut items, mut next) = (Vec::new(), 1);
    while next <= SQUARES {
        let run = (next..).take_while(|square| is_man(*square)).count() as u32;
        if run >= SHORTEST_RANGE {
            items.push(format!("{next}-{}", next + run - 1));
            next += run;
            continue;
        }
        if run > 0 {
            items.push(next.to_string());
        } else if kings.contains(cell(next)) {
            items.push(format!("K{next}"));
        }
        next += 1;
    }
    items.join(",")
}

/// Reads a position. Upper and lower case do not matter, and a full stop may end it, as in PDN.
pub(crate) fn parse(setup: &str) -> Result<State, SetupError> {
    let text = setup.to_ascii_uppercase();
    let mut fields = text.strip_suffix('.').unwrap_or(&text).split(':');
    let turn = match fields.next() {
        Some("B") => Player::Max,
        Some("W") => Player::Min,
        other => {
            let found = quoted(other.unwrap_or_default());
            return refuse(format!("{found} is not a player to move: begin with B or W, as in {START}"));
        }
    };
    let mut state = State { pieces: [Cells::EMPTY; 2], kings: Cells::EMPTY, turn, quiet: 0 };
    let (mut seen, mut move_number) = ([false; 2], None);
    let mut quiet = None;
    for field in fields {
        let rest = field.get(1..).unwrap_or_default();
        match field.chars().next() {
            Some('B') => place(&mut state, &mut seen, Player::Max, rest)?,
            Some('W') => place(&mut state, &mut seen, Player::Min, rest)?,
            Some('H') => counter(&mut quiet, "half-move clock", 0, rest)?,
            Some('F') => counter(&mut move_number, "move number", 1, rest)?,
            _ => {
                let found = quoted(field);
                return refuse(format!("{found} is no part of a position: use W, B, H or F, as in {START}:H0:F1"));
            }
        }
    }
    if let Some(player) = [Player::Min, Player::Max].into_iter().find(|player| !seen[*player as usize]) {
        let (name, letter) = (NAMES[player as usize], LETTERS[player as usize]);
        return refuse(format!("the pieces of {name} are missing: add :{letter} and their squares, as in {START}"));
    }
    state.quiet = quiet.unwrap_or_default();
    check(&state)?;
    Ok(state)
}

/// Puts the pieces of a player on the board.
fn place(state: &mut State, seen: &mut [bool; 2], player: Player, list: &str) -> Result<(), SetupError> {
    let name = NAMES[player as usize];
    if std::mem::replace(&mut seen[player as usize], true) {
        return refuse(format!("the pieces of {name} come twice: name them once"));
    }
    for item in list.split(',').filter(|_| !list.is_empty()) {
        let (is_king, range) = item.strip_prefix('K').map_or((false, item), |range| (true, range));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            let found = quoted(item);
            return refuse(format!("{found} among the pieces of {name}: use squares from 1 to 32, as in 5,7-9,K31"));
        };
        if first > last {
            return refuse(format!("the range {} of {name} goes down: write {last}-{first}", quoted(item)));
        }
        for square in first..=last {
            let cell = cell(square);
            if !state.free().contains(cell) {
                return refuse(format!("two pieces on square {square}: there is room for one"));
            }
            state.pieces[player as usize] |= Cells::of(cell);
            if is_king {
                state.kings |= Cells::of(cell);
            }
        }
    }
    Ok(())
}

/// The number of a square.
fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|square| is_number && (1..=SQUARES).contains(square))
}

fn counter(counter: &mut Option<u32>, meaning: &str, least: u32, text: &str) -> Result<(), SetupError> {
    let most = u32::from(COUNTER_LIMIT);
    if counter.is_some() {
        return refuse(format!("the {meaning} comes twice: name it once"));
    }
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    *counter = text.parse().ok().filter(|number| is_number && (least..=most).contains(number));
    match counter {
        Some(_) => Ok(()),
        None => refuse(format!("the {meaning} {} should be a number from {least} to {most}", quoted(text))),
    }
}

/// Refuses positions that no game has.
fn check(state: &State) -> Result<(), SetupError> {
    if state.pieces == [Cells::EMPTY; 2] {
        return refuse("there is no piece on the board: at least one player should have some".into());
    }
    for player in [Player::Min, Player::Max] {
        let name = NAMES[player as usize];
        let count = state.of(player).len();
        if count > MOST_PIECES {
            let pieces = counted(count as usize, "piece");
            return refuse(format!("{name} has {pieces} but can have at most {MOST_PIECES}"));
        }
        if let Some(cell) = (state.men(player) & king_row(player)).first() {
            let square = square(cell);
            return refuse(format!("the man of {name} on square {square} would be a king: write K{square}"));
        }
    }
    Ok(())
}

fn refuse<T>(text: String) -> Result<T, SetupError> {
    Err(SetupError::new(text))
}
