//! The questions in `want` about a position, and the packed answer: the bits that cross the library border.

/// Bit of `want`: the legal moves, into the buffer, of a position that is unfinished or drawn if claimed.
pub const WANT_MOVES: u32 = 0x1;
/// Bit of `want`: the heuristic value of an unfinished position.
pub const WANT_VALUE: u32 = 0x2;
/// Bit of `want`: the key of the position.
pub const WANT_KEY: u32 = 0x4;
/// Bit of `want`, only for instances with a symmetry: the key that is equal for all images of the position. At most one
/// of the three kinds of keys is wanted.
pub const WANT_SYMMETRIC_KEY: u32 = 0x8;
/// Bit of `want`, only for instances whose rule of repetition compares it: the key of the board without the player to
/// move. At most one of the three kinds of keys is wanted.
pub const WANT_BOARD_KEY: u32 = 0x10;
/// Bit of `want`, never together with [`WANT_MOVES`], only for instances that know noisy moves: of an unfinished
/// position the moves that change the balance immediately, into the buffer. There may be none.
pub const WANT_NOISY: u32 = 0x20;
/// Bit of `want`, only for instances that know it: whether the player to move is in check, [`STEP_IN_CHECK`]. Since
/// version 2.1.
pub const WANT_CHECK: u32 = 0x40;

/// The largest count of moves that a [`Step`] can hold.
pub const STEP_MAX_MOVES: u32 = 0xFF_FFFF;
/// The position of the count of moves in [`Step::bits`], in bits from the lowest.
pub const STEP_COUNT_SHIFT: u32 = 32;
/// The bits of [`Step::bits`] that hold the outcome; all zero in an unfinished position, but for
/// [`STEP_IN_CHECK`] if it was asked for.
pub const STEP_OUTCOME: u64 = 0x4700_0000_0000_0000;
/// Outcome in [`Step::bits`]: the game goes on, and there is at least one legal move.
pub const STEP_ONGOING: u64 = 0x0;
/// Bit of [`Step::bits`], only of an unfinished position and if wanted: the player to move is in check. Since version 2.1.
pub const STEP_IN_CHECK: u64 = 0x4000_0000_0000_0000;
/// Outcome in [`Step::bits`]: MAX has won.
pub const STEP_WON_BY_MAX: u64 = 0x0100_0000_0000_0000;
/// Outcome in [`Step::bits`]: MIN has won.
pub const STEP_WON_BY_MIN: u64 = 0x0200_0000_0000_0000;
/// Outcome in [`Step::bits`]: drawn, worth 0.
pub const STEP_DRAW: u64 = 0x0300_0000_0000_0000;
/// Outcome in [`Step::bits`]: finished, with the utility in the value.
pub const STEP_UTILITY: u64 = 0x0400_0000_0000_0000;
/// Outcome in [`Step::bits`]: drawn if a player claims it, with value 0. There is at least one legal move, and the
/// answer contains wanted moves, as for an unfinished position.
pub const STEP_DRAW_IF_CLAIMED: u64 = 0x4300_0000_0000_0000;
/// Bit of [`Step::bits`]: the player to move is MIN, otherwise MAX. In a finished game: the player who would move next.
pub const STEP_MIN_TO_MOVE: u64 = 0x0800_0000_0000_0000;
/// Bit of [`Step::bits`]: the move that led here cannot be undone by later moves, so no earlier position can occur
/// again.
pub const STEP_IRREVERSIBLE: u64 = 0x1000_0000_0000_0000;
/// Bit of [`Step::bits`]: it is the turn of chance. The bit of MIN is zero then.
pub const STEP_CHANCE_TO_MOVE: u64 = 0x8000_0000_0000_0000;
/// Bit of [`Step::bits`]: error; the rest of the answer is undefined.
pub const STEP_ERROR: u64 = 0x2000_0000_0000_0000;

/// The answer about a position: one word with the kind of outcome, the player to move, irreversibility, error, the
/// count of moves and a value, and a second word with the key.
///
/// | bits of `bits` | meaning |
/// |---|---|
/// | 0 to 31 | value from MAX's view, in two's complement: the utility of a finished game, otherwise the heuristic |
/// | 32 to 55 | count of moves, if wanted |
/// | 56 to 58 | outcome: 0 ongoing, 1 won by MAX, 2 won by MIN, 3 draw, 4 utility |
/// | 59 | the player to move: 0 MAX, 1 MIN |
/// | 60 | the move that led here cannot be undone by later moves, so no earlier position can occur again |
/// | 61 | error: the rest of the answer is undefined |
/// | 62 | with outcome 0, if wanted: the player to move is in check; with outcome 3: the game is drawn only if a player claims it, and has legal moves |
/// | 63 | it is the turn of chance, which chooses among the moves; bit 59 is zero then |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Step {
    /// The packed word, see the table above.
    pub bits: u64,
    /// The key of the position if wanted, otherwise undefined.
    pub key: u64,
}
