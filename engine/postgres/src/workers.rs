//! The tables of a distributed match.

use crate::failure::DatabaseFailure;
use crate::rows::{self, get, natural};
use plyd_record::{AsideGame, AsideReason, GameNumbers, MOST_REPEATS, RowError, UnitRow, WorkerRow};
use plyd_tournament::PlayedGame;
use postgres::fallible_iterator::FallibleIterator;
use postgres::{GenericClient, Row, Transaction};

/// The number of rows that are written or read per statement.
const AT_ONCE: usize = 1_000;

/// Writes results. A result without new games that is stored already is a duplicate; of results without new games only
/// a few are kept.
pub(crate) fn insert_units(
    transaction: &mut Transaction<'_>,
    number: i32,
    units: &[UnitRow],
) -> Result<(), DatabaseFailure> {
    let seen = transaction.prepare(
        "INSERT INTO worker VALUES ($1, $2, $3, $3, $4, NULL)
         ON CONFLICT (match, name) DO UPDATE SET last_seen = $3, games = worker.games + $4",
    )?;
    let insert = transaction.prepare(
        "INSERT INTO unit (match, worker, first, encounters, attempt, scale, digest, games, new, received)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
         WHERE $9 <> '' OR (NOT EXISTS (SELECT 1 FROM unit WHERE match = $1 AND worker = $2 AND first = $3
                                            AND encounters = $4 AND attempt = $5 AND digest = $7)
                            AND (SELECT count(*) FROM unit WHERE match = $1 AND worker = $2 AND first = $3
                                     AND new = '') < $11)",
    )?;
    let most = rows::whole(MOST_REPEATS);
    for unit in units {
        let (received, new) = (unit.received.as_millisecond(), rows::whole(unit.new.len()));
        transaction.execute(&seen, &[&number, &unit.worker, &received, &new])?;
        let (first, encounters) = (rows::whole(unit.first), rows::whole(unit.encounters));
        let (attempt, digest) = (i64::from(unit.attempt), unit.digest.to_string());
        let (games, new) = (rows::whole(unit.games), unit.new.to_string());
        transaction.execute(
            &insert,
            &[
                &number,
                &unit.worker,
                &first,
                &encounters,
                &attempt,
                &unit.scale,
                &digest,
                &games,
                &new,
                &received,
                &most,
            ],
        )?;
    }
    Ok(())
}

/// Sets games aside, each once, and up to a limit of versions per game and worker.
pub(crate) fn set_aside<'a>(
    transaction: &mut Transaction<'_>,
    number: i32,
    aside: AsideReason,
    games: impl IntoIterator<Item = &'a AsideGame>,
    most: u64,
) -> Result<(), DatabaseFailure> {
    let (table, most) = (aside.table(), rows::whole(most));
    let sql = format!(
        "INSERT INTO {table} SELECT $1, $2, $3, $4, $5, $6
         WHERE (SELECT count(*) FROM {table} WHERE match = $1 AND number = $2 AND worker = $3) < $7
         ON CONFLICT DO NOTHING"
    );
    let statement = transaction.prepare(&sql)?;
    for game in games {
        let json = serde_json::to_string(&game.game).map_err(|error| error.to_string())?;
        let (of_game, digest) = (rows::whole(game.number), game.digest.to_string());
        transaction.execute(&statement, &[&number, &of_game, &game.worker, &digest, &game.reason, &json, &most])?;
    }
    Ok(())
}

/// Quarantines a worker, and withdraws these games of it.
pub(crate) fn withdraw(
    transaction: &mut Transaction<'_>,
    number: i32,
    record: &str,
    (worker, reason): (&str, &str),
    gone: &GameNumbers,
) -> Result<(), DatabaseFailure> {
    let sql = "INSERT INTO worker VALUES ($1, $2, $3, $3, 0, $4)
               ON CONFLICT (match, name) DO UPDATE SET quarantined = $4";
    let now = jiff::Timestamp::now().as_millisecond();
    transaction.execute(sql, &[&number, &worker, &now, &reason])?;
    let gone: Vec<_> = gone.iter().map(rows::whole).collect();
    for part in gone.chunks(AT_ONCE) {
        let games = crate::games::find(transaction, number, record, part)?.into_iter().map(|game| {
            let (worker, reason) = (worker.to_owned(), reason.to_owned());
            AsideGame { number: game.number, worker, reason, digest: game.digest(), game }
        });
        // The games are in no other table after this.
        set_aside(transaction, number, AsideReason::Withdrawn, &games.collect::<Vec<_>>(), u64::MAX)?;
        transaction.execute("DELETE FROM game WHERE match = $1 AND number = ANY($2)", &[&number, &part])?;
    }
    Ok(())
}

