//! Random playouts with which a Monte-Carlo tree search evaluates positions.
//!
//! Purely random moves give little information. Each player therefore first responds to the opponent's last move: it
//! saves stones that the move put in atari, captures the stone that was played, or plays next to it if a pattern
//! suggests so. A player never fills one of its own eyes (S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of
//! UCT with patterns in Monte-Carlo Go", 2006). Playouts always use the simple ko rule, regardless of the option `Ko`,
//! and never play suicide.

mod board;
mod chain;
mod field;
mod patterns;

pub(crate) use board::Colour;
pub(crate) use field::Field;

use crate::PASS;
use board::{Board, Cell};
use plyd_plugin::{Move, Moves, splitmix64};

/// The maximum number of moves in a playout per point of the board. After that, the board is scored in its current
/// state.
const MOVES_PER_POINT: usize = 3;

/// How many times out of 16 a player saves or captures stones beside the last move, and how many times it follows a
/// pattern.
const ANSWERS: u64 = 15;
const FOLLOWS: u64 = 15;

/// The smallest number of stones that a random move never leaves in atari.
const LOST: u32 = 3;

/// Plays a random game from the given stones, player to move, ko and number of passes. Returns the area of Black minus
/// the area of White. Appends the moves to `out` until it is full.
pub(crate) fn play(
    field: &Field,
    stones: [impl Iterator<Item = u32>; 2],
    (turn, ko, passes): (Colour, Option<u32>, u8),
    seed: u64,
    out: &mut Moves<'_>,
) -> i32 {
    let mut board = Board::new(field, stones, ko);
    let mut dice = Dice(seed);
    let mut turn = turn;
    let mut last = None;
    let mut passes = passes;
    for number in 0..MOVES_PER_POINT * field.cells().len() {
        let found = match last {
            Some(last) => answer(&board, turn, last, &mut dice),
            None if number == 0 => rescue_anywhere(&board, turn, &mut dice),
            None => None,
        };
        let found = found.or_else(|| anywhere(&board, turn, &mut dice));
        if out.len() < out.capacity() {
            out.push(found.map_or(PASS, |cell| Move(field.point(cell))));
        }
        match found {
            Some(cell) => {
                board.place(cell, turn);
                passes = 0;
            }
            None => {
                board.pass();
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
        }
        (turn, last) = (turn.other(), found);
    }
    board.margin()
}

/// A generator of random numbers.
struct Dice(u64);

impl Dice {
    /// A random number below `limit`.
    #[inline]
    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// Returns `true` with probability `times` / 16.
    #[inline]
    fn happens(&mut self, times: u64) -> bool {
        self.next() >> 60 < times
    }

    #[inline]
    fn next(&mut self) -> u64 {
        splitmix64::next(&mut self.0)
    }
}

/// The response to the opponent's last move, if the move calls for one.
#[inline]
fn answer(board: &Board<'_>, turn: Colour, last: Cell, dice: &mut Dice) -> Option<Cell> {
    if dice.happens(ANSWERS) {
        if let Some(liberty) = board.last_liberty(last)
            && board.may_place(liberty, turn)
        {
            return Some(liberty);
        }
        for neighbour in board.beside(last) {
            if board.colour(neighbour) == turn
                && let Some(rescue) = rescue(board, turn, neighbour)
            {
                return Some(rescue);
            }
        }
    }
    if !dice.happens(FOLLOWS) {
        return None;
    }
    let around = board.around(last);
    let first = dice.below(around.len());
    (0..around.len()).map(|index| around[(first + index) % around.len()]).find(|&cell| {
        board.colour(cell) == Colour::EMPTY
            && patterns::has(board.code(cell))
            && board.may_place(cell, turn)
            && !board.is_eye(cell, turn)
            && board.lost_by(cell, turn) == 0
    })
}

/// A move that saves the chain of a stone, if the chain has one liberty.
#[inline]
fn rescue(board: &Board<'_>, turn: Colour, stone: Cell) -> Option<Cell> {
    let liberty = board.last_liberty(stone)?;
    let captures = board.capture_beside(stone);
    captures
        .filter(|&cell| board.may_place(cell, turn))
        .or_else(|| (board.may_place(liberty, turn) && board.lost_by(liberty, turn) == 0).then_some(liberty))
}

/// A move that saves any chain on the board.
fn rescue_anywhere(board: &Board<'_>, turn: Colour, dice: &mut Dice) -> Option<Cell> {
    if !dice.happens(ANSWERS) {
        return None;
    }
    let cells = board.cells();
    let first = dice.below(cells.len());
    (0..cells.len())
        .map(|index| cells[(first + index) % cells.len()])
        .filter(|&cell| board.colour(cell) == turn && board.is_head(cell))
        .find_map(|cell| rescue(board, turn, cell))
}

/// A random move that neither fills an own eye nor gives stones away.
#[inline]
fn anywhere(board: &Board<'_>, turn: Colour, dice: &mut Dice) -> Option<Cell> {
    let empty = board.empty();
    if empty.is_empty() {
        return None;
    }
    let first = dice.below(empty.len());
    let (before, after) = empty.split_at(first);
    after
        .iter()
        .chain(before)
        .copied()
        .find(|&cell| !board.is_eye(cell, turn) && board.may_place(cell, turn) && board.lost_by(cell, turn) < LOST)
}
