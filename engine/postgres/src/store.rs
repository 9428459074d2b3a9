//! A [`Store`] for a match in a database.

use crate::address::Address;
use crate::failure::DatabaseFailure;
use crate::link::{DatabaseConnection, RecordWriter, connect};
use crate::{games, owner, rows, tables, workers};
use plyd_record::{
    Arrival, AsideGame, AsideReason, DamagedPart, GameNumbers, KeptPlan, MOST_VERSIONS, MatchIdentity, PlanRow,
    ReceivedGames, RowError, SortedResults, SortingStore, Store, StoreError, UnitRow, WorkerRow, name_of_game, new_key,
    sort,
};
use plyd_tournament::settings::MatchSettings;
use plyd_tournament::{PlayedGame, Schedule};
use postgres::{Client, Row, Transaction};
use std::ops::Range;

/// The maximum number of match names in an error.
const MAX_NAMES: i64 = 20;

/// The columns of a plan.
const PLAN: &str = "number, name, id, settings, openings, concurrency, started, identities, digest";

/// An open match in a database.
pub struct PostgresStore {
    link: DatabaseConnection,
    plan: KeptPlan,
    schedule: Schedule,
    /// The numbers of the stored games.
    played: GameNumbers,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStore").field("name", &self.link.name).finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Creates a match with the name in the address, to play it. `openings` is the digest of the opening file;
    /// `concurrency` the number of concurrent games, 0 for one per processor. Creates the tables if necessary.
    ///
    /// # Errors
    /// The address names no match, or an existing one; or the database cannot be reached or written.
    pub fn create(
        address: &Address,
        settings: &MatchSettings,
        openings: &str,
        identity: &MatchIdentity,
        concurrency: usize,
    ) -> Result<Self, StoreError> {
        let plan = KeptPlan::new(settings, openings, identity, concurrency);
        let shown = address.shown(address.name.as_deref());
        Self::try_create(address, plan).map_err(|failure| failure.of_store(&shown))
    }

    fn try_create(address: &Address, plan: KeptPlan) -> Result<Self, DatabaseFailure> {
        let name = address.name.clone().ok_or_else(|| "the match needs a name".to_owned())?;
        let mut client = connect(address)?;
        tables::make(&mut client)?;
        let mut transaction = client.transaction()?;
        let PlanRow { id, settings, openings, concurrency, started, identities } = plan.row();
        let digest = &plan.row().digest()[..];
        let sql = "INSERT INTO match (name, id, settings, openings, concurrency, started, identities, digest)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (name) DO NOTHING RETURNING number";
        let row = transaction
            .query_opt(sql, &[&name, &id, &settings, &openings, &concurrency, &started, &identities, &digest])?;
        let Some(row) = row else {
            return Err("a match of this name is there; a record is never overwritten, and --resume continues it"
                .to_owned()
                .into());
        };
        let number: i32 = row.get(0);
        let (key, none) = (new_key(), &plyd_record::digest_of_games(plan.id(), 0)[..]);
        let sql = "INSERT INTO progress VALUES ($1, 0, $2, 0, $3, $4, now())";
        transaction.execute(sql, &[&number, &none, &owner::name(), &key])?;
        transaction.commit()?;
        let shown = address.shown(Some(&name));
        owner::lock(&mut client, number, &shown)?;
        let writer = RecordWriter::own(&mut client, number, &key)?;
        Ok(Self::of_parts(DatabaseConnection::new(client, address, number, shown, Some(writer)), plan))
    }

