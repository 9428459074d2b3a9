//! Connect four for the traits of the crate `minimax`, as fast as its rules allow: two words for a position, and four
//! shifts to see a line.

use minimax::{Evaluation, Evaluator, Game, Winner};

const FILES: u32 = 7;
const RANKS: u32 = 6;
/// A file and the cell above it, which stays empty.
const HEIGHT: u32 = RANKS + 1;
const FROM_LEFT: [u8; FILES as usize] = [0, 1, 2, 3, 4, 5, 6];
const FROM_CENTRE: [u8; FILES as usize] = [3, 2, 4, 1, 5, 0, 6];
const FILE: u64 = (1 << RANKS) - 1;
/// The lowest cell of every file.
const BOTTOM: u64 = {
    let (mut bottom, mut file) = (0, 0);
    while file < FILES {
        bottom |= 1 << (file * HEIGHT);
        file += 1;
    }
    bottom
};

/// A position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position {
    /// The stones of the player to move.
    own: u64,
    all: u64,
}

/// A line of four among these stones.
fn has_four(stones: u64) -> bool {
    [1, HEIGHT, HEIGHT - 1, HEIGHT + 1].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The rules, with the moves from the centre outwards, or else from the left.
#[derive(Debug)]
pub(crate) struct DropFour<const CENTRE_FIRST: bool>;

impl<const CENTRE_FIRST: bool> Game for DropFour<CENTRE_FIRST> {
    type S = Position;
    type M = u8;

    fn generate_moves(position: &Position, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            let is_free = |&&file: &&u8| position.all >> (u32::from(file) * HEIGHT) & FILE != FILE;
            let files = if CENTRE_FIRST { &FROM_CENTRE } else { &FROM_LEFT };
            moves.extend(files.iter().filter(is_free));
        }
        winner
    }

    fn apply(position: &mut Position, file: u8) -> Option<Position> {
        let (bottom, cells) = (1 << (u32::from(file) * HEIGHT), FILE << (u32::from(file) * HEIGHT));
        let all = position.all | ((position.all + bottom) & cells);
        Some(Position { own: position.own ^ position.all, all })
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        if has_four(position.own ^ position.all) {
            Some(Winner::PlayerJustMoved)
        } else if position.all == BOTTOM * FILE {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    /// Different for different positions, and spread over all bits, because the crate takes its place from the lowest.
    fn zobrist_hash(position: &Position) -> u64 {
        let key = (position.own + position.all + BOTTOM).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn table_index(file: u8) -> u16 {
        file.into()
    }

    fn max_table_index() -> u16 {
        FILES as u16 - 1
    }
}

/// Gives every position the same value: the search only looks for wins, and cuts wherever there is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nothing;

impl Evaluator for Nothing {
    type G = DropFour<true>;

    fn evaluate(&self, _: &Position) -> Evaluation {
        0
    }
}

/// Values lines that only one player has stones on, just as plyd's connect four does: 1 for one stone, 4 for two, 16
/// for three.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenLines;

/// The sum over the lines that the other player has no stone on.
fn open_lines(own: u64, other: u64) -> Evaluation {
    let mut total = 0;
    for step in [1, HEIGHT, HEIGHT - 1, HEIGHT + 1] {
        let on_line = |cells: u64| [cells, cells >> step, cells >> (2 * step), cells >> (3 * step)];
        let [a, b, c, d] = on_line((BOTTOM * FILE) & !other);
        let open = a & b & c & d;
        // How many own stones are on the line that begins at each cell, as two digits in binary.
        let [a, b, c, d] = on_line(own);
        let (ones, twos) = (a ^ b ^ c ^ d, (a & b) | (c & d) | ((a ^ b) & (c ^ d)));
        let count = |cells: u64| (cells & open).count_ones() as Evaluation;
        total += count(ones) + 4 * count(twos) + 11 * count(ones & twos);
    }
    total
}

impl Evaluator for OpenLines {
    type G = DropFour<true>;

    fn evaluate(&self, position: &Position) -> Evaluation {
        let other = position.own ^ position.all;
        open_lines(position.own, other) - open_lines(other, position.own)
    }
}

/// Values what the crate's own example of connect four values: stones in the three files of the middle, 1 each; files
/// in which the next stone wins, 10; files in which the one after it does, 5. The moves come from the left there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats;

/// The cells that would make four of three of these stones.
fn completing(stones: u64) -> u64 {
    let lines = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1].into_iter().map(|step| {
        let (above, below) = (|n: u32| stones >> (n * step), |n: u32| stones << (n * step));
        let (inner_above, inner_below) = (above(1) & above(2), below(1) & below(2));
        (inner_above & above(3)) | (inner_below & below(3)) | (inner_above & below(1)) | (inner_below & above(1))
    });
    lines.fold(0, |all, cells| all | cells)
}

impl Evaluator for Threats {
    type G = DropFour<false>;

    fn evaluate(&self, position: &Position) -> Evaluation {
        const MIDDLE: u64 = FILE << (2 * HEIGHT) | FILE << (3 * HEIGHT) | FILE << (4 * HEIGHT);
        let next = (position.all + BOTTOM) & (BOTTOM * FILE);
        let after = next << 1;
        let side = |stones: u64| {
            let wins = completing(stones);
            let count = |cells: u64| cells.count_ones() as Evaluation;
            count(stones & MIDDLE) + 10 * count(wins & next) + 5 * count(wins & after)
        };
        side(position.own) - side(position.own ^ position.all)
    }
}
