//! Rules in, best move out.
//!
//! Searches any [`Game`](plyd_rules::Game): synchronous, without input or output, without `unsafe`, the same on a
//! statically linked game, on a loaded library, and in a test. Values are from MAX's view throughout; the side to move
//! is a const parameter of the recursion, so that a second turn in a row is no special case and no sign ever flips.
//!
//! ```
//! use plyd_search::{Algorithm, Control, SearcherLimits, NoObserver, Root, SearchScore, search};
//! use plyd_plugin::{Options, Plugin};
//!
//! let (game, root) = leaftree::LeafTree::open("3 5 2 9", &Options::new(&[], ""))?;
//! let control = Control::new();
//! let root = Root::new(&game, &root);
//! let limits = SearcherLimits::default();
//! let answer = search(&root, Algorithm::AlphaBeta, &limits, &control, &mut NoObserver, &mut |_| {});
//! assert_eq!(answer.score, Some(SearchScore::Value(3)));
//! assert_eq!(answer.nodes, 6);
//! # Ok::<(), plyd_plugin::SetupError>(())
//! ```
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod algorithm;
mod answer;
mod aspiration;
mod atomic_memory;
mod budget;
mod busy;
mod chance;
mod control;
mod crew;
mod deepening;
mod dfpn;
mod exact;
mod experience;
mod found;
mod ground;
mod helpers;
mod horizon;
mod inquiry;
mod job;
mod known;
mod known_reply;
mod lag;
mod limits;
mod line;
mod mcts;
mod odds;
mod ordering;
mod perft;
mod pulse;
mod pvs;
mod questions;
mod root_moves;
mod search;
mod settings;
mod shared;
mod solve;
mod strength;
mod strong;
mod table;
mod table_line;
mod tablebase;
mod textbook;
mod vote;
mod watch;

pub use algorithm::Algorithm;
pub use answer::{BoundSide, Iteration, SearchEvent, SearchResult, SearchScore};
pub use budget::{Budget, SideClock};
pub use control::Control;
pub use experience::Experience;
pub use found::{win_at, win_distance};
pub use known::{KnownMove, MOST_KNOWN, known};
pub use lag::MoveLag;
pub use limits::{MAX_DEPTH, MAX_THREADS, STACK_BYTES, SearcherLimits};
pub use odds::Odds;
pub use perft::perft;
pub use plyd_textbook::{
    Conventions, Cut, EnteredNode, Fail, LeafKind, NoObserver, Observer, PerftResult, Root, StarCut, StarSide,
};
pub use pulse::ThreadPulse;
pub use search::{search, search_by_depth};
pub use settings::{SearcherSettings, Switch, TechniqueNumber, TechniqueNumbers, Techniques};
pub use strength::PlayingStrength;
pub use strong::NULL;
pub use table::{Bound, TableEntry, TranspositionTable};
pub use tablebase::{SolvedValue, Tablebase};
