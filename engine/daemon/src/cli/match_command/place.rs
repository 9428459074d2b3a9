//! Where the games of a match are kept: in a file, or in a database.

use super::arguments::{Database, MatchCommand, ReportArguments};
#[cfg(not(feature = "postgres"))]
use super::no_database::{Address, PostgresStore};
use anyhow::{anyhow, bail};
#[cfg(feature = "postgres")]
use plyd_postgres::{Address, PostgresStore};
use plyd_record::{MatchIdentity, MatchRecord, Store, StoreError, new_name};
use plyd_tournament::settings::MatchSettings;
use std::env;
use std::path::{Path, PathBuf};

/// A place for the games of a match.
#[derive(Clone, Debug)]
pub(super) enum RecordLocation {
    File(PathBuf),
    Database(Box<Address>),
}

impl RecordLocation {
    /// The place that a new match or one that goes on is to have, if one is named.
    pub(super) fn of_match(arguments: &MatchCommand) -> anyhow::Result<Option<Self>> {
        let database = Self::of_database(&arguments.database)?;
        match (&arguments.resume, database) {
            (Some(Some(_)), Some(_)) => bail!("--store says where the match is; give --resume without a file"),
            (Some(None), None) => bail!("--resume needs the file of a record, or --store"),
            (_, Some(database)) => Ok(Some(database)),
            (resume, None) => {
                Ok(resume.as_ref().and_then(Option::as_deref).or(arguments.record.as_deref()).map(Self::file))
            }
        }
    }

    /// The place of the match that is reported.
    pub(super) fn of_report(arguments: &ReportArguments) -> anyhow::Result<Self> {
        let database = Self::of_database(&arguments.database)?;
        let place = database.or_else(|| arguments.record.as_deref().map(Self::file));
        place.ok_or_else(|| anyhow!("name the file of a record, or --store"))
    }

    fn file(path: &Path) -> Self {
        Self::File(path.to_owned())
    }

    fn of_database(arguments: &Database) -> anyhow::Result<Option<Self>> {
        let Some(url) = &arguments.store else { return Ok(None) };
        let variable = |name: &str| env::var(name).ok();
        let address = Address::read(url, &variable).and_then(|address| address.of_match(arguments.name.clone()));
        Ok(Some(Self::Database(Box::new(address.map_err(|reason| anyhow!(reason))?))))
    }

    /// The file, if it is one.
    pub(super) fn path(&self) -> Option<&PathBuf> {
        match self {
            Self::File(path) => Some(path),
            Self::Database(_) => None,
        }
    }

    /// Whether the match has a name in its database.
    pub(super) fn is_named(&self) -> bool {
        matches!(self, Self::Database(address) if address.is_named())
    }

    /// With a new name for a match, where it has none.
    pub(super) fn named(self) -> anyhow::Result<Self> {
        let Self::Database(address) = self else { return Ok(self) };
        let name = new_name().with_extension("").display().to_string();
        let name = if address.is_named() { None } else { Some(name) };
        Ok(Self::Database(Box::new(address.of_match(name).map_err(|reason| anyhow!(reason))?)))
    }

    /// Makes a new match.
    pub(super) fn create(
        &self,
        settings: &MatchSettings,
        openings: &str,
        identity: &MatchIdentity,
        concurrency: usize,
    ) -> Result<Box<dyn Store>, StoreError> {
        Ok(match self {
            Self::File(path) => Box::new(MatchRecord::create(path, settings, openings, identity, concurrency)?),
            Self::Database(address) => {
                Box::new(PostgresStore::create(address, settings, openings, identity, concurrency)?)
            }
        })
    }

    /// Opens a match to continue it.
    pub(super) fn resume(&self) -> Result<Box<dyn Store>, StoreError> {
        Ok(match self {
            Self::File(path) => Box::new(MatchRecord::resume(path)?),
            Self::Database(address) => Box::new(PostgresStore::resume(address)?),
        })
    }

    /// Opens a match to read it.
    pub(super) fn read(&self) -> Result<Box<dyn Store>, StoreError> {
        Ok(match self {
            Self::File(path) => Box::new(MatchRecord::read(path)?),
            Self::Database(address) => Box::new(PostgresStore::read(address)?),
        })
    }
}

/// The command that continues the match of this store.
pub(super) fn continuation(store: &dyn Store) -> String {
    let name = store.name();
    if Address::is_one(&name) {
        format!("plyd match --store '{name}' --resume")
    } else {
        format!("plyd match --resume {name}")
    }
}
