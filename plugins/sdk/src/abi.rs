//! The C interface: the structures and functions that cross the library border.
//!
//! A library exports one function, [`ENTRY`], that returns a pointer to a [`PluginTable`]. The pointer stays valid
//! forever. The table begins with a [`Header`], whose layout never changes. The host reads the magic number first, then
//! the size and the version, and refuses another major version. A minor version only appends fields, and the host
//! ignores those it does not know.
//!
//! Rules for every function:
//! - Only plain data and C function pointers cross the border. Memory belongs to the side that allocated it.
//! - No function unwinds, exits the process, writes to standard output, or keeps a pointer from a call after it
//!   returns.
//! - Text is UTF-8, passed as a pointer and a length, without a final zero.
//! - The host calls *hot* functions at every node: do not allocate, lock or format text in them.
//! - Threads: the host calls any function on any thread, and may make several calls at once, even for one instance. Two
//!   calls never write to the same state memory. `close` is the last call for its instance.
//! - A state is `state_size` bytes at `state_align`. The host owns it, copies it byte by byte, and never destroys it.

mod abilities;
mod extensions;
mod functions;
mod search;

pub use abilities::{EXTENSIONS, abilities_of, flags_of};
pub use extensions::{
    ABOUT_EXTENSION, AboutExtension, BOARD_EXTENSION, BoardExtension, CHANCE_EXTENSION, ChanceExtension,
    FEATURES_EXTENSION, FUTILITY_EXTENSION, FeaturesExtension, FutilityExtension, HORIZON_EXTENSION, HorizonExtension,
    LOADER_EXTENSION, LONGEST_ABOUT, LoadedText, LoaderExtension, NOTATION_EXTENSION, NULL_MOVE_EXTENSION,
    NotationExtension, NullMoveExtension, OPTION_CHECK, OPTION_COMBO, OPTION_SPIN, OPTIONS_EXTENSION, ORDER_EXTENSION,
    OptionItem, OptionsExtension, OrderExtension, PARAMETERS_EXTENSION, PERFT_EXTENSION, PICTURE_EXTENSION,
    PLAYOUT_EXTENSION, ParameterItem, ParametersExtension, PerftExtension, PerftItem, PictureExtension,
    PlayoutExtension, SIDES_EXTENSION, SidesExtension, TREE_EXTENSION, TreeExtension, VIEW_EXTENSION, ViewExtension,
    WINNABLE_EXTENSION, WinnableExtension,
};
pub use functions::{
    BookKeyFn, CanWinFn, CloseFn, ExamineFn, ExtensionFn, FeatureImageFn, FeaturesFn, FormatMoveFn, LoadFn, MarginFn,
    OpenFn, OrderFn, ParseMoveFn, PassFn, PlayoutFn, PliesLeftFn, StepFn, TextFn, WeightsFn,
};
pub use plyd_rules::answer::{
    STEP_CHANCE_TO_MOVE, STEP_COUNT_SHIFT, STEP_DRAW, STEP_DRAW_IF_CLAIMED, STEP_ERROR, STEP_IN_CHECK,
    STEP_IRREVERSIBLE, STEP_MAX_MOVES, STEP_MIN_TO_MOVE, STEP_ONGOING, STEP_OUTCOME, STEP_UTILITY, STEP_WON_BY_MAX,
    STEP_WON_BY_MIN, Step, WANT_BOARD_KEY, WANT_CHECK, WANT_KEY, WANT_MOVES, WANT_NOISY, WANT_SYMMETRIC_KEY,
    WANT_VALUE,
};
pub use plyd_rules::{CERTAIN_RATING, LOSING_RATING, UNLIKELY_RATING, UTILITY_LIMIT};
pub use search::{
    RunFn, SEARCH_BUILD, SEARCH_COUNTS_LEAVES, SEARCH_EXTENSION, SEARCH_FAILED, SEARCH_FINISHED, SEARCH_STOPPED,
    SearchErrand, SearchExtension, SearchFindings,
};

use std::ffi::c_void;

/// The symbol every library exports: a function of type [`Entry`].
pub const ENTRY: &str = "plyd_plugin";

/// The type of the entry function. It always returns the same pointer, which stays valid until the process ends. The
/// host refuses null.
pub type Entry = unsafe extern "C" fn() -> *const PluginTable;

