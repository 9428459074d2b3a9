//! The C interface: the structures and functions that cross the library border.
//!
//! A library exports one function, [`ENTRY`], that returns a pointer to a [`PluginTable`], valid for ever. The table begins
//! with a [`Header`], whose layout never changes. The host reads the magic number first, then the size and the version, and
//! refuses another major version; a minor version only appends fields, and the host takes what it knows of them.
//!
//! Rules for every function:
//! - Nothing but plain data and C function pointers crosses the border. Memory belongs to the side that allocated it.
//! - No function unwinds, exits the process, writes to standard output, or keeps a pointer it was given after it returns.
//! - Text is UTF-8, given as pointer and length, without a final zero.
//! - *Hot* functions are called at every node: no allocation, no locks, no formatting.
//! - Threads: the entry function, `open`, `close` and `extension` are called on any thread, also at the same time. The
//!   others are called on any thread, at the same time for the same instance, but never twice at once with the same
//!   state memory to write to. `close` is the last call for its instance.
//! - A state is `state_size` bytes at `state_align`, owned by the host, copied by the host byte by byte, never destroyed.

mod abilities;
mod extensions;
mod functions;

pub use abilities::{EXTENSIONS, abilities_of, flags_of};
pub use extensions::{
    BOARD_EXTENSION, BoardExtension, FUTILITY_EXTENSION, FutilityExtension, NOISY_EXTENSION, NULL_MOVE_EXTENSION,
    NoisyExtension, NullMoveExtension, OPTION_CHECK, OPTION_COMBO, OPTION_SPIN, OPTIONS_EXTENSION, ORDER_EXTENSION,
    OptionItem, OptionsExtension, OrderExtension, PERFT_EXTENSION, PICTURE_EXTENSION, PerftExtension, PerftItem,
    PictureExtension, SIDES_EXTENSION, SYMMETRY_EXTENSION, SidesExtension, SymmetryExtension,
};
pub use functions::{
    CloseFn, ExamineFn, ExtensionFn, FormatMoveFn, MarginFn, NoisyFn, OpenFn, OrderFn, ParseMoveFn, PassFn, StepFn,
    SymmetricKeyFn, TextFn,
};
pub use plyd_rules::answer::{
    STEP_COUNT_SHIFT, STEP_DRAW, STEP_DRAW_IF_CLAIMED, STEP_ERROR, STEP_IRREVERSIBLE, STEP_MAX_MOVES, STEP_MIN_TO_MOVE,
    STEP_ONGOING, STEP_OUTCOME, STEP_UTILITY, STEP_WON_BY_MAX, STEP_WON_BY_MIN, Step, WANT_KEY, WANT_MOVES, WANT_VALUE,
};
pub use plyd_rules::{CERTAIN_RATING, LOSING_RATING, UTILITY_LIMIT};

use std::ffi::c_void;

/// The symbol every library exports: a function of type [`Entry`].
pub const ENTRY: &str = "plyd_plugin";

/// The type of the entry function. It returns the same pointer at every call, valid until the process ends; null is refused.
pub type Entry = unsafe extern "C" fn() -> *const PluginTable;

/// `PLYDGAME` in ASCII, the first eight bytes of the table on a big-endian machine, reversed on a little-endian one.
pub const MAGIC: u64 = 0x504C_5944_4741_4D45;
/// Libraries with another major version are refused.
pub const ABI_MAJOR: u16 = 1;
/// Minor versions only append: 1 brought [`STEP_DRAW_IF_CLAIMED`].
pub const ABI_MINOR: u16 = 1;

/// [`Opened::flags`]: positions have keys.
pub const FLAG_HAS_KEY: u32 = 0x1;
/// [`Opened::flags`]: a move number means different actions in sibling positions.
pub const FLAG_MOVES_ARE_NOT_ACTIONS: u32 = 0x2;

/// [`Opened::flags`]: [`ORDER_EXTENSION`] means something in this instance.
pub const FLAG_ORDER: u32 = 0x4;
/// [`Opened::flags`]: [`NOISY_EXTENSION`] means something in this instance.
pub const FLAG_NOISY: u32 = 0x8;
/// [`Opened::flags`]: [`NULL_MOVE_EXTENSION`] means something in this instance.
pub const FLAG_NULL_MOVE: u32 = 0x10;
/// [`Opened::flags`]: [`SYMMETRY_EXTENSION`] means something in this instance.
pub const FLAG_SYMMETRY: u32 = 0x20;
/// [`Opened::flags`]: late move reductions pay: a move that comes late in the order is hardly ever the best, so that a search
/// may look at it less deeply at first.
pub const FLAG_REDUCTIONS: u32 = 0x40;
/// [`Opened::flags`]: [`FUTILITY_EXTENSION`] means something in this instance.
pub const FLAG_FUTILITY: u32 = 0x80;

/// The state was opened, the move was found, the item exists.
pub const OK: i32 = 0;
/// The thing asked for does not exist: no such move, no such item.
pub const NOT_FOUND: i32 = 1;
/// The library failed; `last_error` has the text.
pub const FAILED: i32 = -1;

/// The fixed beginning of a [`PluginTable`]: 16 bytes that never change.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u64,
    /// The size of the library's whole table in bytes, this header included.
    pub size: u32,
    /// [`ABI_MAJOR`] of the library.
    pub abi_major: u16,
    /// [`ABI_MINOR`] of the library.
    pub abi_minor: u16,
}

const _: () = assert!(size_of::<Header>() == 16 && align_of::<Header>() == 8);
const _: () = assert!(size_of::<Step>() == 16);

