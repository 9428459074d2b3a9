//! Random games to the end, with which a Monte-Carlo tree search values positions.
//!
//! Players place stones at random until the board is full; one has won then. A player whose bridge is broken by the last
//! stone first joins it (P. Henderson, "Playing and solving the game of Hex", 2010). Nobody swaps.

use crate::board::{Board, MOST};
use crate::state::State;
use plyd_plugin::{Move, Moves, Player};

/// The distance of two rows, with a border around the board.
const WIDTH: usize = MOST as usize + 2;
const CELLS: usize = WIDTH * WIDTH;

/// The way to the six cells around a cell, in a circle.
const SIDES: [isize; 6] = [1, WIDTH as isize, WIDTH as isize - 1, -1, -(WIDTH as isize), 1 - WIDTH as isize];

const FREE: u8 = 2;
/// Nobody's: the two corners of the border where edges of both players meet.
const NONE: u8 = 3;

/// The winner of a random game from an unfinished position. The moves go to `out`, as many as there is room for.
pub(crate) fn play(board: &Board, state: &State, seed: u64, out: &mut Moves<'_>) -> Player {
    let size = board.size() as usize;
    let mut owners = [NONE; CELLS];
    // The free cells, and where each of them stands in the list.
    let (mut free, mut places, mut count) = ([0_u16; CELLS], [0_u16; CELLS], 0);
    for along in 1..=size {
        for edge in [0, size + 1] {
            owners[edge * WIDTH + along] = Player::Max as u8;
            owners[along * WIDTH + edge] = Player::Min as u8;
        }
    }
    for row in 0..size {
        for file in 0..size {
            let (number, cell) = (board.grid().cell(file as u32, row as u32), place(file, row));
            owners[cell] = match state.stones.map(|stones| stones.contains(number)) {
                [true, _] => Player::Max as u8,
                [_, true] => Player::Min as u8,
                _ => {
                    (free[count], places[cell]) = (cell as u16, count as u16);
                    count += 1;
                    FREE
                }
            };
        }
    }
    let (mut turn, mut random) = (state.turn, seed);
    let mut last = None;
    while count > 0 {
        let reply = last.and_then(|last| saved_bridge(&owners, last, turn));
        let cell = reply.unwrap_or_else(|| {
            random = next(random);
            // The upper half is the better one.
            usize::from(free[(((random >> 32) * count as u64) >> 32) as usize])
        });
        count -= 1;
        let moved = free[count];
        free[usize::from(places[cell])] = moved;
        places[usize::from(moved)] = places[cell];
        owners[cell] = turn as u8;
        if out.len() < out.capacity() {
            let (file, row) = (cell % WIDTH - 1, cell / WIDTH - 1);
            out.push(Move(board.grid().cell(file as u32, row as u32)));
        }
        (turn, last) = (turn.other(), Some(cell));
    }
    if joins_edges(&mut owners, size) { Player::Max } else { Player::Min }
}

const fn place(file: usize, row: usize) -> usize {
    (row + 1) * WIDTH + file + 1
}

/// A congruential generator (D. Knuth, MMIX), whose upper bits are good.
const fn next(random: u64) -> u64 {
    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

/// The cell that joins two stones of a player between which the opponent has just placed this one.
fn saved_bridge(owners: &[u8; CELLS], last: usize, player: Player) -> Option<usize> {
    let around = SIDES.map(|side| last.wrapping_add_signed(side));
    let owner = |index: usize| owners[around[index % 6]];
    let own = player as u8;
    (0..6)
        .find(|&index| owner(index) == own && owner(index + 1) == FREE && owner(index + 2) == own)
        .map(|index| around[(index + 1) % 6])
}

/// Whether MAX's stones join the first row with the last one. Those that it finds are taken off the board.
fn joins_edges(owners: &mut [u8; CELLS], size: usize) -> bool {
    let (mut open, mut count) = ([0_u16; CELLS], 0);
    // No step leads off the board.
    owners[..WIDTH].fill(NONE);
    for file in 0..size {
        push_stone(owners, place(file, 0), &mut open, &mut count);
    }
    while count > 0 {
        count -= 1;
        let cell = usize::from(open[count]);
        if cell / WIDTH == size {
            return true;
        }
        for side in SIDES {
            push_stone(owners, cell.wrapping_add_signed(side), &mut open, &mut count);
        }
    }
    false
}

/// Moves a stone of MAX, if there is one, from the board to the list.
#[inline]
fn push_stone(owners: &mut [u8; CELLS], cell: usize, open: &mut [u16; CELLS], count: &mut usize) {
    if owners[cell] == Player::Max as u8 {
        owners[cell] = NONE;
        (open[*count], *count) = (cell as u16, *count + 1);
    }
}
