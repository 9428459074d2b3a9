//! The board as a bit set in one machine word.
//!
//! Cells are numbered column by column from the bottom. Above every column is a cell that is never occupied, so bits
//! that are shifted along a line stop there and do not wrap into the next column.
//!
//! | bits of 7x6 | |
//! |---|---|
//! | 0..6 | a1 to a6 |
//! | 6 | never occupied |
//! | 7..13 | b1 to b6 |

use plyd_board::{BoardSizes, Sizes, key, square_name};
use wide::u64x2;

/// The board sizes for which some height, or some width, fits in a word.
pub(crate) const SIZES: BoardSizes = BoardSizes { files: Sizes::Range(4, 12), ranks: Sizes::Range(4, 15) };

/// The number of stones in a line.
pub(crate) const LINE: u32 = 4;

/// The cells at which a complete line in the direction of `step` begins.
#[inline]
fn lines_from(cells: u64, step: u32) -> u64 {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}

/// The sum of three bits at each cell, as two binary digits.
#[inline]
fn added(one: u64, two: u64, three: u64) -> [u64; 2] {
    let odd = one ^ two;
    [odd ^ three, one & two | odd & three]
}

/// The number of bits in each byte. It avoids the population count instruction, which some processors lack and which
/// does not exist for vectors.
#[inline]
fn counted_by_bytes(cells: u64x2) -> u64x2 {
    let [ones, twos, fours] = [0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0F0F_0F0F_0F0F_0F0F].map(u64x2::splat);
    let pairs = cells - (cells >> 1_u32 & ones);
    let nibbles = (pairs & twos) + (pairs >> 2_u32 & twos);
    (nibbles + (nibbles >> 4_u32)) & fours
}

/// The lines in one direction that each of two sets of stones can still complete, counted per byte of their first
/// cells: lines with one or three stones, with two or three stones, and with three stones.
#[inline(always)]
fn open_along(sets: u64x2, step: u32, starts: u64) -> [u64x2; 3] {
    let [a, b, c, d] = [sets, sets >> step, sets >> (2 * step), sets >> (3 * step)];
    let [own, other] = (a | b | c | d).to_array();
    let open = u64x2::splat(starts) & !u64x2::new([other, own]);
    // The number of own stones on the line that begins at each cell, in binary. Four stones do not occur.
    let (odd, other_odd) = (a ^ b, c ^ d);
    let low = (odd ^ other_odd) & open;
    let high = (a & b | c & d | odd & other_odd) & open;
    [low, high, low & high].map(counted_by_bytes)
}

/// The sums of each pair of neighbouring bytes.
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
    /// The distances between neighbours on a line: up, right, and along the two diagonals.
    pub(crate) steps: [u32; 4],
    /// The cells at which a line begins, for each of the steps.
    pub(crate) starts: [u64; 4],
    /// `65536 / (ranks + 1)`, rounded up, which replaces a division by a multiplication.
    reciprocal: u32,
    /// A salt that makes keys differ between board sizes.
    salt: u64,
}

impl Grid {
    /// The most common board size.
    const COMMON: Self = Self::of_size(7, 6);

    /// Creates a board of `files` columns of height `ranks`; the error is the reason why the size is not allowed.
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

    /// Creates a board of a size that is known to fit.
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

    /// Runs `work` with this board. On the most common board, the compiler knows all distances, so that shifts take one
    /// instruction instead of three, and loops over columns are unrolled.
    #[inline(always)]
    fn known<T>(&self, work: impl Fn(&Self) -> T) -> T {
        if self.is_common() { work(&Self::COMMON) } else { work(self) }
    }

    #[inline]
    fn is_common(&self) -> bool {
        (self.files, self.ranks) == (Self::COMMON.files, Self::COMMON.ranks)
    }

    /// One more than the highest bit number, including the cells above the columns.
    #[inline]
    pub(crate) fn span(&self) -> u32 {
        self.files * (self.ranks + 1)
    }

    /// The bit that the mirror image exchanges with this one.
    pub(crate) fn mirrored_bit(&self, bit: u32) -> u32 {
        let height = self.ranks + 1;
        (self.files - 1 - bit / height) * height + bit % height
    }

    /// The bits of the first column, including the cell above it.
    const fn column(&self) -> u64 {
        (1 << (self.ranks + 1)) - 1
    }

    /// The bit of a cell. File and rank are counted from 0.
    #[inline]
    pub(crate) fn cell(&self, file: u32, rank: u32) -> u64 {
        1 << (file * (self.ranks + 1) + rank)
    }

