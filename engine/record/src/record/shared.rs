//! The additional data of a distributed match in a record.

use super::{MatchRecord, progress, refused, row, tables};
use crate::date;
use crate::error::{DamagedPart, RowError, StoreError, StoreFault};
use crate::numbers::GameNumbers;
use crate::store::{
    Arrival, AsideGame, AsideReason, MOST_REPEATS, MOST_VERSIONS, ReceivedGames, SortedResults, SortingStore, UnitRow,
    WorkerRow, sort,
};
use plyd_tournament::PlayedGame;
use rusqlite::{Connection, Row};

/// A callback for rows. It returns its own error, or the fault of the row.
type EachRow<'a> = dyn FnMut(&Row<'_>) -> Result<Result<(), StoreError>, RowError> + 'a;

impl MatchRecord {
    /// Creates the tables of a distributed match if they do not exist.
    fn share(&mut self) -> Result<(), StoreError> {
        if !self.is_shared {
            let transaction = self.connection.transaction().map_err(|error| refused(&self.path, error))?;
            let made = tables::make_shared(&transaction).and_then(|()| transaction.commit());
            made.map_err(|error| refused(&self.path, error))?;
            self.is_shared = true;
        }
        Ok(())
    }

    /// Returns the stored game with this number.
    pub(super) fn find_one(&self, number: u64) -> Result<PlayedGame, StoreError> {
        let found = row::find(&self.connection, self.plan.id(), number).map_err(|error| refused(&self.path, error))?;
        found.map_err(|wrong| refused(&self.path, DamagedPart::Game { number: row::whole(number), wrong }))
    }

    /// Changes the record in one transaction, and then the set of stored game numbers.
    fn change(
        &mut self,
        change: impl FnOnce(&Connection) -> Result<(), StoreFault>,
        new: &GameNumbers,
        gone: &GameNumbers,
    ) -> Result<(), StoreError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        let id = self.plan.id();
        let transaction = self.connection.transaction().map_err(failed)?;
        change(&transaction).map_err(|fault| refused(&self.path, fault))?;
        let before = progress::read(&transaction, id).map_err(failed)?.map_err(|reason| refused(&self.path, reason))?;
        progress::update(&transaction, id, before + new.len() - gone.len()).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        new.ranges().for_each(|range| self.played.add(range));
        gone.iter().for_each(|number| _ = self.played.remove(number));
        Ok(())
    }
}

impl SortingStore for MatchRecord {
    fn numbers(&self) -> &GameNumbers {
        &self.played
    }

    fn find(&self, numbers: &GameNumbers) -> Result<Vec<PlayedGame>, StoreError> {
        numbers.iter().map(|number| self.find_one(number)).collect()
    }

    fn brought_by(&self, number: u64) -> Result<Option<String>, StoreError> {
        let mut worker = None;
        // The last worker that delivered it as a new game, because the games of earlier ones were withdrawn.
        let encounter = number / u64::from(self.plan.settings.games);
        let sql = "SELECT worker, new FROM unit WHERE first <= ?1 AND first + encounters > ?1 ORDER BY id";
        self.read_rows(sql, [row::whole(encounter)], &mut |row| {
            if row::text(row, 1)?.parse::<GameNumbers>()?.contains(number) {
                worker = Some(row::text(row, 0)?);
            }
            Ok(Ok(()))
        })?;
        Ok(worker)
    }
}

/// Stores results.
pub(super) fn receive(
    record: &mut MatchRecord,
    results: &[ReceivedGames],
    compare: bool,
) -> Result<Vec<Arrival>, StoreError> {
    record.share()?;
    let SortedResults { arrivals, new, aside, units } = sort(record, results, compare)?;
    let numbers: GameNumbers = new.iter().map(|game| game.number).collect();
    let id = record.plan.id().to_owned();
    let write = |connection: &Connection| {
        new.iter().try_for_each(|game| row::insert(connection, &id, game).map(|_| ()))?;
        aside.iter().try_for_each(|(aside, game)| keep_aside(connection, *aside, game, MOST_VERSIONS))?;
        units.iter().try_for_each(|unit| keep_unit(connection, unit))?;
        Ok(())
    };
    record.change(write, &numbers, &GameNumbers::default())?;
    Ok(arrivals)
}

