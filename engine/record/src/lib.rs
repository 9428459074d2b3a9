//! Storage and evaluation of the games of a match: stores, reports, exports.
//!
//! A [`Store`] persists every game before it counts. A [`MatchRecord`] is a store in a file; the trait has other
//! implementations too.
//!
//! Architecture invariant: this crate neither plays games nor starts programs.
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
