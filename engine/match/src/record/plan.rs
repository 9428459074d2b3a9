//! The row with what the match is.

use super::{digest, row};
use crate::date;
use crate::identity::Identity;
use crate::settings::MatchSettings;
use jiff::Timestamp;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Result, Row, params_from_iter};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};

const TABLE: &str = "plan";

/// The columns before the digest.
const COLUMNS: usize = 6;

/// The settings of the match, and who plays it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    id: String,
    pub(super) settings: MatchSettings,
    pub(super) openings: String,
    pub(super) concurrency: usize,
    started: i64,
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

impl Plan {
    /// Of a record that is made now.
    pub(super) fn new(settings: &MatchSettings, openings: &str, concurrency: usize) -> Self {
        let now = date::now();
        // Two keys of the system's random numbers.
        let id = [0, 1].map(|part| format!("{:016x}", RandomState::new().hash_one((part, now)))).concat();
        Self {
            id,
            settings: settings.clone(),
            openings: openings.to_owned(),
            concurrency,
            started: now.as_millisecond(),
            identities: Vec::new(),
        }
    }

    /// The identity of this record, which no other has.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// The players and the referee, if they are known.
    pub(super) fn identity(&self) -> Option<&Identity> {
        self.identities.last().map(|since| &since.identity)
    }

    /// From now on, with so many games recorded, it is these.
    pub(super) fn set_identity(&mut self, identity: &Identity, games: u64) {
        self.identities.push(Since { since: date::now(), games, identity: identity.clone() });
    }

    fn values(&self) -> Result<[Value; COLUMNS]> {
        let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        Ok([
            self.id.clone().into(),
            row::json(&self.settings)?.into(),
            self.openings.clone().into(),
            whole(self.concurrency).into(),
            self.started.into(),
            row::json(&self.identities)?.into(),
        ])
    }

    fn with_digest(&self) -> Result<impl Iterator<Item = Value> + use<>> {
        let values = self.values()?;
        let digest = digest::of_row(&self.id, TABLE, values.iter().map(ValueRef::from));
        Ok(values.into_iter().chain([Value::Blob(digest.into())]))
    }

    pub(super) fn insert(&self, connection: &Connection) -> Result<()> {
        let values = params_from_iter(self.with_digest()?);
        connection.execute("INSERT INTO plan VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", values).map(|_| ())
    }

    pub(super) fn update(&self, connection: &Connection) -> Result<()> {
        let values = params_from_iter(self.with_digest()?);
        let sql = "UPDATE plan SET (id, settings, openings, concurrency, started, identities, digest)
                                 = (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        connection.execute(sql, values).map(|_| ())
    }

    /// The plan of a record, or what is wrong with it.
    pub(super) fn read(connection: &Connection) -> Result<std::result::Result<Self, String>> {
        only_row(
            connection,
            "SELECT id, settings, openings, concurrency, started, identities, digest FROM plan",
            Self::of_row,
        )
    }

    /// The plan of a record of form 1. Each reading gives it a new identity.
    pub(super) fn read_first_form(connection: &Connection) -> Result<std::result::Result<Self, String>> {
        only_row(connection, "SELECT settings, openings, started FROM plan", |row| {
            let plan = Self::new(&row::parsed(row, 0)?, &row::text(row, 1)?, 1);
            Ok(Self { started: row::integer(row, 2)?.saturating_mul(1_000), ..plan })
        })
    }

    fn of_row(row: &Row<'_>) -> std::result::Result<Self, String> {
        let id = row::text(row, 0)?;
        if !row::is_intact(row, &id, TABLE, COLUMNS)? {
            return Err("its digest does not match its content".into());
        }
        Ok(Self {
            id,
            settings: row::parsed(row, 1)?,
            openings: row::text(row, 2)?,
            concurrency: usize::try_from(row::integer(row, 3)?).map_err(|error| error.to_string())?,
            started: row::integer(row, 4)?,
            identities: row::parsed(row, 5)?,
        })
    }
}

/// Reads the only row of a table.
fn only_row<T>(
    connection: &Connection,
    sql: &str,
    read: impl FnOnce(&Row<'_>) -> std::result::Result<T, String>,
) -> Result<std::result::Result<T, String>> {
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let Some(row) = rows.next()? else { return Ok(Err("it has no plan".into())) };
    let found = read(row).map_err(|reason| format!("its plan is damaged: {reason}"));
    Ok(if rows.next()?.is_some() { Err("it has more than one plan".into()) } else { found })
}