/// `PLYDGAME` in ASCII, the first eight bytes of the table on a big-endian machine, reversed on a little-endian one.
pub const MAGIC: u64 = 0x504C_5944_4741_4D45;
/// Libraries with another major version are refused.
pub const ABI_MAJOR: u16 = 2;
/// Minor versions only append.
pub const ABI_MINOR: u16 = 1;

/// [`Opened::flags`]: positions have keys.
pub const FLAG_HAS_KEY: u32 = 0x1;
/// [`Opened::flags`]: a move number means different actions in sibling positions.
pub const FLAG_MOVES_ARE_NOT_ACTIONS: u32 = 0x2;

/// [`Opened::flags`]: [`ORDER_EXTENSION`] applies to this instance.
pub const FLAG_ORDER: u32 = 0x4;
/// [`Opened::flags`]: the instance knows noisy moves, and answers [`WANT_NOISY`].
pub const FLAG_NOISY: u32 = 0x8;
/// [`Opened::flags`]: [`NULL_MOVE_EXTENSION`] applies to this instance.
pub const FLAG_NULL_MOVE: u32 = 0x10;
/// [`Opened::flags`]: the board has symmetries, and the instance answers [`WANT_SYMMETRIC_KEY`].
pub const FLAG_SYMMETRY: u32 = 0x20;
/// [`Opened::flags`]: late move reductions pay. Accepted and ignored: since 2.1 a search reduces late moves in every game
/// without [`FLAG_NO_SELECTIVITY`].
pub const FLAG_REDUCTIONS: u32 = 0x40;
/// [`Opened::flags`]: [`FUTILITY_EXTENSION`] applies to this instance.
pub const FLAG_FUTILITY: u32 = 0x80;
/// [`Opened::flags`]: ratings of [`UNLIKELY_RATING`] are meant. Requires [`FLAG_ORDER`].
pub const FLAG_CANDIDATES: u32 = 0x100;
/// [`Opened::flags`]: the rule of repetition has an exempt move, see [`Opened::repetition_exempt`].
pub const FLAG_EXEMPT_MOVE: u32 = 0x200;
/// [`Opened::flags`]: the instance is played best by Monte-Carlo tree search, not by a search to a depth.
pub const FLAG_MONTE_CARLO: u32 = 0x400;
/// [`Opened::flags`]: [`PLAYOUT_EXTENSION`] applies to this instance, and `mcts` does better with it than with the
/// heuristic.
pub const FLAG_PLAYOUT: u32 = 0x800;
/// [`Opened::flags`]: [`HORIZON_EXTENSION`] applies to this instance. Required if a counter that the key leaves out ends
/// the game in a draw.
pub const FLAG_HORIZON: u32 = 0x1000;
/// [`Opened::flags`]: [`WINNABLE_EXTENSION`] applies to this instance.
pub const FLAG_WINNABLE: u32 = 0x2000;
/// [`Opened::flags`]: a search must overlook nothing: it reduces and skips no moves, and uses none of null move, futility
/// and candidates.
pub const FLAG_NO_SELECTIVITY: u32 = 0x4000;
/// [`Opened::flags`]: the instance knows when the player to move is in check, and answers [`WANT_CHECK`].
pub const FLAG_CHECK: u32 = 0x8000;

/// Whose turn it is, for authors in other languages: MAX, the first player.
pub const TURN_MAX: u32 = 0;
/// Whose turn it is, for authors in other languages: MIN, the second player.
pub const TURN_MIN: u32 = 1;
/// Whose turn it is, for authors in other languages: chance.
pub const TURN_CHANCE: u32 = 2;

/// [`Opened::repetition_verdict`]: the game ends, and is worth `repetition_worth`.
pub const REPETITION_WORTH: u32 = 0;
/// [`Opened::repetition_verdict`]: the game ends, and the player whose move repeated the position loses.
pub const REPETITION_LOSES: u32 = 1;
/// [`Opened::repetition_verdict`]: the move is not legal. A player all of whose moves are forbidden loses.
pub const REPETITION_FORBIDDEN: u32 = 2;
/// [`Opened::repetition_verdict`]: the move is not legal. A position all of whose moves are forbidden is worth
/// `repetition_worth`.
pub const REPETITION_FORBIDDEN_WORTH: u32 = 3;

