//! Records of form 1 become such of form 2 when they are gone on with.

use super::tables::{self, Form};
use super::{progress, row};
use crate::store::KeptPlan;
use rusqlite::{Connection, Error, Result};

/// Rewrites a record of form 1 completely, in one transaction: if the program ends, it has one form or the other.
pub(super) fn upgrade(connection: &mut Connection, plan: &KeptPlan) -> Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch("ALTER TABLE game RENAME TO old_game; DROP TABLE plan")?;
    tables::make(&transaction, plan)?;
    let mut statement = transaction.prepare(&row::select(Form::First, "old_game ORDER BY number"))?;
    let mut rows = statement.query([])?;
    let mut games = 0;
    while let Some(row) = rows.next()? {
        let game = row::read(row, None, true).map_err(|reason| Error::ToSqlConversionFailure(reason.into()))?;
        row::insert(&transaction, plan.id(), &game)?;
        games += 1;
    }
    drop(rows);
    drop(statement);
    progress::update(&transaction, plan.id(), games)?;
    transaction.execute_batch("DROP TABLE old_game")?;
    transaction.commit()
}
