//! A connection to the database.

use crate::address::Address;
use crate::failure::DatabaseFailure;
use postgres::{Client, NoTls};
use std::time::Duration;

/// How long the server may take for a statement of a writer.
const STATEMENT_SECONDS: u64 = 60;

/// How long to keep trying to restore a lost connection, for example while the server restarts.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between two tries.
pub(crate) const PAUSE: Duration = Duration::from_millis(250);

/// Connects. The server ends the session soon after this machine has vanished, and gives up its locks.
pub(crate) fn connect(address: &Address) -> Result<Client, DatabaseFailure> {
    let mut client = match address.encryption.connector()? {
        Some(connector) => address.config.connect(connector)?,
        None => address.config.connect(NoTls)?,
    };
    let settings = format!(
        "SET search_path TO plyd; SET statement_timeout = '{STATEMENT_SECONDS}s'; SET lock_timeout = '10s';
         SET idle_in_transaction_session_timeout = '{STATEMENT_SECONDS}s'; SET client_min_messages = warning;
         SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4"
    );
    client.batch_execute(&settings)?;
    let encoding: String = client.query_one("SHOW server_encoding", &[])?.get(0);
    if encoding != "UTF8" {
        return Err(format!(
            "the database has the encoding {encoding}, in which not every text can be kept; make one with \
             `createdb --encoding UTF8 --template template0 NAME`"
        )
        .into());
    }
    Ok(client)
}
