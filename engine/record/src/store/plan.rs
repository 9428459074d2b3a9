//! What the match is, and who plays it, as a row of a table.

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
    /// The players and the referees before, in the order of time.
    before: Vec<IdentityPeriod>,
    now: IdentityPeriod,
}

/// The players and the referee, from a time on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct IdentityPeriod {
    since: Timestamp,
    /// The number of games recorded before.
    games: u64,
    #[serde(flatten)]
    identity: MatchIdentity,
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

impl IdentityPeriod {
    /// From now on, with so many games recorded.
    fn now(identity: &MatchIdentity, games: u64) -> Self {
        Self { since: date::now(), games, identity: identity.clone() }
    }
}

impl KeptPlan {
    /// Of a record that is made now.
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

    /// The identity of this record, which no other has.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The players and the referee.
    #[must_use]
    pub fn identity(&self) -> &MatchIdentity {
        &self.now.identity
    }

    /// From now on, with so many games recorded, it is these.
    pub fn set_identity(&mut self, identity: &MatchIdentity, games: u64) {
        self.before.push(mem::replace(&mut self.now, IdentityPeriod::now(identity, games)));
    }

    /// The row of this plan.
    #[must_use]
    pub fn row(&self) -> PlanRow {
        let identities: Vec<&IdentityPeriod> = self.before.iter().chain([&self.now]).collect();
        PlanRow {
            id: self.id.clone(),
            // Texts, numbers and lists of them: there is nothing that JSON has no form for.
            settings: serde_json::to_string(&self.settings).unwrap_or_default(),
            openings: self.openings.clone(),
            concurrency: whole(self.concurrency as u64),
            started: self.started,
            identities: serde_json::to_string(&identities).unwrap_or_default(),
        }
    }

    /// The plan of a row.
    ///
    /// # Errors
    /// The problem with the row.
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
