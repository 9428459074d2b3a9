//! Stable discs, which can never be flipped again.

use crate::grid::{Grid, Squares};

/// Discs of `own` that no move can flip. The result only contains stable discs that are connected to a corner.
///
/// On each of the four lines through such a disc, one of its sides is the edge of the board or a stable neighbour of
/// the same colour. A move that encloses the disc along the line would also have to enclose that neighbour.
#[inline]
pub(crate) fn stable(grid: &Grid, own: u64) -> u64 {
    if own & grid.corners == 0 {
        // The first stable disc of this kind is always in a corner, because all four lines end only there.
        return 0;
    }
    let outside = !grid.board;
    let mut stable = 0;
    loop {
        let firm = stable | outside;
        let (right, left) = (firm >> 1 | FILE_H, firm << 1 | FILE_A);
        let (above, below) = (firm >> 8 | RANK_8, firm << 8 | RANK_1);
        let (above_right, below_left) = (firm >> 9 | FILE_H | RANK_8, firm << 9 | FILE_A | RANK_1);
        let (above_left, below_right) = (firm >> 7 | FILE_A | RANK_8, firm << 7 | FILE_H | RANK_1);
        let grown = own & (right | left) & (above | below) & (above_right | below_left) & (above_left | below_right);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The first and last files and ranks of the word.
const FILE_A: u64 = Squares::FIRST_FILE.word();
const FILE_H: u64 = Squares::LAST_FILE.word();
const RANK_1: u64 = 0xFF;
const RANK_8: u64 = RANK_1 << 56;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;
    use plyd_board::Tail;
    use plyd_plugin::Player;

    /// The next number of the xorshift64 generator.
    fn next(random: &mut u64) -> u64 {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        *random >> 33
    }

    #[test]
    fn stable_discs_stay_to_the_end_of_random_games() {
        let mut random = 0x9E37_79B9_7F4A_7C15;
        for size in crate::grid::SIZES {
            let grid = Grid::new(size);
            let mut seen = 0;
            for _ in 0..100 {
                let (max, min) = grid.start();
                let mut state = State::new(&grid, [max, min], [0; 2], Tail::START);
                let mut kept = [0; 2];
                let mut passes = 0;
                while passes < 2 {
                    for player in [Player::Max, Player::Min] {
                        let held = state.held_by(player);
                        assert_eq!(kept[player as usize] & !held, 0, "a stable disc was turned over");
                        kept[player as usize] = stable(&grid, held);
                        seen += kept[player as usize].count_ones();
                    }
                    let mut squares = state.placements();
                    if squares == 0 {
                        (state, passes) = (state.passed(&grid), passes + 1);
                        continue;
                    }
                    for _ in 0..next(&mut random) % u64::from(squares.count_ones()) {
                        squares &= squares - 1;
                    }
                    (state, passes) = (state.placed(&grid, squares.trailing_zeros()), 0);
                }
            }
            assert!(seen > 1_000, "{seen} stable discs");
        }
    }

    #[test]
    fn discs_that_lean_on_a_corner_are_stable() {
        let grid = Grid::new(8);
        assert_eq!(stable(&grid, 0x7E), 0, "an edge without its corners");
        assert_eq!(stable(&grid, 0x0107), 0x0107, "a1 b1 c1 a2");
        assert_eq!(stable(&grid, 0x0307), 0x0307, "and b2, which leans on a2, b1, c1 and a1");
        assert_eq!(stable(&grid, 0x0603), 0x0003, "b2 and c2 without a2 and a3");
        assert_eq!(stable(&grid, grid.board), grid.board);
        assert_eq!(stable(&Grid::new(4), 0x08), 0x08, "d1 is a corner of the small board");
    }
}