/// Withdraws the games of a worker. Returns their numbers.
pub(super) fn withdraw(record: &mut MatchRecord, worker: &str, reason: &str) -> Result<GameNumbers, StoreError> {
    record.share()?;
    let gone = games_of(record, worker)?;
    let id = record.plan.id().to_owned();
    let now = date::now().as_millisecond();
    let write = |connection: &Connection| {
        let sql = "INSERT INTO worker VALUES (?1, ?2, ?2, 0, ?3) ON CONFLICT (name) DO UPDATE SET quarantined = ?3";
        connection.execute(sql, (worker, now, reason))?;
        for number in gone.iter() {
            let game = row::find(connection, &id, number)?.map_err(DamagedPart::Row)?;
            let (worker, reason) = (worker.to_owned(), reason.to_owned());
            let aside = AsideGame { number, worker, reason, digest: game.digest(), game };
            // The game is in no other table after this.
            keep_aside(connection, AsideReason::Withdrawn, &aside, u64::MAX)?;
            connection.prepare_cached("DELETE FROM game WHERE number = ?1")?.execute([row::whole(number)])?;
        }
        Ok(())
    };
    record.change(write, &GameNumbers::default(), &gone)?;
    Ok(gone)
}

/// Stores void games. Returns their numbers.
pub(super) fn void(record: &mut MatchRecord, games: &[PlayedGame]) -> Result<GameNumbers, StoreError> {
    let mut new = GameNumbers::default();
    let is_new = |game: &&PlayedGame| game.is_void() && !record.played.contains(game.number) && new.insert(game.number);
    let games: Vec<_> = games.iter().filter(is_new).collect();
    let id = record.plan.id().to_owned();
    let write = |connection: &Connection| {
        games.iter().try_for_each(|game| row::insert(connection, &id, game).map(|_| ()))?;
        Ok(())
    };
    record.change(write, &new, &GameNumbers::default())?;
    Ok(new)
}

/// Returns the numbers of the stored games that this worker delivered first.
fn games_of(record: &MatchRecord, worker: &str) -> Result<GameNumbers, StoreError> {
    let mut numbers = GameNumbers::default();
    record.read_rows("SELECT new FROM unit WHERE worker = ?1", [worker], &mut |row| {
        let new: GameNumbers = row::text(row, 0)?.parse()?;
        new.ranges().for_each(|range| numbers.add(range));
        Ok(Ok(()))
    })?;
    record.read_rows("SELECT number FROM withdrawn WHERE worker = ?1", [worker], &mut |row| {
        numbers.remove(natural(row, 0)?);
        Ok(Ok(()))
    })?;
    // The numbers in the file may cover the whole range of the type.
    Ok(record.played.iter().filter(|&number| numbers.contains(number)).collect())
}

/// Passes all results to `each`.
pub(super) fn units(
    record: &MatchRecord,
    each: &mut dyn FnMut(&UnitRow) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    if !record.is_shared {
        return Ok(());
    }
    let sql = "SELECT worker, first, encounters, attempt, digest, games, new, received, scale FROM unit ORDER BY id";
    record.read_rows(sql, [], &mut |row| {
        Ok(each(&UnitRow {
            worker: row::text(row, 0)?,
            first: natural(row, 1)?,
            encounters: natural(row, 2)?,
            attempt: u32::try_from(natural(row, 3)?).map_err(|error| error.to_string())?,
            scale: row.get(8).map_err(|error| error.to_string())?,
            digest: row::text(row, 4)?.parse()?,
            games: natural(row, 5)?,
            new: row::text(row, 6)?.parse()?,
            received: time(row, 7)?,
        }))
    })
}

/// Passes all games set aside for this reason to `each`.
pub(super) fn set_aside(
    record: &MatchRecord,
    aside: AsideReason,
    each: &mut dyn FnMut(&AsideGame) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    if !record.is_shared {
        return Ok(());
    }
    let table = aside.table();
    let sql = format!("SELECT number, worker, reason, digest, game FROM {table} ORDER BY number, worker, digest");
    record.read_rows(&sql, [], &mut |row| {
        let (number, game): (_, PlayedGame) = (natural(row, 0)?, row::parsed(row, 4)?);
        let digest = game.digest();
        if digest != row::text(row, 3)?.parse()? {
            return Err(format!("a game in the table {table} is damaged: number {number}").into());
        }
        Ok(each(&AsideGame { number, worker: row::text(row, 1)?, reason: row::text(row, 2)?, digest, game }))
    })
}

impl MatchRecord {
    /// Passes the rows of a query to `each`.
    fn read_rows(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
        each: &mut EachRow<'_>,
    ) -> Result<(), StoreError> {
        let failed = |error: rusqlite::Error| refused(&self.path, error);
        self.begin_look();
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let mut rows = statement.query(parameters).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            self.burn(row)?;
            each(row).map_err(|wrong| refused(&self.path, DamagedPart::Row(wrong)))??;
        }
        Ok(())
    }
}

