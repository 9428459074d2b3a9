//! The record of a match: the [`Store`] that is an SQLite file.

mod damage;
mod digest;
mod files;
mod first_form;
mod lock;
mod look;
mod plan;
mod progress;
mod row;
mod scan;
mod tables;

pub use damage::Damage;

use crate::MatchError;
use crate::date;
use crate::game::PlayedGame;
use crate::identity::Identity;
use crate::schedule::Schedule;
use crate::settings::MatchSettings;
use crate::store::Store;
use lock::WriterLock;
use plan::Plan;
use rusqlite::Connection;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use tables::Form;

/// An open record.
#[derive(Debug)]
pub struct Record {
    // Closed before the lock is given up: what closes it writes the record.
    connection: Connection,
    _lock: Option<WriterLock>,
    path: PathBuf,
    plan: Plan,
    form: Form,
    schedule: Schedule,
    /// Whether what is damaged is left out, instead of that it is an error.
    salvages: bool,
    warning: Option<String>,
}

/// A name for a new record in the current folder: the date, the time and a random number. Runs that begin in the same
/// second, on any machines, get different names.
#[must_use]
pub fn new_name() -> PathBuf {
    let number = RandomState::new().hash_one(()) as u32;
    PathBuf::from(format!("plyd-match-{}-{number:08x}.db", date::file_name(date::now())))
}

fn refused(path: &Path, reason: impl ToString) -> MatchError {
    MatchError::Record { path: path.display().to_string(), reason: reason.to_string() }
}

