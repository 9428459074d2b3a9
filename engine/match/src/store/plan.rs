//! What the match is, and who plays it, as a row of a table.

use super::digest::{Cell, RowDigest, digest_of_row};
use super::game_row::whole;
use crate::date;
use crate::identity::Identity;
use crate::settings::MatchSettings;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};

/// The table of the plan, by its name in digests.
const TABLE: &str = "plan";

/// The settings of the match, and who plays it.
#[derive(Clone, Debug)]
pub struct KeptPlan {
    id: String,
    /// The settings.
    pub settings: MatchSettings,
    /// The digest of the file of openings; empty without one.
    pub openings: String,
    /// Games at a time; 0 for one on each processor.
    pub concurrency: usize,
    /// Milliseconds since 1970.
    pub(crate) started: i64,
    /// In the order of time; empty if they are not known.
    identities: Vec<Since>,
}

/// The players and the referee, from a time on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Since {
    since: Timestamp,
    /// The number of games recorded before.
    games: u64,
    #[serde(flatten)]
    identity: Identity,
}

/// The columns of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRow {
    /// Of this record and no other.
    pub id: String,
    /// JSON.
    pub settings: String,
    /// SHA-256 of the file of openings, if there is one.
    pub openings: String,
    /// Games at a time; 0 for one on each processor.
    pub concurrency: i64,
    /// Milliseconds since 1970.
    pub started: i64,
    /// JSON, a list: plyd, the library and the engines since a time and so many games.
    pub identities: String,
}

/// A text of 32 hexadecimal digits that no other process makes.
#[must_use]
pub fn new_key() -> String {
    // Two keys of the system's random numbers.
    [0, 1].map(|part| format!("{:016x}", RandomState::new().hash_one((part, date::now())))).concat()
}

impl PlanRow {
    /// Its digest.
    #[must_use]
    pub fn digest(&self) -> RowDigest {
        digest_of_row(&self.id, TABLE, self.cells())
    }

    /// Its values, in the order of the columns.
    pub(crate) fn cells(&self) -> [Cell<'_>; 6] {
        [
            self.id.as_str().into(),
            self.settings.as_str().into(),
            self.openings.as_str().into(),
            Cell::Integer(self.concurrency),
            Cell::Integer(self.started),
            self.identities.as_str().into(),
        ]
    }
}

impl KeptPlan {
    /// Of a record that is made now.
    #[must_use]
    pub fn new(settings: &MatchSettings, openings: &str, concurrency: usize) -> Self {
        let now = date::now();
        Self {
            id: new_key(),
            settings: settings.clone(),
            openings: openings.to_owned(),
            concurrency,
            started: now.as_millisecond(),
            identities: Vec::new(),
        }
    }

    /// The identity of this record, which no other has.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The players and the referee, if they are known.
    #[must_use]
    pub fn identity(&self) -> Option<&Identity> {
        self.identities.last().map(|since| &since.identity)
    }

    /// From now on, with so many games recorded, it is these.
    pub fn set_identity(&mut self, identity: &Identity, games: u64) {
        self.identities.push(Since { since: date::now(), games, identity: identity.clone() });
    }

    /// The row of this plan.
    #[must_use]
    pub fn row(&self) -> PlanRow {
        PlanRow {
            id: self.id.clone(),
            // Texts, numbers and lists of them: there is nothing that JSON has no form for.
            settings: serde_json::to_string(&self.settings).unwrap_or_default(),
            openings: self.openings.clone(),
            concurrency: whole(self.concurrency as u64),
            started: self.started,
            identities: serde_json::to_string(&self.identities).unwrap_or_default(),
        }
    }

    /// The plan of a row.
    ///
    /// # Errors
    /// The problem with the row.
    pub fn of_row(row: PlanRow) -> Result<Self, String> {
        let settings: MatchSettings =
            serde_json::from_str(&row.settings).map_err(|error| format!("its settings: {error}"))?;
        settings.check().map_err(|error| format!("its settings: {error}"))?;
        Ok(Self {
            id: row.id,
            settings,
            openings: row.openings,
            concurrency: usize::try_from(row.concurrency).map_err(|error| error.to_string())?,
            started: row.started,
            identities: serde_json::from_str(&row.identities).map_err(|error| format!("its players: {error}"))?,
        })
    }
}
