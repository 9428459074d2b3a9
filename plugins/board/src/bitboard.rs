//! Sets of squares as the bits of one word, for boards of up to 8 files and 8 ranks. A rank always has eight bits, so
//! a1 is bit 0, b1 bit 1 and a2 bit 8. A smaller board is the lower left part of the large one. The number of a square
//! is the number of its bit.

use crate::square::square_name;

/// The squares of file a.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of file h.
pub const FILE_H: u64 = FILE_A << 7;

/// The set of one square.
#[inline]
#[must_use]
pub const fn square(file: u32, rank: u32) -> u64 {
    1 << (8 * rank + file)
}

/// All squares of a board of 1 to 8 files and 1 to 8 ranks.
#[must_use]
pub const fn board(files: u32, ranks: u32) -> u64 {
    let rank = (1 << files) - 1;
    (FILE_A * rank) & (!0 >> (64 - 8 * ranks))
}

/// The name of the square with a number: `a1` for 0.
#[must_use]
pub fn name(number: u32) -> String {
    square_name(number % 8, number / 8)
}

/// The set on a board of so many files whose files are in reverse order.
#[inline]
#[must_use]
pub const fn mirrored(set: u64, files: u32) -> u64 {
    set.reverse_bits().swap_bytes() >> (8 - files)
}

/// The set mirrored at the diagonal from a1: files become ranks.
#[inline]
#[must_use]
pub const fn transposed(set: u64) -> u64 {
    // Swaps the two quarters that are off the diagonal, then the same within each quarter, and so on.
    let set = exchanged(set, 28, 0x0F0F_0F0F_0000_0000);
    let set = exchanged(set, 14, 0x3333_0000_3333_0000);
    exchanged(set, 7, 0x5500_5500_5500_5500)
}

/// Exchanges the bits of `set` within `mask` with those `shift` below them.
const fn exchanged(set: u64, shift: u32, mask: u64) -> u64 {
    let differing = mask & (set ^ set << shift);
    set ^ (differing ^ differing >> shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_eight_to_a_rank() {
        assert_eq!((square(0, 0), square(7, 0), square(0, 1), square(7, 7)), (1, 1 << 7, 1 << 8, 1 << 63));
        assert_eq!([0, 7, 8, 63].map(name), ["a1", "h1", "a2", "h8"]);
        assert_eq!((FILE_A.trailing_zeros(), FILE_A.count_ones()), (0, 8));
        assert_eq!((FILE_H.trailing_zeros(), FILE_H.count_ones()), (7, 8));
    }

    #[test]
    fn boards_of_all_sizes_have_their_squares() {
        for (files, ranks) in (1..=8).flat_map(|files| (1..=8).map(move |ranks| (files, ranks))) {
            let squares = (0..files).flat_map(|file| (0..ranks).map(move |rank| square(file, rank)));
            assert_eq!(board(files, ranks), squares.fold(0, |set, square| set | square), "{files} by {ranks}");
        }
    }

    #[test]
    fn mirrored_sets_have_their_files_in_reverse_order() {
        for files in 1..=8 {
            for (file, rank) in (0..files).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
                assert_eq!(mirrored(square(file, rank), files), square(files - 1 - file, rank));
            }
        }
        let set = 0x1234_5678_9ABC_DEF0;
        assert_eq!(mirrored(mirrored(set, 8), 8), set);
    }

    #[test]
    fn transposed_sets_have_files_for_ranks() {
        for (file, rank) in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
            assert_eq!(transposed(square(file, rank)), square(rank, file));
        }
        let set = 0x1234_5678_9ABC_DEF0;
        assert_eq!(transposed(transposed(set)), set);
    }
}