/// Text that is read: `len` bytes of UTF-8 at `data`. Owned by whoever gave it. `data` may be null if `len` is 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Str {
    /// The first byte.
    pub data: *const u8,
    /// How many bytes.
    pub len: usize,
}

impl Str {
    /// Points at `text`, and is valid as long as it.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        Self { data: text.as_ptr(), len: text.len() }
    }
}

/// Room for text that is written: `capacity` bytes at `data`, owned by the caller.
///
/// A function that takes one writes as much of its text as fits and returns the length of the whole text in bytes, so that
/// the caller can come again with more room; a negative result is a failure.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Buffer {
    /// The first byte; may be null if `capacity` is 0.
    pub data: *mut u8,
    /// How many bytes may be written.
    pub capacity: usize,
}

/// What `open` tells about the new instance. The caller sets `size` before the call; the library fills in the rest.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Opened {
    /// The caller's `sizeof(Opened)`: the library writes no field beyond it.
    pub size: u32,
    /// A union of the `FLAG_` constants.
    pub flags: u32,
    /// The instance, passed to the other functions; owned by the library until `close`. It may be null.
    pub instance: *mut c_void,
    /// The root state, `state_size` bytes, owned by the library and valid until `close`.
    pub root: *const c_void,
    /// Size of a state in bytes, 1 to 65,536.
    pub state_size: u32,
    /// Alignment of a state in bytes, a power of two from 1 to 64.
    pub state_align: u32,
    /// The most moves of any position, 1 to 2^24 - 1.
    pub max_moves: u32,
    /// The most plies from the root if every draw is claimed, `UINT32_MAX` for no bound.
    pub max_plies: u32,
    /// What a win is worth, 1 to 1,000,000.
    pub win: i32,
    /// The game ends when a position stands for this time, 2 or more; 0 if the rules do not ask. Needs [`FLAG_HAS_KEY`].
    pub repetition_times: u32,
    /// What it is worth then, from MAX's view, within plus and minus 1,000,000.
    pub repetition_worth: i32,
    /// Zero.
    pub reserved: u32,
}

/// The table of a library: who it is, and its functions. All functions of version 1.0 are required.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PluginTable {
    /// Magic, size and version.
    pub header: Header,
    /// The id clients choose the game by: 1 to 64 characters of `a-z`, `0-9`, `-`, starting with a letter. Valid for
    /// ever, like the other texts here.
    pub id: Str,
    /// The name for people, one line of at most 200 bytes.
    pub name: Str,
    /// The version of the library, one word of at most 200 bytes.
    pub version: Str,
    /// Opens a setup (cold). `setup`: any text, empty for the start position; a refused one says what is wrong, where, and
    /// what would be right. `options`: lines `name=value` ended by a line feed, of
    /// declared options only. Returns 0 and fills `opened`; or the length of an error text (at least 1), of which it has
    /// written what fits into `error`; or a negative number for a failure without a text.
    pub open: Option<OpenFn>,
    /// Frees an instance (cold). Called once, after the last call that used it.
    pub close: Option<CloseFn>,
    /// Writes the text of a state (cold); returns its length, or a negative number. It is one line without the word
    /// `moves`, and as a setup it opens a state with the same text.
    pub format_state: Option<TextFn>,
    /// Writes the text of a legal move of the state (cold); returns its length, or a negative number. It is one word that
    /// `parse_move` reads as the same move; no two moves of a state share it.
    pub format_move: Option<FormatMoveFn>,
    /// Finds the legal move that a text names (cold); aliases are welcome. Returns [`OK`] and writes `*mv`, or
    /// [`NOT_FOUND`], or [`FAILED`].
    pub parse_move: Option<ParseMoveFn>,
    /// Plays a legal move and examines the result (hot, the one function that matters for speed). Overwrites `child`, which
    /// does not overlap `parent` and whose old bytes mean nothing, then does what `examine` does with it, and
    /// tells whether the move was irreversible.
    pub step: Option<StepFn>,
    /// Tells about a state what `want` asks (hot): outcome and player to move always; the moves, heuristic value and key by
    /// the `WANT_` bits of `want`, packed as [`Step`] says. Moves go to `moves`, initialised memory of the caller for
    /// `capacity` moves (null if `capacity` is 0), in an order that is the same at every call. They are numbers of the game's
    /// choice, each once; in sibling positions the same number means the same action, else the instance says so by
    /// [`FLAG_MOVES_ARE_NOT_ACTIONS`]. A library with more moves than `capacity` writes no further and answers with the
    /// error bit. A finished game has no moves; an unfinished one has at least one, and so has one
    /// that is drawn if claimed ([`STEP_DRAW_IF_CLAIMED`]). A heuristic value is from MAX's view and
    /// smaller in size than `win`. A key is equal for equal positions, the player to move included, and else different.
    pub examine: Option<ExamineFn>,
    /// Writes why the last call on this thread, which was about `state`, answered with the error bit, [`FAILED`] or a
    /// negative number (cold); returns the length of the text. After a `step`, `state` is its child.
    pub last_error: Option<TextFn>,
    /// Finds an extension by `plyd.<name>/<revision>` (cold): a pointer to its structure, valid for ever, or null. The ids
    /// `plyd.chance/1` and `plyd.information/1` are reserved.
    pub extension: Option<ExtensionFn>,
}

// SAFETY: the pointers in a table point at constant text and at functions, which any thread may use.
unsafe impl Sync for PluginTable {}
