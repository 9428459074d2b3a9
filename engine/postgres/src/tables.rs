//! The tables of plyd in a database, and their versions. Later versions may only add to them.

use crate::failure::DatabaseFailure;
use crate::link::{PATIENCE, PAUSE};
use crate::owner;
use plyd_record::StoreFault;
use postgres::Client;
use refinery_core::{Migration, Runner};
use std::thread::sleep;
use std::time::Instant;

/// The migrations, from an empty database to the current tables.
const MIGRATIONS: [(&str, &str); 1] = [("V1__matches", include_str!("tables/V1__matches.sql"))];

/// The table of applied migrations.
const TABLE: &str = "migration";

/// Returns the version of the tables; 0 if there are none.
fn version(client: &mut Client) -> Result<i32, DatabaseFailure> {
    let table: Option<String> = client.query_one("SELECT to_regclass('plyd.migration')::text", &[])?.get(0);
    if table.is_none() {
        return Ok(0);
    }
    Ok(client.query_one("SELECT coalesce(max(version), 0)::int4 FROM plyd.migration", &[])?.get(0))
}

const fn newest() -> i32 {
    MIGRATIONS.len() as i32
}

/// Checks that the tables can be read.
pub(crate) fn check(client: &mut Client) -> Result<(), DatabaseFailure> {
    let (found, newest) = (version(client)?, newest());
    if found == 0 {
        let reason = "the database has no matches of plyd; `plyd match --store` makes one".to_owned();
        return Err(DatabaseFailure::Fault(StoreFault::Foreign(reason)));
    }
    if found > newest {
        let reason = format!("the tables of plyd have version {found}, but this program knows version {newest}");
        return Err(DatabaseFailure::Fault(StoreFault::Foreign(reason)));
    }
    Ok(())
}

/// Creates the tables, or migrates them to the current version.
pub(crate) fn make(client: &mut Client) -> Result<(), DatabaseFailure> {
    if version(client)? == newest() {
        return Ok(());
    }
    let began = Instant::now();
    while !owner::try_lock(client, owner::TABLES)? {
        if began.elapsed() >= PATIENCE {
            return Err("another client has been making the tables of plyd for a minute".to_owned().into());
        }
        sleep(PAUSE);
    }
    let made = migrate(client);
    let unlocked = owner::unlock(client, owner::TABLES);
    made.and(unlocked)
}

fn migrate(client: &mut Client) -> Result<(), DatabaseFailure> {
    let found = version(client)?;
    if found == newest() {
        return Ok(());
    }
    if found > newest() {
        return check(client);
    }
    let schema: Option<String> = client.query_one("SELECT to_regnamespace('plyd')::text", &[])?.get(0);
    if schema.is_none() {
        client.batch_execute("CREATE SCHEMA plyd")?;
    }
    let unexpected = |error: refinery_core::Error| {
        let source = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        DatabaseFailure::from(format!("the tables of plyd cannot be made: {error} {source}"))
    };
    let steps = MIGRATIONS.iter().map(|(name, sql)| Migration::unapplied(name, sql));
    let steps = steps.collect::<Result<Vec<_>, _>>().map_err(unexpected)?;
    let mut runner = Runner::new(&steps).set_grouped(true);
    runner.set_migration_table_name(TABLE);
    runner.run(client).map_err(unexpected)?;
    Ok(())
}
