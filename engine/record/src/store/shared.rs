//! The data that a distributed match exchanges with its store.

use crate::numbers::GameNumbers;
use jiff::Timestamp;
use plyd_tournament::{GameDigest, PlayedGame};
use serde::{Deserialize, Serialize};

/// The maximum number of versions of one game by one worker that are set aside, because a worker may send ever new
/// ones.
pub const MOST_VERSIONS: u64 = 4;

/// The maximum number of results of one worker without new games that are kept, among those that begin with the same
/// encounter.
pub const MOST_REPEATS: u64 = 16;

/// The result of a unit of work: games played by one worker, which are whole encounters or single games of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReceivedGames {
    /// The name of the worker.
    pub worker: String,
    /// The first encounter of the unit.
    pub first: u64,
    /// The number of encounters.
    pub encounters: u64,
    /// The number of times that the unit was issued, including this one.
    pub attempt: u32,
    /// The scale factor of clocks; 1 without clocks.
    pub scale: f64,
    /// The games, sorted by number.
    pub games: Vec<PlayedGame>,
}

/// The outcome of storing a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The indices of the games in the result that were new, and are now stored.
    pub new: Vec<usize>,
    /// The number of games that were stored already, and are the same or were not compared.
    pub duplicates: u64,
    /// The games that conflict with stored ones. The stored games are retained, and these are set aside.
    pub conflicts: Vec<Conflict>,
    /// The number of games set aside as withdrawn, because the worker is quarantined or the stored game is void.
    pub withdrawn: u64,
    /// The indices of games that are not part of the plan, and were not stored.
    pub strangers: Vec<usize>,
}

/// A game whose course differs from the stored game with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The number of the game.
    pub number: u64,
    /// The worker that delivered the game now.
    pub worker: String,
    /// The worker that delivered the stored game; empty if it was played without one.
    pub before: String,
    /// The digest of the game.
    pub digest: GameDigest,
    /// The digest of the stored game.
    pub kept: GameDigest,
}

/// A received result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitRow {
    /// The name of the worker.
    pub worker: String,
    /// The first encounter of the unit.
    pub first: u64,
    /// The number of encounters.
    pub encounters: u64,
    /// The number of times that the unit was issued, including this one.
    pub attempt: u32,
    /// The scale factor of clocks; 1 without clocks.
    pub scale: f64,
    /// The [digest of its games](PlayedGame::digest_of_all).
    pub digest: GameDigest,
    /// The number of games.
    pub games: u64,
    /// The numbers of the games that were new.
    #[serde(serialize_with = "as_text")]
    pub new: GameNumbers,
    /// The time of arrival, to the millisecond.
    pub received: Timestamp,
}

fn as_text<S: serde::Serializer>(numbers: &GameNumbers, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(numbers)
}

/// A worker, with statistics of its results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkerRow {
    /// The name of the worker.
    pub name: String,
    /// The time of its first result, to the millisecond.
    #[serde(skip)]
    pub first_seen: Timestamp,
    /// The time of its last result, to the millisecond.
    #[serde(skip)]
    pub last_seen: Timestamp,
    /// The number of its games that were new on arrival, including those withdrawn later.
    pub games: u64,
    /// The number of its games that conflicted with stored ones.
    pub conflicts: u64,
    /// The number of its withdrawn games.
    pub withdrawn: u64,
    /// The reason for its quarantine; `None` if it is not quarantined.
    pub quarantined: Option<String>,
}

/// The reason why a game is set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsideReason {
    /// Its course differs from the stored game with its number.
    Conflict,
    /// Its worker is quarantined, or the stored game with its number is void.
    Withdrawn,
}

impl AsideReason {
    /// Returns the name of the table for such games.
    #[must_use]
    pub const fn table(self) -> &'static str {
        match self {
            Self::Conflict => "conflict",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// A game that is set aside, and does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AsideGame {
    /// The number of the game.
    pub number: u64,
    /// The worker that delivered the game.
    pub worker: String,
    /// The reason as a sentence for users, if the game was withdrawn.
    pub reason: String,
    /// The [digest](PlayedGame::digest) of the game.
    pub digest: GameDigest,
    /// The game.
    pub game: PlayedGame,
}