/// Returns the workers of a record.
pub(super) fn workers(record: &MatchRecord) -> Result<Vec<WorkerRow>, StoreError> {
    let mut workers = Vec::new();
    if !record.is_shared {
        return Ok(workers);
    }
    let sql = "SELECT name, first_seen, last_seen, games, quarantined,
                   (SELECT count(*) FROM conflict WHERE worker = name),
                   (SELECT count(*) FROM withdrawn WHERE worker = name)
               FROM worker ORDER BY name";
    record.read_rows(sql, [], &mut |row| {
        workers.push(WorkerRow {
            name: row::text(row, 0)?,
            first_seen: time(row, 1)?,
            last_seen: time(row, 2)?,
            games: natural(row, 3)?,
            quarantined: row.get(4).map_err(|error| error.to_string())?,
            conflicts: natural(row, 5)?,
            withdrawn: natural(row, 6)?,
        });
        Ok(Ok(()))
    })?;
    Ok(workers)
}

/// Returns the quarantined workers and the reasons.
pub(super) fn quarantined(record: &MatchRecord) -> Result<Vec<(String, String)>, StoreError> {
    let mut quarantined = Vec::new();
    if record.is_shared {
        let sql = "SELECT name, quarantined FROM worker WHERE quarantined IS NOT NULL ORDER BY name";
        record.read_rows(sql, [], &mut |row| {
            quarantined.push((row::text(row, 0)?, row::text(row, 1)?));
            Ok(Ok(()))
        })?;
    }
    Ok(quarantined)
}

fn natural(row: &Row<'_>, column: usize) -> Result<u64, RowError> {
    u64::try_from(row::integer(row, column)?).map_err(|error| error.to_string().into())
}

fn time(row: &Row<'_>, column: usize) -> Result<jiff::Timestamp, RowError> {
    date::of_millis(row::integer(row, column)?).ok_or_else(|| row::wrong(column, "is not a time"))
}

/// Sets a game aside, unless `most` versions of it by this worker are already stored.
fn keep_aside(connection: &Connection, aside: AsideReason, game: &AsideGame, most: u64) -> rusqlite::Result<()> {
    let json =
        serde_json::to_string(&game.game).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let table = aside.table();
    let sql = format!(
        "INSERT INTO {table} SELECT ?1, ?2, ?3, ?4, ?5
         WHERE (SELECT count(*) FROM {table} WHERE number = ?1 AND worker = ?2) < ?6 ON CONFLICT DO NOTHING"
    );
    let digest = game.digest.to_string();
    let values = (row::whole(game.number), &game.worker, digest, &game.reason, json, row::whole(most));
    connection.prepare_cached(&sql)?.execute(values).map(|_| ())
}

/// Writes a result. A result without new games that is stored already is a duplicate; of results without new games only
/// a few are kept.
fn keep_unit(connection: &Connection, unit: &UnitRow) -> rusqlite::Result<()> {
    let sql = "INSERT INTO worker VALUES (?1, ?2, ?2, ?3, NULL)
               ON CONFLICT (name) DO UPDATE SET last_seen = ?2, games = games + ?3";
    let received = unit.received.as_millisecond();
    connection.prepare_cached(sql)?.execute((&unit.worker, received, row::whole(unit.new.len())))?;
    let (first, encounters) = (row::whole(unit.first), row::whole(unit.encounters));
    let (attempt, digest) = (i64::from(unit.attempt), unit.digest.to_string());
    if unit.new.is_empty() {
        let sql = "SELECT EXISTS (SELECT 1 FROM unit
                                  WHERE first = ?1 AND encounters = ?2 AND worker = ?3 AND attempt = ?4 AND digest = ?5)
                       OR (SELECT count(*) FROM unit WHERE first = ?1 AND worker = ?3 AND new = '') >= ?6";
        let values = (first, encounters, &unit.worker, attempt, &digest, row::whole(MOST_REPEATS));
        if connection.prepare_cached(sql)?.query_row(values, |row| row.get(0))? {
            return Ok(());
        }
    }
    let sql = "INSERT INTO unit (worker, first, encounters, attempt, digest, games, new, received, scale)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let (games, new) = (row::whole(unit.games), unit.new.to_string());
    let values = (&unit.worker, first, encounters, attempt, digest, games, new, received, unit.scale);
    connection.prepare_cached(sql)?.execute(values).map(|_| ())
}