    /// Opens the match that the address names, or the only one in the database, to continue it. Other processes are
    /// locked out.
    ///
    /// # Errors
    /// The match does not exist, is damaged, or is being written by another process; or the database cannot be reached
    /// or written.
    pub fn resume(address: &Address) -> Result<Self, StoreError> {
        let shown = address.shown(address.name.as_deref());
        let resume = || {
            let mut client = connect(address)?;
            tables::check(&mut client)?;
            tables::make(&mut client)?;
            let (number, _, _) = find(&mut client, address)?;
            owner::lock(&mut client, number, &shown)?;
            let writer = RecordWriter::own(&mut client, number, &new_key())?;
            // Read again, because the previous writer may have changed the match in the meantime.
            let (number, name, plan) = find(&mut client, address)?;
            let shown = address.shown(Some(&name));
            let mut store = Self::of_parts(DatabaseConnection::new(client, address, number, shown, Some(writer)), plan);
            store.look()?;
            Ok(store)
        };
        resume().map_err(|failure: DatabaseFailure| failure.of_store(&shown))
    }

    /// Opens the match that the address names, or the only one in the database, for reading, which is possible while
    /// another process writes it.
    ///
    /// # Errors
    /// The match does not exist or is damaged, or the database cannot be reached.
    pub fn read(address: &Address) -> Result<Self, StoreError> {
        let shown = address.shown(address.name.as_deref());
        let read = || {
            let mut client = connect(address)?;
            client.batch_execute("SET default_transaction_read_only = on")?;
            tables::check(&mut client)?;
            let (number, name, plan) = find(&mut client, address)?;
            let shown = address.shown(Some(&name));
            let mut store = Self::of_parts(DatabaseConnection::new(client, address, number, shown, None), plan);
            store.look()?;
            Ok(store)
        };
        read().map_err(|failure: DatabaseFailure| failure.of_store(&shown))
    }

    fn of_parts(link: DatabaseConnection, plan: KeptPlan) -> Self {
        let schedule = Schedule::new(&plan.settings);
        Self { link, plan, schedule, played: GameNumbers::default() }
    }

    /// Reads all games for the first time.
    fn look(&mut self) -> Result<(), DatabaseFailure> {
        let mut played = GameNumbers::default();
        self.scan(&mut self.link.client.borrow_mut(), false, &mut |game| {
            played.insert(game.number);
            Ok(())
        })?;
        self.played = played;
        Ok(())
    }

    /// Returns at most `most` games before this number, the latest first, with empty move lists.
    ///
    /// # Errors
    /// The database cannot be read, or one of the games is damaged.
    pub fn games_before(&self, number: u64, most: usize) -> Result<Vec<PlayedGame>, StoreError> {
        self.link.read(|client| games::before(client, self.link.number, self.plan.id(), (number, most)))
    }

    /// Passes all games to `each`, and checks the integrity of the whole match.
    fn scan(
        &self,
        client: &mut Client,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), StoreError>,
    ) -> Result<(), DatabaseFailure> {
        let engines = self.plan.settings.engines.len();
        games::each(client, self.link.number, self.plan.id(), moves, &mut |game| {
            let damaged =
                |reason| DamagedPart::Game { number: rows::whole(game.number), wrong: RowError::Content(reason) };
            self.schedule.check(engines, &game).map_err(damaged)?;
            Ok(each(&game)?)
        })
    }

    /// Executes a change in one transaction, and updates the set of stored game numbers.
    fn change(
        &mut self,
        write: &dyn Fn(&mut Transaction<'_>) -> Result<(), DatabaseFailure>,
        new: &GameNumbers,
        gone: &GameNumbers,
    ) -> Result<(), StoreError> {
        let games = rows::whole(self.played.len() + new.len() - gone.len());
        self.link.change(self.plan.id(), games, write)?;
        new.ranges().for_each(|range| self.played.add(range));
        gone.iter().for_each(|number| _ = self.played.remove(number));
        Ok(())
    }

    fn encounter(&self, number: u64) -> u64 {
        number / self.schedule.games_per_encounter()
    }
}

