//! The row with the plan of a match.

use super::row;
use crate::error::{DamagedPart, RowError};
use crate::store::{Cell, KeptPlan, PlanRow};
use rusqlite::types::Value;
use rusqlite::{Connection, Result, Row, params_from_iter};

/// The number of columns before the digest.
const COLUMNS: usize = 6;

fn with_digest(plan: &KeptPlan) -> impl Iterator<Item = Value> + use<> {
    let row = plan.row();
    let digest = row.digest();
    let values = row.cells().map(row::value_of);
    values.into_iter().chain([Value::Blob(digest.into())])
}

pub(super) fn insert(connection: &Connection, plan: &KeptPlan) -> Result<()> {
    let values = params_from_iter(with_digest(plan));
    connection.execute("INSERT INTO plan VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", values).map(|_| ())
}

pub(super) fn update(connection: &Connection, plan: &KeptPlan) -> Result<()> {
    let values = params_from_iter(with_digest(plan));
    let sql = "UPDATE plan SET (id, settings, openings, concurrency, started, identities, digest)
                             = (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    connection.execute(sql, values).map(|_| ())
}

/// Reads the plan of a record, or returns its damage.
pub(super) fn read(connection: &Connection) -> Result<std::result::Result<KeptPlan, DamagedPart>> {
    let mut statement =
        connection.prepare("SELECT id, settings, openings, concurrency, started, identities, digest FROM plan")?;
    let mut rows = statement.query([])?;
    let Some(row) = rows.next()? else { return Ok(Err(DamagedPart::Other("it has no plan".to_owned()))) };
    let found = of_row(row).map_err(DamagedPart::Plan);
    Ok(if rows.next()?.is_some() { Err(DamagedPart::Other("it has more than one plan".to_owned())) } else { found })
}

fn of_row(row: &Row<'_>) -> std::result::Result<KeptPlan, RowError> {
    let plan = PlanRow {
        id: row::text(row, 0)?,
        settings: row::text(row, 1)?,
        openings: row::text(row, 2)?,
        concurrency: row::integer(row, 3)?,
        started: row::integer(row, 4)?,
        identities: row::text(row, 5)?,
    };
    if row::value(row, COLUMNS)? != Cell::Blob(&plan.digest()) {
        return Err(RowError::Digest);
    }
    KeptPlan::of_row(plan)
}
