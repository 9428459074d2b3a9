//! The board as bits of one word.
//!
//! Cells are numbered column by column from the bottom, and above every column is a cell that is never occupied: bits
//! shifted along a line stop there and do not wrap into the next column.
//!
//! | bits of 7x6 | |
//! |---|---|
//! | 0..6 | a1 to a6 |
//! | 6 | never occupied |
//! | 7..13 | b1 to b6 |

use plyd_board::{BoardSizes, Sizes, key, square_name};
use wide::u64x2;

/// The board sizes for which at least one height, or width, fits.
pub(crate) const SIZES: BoardSizes = BoardSizes { files: Sizes::Range(4, 12), ranks: Sizes::Range(4, 15) };

/// A line is this long.
pub(crate) const LINE: u32 = 4;

/// The cells of a set from which a line of them begins in the direction of `step`.
#[inline]
fn lines_from(cells: u64, step: u32) -> u64 {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}

/// The sums of three sets, for each cell, as two digits.
#[inline]
fn added(one: u64, two: u64, three: u64) -> [u64; 2] {
    let odd = one ^ two;
    [odd ^ three, one & two | odd & three]
}

/// The number of bits in each byte, without the instruction for it, which not every processor has and no vector.
#[inline]
fn counted_by_bytes(cells: u64x2) -> u64x2 {
    let [ones, twos, fours] = [0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0F0F_0F0F_0F0F_0F0F].map(u64x2::splat);
    let pairs = cells - (cells >> 1_u32 & ones);
    let nibbles = (pairs & twos) + (pairs >> 2_u32 & twos);
    (nibbles + (nibbles >> 4_u32)) & fours
}

/// The lines in one direction that each of two sets of stones can still complete, counted by the bytes where they begin:
/// those with one stone or three, those with two or three, and those with three.
#[inline(always)]
fn open_along(sets: u64x2, step: u32, starts: u64) -> [u64x2; 3] {
    let [a, b, c, d] = [sets, sets >> step, sets >> (2 * step), sets >> (3 * step)];
    let [own, other] = (a | b | c | d).to_array();
    let open = u64x2::splat(starts) & !u64x2::new([other, own]);
    // The number of own stones on the line that begins at each cell, in binary; four do not occur.
    let (odd, other_odd) = (a ^ b, c ^ d);
    let low = (odd ^ other_odd) & open;
    let high = (a & b | c & d | odd & other_odd) & open;
    [low, high, low & high].map(counted_by_bytes)
}

/// The sums of each two neighbouring bytes.
#[inline]
fn summed_by_words(bytes: u64x2) -> u64x2 {
    let low = u64x2::splat(0x00FF_00FF_00FF_00FF);
    (bytes & low) + (bytes >> 8_u32 & low)
}

/// The geometry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) files: u32,
    pub(crate) ranks: u32,
    /// The lowest cell of every column.
    pub(crate) bottom: u64,
    /// All cells.
    pub(crate) board: u64,
    /// The distances between neighbours on a line: up, right, and the two diagonals.
    pub(crate) steps: [u32; 4],
    /// For each of the steps, the cells where a line begins.
    pub(crate) starts: [u64; 4],
    /// `65536 / (ranks + 1)`, rounded up, to divide by a multiplication.
    reciprocal: u32,
    /// Tells boards of different sizes apart in keys.
    salt: u64,
}

impl Grid {
    /// The board that nearly everybody plays on.
    const COMMON: Self = Self::of_size(7, 6);

    /// A board of `files` columns, each `ranks` high, or the reason why there is none.
    pub(crate) fn new(files: u32, ranks: u32) -> Result<Self, String> {
        SIZES.check(files, ranks)?;
        let height = ranks + 1;
        if files * height > u64::BITS {
            return Err(format!(
                "a board of {files} files and {ranks} ranks is too large: files times (ranks + 1) is {} but should be at most 64",
                files * height
            ));
        }
        Ok(Self::of_size(files, ranks))
    }

    /// A board of a size that fits.
    const fn of_size(files: u32, ranks: u32) -> Self {
        let height = ranks + 1;
        let (mut bottom, mut file) = (0, 0);
        while file < files {
            bottom |= 1 << (file * height);
            file += 1;
        }
        let board = bottom * ((1 << ranks) - 1);
        let steps = [1, height, height - 1, height + 1];
        let (mut starts, mut direction) = ([board; 4], 0);
        while direction < steps.len() {
            let mut place = 1;
            while place < LINE {
                starts[direction] &= board >> (place * steps[direction]);
                place += 1;
            }
            direction += 1;
        }
        let reciprocal = 65_536_u32.div_ceil(height);
        let salt = key::salt((files << 4 | ranks) as u64);
        Self { files, ranks, bottom, board, steps, starts, reciprocal, salt }
    }

    /// Does the same on every board. On the common one the compiler knows all distances: shifts by them take one
    /// instruction instead of three, and loops over columns none.
    #[inline(always)]
    fn known<T>(&self, work: impl Fn(&Self) -> T) -> T {
        if self.is_common() { work(&Self::COMMON) } else { work(self) }
    }

