//! `plyd.search/1`: the textbook search and the count of leaves, compiled with the game into its library.
//!
//! Only libraries of this SDK have it, and only those whose [`SEARCH_BUILD`] is the host's are asked: so the structures
//! here may change with every build, and the C header leaves them out. The host makes every search of another library
//! by `step`, with the same nodes, values and moves.

use std::ffi::c_void;

/// The id of [`SearchExtension`].
pub const SEARCH_EXTENSION: &str = "plyd.search/1";

/// The number of this build of the textbook search: a hash of its sources and the sources of the interface. It does not
/// depend on the processor or the compiler.
pub const SEARCH_BUILD: u64 = match u64::from_str_radix(env!("PLYD_SEARCH_BUILD"), 16) {
    Ok(build) => build,
    Err(_) => panic!("the build script writes a number"),
};

/// `plyd.search/1`. Its first 16 bytes never change.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SearchExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// [`SEARCH_BUILD`] of the library. If it is another build, only these three fields are known.
    pub build: u64,
    /// Does an errand. Returns [`OK`](super::OK), or [`NOT_FOUND`](super::NOT_FOUND) for an errand that it leaves to
    /// the host, of which it has visited no node.
    pub run: Option<RunFn>,
}

/// [`SearchExtension::run`].
pub type RunFn = unsafe extern "C" fn(
    instance: *const c_void,
    state: *const c_void,
    errand: *const SearchErrand,
    findings: *mut SearchFindings,
) -> i32;

/// [`SearchErrand::method`]: counts the leaves behind the only move. Other methods have the numbers of the textbook
/// search.
pub const SEARCH_COUNTS_LEAVES: u32 = u32::MAX;

/// A search of some moves of an unfinished state of an instance without a rule of repetition. The root counts as
/// visited already.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SearchErrand {
    /// The number of the method.
    pub method: u32,
    /// [`TURN_MAX`](super::TURN_MAX) or [`TURN_MIN`](super::TURN_MIN).
    pub turn: u32,
    /// The depth in plies, at least 1.
    pub depth: u32,
    /// The number of moves, at least 1.
    pub count: u32,
    /// The moves, in the game's order.
    pub moves: *const u32,
    /// The nodes visited before.
    pub visited: u64,
    /// The nodes that may be visited before leave is asked for.
    pub left: u64,
    /// Passed to the functions below, which are called on the thread of this call only.
    pub context: *mut c_void,
    /// Called as soon as exactly the allowed nodes have been visited. Returns how many more may be visited; 0 ends the
    /// walk.
    pub grant: unsafe extern "C" fn(context: *mut c_void, visited: u64) -> u64,
    /// The search of the root move with this number, from 1, begins.
    pub root_move: unsafe extern "C" fn(context: *mut c_void, number: u32),
}

/// [`SearchFindings::end`]: the whole tree was walked.
pub const SEARCH_FINISHED: u32 = 0;
/// [`SearchFindings::end`]: there was no leave to go on.
pub const SEARCH_STOPPED: u32 = 1;
/// [`SearchFindings::end`]: the game failed.
pub const SEARCH_FAILED: u32 = 2;

/// What came of an errand. The caller prepares the pointers and `capacity`; the library fills in the rest.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SearchFindings {
    /// Room for the beginning of the best line of play.
    pub line: *mut u32,
    /// The number of moves for which there is room.
    pub capacity: u32,
    /// The number of moves of the line.
    pub length: u32,
    /// The best value of the root; of no meaning if there is no line.
    pub value: i32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// 1 if an unfinished game was valued statically, otherwise 0.
    pub horizon: u32,
    /// One of `SEARCH_FINISHED`, `SEARCH_STOPPED` and `SEARCH_FAILED`.
    pub end: u32,
    /// The nodes visited.
    pub visited: u64,
    /// The nodes that may be visited yet.
    pub left: u64,
    /// The number of leaves that were counted.
    pub leaves: u64,
    /// Room for a state. After a failure: the state from which the game failed to play or to value a move. The host
    /// plays it again to learn the reason.
    pub failed: *mut c_void,
    /// 1 if there is such a state, otherwise 0: then `last_error` of the root has the reason.
    pub has_failed: u32,
    /// The move there.
    pub failed_move: u32,
    /// What was wanted of the position behind it.
    pub failed_want: u32,
    /// Zero.
    pub reserved: u32,
}
