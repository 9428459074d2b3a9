//! Engine against engine: matches and tournaments of any game there is a library for.
//!
//! A plan defines the game, the engines and the openings. Workers play it, each game on one thread. The referee does
//! not trust engines with the rules, the clock or their own end. A [`Store`] keeps every game before it counts.
//!
//! Architecture invariant: synchronous. A game is one thread that waits for one engine at a time, always with a
//! deadline, on descriptors it polls itself. There is no thread an engine's output could keep alive, and no runtime but the
//! one within each [`Blocking`](plyd_worker::Blocking), which waits for a child.
#![forbid(unsafe_code)]

mod contestant;
mod counter;
mod date;
mod dice;
mod error;
mod export;
mod full_moves;
mod gallery;
#[cfg(target_os = "linux")]
mod guardian;
mod heartbeat;
mod identity;
mod interrupt;
#[cfg(unix)]
mod isolated;
mod lack;
#[cfg(unix)]
mod line_stream;
mod numbers;
mod openings;
mod place;
mod played_move;
mod programs;
mod ready;
mod record;
mod referee;
mod report;
mod series;
mod start_check;
mod store;
mod surroundings;
mod tournament;
mod transcript;
mod work;
mod worker;

pub use contestant::BuiltinOptions;
pub use date::now;
pub use dice::Dice;
pub use error::MatchError;
pub use export::{PgnGame, PgnMoves, write_csv, write_jsonl, write_jsonl_game, write_pgn, write_pgn_game};
pub use gallery::{Gallery, GameInProgress};
#[cfg(target_os = "linux")]
pub use guardian::{GUARD_ENGINE, guard_engine};
pub use heartbeat::Heartbeat;
pub use identity::{EngineIdentity, Identity, LibraryIdentity, TablebaseIdentity, file_of};
pub use interrupt::Interrupt;
#[cfg(unix)]
pub use isolated::{Children, is_asked, serve_match};
pub use numbers::Numbers;
pub use openings::LARGEST_OPENINGS;
pub use place::Plays;
pub use played_move::played_move;
pub use programs::Programs;
pub use record::{Record, new_name};
pub use report::{DuelReport, KnockoutReport, PairingReport, Report, Results, SprtReport, Standing, TieBreaks};
pub use series::{Point, series};
pub use start_check::{StartCheck, StartFault};
pub use store::{
    Arrival, Aside, AsideGame, Conflict, Damage, GameRow, Kept, KeptPlan, MOST_REPEATS, MOST_VERSIONS, PlanRow,
    Received, RowDigest, Sorted, Store, UnitRow, WorkerRow, digest_of_games, name_of_game, new_key, sort,
};
pub use surroundings::Surroundings;
pub use tournament::{Conclusion, Match, NoWatcher, Watcher};
pub use transcript::Transcript;