    #[inline]
    fn is_common(&self) -> bool {
        (self.files, self.ranks) == (Self::COMMON.files, Self::COMMON.ranks)
    }

    /// One more than the highest number of a bit, those above the columns included.
    #[inline]
    pub(crate) fn span(&self) -> u32 {
        self.files * (self.ranks + 1)
    }

    /// The bit that a mirror exchanges with this one.
    pub(crate) fn mirrored_bit(&self, bit: u32) -> u32 {
        let height = self.ranks + 1;
        (self.files - 1 - bit / height) * height + bit % height
    }

    /// The cells of a column and the one above it, as a number of that many bits.
    const fn column(&self) -> u64 {
        (1 << (self.ranks + 1)) - 1
    }

    /// The bit of a cell, file and rank counted from 0.
    #[inline]
    pub(crate) fn cell(&self, file: u32, rank: u32) -> u64 {
        1 << (file * (self.ranks + 1) + rank)
    }

    /// The file of the cell with this bit.
    #[inline]
    pub(crate) fn file_of_bit(&self, bit: u32) -> u32 {
        (bit * self.reciprocal) >> 16
    }

    /// The lowest free cell of every column that is not full.
    #[inline]
    pub(crate) fn landings(&self, stones: u64) -> u64 {
        // The carry of each column ends in its lowest free cell.
        (stones + self.bottom) & self.board
    }

    /// Whether a set of cells holds a line.
    #[inline]
    pub(crate) fn has_line(&self, cells: u64) -> bool {
        self.known(|grid| {
            let [up, right, falling, rising] = grid.steps.map(|step| lines_from(cells, step));
            up | right | falling | rising != 0
        })
    }

    /// The names of the cells of a line in a set, if it holds one.
    pub(crate) fn line(&self, cells: u64) -> Option<Vec<String>> {
        let step = self.steps.into_iter().find(|&step| lines_from(cells, step) != 0)?;
        let first = lines_from(cells, step).trailing_zeros();
        let names = (0..LINE).map(|place| first + place * step);
        Some(names.map(|bit| self.name_of_bit(bit)).collect())
    }

    /// For each of two sets of stones the free cells that would complete a line of it. Occupied cells may be among them,
    /// and mean nothing. Both at once, and inlined nowhere: so the compiler keeps them in one vector, which halves the
    /// instructions.
    #[inline(never)]
    pub(crate) fn completing(&self, sets: [u64; 2]) -> [u64; 2] {
        self.known(|grid| {
            // A column grows upwards only.
            let mut found = sets.map(|own| own << 1 & own << 2 & own << 3);
            for &step in &grid.steps[1..] {
                for (found, own) in found.iter_mut().zip(sets) {
                    let two_before = own << step & own << (2 * step);
                    let two_after = own >> step & own >> (2 * step);
                    *found |=
                        two_before & (own << (3 * step) | own >> step) | two_after & (own >> (3 * step) | own << step);
                }
            }
            found.map(|cells| cells & grid.board)
        })
    }

    /// How many of the `wanted` cells begin to complete a line of `own` when it gets a stone, for each cell that the
    /// stone may come to: the binary digits of the numbers, from the lowest on. Cells of `own` and cells that complete a
    /// line already are not wanted, nor are those of the other player.
    ///
    /// The stone, the cell and two stones of `own` lie on one line. On either side of the stone there is one such cell
    /// at most in each direction, the first one without a stone of `own`: so there are at most seven, as nothing lies
    /// below.
    #[inline]
    pub(crate) fn new_threats(&self, own: u64, wanted: u64) -> [u64; 3] {
        self.known(|grid| {
            let along = |step: u32| {
                let (before, two_before, three_before) = (own << step, own << (2 * step), own << (3 * step));
                let (after, two_after, three_after) = (own >> step, own >> (2 * step), own >> (3 * step));
                let (pair_before, pair_after) = (before & two_before, after & two_after);
                let on = (two_after & (three_after | before) | pair_before) & wanted >> step
                    | after & (three_after | before) & wanted >> (2 * step)
                    | pair_after & wanted >> (3 * step);
                let back = (two_before & (three_before | after) | pair_after) & wanted << step
                    | before & (three_before | after) & wanted << (2 * step)
                    | pair_before & wanted << (3 * step);
                [on, back]
            };
            let [_, right, falling, rising] = grid.steps;
            let [right, falling, rising] = [along(right), along(falling), along(rising)];
            let up = own << 1 & own << 2 & wanted >> 1;
            let [ones, twos] = added(up, right[0], right[1]);
            let [more_ones, more_twos] = added(falling[0], falling[1], rising[0]);
            let [low, carry] = added(ones, more_ones, rising[1]);
            let [middle, high] = added(twos, more_twos, carry);
            [low, middle, high]
        })
    }