/// Finds the number, the name and the plan of the match that the address names, or of the only match.
fn find(client: &mut Client, address: &Address) -> Result<(i32, String, KeptPlan), DatabaseFailure> {
    let rows = match &address.name {
        Some(name) => client.query(&format!("SELECT {PLAN} FROM match WHERE name = $1"), &[name])?,
        None => client.query(&format!("SELECT {PLAN} FROM match ORDER BY number LIMIT 2"), &[])?,
    };
    if let [row] = rows.as_slice() {
        let plan = plan_of(row).map_err(DamagedPart::Plan)?;
        return Ok((row.get(0), row.get(1), plan));
    }
    let sql = "SELECT name FROM match ORDER BY number DESC LIMIT $1";
    let names: Vec<String> = client.query(sql, &[&MAX_NAMES])?.iter().map(|row| row.get(0)).collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let problem =
        if address.name.is_some() { "there is no match of this name" } else { "it has not exactly one match" };
    Err(format!("{problem}; name one with --match NAME. The newest ones are: {names}").into())
}

fn plan_of(row: &Row) -> Result<KeptPlan, RowError> {
    let plan = PlanRow {
        id: rows::get(row, 2)?,
        settings: rows::get(row, 3)?,
        openings: rows::get(row, 4)?,
        concurrency: rows::get(row, 5)?,
        started: rows::get(row, 6)?,
        identities: rows::get(row, 7)?,
    };
    if rows::get::<&[u8]>(row, 8)? != plan.digest() {
        return Err(RowError::Digest);
    }
    KeptPlan::of_row(plan)
}

impl SortingStore for PostgresStore {
    fn numbers(&self) -> &GameNumbers {
        &self.played
    }

    fn find(&self, numbers: &GameNumbers) -> Result<Vec<PlayedGame>, StoreError> {
        let numbers: Vec<_> = numbers.iter().map(rows::whole).collect();
        self.link.read(|client| games::find(client, self.link.number, self.plan.id(), &numbers))
    }

    fn brought_by(&self, number: u64) -> Result<Option<String>, StoreError> {
        self.link.read(|client| workers::brought_by(client, self.link.number, self.encounter(number), number))
    }
}

impl Store for PostgresStore {
    fn name(&self) -> String {
        self.link.name.clone()
    }

    fn id(&self) -> &str {
        self.plan.id()
    }

    fn settings(&self) -> &MatchSettings {
        &self.plan.settings
    }

    fn openings(&self) -> &str {
        &self.plan.openings
    }

    fn concurrency(&self) -> usize {
        self.plan.concurrency
    }

    fn identity(&self) -> &MatchIdentity {
        self.plan.identity()
    }

    fn warning(&self) -> Option<&str> {
        self.link.address.warning.as_deref()
    }

    fn add(&mut self, games: &[PlayedGame]) -> Result<(), StoreError> {
        let mut first: Vec<&PlayedGame> = Vec::new();
        let mut new = GameNumbers::default();
        let known: GameNumbers =
            games.iter().map(|game| game.number).filter(|&number| self.played.contains(number)).collect();
        let before = if known.is_empty() { Vec::new() } else { SortingStore::find(self, &known)? };
        for game in games {
            let same = before.iter().chain(first.iter().copied()).find(|kept| kept.number == game.number);
            match same {
                None => {
                    new.insert(game.number);
                    first.push(game);
                }
                Some(kept) if kept.is_same(game) => {}
                Some(_) => {
                    let number = name_of_game(rows::whole(game.number));
                    let reason = format!(
                        "game {number} is already recorded with another course; the first record of it is kept"
                    );
                    return Err(StoreError::unusable(self.name(), reason));
                }
            }
        }
        let (number, id) = (self.link.number, self.plan.id().to_owned());
        self.change(&|transaction| games::insert(transaction, number, &id, &first), &new, &GameNumbers::default())
    }

