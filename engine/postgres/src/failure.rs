//! Database errors as text.

use plyd_record::{DamagedPart, RowError, StoreError, StoreFault};
use postgres::error::SqlState;
use std::error::Error as _;

/// The reason why a database operation failed.
#[derive(Debug)]
pub(crate) enum DatabaseFailure {
    /// An error of the database or of the connection.
    Database(postgres::Error),
    /// A fault of the store.
    Fault(StoreFault),
    /// Another error with a complete message.
    Other(StoreError),
}

impl From<postgres::Error> for DatabaseFailure {
    fn from(error: postgres::Error) -> Self {
        Self::Database(error)
    }
}

impl From<String> for DatabaseFailure {
    fn from(reason: String) -> Self {
        Self::Fault(reason.into())
    }
}

impl From<RowError> for DatabaseFailure {
    fn from(wrong: RowError) -> Self {
        DamagedPart::Row(wrong).into()
    }
}

impl From<DamagedPart> for DatabaseFailure {
    fn from(what: DamagedPart) -> Self {
        Self::Fault(what.into())
    }
}

impl From<StoreError> for DatabaseFailure {
    fn from(error: StoreError) -> Self {
        Self::Other(error)
    }
}

impl DatabaseFailure {
    /// Converts the failure to an error of the store with this name.
    pub(crate) fn of_store(self, name: &str) -> StoreError {
        match self {
            Self::Database(error) => StoreError::unusable(name, sentence(&error)),
            Self::Fault(fault) => StoreError::unusable(name, fault),
            Self::Other(error) => error,
        }
    }

    /// Whether the connection is lost, or cannot be made at the moment, for example during a restart of the server.
    pub(crate) fn is_of_connection(&self) -> bool {
        let Self::Database(error) = self else { return false };
        let Some(code) = error.code() else {
            // I/O errors, and the end of the connection.
            return error.is_closed() || error.source().is_some_and(|source| source.is::<std::io::Error>());
        };
        let codes = [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        ];
        codes.contains(code) || code.code().starts_with("08")
    }
}

/// Describes an error and its remedy.
fn sentence(error: &postgres::Error) -> String {
    let Some(told) = error.as_db_error() else {
        let source = error.source().map_or_else(String::new, |source| format!(": {source}"));
        return format!("{error}{source}");
    };
    let (code, message) = (told.code(), told.message());
    let advice = if *code == SqlState::DISK_FULL {
        "the disk of the database is full; make room, and continue with --resume"
    } else if *code == SqlState::INSUFFICIENT_PRIVILEGE {
        "this user of the database lacks a right: to make the tables it needs CREATE on the database, to play USAGE on \
         the schema plyd and INSERT, SELECT, UPDATE and DELETE on its tables, to report USAGE and SELECT"
    } else if *code == SqlState::INVALID_PASSWORD || *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION {
        "the user comes from the address or PGUSER, the password from PGPASSFILE or ~/.pgpass"
    } else if *code == SqlState::INVALID_CATALOG_NAME {
        "`createdb --encoding UTF8 NAME` creates a database"
    } else if *code == SqlState::READ_ONLY_SQL_TRANSACTION {
        "this server only reads, as a standby does; play on its primary server"
    } else if *code == SqlState::TOO_MANY_CONNECTIONS {
        "raise max_connections of the server, or end other clients"
    } else if *code == SqlState::QUERY_CANCELED || *code == SqlState::LOCK_NOT_AVAILABLE {
        "the server took too long; is it busy, or does another client lock the tables of plyd?"
    } else {
        return format!("{message} ({})", code.code());
    };
    format!("{message} ({}): {advice}", code.code())
}