    /// For each of two sets of stones the worth of the lines that it can still complete because the other one has no
    /// stone on them: 1, 4 and 16 for a line with one, two and three stones. Both at once, and inlined nowhere: see
    /// [`completing`](Self::completing).
    #[inline]
    pub(crate) fn open_lines(&self, sets: [u64; 2]) -> [i32; 2] {
        if self.is_common() { self.open_lines_where::<true>(sets) } else { self.open_lines_where::<false>(sets) }
    }

    /// The same. With a parameter instead of [`known`](Self::known), as the compiler would otherwise join the two boards.
    #[inline(never)]
    fn open_lines_where<const COMMON: bool>(&self, sets: [u64; 2]) -> [i32; 2] {
        let grid = if COMMON { &Self::COMMON } else { self };
        let ([up, right, falling, rising], starts) = (grid.steps, grid.starts);
        let sets = u64x2::new(sets);
        let up = open_along(sets, up, starts[0]);
        let right = open_along(sets, right, starts[1]);
        let falling = open_along(sets, falling, starts[2]);
        let rising = open_along(sets, rising, starts[3]);
        let [one, two, three] = [0, 1, 2].map(|digit| up[digit] + right[digit] + falling[digit] + rising[digit]);
        // One stone is worth 1, two are worth 4. Three are in both, so 11 more make 16. In four directions a byte comes to
        // 160 at most.
        let (few, three) = (summed_by_words(one + (two << 2_u32)), summed_by_words(three));
        let by_words = few + (three << 3_u32) + (three << 1_u32) + three;
        by_words.to_array().map(|words| (words.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32)
    }

    /// The stones of one player and which cells are occupied, in one number that no other position shares.
    #[inline]
    pub(crate) fn code(&self, own: u64, stones: u64) -> u64 {
        // The highest bit of each column marks its lowest free cell, the bits below it are the stones.
        own | (stones + self.bottom)
    }

    /// The code of the mirrored position: columns in reverse order.
    #[inline]
    pub(crate) fn mirrored(&self, code: u64) -> u64 {
        self.known(|grid| {
            let height = grid.ranks + 1;
            let (mut mirrored, mut left) = (0, grid.column());
            // Two columns change places, those on the outside first; the middle one stays.
            let mut apart = (grid.files - 1) * height;
            loop {
                mirrored |= (code & left) << apart | code >> apart & left;
                if apart < 2 * height {
                    return mirrored;
                }
                apart -= 2 * height;
                left <<= height;
            }
        })
    }

    /// A hash of a code, or of a code and a bit beyond it. On boards of fewer than 64 bits no two codes share one:
    /// every operation can be undone.
    #[inline]
    pub(crate) fn key(&self, code: u64) -> u64 {
        key::mixed(code) ^ self.salt
    }

    /// The name of the cell with this bit.
    pub(crate) fn name_of_bit(&self, bit: u32) -> String {
        square_name(bit / (self.ranks + 1), bit % (self.ranks + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards with stones in all columns, as a game could leave them: those of one player, and all.
    fn boards(grid: &Grid) -> impl Iterator<Item = (u64, u64)> {
        let mut state = 11_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33 ^ state << 20
        };
        (0..3_000).map(move |_| {
            let mut stones = 0;
            for file in 0..grid.files {
                let height = random() % u64::from(grid.ranks + 1);
                stones |= ((1 << height) - 1) << (file * (grid.ranks + 1));
            }
            (stones & random(), stones)
        })
    }

    #[test]
    fn new_threats_are_the_cells_that_complete_a_line_with_one_more_stone() {
        for (files, ranks) in [(7, 6), (4, 4), (12, 4), (5, 8), (9, 6)] {
            let grid = Grid::new(files, ranks).unwrap();
            for (own, stones) in boards(&grid) {
                let [before, _] = grid.completing([own, 0]);
                let wanted = grid.board & !(stones | before);
                let digits = grid.new_threats(own, wanted);
                for landing in plyd_board::Cells::from(grid.landings(stones) & !before) {
                    let [after, _] = grid.completing([own | 1 << landing, 0]);
                    let count = (after & wanted & !(1 << landing)).count_ones() as u64;
                    let told = digits.iter().rev().fold(0, |count, digit| 2 * count + (digit >> landing & 1));
                    assert_eq!(told, count, "{files}x{ranks}, {own:x} of {stones:x}, at {landing}");
                }
            }
        }
    }

    #[test]
    fn columns_change_places_in_a_mirror() {
        for (files, ranks) in [(7, 6), (4, 4), (12, 4), (5, 8), (9, 6), (4, 15)] {
            let grid = Grid::new(files, ranks).unwrap();
            for (own, stones) in boards(&grid) {
                let code = grid.code(own, stones);
                let columns = (0..files).map(|file| code >> (file * (ranks + 1)) & grid.column());
                let expected = columns.fold(0, |mirrored, column| mirrored << (ranks + 1) | column);
                assert_eq!(grid.mirrored(code), expected);
            }
        }
    }
}