    fn played_by(&mut self, identity: &MatchIdentity) -> Result<(), StoreError> {
        self.plan.set_identity(identity, self.played.len());
        let (number, row) = (self.link.number, self.plan.row());
        let write = move |transaction: &mut Transaction<'_>| {
            let sql = "UPDATE match SET identities = $1, digest = $2 WHERE number = $3";
            transaction.execute(sql, &[&row.identities, &&row.digest()[..], &number])?;
            Ok(())
        };
        self.change(&write, &GameNumbers::default(), &GameNumbers::default())
    }

    fn games(
        &self,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        // On a new connection, the games passed before are unchanged, because there is only one writer.
        let mut next = 0;
        self.link.read(|client| {
            if next > 0 && !self.link.is_of_writer() {
                return Err("the connection was lost while the games were read; read them again".to_owned().into());
            }
            self.scan(client, moves, &mut |game| {
                if game.number < next {
                    return Ok(());
                }
                next = game.number + 1;
                each(game)
            })
        })
    }

    fn game(&self, number: u64) -> Result<Option<PlayedGame>, StoreError> {
        Ok(SortingStore::find(self, &[number].into_iter().collect())?.pop())
    }

    fn played(&self) -> Result<Vec<Range<u64>>, StoreError> {
        // A writer knows the numbers; for a reader, the writer may have changed them.
        let numbers = if self.link.is_of_writer() {
            self.played.clone()
        } else {
            self.link.read(|client| games::numbers(client, self.link.number))?
        };
        Ok(numbers.ranges().collect())
    }

    fn receive(&mut self, results: &[ReceivedGames], compare: bool) -> Result<Vec<Arrival>, StoreError> {
        let SortedResults { arrivals, new, aside, units } = sort(self, results, compare)?;
        let numbers: GameNumbers = new.iter().map(|game| game.number).collect();
        let (number, id) = (self.link.number, self.plan.id().to_owned());
        let write = |transaction: &mut Transaction<'_>| {
            games::insert(transaction, number, &id, &new)?;
            for kind in [AsideReason::Conflict, AsideReason::Withdrawn] {
                let of_kind = aside.iter().filter(|(other, _)| *other == kind).map(|(_, game)| game);
                workers::set_aside(transaction, number, kind, of_kind, MOST_VERSIONS)?;
            }
            workers::insert_units(transaction, number, &units)
        };
        self.change(&write, &numbers, &GameNumbers::default())?;
        Ok(arrivals)
    }

    fn withdraw(&mut self, worker: &str, reason: &str) -> Result<Vec<Range<u64>>, StoreError> {
        let brought = self.link.read(|client| workers::games_of(client, self.link.number, worker))?;
        let gone: GameNumbers = brought.iter().filter(|&number| self.played.contains(number)).collect();
        let (number, id) = (self.link.number, self.plan.id().to_owned());
        let write =
            |transaction: &mut Transaction<'_>| workers::withdraw(transaction, number, &id, (worker, reason), &gone);
        self.change(&write, &GameNumbers::default(), &gone)?;
        Ok(gone.ranges().collect())
    }

    fn void(&mut self, games: &[PlayedGame]) -> Result<Vec<Range<u64>>, StoreError> {
        let mut new = GameNumbers::default();
        let is_new =
            |game: &&PlayedGame| game.is_void() && !self.played.contains(game.number) && new.insert(game.number);
        let games: Vec<_> = games.iter().filter(is_new).collect();
        let (number, id) = (self.link.number, self.plan.id().to_owned());
        self.change(&|transaction| games::insert(transaction, number, &id, &games), &new, &GameNumbers::default())?;
        Ok(new.ranges().collect())
    }

    fn workers(&self) -> Result<Vec<WorkerRow>, StoreError> {
        self.link.read(|client| workers::workers(client, self.link.number))
    }

    fn quarantined(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.link.read(|client| workers::quarantined(client, self.link.number))
    }

    fn units(&self, each: &mut dyn FnMut(&UnitRow) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let mut client = self.link.client.borrow_mut();
        let units = workers::units(&mut *client, self.link.number, &mut |unit| Ok(each(unit)?));
        units.map_err(|failure| failure.of_store(&self.link.name))
    }

    fn set_aside(
        &self,
        aside: AsideReason,
        each: &mut dyn FnMut(&AsideGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut client = self.link.client.borrow_mut();
        let games = workers::each_aside(&mut *client, self.link.number, aside, &mut |game| Ok(each(game)?));
        games.map_err(|failure| failure.of_store(&self.link.name))
    }
}
