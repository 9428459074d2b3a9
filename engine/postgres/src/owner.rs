//! The single writer of a match: its lock, which is released with its connection, and its name for others.

use crate::failure::DatabaseFailure;
use plyd_record::StoreError;
use postgres::Client;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The first half of the keys of all advisory locks of plyd: `plyd` in ASCII.
const LOCKS: i32 = 0x706c_7964;

/// The lock for creating tables; matches have numbers from 1.
pub(crate) const TABLES: i32 = 0;

/// The maximum wait for a lock. The lock of a killed process may remain for a moment.
const PATIENCE: Duration = Duration::from_secs(2);

const PAUSE: Duration = Duration::from_millis(50);

/// Acquires the lock of a match if it is free.
pub(crate) fn try_lock(client: &mut Client, number: i32) -> Result<bool, DatabaseFailure> {
    Ok(client.query_one("SELECT pg_try_advisory_lock($1, $2)", &[&LOCKS, &number])?.get(0))
}

/// Releases the lock of a match.
pub(crate) fn unlock(client: &mut Client, number: i32) -> Result<(), DatabaseFailure> {
    client.execute("SELECT pg_advisory_unlock($1, $2)", &[&LOCKS, &number])?;
    Ok(())
}

/// Acquires the lock of a match within a short time, or reports its owner. `name` is the name of the store.
pub(crate) fn lock(client: &mut Client, number: i32, name: &str) -> Result<(), DatabaseFailure> {
    let began = Instant::now();
    while !try_lock(client, number)? {
        if began.elapsed() >= PATIENCE {
            return Err(taken(client, number, name)?.into());
        }
        sleep(PAUSE);
    }
    Ok(())
}

/// Returns the error that names the owner of the lock.
pub(crate) fn taken(client: &mut Client, number: i32, name: &str) -> Result<StoreError, DatabaseFailure> {
    let sql =
        "SELECT owner || ', which wrote last at ' || to_char(seen AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')
               FROM progress WHERE match = $1";
    let writer = client.query_opt(sql, &[&number])?.map(|row| row.get(0));
    Ok(StoreError::InUse { path: name.to_owned(), writer })
}

/// Returns the name of this process on this machine.
pub(crate) fn name() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").ok().map(|host| host.trim().to_owned());
    let host = host.filter(|host| !host.is_empty()).or_else(|| std::env::var("HOSTNAME").ok());
    format!("process {} on {}", std::process::id(), host.as_deref().unwrap_or("an unnamed machine"))
}