/// [`Opened::repetition_key`]: positions are the same if their keys ([`WANT_KEY`]) are.
pub const REPETITION_KEY_POSITION: u32 = 0;
/// [`Opened::repetition_key`]: positions are the same if their boards ([`WANT_BOARD_KEY`]) are.
pub const REPETITION_KEY_BOARD: u32 = 1;

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
    /// The size of the library's whole table in bytes, including this header.
    pub size: u32,
    /// [`ABI_MAJOR`] of the library.
    pub abi_major: u16,
    /// [`ABI_MINOR`] of the library.
    pub abi_minor: u16,
}

const _: () = assert!(size_of::<Header>() == 16 && align_of::<Header>() == 8);
const _: () = assert!(size_of::<Step>() == 16);

/// Text to read: `len` bytes of UTF-8 at `data`, owned by the side that passes it. `data` may be null if `len` is 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Str {
    /// The first byte.
    pub data: *const u8,
    /// The number of bytes.
    pub len: usize,
}

impl Str {
    /// Points at `text`, and stays valid as long as `text`.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        Self { data: text.as_ptr(), len: text.len() }
    }
}

/// Room for text: `capacity` bytes at `data`, owned by the caller.
///
/// The function writes as much of its text as fits and returns the length of the whole text in bytes, so the caller can
/// call again with more room. A negative result is a failure.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Buffer {
    /// The first byte; may be null if `capacity` is 0.
    pub data: *mut u8,
    /// The number of bytes that the function may write.
    pub capacity: usize,
}

/// The answer of `open` about the new instance. The caller sets `size` before the call; the library fills in the rest.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Opened {
    /// The caller's `sizeof(Opened)`: the library writes no field beyond it.
    pub size: u32,
    /// A combination of the `FLAG_` constants.
    pub flags: u32,
    /// The instance, passed to the other functions; owned by the library until `close`. It may be null.
    pub instance: *mut c_void,
    /// The root state, `state_size` bytes, owned by the library and valid until `close`.
    pub root: *const c_void,
    /// Size of a state in bytes, 1 to 65,536.
    pub state_size: u32,
    /// Alignment of a state in bytes, a power of two from 1 to 64.
    pub state_align: u32,
    /// The maximum number of moves, or of outcomes of chance, in any position, 1 to 2^24 - 1.
    pub max_moves: u32,
    /// The maximum number of plies from the root if every draw is claimed; `UINT32_MAX` for no bound.
    pub max_plies: u32,
    /// The value of a win, 1 to 1,000,000.
    pub win: i32,
    /// The rule of repetition applies when a position occurs for this time, 2 or more; 0 without such a rule. Requires
    /// [`FLAG_HAS_KEY`].
    pub repetition_times: u32,
    /// One of the `REPETITION_` verdicts.
    pub repetition_verdict: u32,
    /// The value of a verdict with a worth, from MAX's view, between -1,000,000 and 1,000,000; otherwise 0.
    pub repetition_worth: i32,
    /// One of the `REPETITION_KEY_` constants.
    pub repetition_key: u32,
    /// With [`FLAG_EXEMPT_MOVE`] the number of the move to which the rule does not apply, such as a pass. The position
    /// after it counts like any other, so another move may not repeat it. Otherwise 0.
    pub repetition_exempt: u32,
    /// The maximum number of outcomes of a chance state, at most `max_moves`; 0 for a game without chance. Otherwise it
    /// requires [`CHANCE_EXTENSION`].
    pub max_outcomes: u32,
    /// In a game with chance, the lowest value of any position, from MAX's view: of finished games and of the
    /// heuristic. Not below -1,000,000.
    pub low: i32,
    /// In a game with chance, the highest value of any position, between `low` and 1,000,000.
    pub high: i32,
    /// The points of advantage that make the odds of winning e times as good, measured: 1 to `win`; 0 if nobody has
    /// measured them. It is the scale of the heuristic's values. Since version 2.1; before, this field was reserved, and
    /// 0.
    pub points_per_logit: i32,
    /// The points of advantage that win half of the games, measured together with the scale: 0 to `win`; 0 for a game
    /// that is never drawn, or without a scale. Since version 2.1.
    pub draw_points: i32,
    /// The number of inputs of a network that values positions, at most 4,096; 0 for a game without them. Otherwise it
    /// requires [`FEATURES_EXTENSION`]. Since version 2.1.
    pub inputs: u32,
    /// The number of symmetries of the board beside the identity, which move inputs to inputs: at most 64, and 0 without
    /// inputs. Since version 2.1.
    pub symmetries: u32,
    /// 1 if the same inputs mean something else to the second player, so that a network needs weights for each; 0
    /// otherwise. Since version 2.1.
    pub sides_differ: u32,
}

