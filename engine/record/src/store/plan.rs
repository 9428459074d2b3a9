//! The plan of a match and its players, as a table row.

use super::digest::{Cell, RowDigest, digest_of_row};
use super::game_row::whole;
use crate::date;
use crate::error::RowError;
use crate::identity::MatchIdentity;
use jiff::Timestamp;
use plyd_tournament::settings::MatchSettings;
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};
use std::mem;

/// The name of the plan table in digests.
const TABLE: &str = "plan";

/// The settings of the match, and its players.
#[derive(Clone, Debug)]
pub struct KeptPlan {
    id: String,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// The digest of the opening file; empty without one.
    pub openings: String,
    /// The number of concurrent games; 0 for one per processor.
    pub concurrency: usize,
    /// The start time in milliseconds since 1970.
    pub(crate) started: i64,
    /// The earlier players and referees, in chronological order.
    before: Vec<IdentityPeriod>,
    now: IdentityPeriod,
}

/// The players and the referee from a certain time on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct IdentityPeriod {
    since: Timestamp,
    /// The number of games recorded before that time.
    games: u64,
    #[serde(flatten)]
    identity: MatchIdentity,
}

/// The columns of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRow {
    /// The unique id of the record.
    pub id: String,
    /// The settings as JSON.
    pub settings: String,
    /// The SHA-256 of the opening file; empty without one.
    pub openings: String,
    /// The number of concurrent games; 0 for one per processor.
    pub concurrency: i64,
    /// The start time in milliseconds since 1970.
    pub started: i64,
    /// A JSON list: plyd, the library and the engines, each valid from a time and a number of games on.
    pub identities: String,
}

/// Creates a random text of 32 hexadecimal digits.
#[must_use]
pub fn new_key() -> String {
    // Two values from the system's random numbers.
    [0, 1].map(|part| format!("{:016x}", RandomState::new().hash_one((part, date::now())))).concat()
}

impl PlanRow {
    /// Computes the digest of the row.
    #[must_use]
    pub fn digest(&self) -> RowDigest {
        digest_of_row(&self.id, TABLE, self.cells())
    }

    /// Returns the values in column order.
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

impl IdentityPeriod {
    /// Starts a period now, after this number of recorded games.
    fn now(identity: &MatchIdentity, games: u64) -> Self {
        Self { since: date::now(), games, identity: identity.clone() }
    }
}

impl KeptPlan {
    /// Creates the plan of a new record.
    #[must_use]
    pub fn new(settings: &MatchSettings, openings: &str, identity: &MatchIdentity, concurrency: usize) -> Self {
        let now = IdentityPeriod::now(identity, 0);
        Self {
            id: new_key(),
            settings: settings.clone(),
            openings: openings.to_owned(),
            concurrency,
            started: now.since.as_millisecond(),
            before: Vec::new(),
            now,
        }
    }

    /// Returns the unique identity of this record.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the players and the referee.
    #[must_use]
    pub fn identity(&self) -> &MatchIdentity {
        &self.now.identity
    }

    /// Sets the players and the referee from now on, after this number of recorded games.
    pub fn set_identity(&mut self, identity: &MatchIdentity, games: u64) {
        self.before.push(mem::replace(&mut self.now, IdentityPeriod::now(identity, games)));
    }

    /// Creates the row of this plan.
    #[must_use]
    pub fn row(&self) -> PlanRow {
        let identities: Vec<&IdentityPeriod> = self.before.iter().chain([&self.now]).collect();
        PlanRow {
            id: self.id.clone(),
            // Texts, numbers and lists of them can always be serialized to JSON.
            settings: serde_json::to_string(&self.settings).unwrap_or_default(),
            openings: self.openings.clone(),
            concurrency: whole(self.concurrency as u64),
            started: self.started,
            identities: serde_json::to_string(&identities).unwrap_or_default(),
        }
    }

    /// Converts a row to a plan.
    ///
    /// # Errors
    /// The fault of the row.
    pub fn of_row(row: PlanRow) -> Result<Self, RowError> {
        let wrong = |column: &str, reason: String| RowError::Text { column: column.to_owned(), reason };
        let of_settings = |reason: String| wrong("its settings", reason);
        let of_players = |reason: String| wrong("its players", reason);
        let settings: MatchSettings =
            serde_json::from_str(&row.settings).map_err(|error| of_settings(error.to_string()))?;
        settings.check().map_err(|error| of_settings(error.to_string()))?;
        let mut before: Vec<IdentityPeriod> =
            serde_json::from_str(&row.identities).map_err(|error| of_players(error.to_string()))?;
        let now = before.pop().ok_or_else(|| of_players("the list is empty".to_owned()))?;
        Ok(Self {
            id: row.id,
            settings,
            openings: row.openings,
            concurrency: usize::try_from(row.concurrency).map_err(|error| error.to_string())?,
            started: row.started,
            before,
            now,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::samples::{identity, settings};

    #[test]
    fn the_last_players_of_a_plan_are_those_of_now() {
        let mut plan = KeptPlan::new(&settings(), "", &identity(), 1);
        let other = MatchIdentity { plyd: "1.1".into(), ..identity() };
        plan.set_identity(&other, 7);
        let row = plan.row();
        assert_eq!(KeptPlan::of_row(row.clone()).map(|plan| plan.row()), Ok(row.clone()));
        assert_eq!(KeptPlan::of_row(row.clone()).map(|plan| plan.identity().clone()), Ok(other));
        let none = PlanRow { identities: "[]".into(), ..row };
        let refused = KeptPlan::of_row(none).map_err(|error| error.to_string());
        assert_eq!(refused.map(|plan| plan.row()), Err("its players: the list is empty".into()));
    }
}
