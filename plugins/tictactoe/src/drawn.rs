//! Boards in the drawings of books and programs: `X O X / . O . / X . .` or
//! `{{'x','o','x'},{'_','o','_'},{'x','_','_'}}`, followed by the player to move.

use crate::State;
use crate::fen::one_winner;
use plyd_board::{Tail, quoted};
use plyd_plugin::{Player, SetupError};

/// The choices for the player to move in error messages.
const CHOICE: &str = "X or O";

/// Parses a drawn board; `None` if the setup does not begin with nine drawn cells.
pub(crate) fn parse(setup: &str) -> Option<Result<State, SetupError>> {
    // Skips the name and type of a variable.
    let board = setup.split_once('=').map_or(setup, |(_, value)| value);
    let [mut max, mut min] = [0_u16; 2];
    let mut signs = board.char_indices().filter(|&(_, sign)| !is_between(sign));
    let mut end = 0;
    for cell in 0..9 {
        let (at, sign) = signs.next()?;
        match sign {
            'X' | 'x' => max |= 1 << cell,
            'O' | 'o' => min |= 1 << cell,
            '.' | '_' => {}
            _ => return None,
        }
        end = at + sign.len_utf8();
    }
    let rest = board[end..].trim_matches(is_between);
    Some(turn(rest).and_then(|turn| {
        one_winner(max, min)?;
        let tail = Tail { ply: u32::from(turn == Player::Min), ..Tail::START };
        Ok(State::new(max, min, tail))
    }))
}

/// Whether a sign only separates cells.
fn is_between(sign: char) -> bool {
    sign.is_whitespace() || "/,;|{}[]()'\"".contains(sign)
}

/// Parses the player to move, such as `X`, `MAX` or `x to move`. The player is always required, because the stones do
/// not determine whose turn it is.
fn turn(text: &str) -> Result<Player, SetupError> {
    let lower = text.to_lowercase();
    match lower.strip_suffix(" to move").unwrap_or(&lower) {
        "x" | "max" | "w" => Ok(Player::Max),
        "o" | "min" | "b" => Ok(Player::Min),
        "" => Err(SetupError::new(format!("the player to move is missing after the board: add {CHOICE}"))),
        _ => Err(SetupError::new(format!("{} is not a player to move: use {CHOICE}", quoted(text)))),
    }
}