/// The table of a library: its identity and its functions. All functions of version 2.0 are required.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PluginTable {
    /// Magic, size and version.
    pub header: Header,
    /// The id by which clients choose the game: 1 to 64 characters of `a-z`, `0-9`, `-`, starting with a letter. It
    /// stays valid forever, like the other texts here.
    pub id: Str,
    /// The display name, one line of at most 200 bytes.
    pub name: Str,
    /// The version of the library, one word of at most 200 bytes.
    pub version: Str,
    /// Opens a setup (cold). `setup` is any text, empty for the start position. `options` has lines `name=value`, each
    /// ended by a line feed, for declared options only. Returns 0 and fills `opened`. To refuse the setup, it writes an
    /// error text into `error`, as much as fits, and returns its length (at least 1); the text says what is wrong,
    /// where, and what would be right. A negative number is a failure without a text.
    pub open: Option<OpenFn>,
    /// Frees an instance (cold). The host calls it once, after the last call that uses the instance.
    pub close: Option<CloseFn>,
    /// Writes the text of a state (cold); returns its length, or a negative number. The text is one line without the
    /// word `moves`. Used as a setup, it opens a state with the same text.
    pub format_state: Option<TextFn>,
    /// Writes the text of a legal move of the state (cold); returns its length, or a negative number. The text is one
    /// word that `parse_move` reads as the same move. No two moves of a state share it.
    pub format_move: Option<FormatMoveFn>,
    /// Finds the legal move with this text (cold); it may accept aliases. Returns [`OK`] and writes `*mv`, or
    /// [`NOT_FOUND`], or [`FAILED`].
    pub parse_move: Option<ParseMoveFn>,
    /// Plays a legal move and examines the result (hot; this function decides the speed). It overwrites `child`, which
    /// does not overlap `parent` and whose old bytes are undefined. Then it answers about `child` as `examine` does,
    /// and also says whether the move was irreversible.
    pub step: Option<StepFn>,
    /// Answers `want` about a state (hot). The answer always has the outcome and whose turn it is. The `WANT_` bits
    /// of `want` select the moves, the heuristic value and one of the keys. [`Step`] describes how they are packed.
    /// Moves go to `moves`, initialised memory of the caller for `capacity` moves (null if `capacity` is 0), always in
    /// the same order. They are numbers of the game's choice, without repetition. In sibling positions the same number
    /// must mean the same action, unless the instance has [`FLAG_MOVES_ARE_NOT_ACTIONS`]. A library with more moves
    /// than `capacity` writes no further and sets the error bit. A finished game has no moves. An unfinished game has
    /// at least one, and a game that is drawn if claimed ([`STEP_DRAW_IF_CLAIMED`]) does too. The moves of a chance
    /// state are its outcomes. A heuristic value is from MAX's view and smaller in size than `win`. Equal positions,
    /// including the player to move, have equal keys; other positions have different keys.
    pub examine: Option<ExamineFn>,
    /// Writes why the last call on this thread, which concerned `state`, answered with the error bit, [`FAILED`] or a
    /// negative number (cold); returns the length of the text. After a `step`, `state` is its child.
    pub last_error: Option<TextFn>,
    /// Finds an extension by `plyd.<name>/<revision>` (cold). Returns a pointer to its structure, which stays valid
    /// forever, or null. The id `plyd.information/1` is reserved, and so is `plyd.search/1`: libraries of the Rust SDK
    /// have it, with structures that change from build to build.
    pub extension: Option<ExtensionFn>,
}

// SAFETY: the pointers in a table point at constant text and at functions, which any thread may use.
unsafe impl Sync for PluginTable {}
