//! Pictures of the board as text, from White's point of view.

use crate::side::{BAR, OFF, Side, opposite};
use crate::state::State;
use plyd_plugin::Player;

/// The maximum number of men that are drawn on a point. A larger number is written as digits.
const ROWS: u8 = 5;
/// The points of the upper half from left to right, in White's numbering. The point below each of them is 25 minus its
/// number.
const UPPER: [u8; 12] = [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24];

/// Draws the points with White's men as `X` and Black's as `O`, the bar and the men off in words, and the player to
/// move.
pub(crate) fn draw(state: &State) -> String {
    let [white, black] = [Player::Max, Player::Min].map(|player| state.men(player));
    let line = |cell: &dyn Fn(u8) -> String, is_upper: bool| {
        let cells = UPPER.map(|point| format!("{:>3}", cell(if is_upper { point } else { opposite(point) })));
        format!(" {}  |{}\n", cells[..6].concat(), cells[6..].concat())
    };
    let mut text = line(&|point| point.to_string(), true);
    (1..=ROWS).for_each(|row| text += &line(&|point| cell(white, black, point, row), true));
    text += &format!(" {}  |\n", " ".repeat(18));
    (1..=ROWS).rev().for_each(|row| text += &line(&|point| cell(white, black, point, row), false));
    text += &line(&|point| point.to_string(), false);
    for (name, letter, side) in [("White", 'X', white), ("Black", 'O', black)] {
        text += &format!("{name} {letter}: bar {}, off {}\n", side[BAR as usize], side[OFF as usize]);
    }
    let mover = if state.mover() == Player::Max { "White" } else { "Black" };
    if state.result().is_none() {
        text += &match state.dice() {
            dice if dice.is_rolled() => format!("{mover} to play {dice}"),
            _ => format!("{mover} to roll"),
        };
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The character for a point in a row, counted from the edge of the board.
fn cell(white: &Side, black: &Side, point: u8, row: u8) -> String {
    let (men, letter) = match (white[point as usize], black[opposite(point) as usize]) {
        (0, men) => (men, "O"),
        (men, _) => (men, "X"),
    };
    match men {
        men if row > men => ".".into(),
        men if row == ROWS && men > ROWS => men.to_string(),
        _ => letter.into(),
    }
}
