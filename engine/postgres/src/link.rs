//! The connection to a match, which is restored when it is lost. An interrupted read is repeated. A transaction is
//! executed exactly once, even if the connection is lost during its commit.

use crate::address::Address;
use crate::failure::DatabaseFailure;
use crate::owner;
use plyd_record::{DamagedPart, StoreError, digest_of_games};
use postgres::{Client, NoTls, Transaction};
use std::cell::RefCell;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The identity of the writer of a match.
#[derive(Debug)]
pub(crate) struct RecordWriter {
    /// A key unique to this run.
    key: String,
    /// The number of transactions of the match so far.
    writes: i64,
}

impl RecordWriter {
    /// Makes this run the writer of a match whose lock it has acquired.
    pub(crate) fn own(client: &mut Client, number: i32, key: &str) -> Result<Self, DatabaseFailure> {
        let sql = "UPDATE progress SET owner = $1, owner_key = $2, seen = now() WHERE match = $3 RETURNING writes";
        let row = client.query_opt(sql, &[&owner::name(), &key, &number])?;
        let row = row.ok_or_else(|| DamagedPart::Other("the number of its games is lost".to_owned()))?;
        Ok(Self { key: key.to_owned(), writes: row.get(0) })
    }
}

/// The connection to a match in a database, as its writer or as a reader.
pub(crate) struct DatabaseConnection {
    // Reading needs mutable access to the client. Closing the client releases the lock.
    pub(crate) client: RefCell<Client>,
    pub(crate) address: Address,
    /// The number of the match in the database.
    pub(crate) number: i32,
    /// The name of the store for messages.
    pub(crate) name: String,
    /// The writer; `None` for a reader.
    writer: Option<RecordWriter>,
}

impl DatabaseConnection {
    pub(crate) fn new(
        client: Client,
        address: &Address,
        number: i32,
        name: String,
        writer: Option<RecordWriter>,
    ) -> Self {
        Self { client: RefCell::new(client), address: address.clone(), number, name, writer }
    }

    /// Whether this is the connection of the writer.
    pub(crate) fn is_of_writer(&self) -> bool {
        self.writer.is_some()
    }

    /// Reads from the database, on a new connection if the old one has ended.
    pub(crate) fn read<T>(
        &self,
        mut read: impl FnMut(&mut Client) -> Result<T, DatabaseFailure>,
    ) -> Result<T, StoreError> {
        let began = Instant::now();
        let mut result = read(&mut self.client.borrow_mut());
        // The writer keeps its own connection even if it is broken, because only a write can determine whether its lock
        // is lost.
        while result.as_ref().is_err_and(DatabaseFailure::is_of_connection) && began.elapsed() < PATIENCE {
            sleep(PAUSE);
            result = connect(&self.address).and_then(|mut client| read(&mut client));
        }
        result.map_err(|failure| failure.of_store(&self.name))
    }

    /// Executes a change of the match with this id in one transaction, after which the match has this number of games.
    pub(crate) fn change(
        &mut self,
        record: &str,
        games: i64,
        write: &dyn Fn(&mut Transaction<'_>) -> Result<(), DatabaseFailure>,
    ) -> Result<(), StoreError> {
        let began = Instant::now();
        loop {
            match self.try_change(record, games, write) {
                Ok(()) => break,
                Err(failure) if failure.is_of_connection() && began.elapsed() < PATIENCE => {}
                Err(failure) => return Err(failure.of_store(&self.name)),
            }
            // Whether the transaction was committed is unknown; the transaction counter shows it.
            if self.reconnect(began).map_err(|failure| failure.of_store(&self.name))? {
                break;
            }
        }
        if let Some(writer) = &mut self.writer {
            writer.writes += 1;
        }
        Ok(())
    }

    fn try_change(
        &mut self,
        record: &str,
        games: i64,
        write: &dyn Fn(&mut Transaction<'_>) -> Result<(), DatabaseFailure>,
    ) -> Result<(), DatabaseFailure> {
        let Some(RecordWriter { key, writes }) = &self.writer else {
            return Err("it was opened to be read".to_owned().into());
        };
        let mut transaction = self.client.get_mut().transaction()?;
        let digest = digest_of_games(record, games);
        let sql = "UPDATE progress SET games = $1, digest = $2, writes = writes + 1, seen = now()
                   WHERE match = $3 AND owner_key = $4 AND writes = $5";
        let changed = transaction.execute(sql, &[&games, &&digest[..], &self.number, key, writes])?;
        if changed != 1 {
            drop(transaction);
            return Err(self.taken_over()?.into());
        }
        write(&mut transaction)?;
        Ok(transaction.commit()?)
    }

    /// Reconnects as the same writer. Returns whether the last transaction, which was not confirmed, was committed.
    fn reconnect(&mut self, began: Instant) -> Result<bool, DatabaseFailure> {
        loop {
            match self.try_reconnect() {
                Ok(Some(was_written)) => return Ok(was_written),
                // The server has not detected the end of the old connection yet.
                Ok(None) if began.elapsed() < PATIENCE => {}
                Err(failure) if failure.is_of_connection() && began.elapsed() < PATIENCE => {}
                Ok(None) => {
                    let (number, name) = (self.number, self.name.clone());
                    return Err(owner::taken(self.client.get_mut(), number, &name)?.into());
                }
                Err(failure) => return Err(failure),
            }
            sleep(PAUSE);
        }
    }

    /// Tries to reconnect; `None` if another process has the lock.
    fn try_reconnect(&mut self) -> Result<Option<bool>, DatabaseFailure> {
        let mut client = connect(&self.address)?;
        let has_lock = owner::try_lock(&mut client, self.number)?;
        *self.client.get_mut() = client;
        let Some(RecordWriter { key, writes }) = &self.writer else { return Ok(Some(false)) };
        let sql = "SELECT owner_key, writes FROM progress WHERE match = $1";
        let row = self.client.get_mut().query_one(sql, &[&self.number])?;
        let (owner, now): (String, i64) = (row.get(0), row.get(1));
        if owner != *key || !(*writes..=writes + 1).contains(&now) {
            return Err(self.taken_over()?.into());
        }
        Ok(has_lock.then_some(now > *writes))
    }

    /// Returns the error that names the process that took over the match.
    fn taken_over(&mut self) -> Result<StoreError, DatabaseFailure> {
        let (number, name) = (self.number, self.name.clone());
        owner::taken(self.client.get_mut(), number, &name)
    }
}

/// The timeout of a writer's statement.
const STATEMENT_SECONDS: u64 = 60;

/// The maximum time to retry a lost connection, for example during a restart of the server.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between two attempts.
pub(crate) const PAUSE: Duration = Duration::from_millis(250);

/// Connects with TCP settings that make the server end the session, and release its locks, soon after this machine has
/// vanished.
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
