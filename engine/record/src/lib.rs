//! The games of a match as they are kept, and what is reported of them: stores, reports, exports.
//!
//! A [`Store`] keeps every game before it counts. A [`MatchRecord`] is one in a file; others implement the trait too.
//!
//! Architecture invariant: nothing here plays a game or starts a program.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod asked;
mod date;
mod error;
mod export;
mod identity;
mod numbers;
mod record;
mod report;
mod series;
mod store;

pub use asked::is_asked;
pub use date::now;
pub use error::{DamagedPart, RowError, StoreError, StoreFault, name_of_game};
pub use export::{PgnGame, PgnMoves, write_csv, write_jsonl, write_jsonl_game, write_pgn, write_pgn_game};
pub use identity::{EngineIdentity, LibraryIdentity, MatchIdentity, NetworkIdentity, TablebaseIdentity, short_hash};
pub use numbers::{GameNumbers, NoNumbers};
pub use record::{MatchRecord, new_name};
pub use report::{
    DuelReport, EngineResults, EngineStanding, KnockoutReport, MatchReport, PairingReport, SprtReport, TieBreaks,
};
pub use series::{SeriesPoint, series};
pub use store::{
    Arrival, AsideGame, AsideReason, Conflict, Damage, GameRow, InMemory, KeptPlan, MOST_REPEATS, MOST_VERSIONS,
    PlanRow, ReceivedGames, RowDigest, SortedResults, SortingStore, Store, UnitRow, WorkerRow, digest_of_games,
    new_key, sort,
};
