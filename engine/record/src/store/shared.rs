//! What a match of many machines gives its store, and gets from it.

use crate::numbers::GameNumbers;
use jiff::Timestamp;
use plyd_tournament::{GameDigest, PlayedGame};
use serde::{Deserialize, Serialize};

/// The versions of one game by one worker that are kept apart. It may send ever new ones.
pub const MOST_VERSIONS: u64 = 4;

/// The results of one worker without a new game that are kept, of those that begin with one encounter.
pub const MOST_REPEATS: u64 = 16;

/// The result of a unit of work: games that one worker has played, whole encounters or single games of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReceivedGames {
    /// The name of the worker.
    pub worker: String,
    /// The first encounter of the unit.
    pub first: u64,
    /// Its encounters.
    pub encounters: u64,
    /// How often the unit was handed out, this time included.
    pub attempt: u32,
    /// The factor by which clocks were scaled; 1 without.
    pub scale: f64,
    /// Its games, by rising number.
    pub games: Vec<PlayedGame>,
}

/// The course of things when a result came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The places of the games, in the result, that are stored now and were not before.
    pub new: Vec<usize>,
    /// The number of games that were stored already, and are the same or not compared.
    pub duplicates: u64,
    /// Games that were stored already and went differently. The stored ones stay; these are kept apart.
    pub conflicts: Vec<Conflict>,
    /// The number of games that are kept apart as withdrawn: the worker is in quarantine, or the stored game is void.
    pub withdrawn: u64,
    /// The places of games that are not stored, as the plan has no such games.
    pub strangers: Vec<usize>,
}

/// A game that went differently than the stored game of its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The number of the game.
    pub number: u64,
    /// The worker that has brought it now.
    pub worker: String,
    /// The worker that brought the stored game; empty if it was played without one.
    pub before: String,
    /// The digest of the game.
    pub digest: GameDigest,
    /// The digest of the stored game.
    pub kept: GameDigest,
}

/// A result that was received.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitRow {
    /// The name of the worker.
    pub worker: String,
    /// The first encounter of the unit.
    pub first: u64,
    /// Its encounters.
    pub encounters: u64,
    /// How often the unit was handed out, this time included.
    pub attempt: u32,
    /// The factor by which clocks were scaled; 1 without.
    pub scale: f64,
    /// The [digest of its games](PlayedGame::digest_of_all).
    pub digest: GameDigest,
    /// Its games.
    pub games: u64,
    /// The numbers of its games that were not stored before.
    #[serde(serialize_with = "as_text")]
    pub new: GameNumbers,
    /// When it came, to the millisecond.
    pub received: Timestamp,
}

fn as_text<S: serde::Serializer>(numbers: &GameNumbers, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(numbers)
}

/// A worker, by what it has brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkerRow {
    /// Its name.
    pub name: String,
    /// When its first result came, to the millisecond.
    #[serde(skip)]
    pub first_seen: Timestamp,
    /// When its last result came, to the millisecond.
    #[serde(skip)]
    pub last_seen: Timestamp,
    /// The games of its results that were not stored before, those that were withdrawn later included.
    pub games: u64,
    /// The games of its results that went differently than the stored ones.
    pub conflicts: u64,
    /// Its games that were withdrawn.
    pub withdrawn: u64,
    /// Why it is in quarantine; `None` if it is not.
    pub quarantined: Option<String>,
}

/// Why a game is kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsideReason {
    /// It went differently than the stored game of its number.
    Conflict,
    /// Its worker is in quarantine, or the stored game of its number is void.
    Withdrawn,
}

impl AsideReason {
    /// The name of the table of such games.
    #[must_use]
    pub const fn table(self) -> &'static str {
        match self {
            Self::Conflict => "conflict",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// A game that is kept apart, and counts for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AsideGame {
    /// Its number.
    pub number: u64,
    /// The worker that brought it.
    pub worker: String,
    /// A sentence for people, if it was withdrawn.
    pub reason: String,
    /// Its [digest](PlayedGame::digest).
    pub digest: GameDigest,
    /// The game.
    pub game: PlayedGame,
}
