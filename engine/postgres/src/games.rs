//! The table of games.

use crate::failure::DatabaseFailure;
use crate::rows::{self, Columns, GAME};
use plyd_record::{DamagedPart, GameNumbers};
use plyd_tournament::PlayedGame;
use postgres::fallible_iterator::FallibleIterator;
use postgres::{Client, GenericClient, Transaction};

/// The number of games that are written or read per statement.
const AT_ONCE: usize = 1_000;

/// Inserts games whose numbers are not stored yet.
pub(crate) fn insert(
    transaction: &mut Transaction<'_>,
    number: i32,
    record: &str,
    games: &[&PlayedGame],
) -> Result<(), DatabaseFailure> {
    let sql = "INSERT INTO game SELECT $1, * FROM unnest($2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[],
                   $7::text[], $8::text[], $9::text[], $10::text[], $11::int8[], $12::int8[], $13::int8[],
                   $14::text[], $15::bytea[])";
    for games in games.chunks(AT_ONCE) {
        let Columns { numbers: [n, round, first, second, half_points, started, ended, voided], texts, digests } =
            Columns::of(games.iter().copied(), record);
        let [termination, detail, setup, moves, standard_error] = texts;
        transaction.execute(
            sql,
            &[
                &number,
                &n,
                &round,
                &first,
                &second,
                &half_points,
                &termination,
                &detail,
                &setup,
                &moves,
                &started,
                &ended,
                &voided,
                &standard_error,
                &digests,
            ],
        )?;
    }
    Ok(())
}

/// Returns the stored games with these numbers.
pub(crate) fn find(
    client: &mut impl GenericClient,
    number: i32,
    record: &str,
    numbers: &[i64],
) -> Result<Vec<PlayedGame>, DatabaseFailure> {
    let sql = format!("SELECT {GAME} FROM game WHERE match = $1 AND number = ANY($2) ORDER BY number");
    let mut games = Vec::new();
    for part in numbers.chunks(AT_ONCE) {
        for row in client.query(&sql, &[&number, &part])? {
            games.push(rows::read(&row, record, true)?);
        }
    }
    Ok(games)
}

/// Returns at most `most` games before this number, the latest first, with empty move lists.
pub(crate) fn before(
    client: &mut impl GenericClient,
    number: i32,
    record: &str,
    (game, most): (u64, usize),
) -> Result<Vec<PlayedGame>, DatabaseFailure> {
    let sql = format!("SELECT {GAME} FROM game WHERE match = $1 AND number < $2 ORDER BY number DESC LIMIT $3");
    let rows = client.query(&sql, &[&number, &rows::whole(game), &rows::whole(most as u64)])?;
    rows.iter().map(|row| Ok(rows::read(row, record, false)?)).collect()
}

/// Returns the numbers of the stored games, read from the index.
pub(crate) fn numbers(client: &mut impl GenericClient, number: i32) -> Result<GameNumbers, DatabaseFailure> {
    // Consecutive numbers differ from their row numbers by the same amount.
    let sql = "SELECT min(number), max(number) FROM
                   (SELECT number, number - row_number() OVER (ORDER BY number) AS island FROM game WHERE match = $1) AS it
               GROUP BY island";
    let mut numbers = GameNumbers::default();
    for row in client.query(sql, &[&number])? {
        numbers.add(rows::natural(&row, 0)?..rows::natural(&row, 1)? + 1);
    }
    Ok(numbers)
}

/// Passes all games to `each` in the order of their numbers, from one snapshot. Their number must match the stored
/// count.
pub(crate) fn each(
    client: &mut Client,
    number: i32,
    record: &str,
    moves: bool,
    each: &mut dyn FnMut(PlayedGame) -> Result<(), DatabaseFailure>,
) -> Result<(), DatabaseFailure> {
    let builder = client.build_transaction().isolation_level(postgres::IsolationLevel::RepeatableRead);
    let mut state = builder.read_only(true).start()?;
    // The reader may take a long time to process the games.
    state.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")?;
    let written = progress(&mut state, number, record)?;
    let sql = format!("SELECT {GAME} FROM game WHERE match = $1 ORDER BY number");
    let mut rows = state.query_raw(&sql, [&number])?;
    let mut found = 0;
    while let Some(row) = rows.next()? {
        found += 1;
        each(rows::read(&row, record, moves)?)?;
    }
    if found != written {
        return Err(DamagedPart::Other(format!("{written} games were written, but {found} are there")).into());
    }
    Ok(())
}

/// Returns the stored count of games.
pub(crate) fn progress(client: &mut impl GenericClient, number: i32, record: &str) -> Result<u64, DatabaseFailure> {
    let row = client.query_opt("SELECT games, digest FROM progress WHERE match = $1", &[&number])?;
    let row = row.ok_or_else(|| DamagedPart::Other("the number of its games is lost".to_owned()))?;
    let (games, digest): (i64, &[u8]) = (rows::get(&row, 0)?, rows::get(&row, 1)?);
    if digest != plyd_record::digest_of_games(record, games) {
        return Err(DamagedPart::Other("the number of its games is damaged".to_owned()).into());
    }
    Ok(rows::natural(&row, 0)?)
}