/// Returns the workers, sorted by name.
pub(crate) fn workers(client: &mut impl GenericClient, number: i32) -> Result<Vec<WorkerRow>, DatabaseFailure> {
    // The sort order of SQLite, independent of the locale of the database.
    let sql = "SELECT name, first_seen, last_seen, games, quarantined,
                   (SELECT count(*) FROM conflict WHERE conflict.match = $1 AND conflict.worker = name),
                   (SELECT count(*) FROM withdrawn WHERE withdrawn.match = $1 AND withdrawn.worker = name)
               FROM worker WHERE match = $1 ORDER BY name COLLATE \"C\"";
    let read = |row: &Row| -> Result<WorkerRow, RowError> {
        Ok(WorkerRow {
            name: get(row, 0)?,
            first_seen: time(row, 1)?,
            last_seen: time(row, 2)?,
            games: natural(row, 3)?,
            quarantined: get(row, 4)?,
            conflicts: natural(row, 5)?,
            withdrawn: natural(row, 6)?,
        })
    };
    let rows = client.query(sql, &[&number])?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// Returns the quarantined workers and the reasons.
pub(crate) fn quarantined(
    client: &mut impl GenericClient,
    number: i32,
) -> Result<Vec<(String, String)>, DatabaseFailure> {
    let sql = "SELECT name, quarantined FROM worker WHERE match = $1 AND quarantined IS NOT NULL
               ORDER BY name COLLATE \"C\"";
    let rows = client.query(sql, &[&number])?;
    Ok(rows.iter().map(|row| Ok((get(row, 0)?, get(row, 1)?))).collect::<Result<_, RowError>>()?)
}

/// Returns the worker that first delivered the stored game with this number, which belongs to the encounter.
pub(crate) fn brought_by(
    client: &mut impl GenericClient,
    number: i32,
    encounter: u64,
    game: u64,
) -> Result<Option<String>, DatabaseFailure> {
    let sql = "SELECT worker, new FROM unit WHERE match = $1 AND first <= $2 AND first + encounters > $2 ORDER BY id";
    let mut worker = None;
    for row in client.query(sql, &[&number, &rows::whole(encounter)])? {
        // The last worker that delivered it as a new game, because the games of earlier ones were withdrawn.
        if get::<&str>(&row, 1)?.parse::<GameNumbers>().map_err(RowError::from)?.contains(game) {
            worker = Some(get(&row, 0)?);
        }
    }
    Ok(worker)
}

/// Returns the numbers of the games that this worker delivered first, and that were not withdrawn.
pub(crate) fn games_of(
    client: &mut impl GenericClient,
    number: i32,
    worker: &str,
) -> Result<GameNumbers, DatabaseFailure> {
    let mut numbers = GameNumbers::default();
    for row in client.query("SELECT new FROM unit WHERE match = $1 AND worker = $2", &[&number, &worker])? {
        get::<&str>(&row, 0)?
            .parse::<GameNumbers>()
            .map_err(RowError::from)?
            .ranges()
            .for_each(|range| numbers.add(range));
    }
    let sql = "SELECT number FROM withdrawn WHERE match = $1 AND worker = $2";
    for row in client.query(sql, &[&number, &worker])? {
        numbers.remove(natural(&row, 0)?);
    }
    Ok(numbers)
}

/// Passes all results to `each`, in the order of arrival.
pub(crate) fn units(
    client: &mut impl GenericClient,
    number: i32,
    each: &mut dyn FnMut(&UnitRow) -> Result<(), DatabaseFailure>,
) -> Result<(), DatabaseFailure> {
    let sql = "SELECT worker, first, encounters, attempt, scale, digest, games, new, received
               FROM unit WHERE match = $1 ORDER BY id";
    let read = |row: &Row| -> Result<UnitRow, RowError> {
        Ok(UnitRow {
            worker: get(row, 0)?,
            first: natural(row, 1)?,
            encounters: natural(row, 2)?,
            attempt: u32::try_from(natural(row, 3)?).map_err(|error| error.to_string())?,
            scale: get(row, 4)?,
            digest: get::<&str>(row, 5)?.parse()?,
            games: natural(row, 6)?,
            new: get::<&str>(row, 7)?.parse()?,
            received: time(row, 8)?,
        })
    };
    let mut rows = client.query_raw(sql, [&number])?;
    while let Some(row) = rows.next()? {
        each(&read(&row)?)?;
    }
    Ok(())
}

/// Passes all games set aside for this reason to `each`, sorted by number.
pub(crate) fn each_aside(
    client: &mut impl GenericClient,
    number: i32,
    aside: AsideReason,
    each: &mut dyn FnMut(&AsideGame) -> Result<(), DatabaseFailure>,
) -> Result<(), DatabaseFailure> {
    let table = aside.table();
    let sql = format!(
        "SELECT number, worker, reason, digest, game FROM {table} WHERE match = $1
         ORDER BY number, worker COLLATE \"C\", digest COLLATE \"C\""
    );
    let read = |row: &Row| -> Result<AsideGame, RowError> {
        let game: PlayedGame = serde_json::from_str(get(row, 4)?).map_err(|error| error.to_string())?;
        let (number, digest) = (natural(row, 0)?, game.digest());
        if digest != get::<&str>(row, 3)?.parse()? {
            return Err(format!("a game in the table {table} is damaged: number {number}").into());
        }
        Ok(AsideGame { number, worker: get(row, 1)?, reason: get(row, 2)?, digest, game })
    };
    let mut rows = client.query_raw(&sql, [&number])?;
    while let Some(row) = rows.next()? {
        each(&read(&row)?)?;
    }
    Ok(())
}

fn time(row: &Row, column: usize) -> Result<jiff::Timestamp, RowError> {
    jiff::Timestamp::from_millisecond(get(row, column)?).map_err(|error| error.to_string().into())
}