impl Record {
    /// Makes a new one, to play the match. `openings` is what identifies the content of the file of openings;
    /// `concurrency` the number of games at a time, 0 for one on each processor.
    ///
    /// # Errors
    /// The file exists already, another process creates it, or it cannot be written.
    pub fn create(
        path: &Path,
        settings: &MatchSettings,
        openings: &str,
        identity: &Identity,
        concurrency: usize,
    ) -> Result<Self, MatchError> {
        let mut plan = Plan::new(settings, openings, concurrency);
        plan.set_identity(identity, 0);
        let lock = files::create(path, |file| tables::make_in(file, &plan))?;
        let open = || {
            let connection = files::open_to_write(path)?;
            files::write_ahead(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|error: rusqlite::Error| refused(path, error))?;
        Ok(Self::of_parts(connection, Some(lock), path, plan, Form::Second))
    }

    /// Opens a record to continue it; no other process can then. A record of form 1 becomes one of form 2.
    ///
    /// # Errors
    /// It is not there, is no record, is damaged, is being written by another process, or cannot be written.
    pub fn resume(path: &Path) -> Result<Self, MatchError> {
        let lock = WriterLock::of(path)?;
        files::check_only_name(path, &lock)?;
        let failed = |error| refused(path, error);
        let connection = files::open_to_write(path).map_err(failed)?;
        let (form, plan) = plan_of(&connection, path)?;
        // Damage that no game has, such as to the list of free pages, would spoil what is written.
        let check = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        let verdict = connection.pragma_query_value(None, "quick_check", check).map_err(failed)?;
        if verdict != "ok" {
            let record = path.display();
            let reason = format!(
                "it is damaged ({verdict}); `plyd report --salvage {record}` reports the games that can be read"
            );
            return Err(refused(path, reason));
        }
        files::write_ahead(&connection).map_err(failed)?;
        let mut record = Self::of_parts(connection, Some(lock), path, plan, form);
        record.scan(false, &mut |_| Ok(()))?;
        if form == Form::First {
            first_form::upgrade(&mut record.connection, &record.plan).map_err(failed)?;
            record.form = Form::Second;
            record.warning = Some(format!(
                "the record {} had form 1 and now has form 2; plyd cannot know whether its games were damaged, and which \
                 library and programs played them",
                path.display()
            ));
        }
        Ok(record)
    }

    /// Opens one to read it, also while another process writes it, and on a disk that cannot be written.
    ///
    /// # Errors
    /// It is not there, is no record, or is damaged.
    pub fn read(path: &Path) -> Result<Self, MatchError> {
        let record = Self::open(path)?;
        record.scan(false, &mut |_| Ok(()))?;
        Ok(record)
    }

    /// The same, but games that are damaged are left out. Returns the damage.
    ///
    /// # Errors
    /// It is not there or is no record, or its plan is damaged.
    pub fn salvage(path: &Path) -> Result<(Self, Damage), MatchError> {
        let record = Self { salvages: true, ..Self::open(path)? };
        let damage = record.scan(false, &mut |_| Ok(()))?;
        Ok((record, damage))
    }

    fn open(path: &Path) -> Result<Self, MatchError> {
        let connection = files::open_to_read(path)?;
        let (form, plan) = plan_of(&connection, path)?;
        let mut record = Self::of_parts(connection, None, path, plan, form);
        if form == Form::First {
            let path = path.display();
            record.warning = Some(format!("the record {path} has form 1, in which plyd cannot detect all damage"));
        }
        Ok(record)
    }

    fn of_parts(connection: Connection, lock: Option<WriterLock>, path: &Path, plan: Plan, form: Form) -> Self {
        let schedule = Schedule::new(&plan.settings);
        let path = path.to_owned();
        Self { connection, _lock: lock, path, plan, form, schedule, salvages: false, warning: None }
    }

    /// The match is finished, and nothing more will be written. From now on the record is one file, and reading it
    /// creates no other files, unless another process reads it at this moment.
    pub fn finish(&mut self) {
        let _ = files::end_log(&self.connection);
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The default for the number of games played at the same time; 0 for one on each processor.
    #[must_use]
    pub fn concurrency(&self) -> usize {
        self.plan.concurrency
    }

    /// A sentence that its user should read, if there is one.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Compares who played its games, and who refereed them, with who will do so now. A change is an error; or, where
    /// it is `allowed`, recorded and returned, a sentence for each.
    ///
    /// # Errors
    /// A change that is not allowed; or the record cannot be written.
    pub fn go_on_with(&mut self, identity: &Identity, allowed: bool) -> Result<Vec<String>, MatchError> {
        // Of form 1 it is not known who played.
        let changes = self.plan.identity().map(|before| before.changes(identity, &self.plan.settings));
        if changes.as_ref().is_some_and(Vec::is_empty) {
            return Ok(Vec::new());
        }
        let changes = changes.unwrap_or_default();
        if !changes.is_empty() && !allowed {
            let changes = changes.join("; ");
            let reason = format!("{changes}; with `--allow-changed` the match goes on anyway");
            return Err(refused(&self.path, reason));
        }
        self.played_by(identity)?;
        Ok(changes)
    }
}

/// The form and the plan of a possible record.
fn plan_of(connection: &Connection, path: &Path) -> Result<(Form, Plan), MatchError> {
    let failed = |error| refused(path, error);
    let form = tables::form(connection).map_err(failed)?.map_err(|reason| refused(path, reason))?;
    let plan = match form {
        Form::First => Plan::read_first_form(connection),
        Form::Second => Plan::read(connection),
    };
    Ok((form, plan.map_err(failed)?.map_err(|reason| refused(path, reason))?))
}

impl Store for Record {
    fn settings(&self) -> &MatchSettings {
        &self.plan.settings
    }

    fn openings(&self) -> &str {
        &self.plan.openings
    }

    fn add(&mut self, games: &[PlayedGame]) -> Result<(), MatchError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        let id = self.plan.id();
        let transaction = self.connection.transaction().map_err(failed)?;
        let mut new = 0;
        for game in games {
            if row::insert(&transaction, id, game).map_err(failed)? {
                new += 1;
                continue;
            }
            let before = row::find(&transaction, id, game.number).map_err(failed)?;
            let number = damage::game(row::whole(game.number));
            let before = before.map_err(|reason| refused(&self.path, format!("game {number} is damaged: {reason}")))?;
            if !before.is_same(game) {
                let reason =
                    format!("game {number} is already recorded with another course; the first record of it is kept");
                return Err(refused(&self.path, reason));
            }
        }
        let before = progress::read(&transaction, id).map_err(failed)?.map_err(|reason| refused(&self.path, reason))?;
        progress::update(&transaction, id, before + new).map_err(failed)?;
        transaction.commit().map_err(failed)
    }

    fn played_by(&mut self, identity: &Identity) -> Result<(), MatchError> {
        let failed = |error| refused(&self.path, error);
        let games = progress::read(&self.connection, self.plan.id()).map_err(failed)?;
        self.plan.set_identity(identity, games.map_err(|reason| refused(&self.path, reason))?);
        self.plan.update(&self.connection).map_err(failed)
    }

    fn games(
        &self,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), MatchError>,
    ) -> Result<(), MatchError> {
        self.scan(moves, each).map(|_| ())
    }
}

#[cfg(test)]
mod tests;