    /// The file of the cell with this bit number.
    #[inline]
    pub(crate) fn file_of_bit(&self, bit: u32) -> u32 {
        (bit * self.reciprocal) >> 16
    }

    /// The lowest empty cell of every column that is not full.
    #[inline]
    pub(crate) fn landings(&self, stones: u64) -> u64 {
        // The carry of each column ends in its lowest empty cell.
        (stones + self.bottom) & self.board
    }

    /// Whether a set of cells contains a line.
    #[inline]
    pub(crate) fn has_line(&self, cells: u64) -> bool {
        self.known(|grid| {
            let [up, right, falling, rising] = grid.steps.map(|step| lines_from(cells, step));
            up | right | falling | rising != 0
        })
    }

    /// The names of the cells of a line in a set, if it contains one.
    pub(crate) fn line(&self, cells: u64) -> Option<Vec<String>> {
        let step = self.steps.into_iter().find(|&step| lines_from(cells, step) != 0)?;
        let first = lines_from(cells, step).trailing_zeros();
        let names = (0..LINE).map(|place| first + place * step);
        Some(names.map(|bit| self.name_of_bit(bit)).collect())
    }

    /// The cells that would complete a line, for each of two sets of stones. The result may contain occupied cells,
    /// which callers must ignore. Both sets are processed together and the function is never inlined, so that the
    /// compiler keeps them in one vector, which halves the number of instructions.
    #[inline(never)]
    pub(crate) fn completing(&self, sets: [u64; 2]) -> [u64; 2] {
        self.known(|grid| {
            // Vertical lines can only be completed at the top.
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

    /// For each cell, the number of cells in `wanted` that would start to complete a line of `own` if a stone were
    /// placed on the cell. The result consists of the binary digits of these numbers, from the lowest. `wanted` must
    /// not contain occupied cells, or cells that already complete a line.
    ///
    /// The new stone, the counted cell and two stones of `own` are on one line. On either side of the new stone, each
    /// direction has at most one such cell, the first one without a stone of `own`. There are at most seven, because
    /// there is none below.
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

    /// The value of the lines that each of two sets of stones can still complete because they contain no stone of the
    /// other set: 1, 4 and 16 for a line with one, two and three stones. Both sets are processed together, like in
    /// [`completing`](Self::completing).
    #[inline]
    pub(crate) fn open_lines(&self, sets: [u64; 2]) -> [i32; 2] {
        if self.is_common() { self.open_lines_where::<true>(sets) } else { self.open_lines_where::<false>(sets) }
    }

    /// Computes [`open_lines`](Self::open_lines). It uses a constant parameter instead of [`known`](Self::known),
    /// because the compiler would otherwise merge the code for the two boards. It is never inlined, like
    /// [`completing`](Self::completing).
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
        // A line with one stone is worth 1 and with two stones 4. Lines with three stones are in both counts, so
        // another 11 make 16. In four directions, a byte is at most 160.
        let (few, three) = (summed_by_words(one + (two << 2_u32)), summed_by_words(three));
        let by_words = few + (three << 3_u32) + (three << 1_u32) + three;
        by_words.to_array().map(|words| (words.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32)
    }

    /// A number that uniquely encodes the stones of one player and the occupied cells.
    #[inline]
    pub(crate) fn code(&self, own: u64, stones: u64) -> u64 {
        // The highest bit of each column marks its lowest empty cell; the bits below it are the stones.
        own | (stones + self.bottom)
    }

    /// The code of the mirror image: the columns in reverse order.
    #[inline]
    pub(crate) fn mirrored(&self, code: u64) -> u64 {
        self.known(|grid| {
            let height = grid.ranks + 1;
            let (mut mirrored, mut left) = (0, grid.column());
            // Swaps pairs of columns from the outside inwards; a middle column stays.
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

    /// A hash of a code, or of a code and one bit beyond it. On boards with fewer than 64 bits it has no collisions,
    /// because every operation is invertible.
    #[inline]
    pub(crate) fn key(&self, code: u64) -> u64 {
        key::mixed(code) ^ self.salt
    }

    /// The name of the cell with this bit number.
    pub(crate) fn name_of_bit(&self, bit: u32) -> String {
        square_name(bit / (self.ranks + 1), bit % (self.ranks + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random boards with stones in all columns, as in a game: the stones of one player, and all stones.
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
