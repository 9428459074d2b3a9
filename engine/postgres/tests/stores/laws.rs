//! A common set of tests for all kinds of stores.

use super::samples::{again, game, identity, other, result, settings};
use super::server::DatabaseServer;
use plyd_postgres::{Address, PostgresStore};
use plyd_record::{
    AsideReason, GameNumbers, MOST_REPEATS, MOST_VERSIONS, MatchRecord, MatchReport, Store, StoreError, write_csv,
    write_jsonl, write_pgn,
};
use plyd_tournament::{PlayedGame, Schedule};
use std::path::Path;

/// A kind of store, which creates each store under a separate name.
pub(crate) trait StoreKind {
    fn create(&self, name: &str) -> Result<Box<dyn Store>, StoreError>;
    fn resume(&self, name: &str) -> Result<Box<dyn Store>, StoreError>;
    fn read(&self, name: &str) -> Result<Box<dyn Store>, StoreError>;
}

impl StoreKind for Path {
    fn create(&self, name: &str) -> Result<Box<dyn Store>, StoreError> {
        Ok(Box::new(MatchRecord::create(&self.join(name), &settings(), "none", &identity(), 3)?))
    }

    fn resume(&self, name: &str) -> Result<Box<dyn Store>, StoreError> {
        Ok(Box::new(MatchRecord::resume(&self.join(name))?))
    }

    fn read(&self, name: &str) -> Result<Box<dyn Store>, StoreError> {
        Ok(Box::new(MatchRecord::read(&self.join(name))?))
    }
}

impl StoreKind for DatabaseServer {
    fn create(&self, name: &str) -> Result<Box<dyn Store>, StoreError> {
        Ok(Box::new(PostgresStore::create(&address(self, name), &settings(), "none", &identity(), 3)?))
    }

    fn resume(&self, name: &str) -> Result<Box<dyn Store>, StoreError> {
        Ok(Box::new(PostgresStore::resume(&address(self, name))?))
    }

    fn read(&self, name: &str) -> Result<Box<dyn Store>, StoreError> {
        Ok(Box::new(PostgresStore::read(&address(self, name))?))
    }
}

pub(crate) fn address(server: &DatabaseServer, name: &str) -> Address {
    Address::read(&server.address(Some(name)), &|_| None).unwrap()
}

pub(crate) fn games(store: &dyn Store) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    let each = &mut |game: &PlayedGame| {
        games.push(game.clone());
        Ok(())
    };
    store.games(true, each).unwrap();
    games
}

/// Returns all output of a store without times.
pub(crate) fn told(store: &dyn Store) -> String {
    let mut text = Vec::new();
    write_jsonl(store, &mut text).unwrap();
    write_csv(store, &mut text).unwrap();
    write_pgn(store, plyd_record::PgnMoves::Notation, &mut text).unwrap();
    let mut text = String::from_utf8(text).unwrap();
    let report = MatchReport::of_store(store).unwrap();
    text += &format!("{report}\n{}\n", serde_json::to_string(&report).unwrap());
    text += &format!("{:?} {:?}\n", store.played().unwrap(), store.quarantined().unwrap());
    let each = &mut |unit: &plyd_record::UnitRow| {
        let unit = plyd_record::UnitRow { received: jiff::Timestamp::UNIX_EPOCH, ..unit.clone() };
        text += &format!("{}\n", serde_json::to_string(&unit).unwrap());
        Ok(())
    };
    store.units(each).unwrap();
    for aside in [AsideReason::Conflict, AsideReason::Withdrawn] {
        let each = &mut |game: &plyd_record::AsideGame| {
            text += &format!("{}\n", serde_json::to_string(game).unwrap());
            Ok(())
        };
        store.set_aside(aside, each).unwrap();
    }
    text
}

#[track_caller]
pub(crate) fn assert_refused<T>(found: Result<T, StoreError>, parts: &[&str]) {
    let Err(error) = found else { panic!("it is not refused") };
    let text = error.to_string();
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
}

/// Games are stored once, as they were played.
fn keeps_games(kind: &(impl StoreKind + ?Sized)) -> String {
    let mut store = kind.create("games").unwrap();
    assert_refused(kind.create("games"), &["never overwritten"]);
    assert_eq!((store.settings(), store.openings(), store.concurrency()), (&settings(), "none", 3));
    store.add(&[game(4), game(0), game(3)]).unwrap();
    store.add(&[again(4), game(9), game(9)]).unwrap();
    assert_refused(store.add(&[game(7), other(3)]), &["game 4 (number 3 in the table)", "another course"]);
    let expected = [0, 3, 4, 9].map(game);
    // Reading works while the store is being written.
    assert_eq!(games(&*kind.read("games").unwrap()), expected);
    assert_eq!((games(&*store).as_slice(), store.played().unwrap()), (&expected[..], vec![0..1, 3..5, 9..10]));
    assert_eq!((store.game(9).unwrap(), store.game(8).unwrap()), (Some(game(9)), None));
    drop(store);
    let mut store = kind.resume("games").unwrap();
    let mut now = identity();
    now.plyd = "another version".into();
    assert_refused(store.go_on_with(&now, false), &["plyd was a version and is another version now"]);
    assert_eq!(store.go_on_with(&now, true).unwrap().len(), 1);
    drop(store);
    let mut store = kind.resume("games").unwrap();
    assert_eq!(store.go_on_with(&now, false).unwrap(), [""; 0]);
    store.add(&[game(1)]).unwrap();
    assert_eq!(store.played().unwrap(), [0..2, 3..5, 9..10]);
    told(&*store)
}

/// Workers deliver games: duplicates, conflicts, games from quarantine, and games of another match.
fn receives_results(kind: &(impl StoreKind + ?Sized)) -> String {
    let mut store = kind.create("results").unwrap();
    store.add(&[game(0)]).unwrap();
    let one = result("one", 0, vec![game(0), game(1), other(2), game(3)]);
    let two = result("two", 1, vec![game(2), again(3), game(200), PlayedGame { players: [1, 0], ..game(4) }]);
    let arrivals = store.receive(&[one.clone(), two.clone()], true).unwrap();
    assert_eq!((arrivals[0].new.as_slice(), arrivals[0].duplicates), (&[1, 2, 3][..], 1));
    assert_eq!((arrivals[1].new.len(), arrivals[1].duplicates), (0, 1));
    assert_eq!(arrivals[1].strangers, [2, 3]);
    let [conflict] = arrivals[1].conflicts.as_slice() else { panic!("{arrivals:?}") };
    assert_eq!((conflict.number, conflict.worker.as_str(), conflict.before.as_str()), (2, "two", "one"));
    assert_eq!((conflict.digest, conflict.kept), (game(2).digest(), other(2).digest()));
    // The same results are sent again, by a sender that does not know whether they have arrived; then without
    // comparison, as in a match with clocks.
    let before = told(&*store);
    let again_arrived = store.receive(&[one.clone(), two.clone()], true).unwrap();
    assert_eq!((again_arrived[0].duplicates, again_arrived[1].conflicts.as_slice()), (4, &[conflict.clone()][..]));
    assert_eq!(store.receive(std::slice::from_ref(&two), false).unwrap()[0].duplicates, 2);
    assert_eq!(told(&*store), before);
    drop(store);
    let mut store = kind.resume("results").unwrap();
    assert_eq!(told(&*store), before);
    // The lying worker is detected. Its games are missing, and others play them.
    assert!(store.withdraw("one", "two others contradict it").unwrap().into_iter().flatten().eq(1..4));
    assert!(store.played().unwrap().into_iter().flatten().eq(0..1));
    assert_eq!(games(&*store), [game(0)]);
    let arrival = store.receive(&[one, result("three", 1, vec![game(2), game(3)])], true).unwrap();
    assert_eq!((arrival[0].withdrawn, arrival[0].new.len(), arrival[1].new.len()), (4, 0, 2));
    let conflict = store.receive(&[result("four", 1, vec![other(3)])], true).unwrap().remove(0).conflicts.remove(0);
    assert_eq!(conflict.before, "three");
    // A void unit whose result arrives later.
    let void = |number| {
        let void = PlayedGame::void(
            &Schedule::new(&settings()).game(number).unwrap(),
            "it ended three workers",
            game(number).ended,
        );
        PlayedGame { started: game(number).started, ..void }
    };
    assert!(store.void(&[void(3), void(10), void(11)]).unwrap().into_iter().flatten().eq(10..12));
    let late = store.receive(&[result("five", 5, vec![game(10), game(12)])], true).unwrap();
    assert_eq!((late[0].withdrawn, late[0].new.as_slice()), (1, &[1][..]));
    let rows = store.workers().unwrap();
    let rows: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.games, row.conflicts, row.withdrawn)).collect();
    // Of the four games that the quarantined worker sent again, three are already set aside.
    assert_eq!(rows, [("five", 1, 0, 1), ("four", 0, 1, 0), ("one", 3, 0, 4), ("three", 2, 0, 0), ("two", 0, 1, 0)]);
    let report = MatchReport::of_store(&*store).unwrap();
    assert_eq!((report.played, report.unplayable), (4, 2));
    assert!(report.to_string().contains("two others contradict it"), "{report}");
    drop(store);
    told(&*kind.read("results").unwrap())
}

/// A worker sends new versions of a stored game again and again.
fn keeps_few_versions(kind: &(impl StoreKind + ?Sized)) -> String {
    let mut store = kind.create("versions").unwrap();
    store.receive(&[result("one", 0, vec![game(0)])], true).unwrap();
    for part in 0..8 {
        let version = |number| PlayedGame { detail: format!("version {part} {number}"), ..other(0) };
        let results: Vec<_> = (0..4).map(|number| result("two", 0, vec![version(number)])).collect();
        let arrivals = store.receive(&results, true).unwrap();
        assert!(arrivals.iter().all(|arrival| arrival.conflicts.len() == 1), "{arrivals:?}");
    }
    let (mut versions, mut results) = (0, 0);
    let each = &mut |_: &plyd_record::AsideGame| {
        versions += 1;
        Ok(())
    };
    store.set_aside(AsideReason::Conflict, each).unwrap();
    let each = &mut |_: &plyd_record::UnitRow| {
        results += 1;
        Ok(())
    };
    store.units(each).unwrap();
    assert_eq!((versions, results), (MOST_VERSIONS, MOST_REPEATS + 1));
    // Versions from another worker are kept, and withdrawn games are always kept.
    store.receive(&[result("three", 0, vec![other(0)])], true).unwrap();
    for part in 0..8 {
        let version = PlayedGame { detail: format!("version {part}"), ..other(0) };
        store.receive(&[result("one", 0, vec![version])], true).unwrap();
    }
    store.withdraw("one", "others contradict it").unwrap();
    let rows: Vec<_> =
        store.workers().unwrap().into_iter().map(|row| (row.name, row.conflicts, row.withdrawn)).collect();
    assert_eq!(rows, [("one".into(), 4, 1), ("three".into(), 1, 0), ("two".into(), 4, 0)]);
    told(&*store)
}

/// A distributed match without incidents has the same report as a match on one machine.
fn reports_alike(kind: &(impl StoreKind + ?Sized)) {
    let all = || (0..200).map(game).collect::<Vec<_>>();
    let mut alone = kind.create("alone").unwrap();
    alone.add(&all()).unwrap();
    let mut shared = kind.create("shared").unwrap();
    for (place, games) in all().chunks(7).enumerate().rev() {
        let worker = format!("w{}", place % 3);
        let unit = result(&worker, games[0].number / 2, games.to_vec());
        shared.receive(&[unit.clone(), unit], true).unwrap();
    }
    let report = |store: &dyn Store| {
        let report = MatchReport::of_store(store).unwrap();
        assert!(report.finished);
        format!("{report}{}", serde_json::to_string_pretty(&report).unwrap())
    };
    assert_eq!(report(&*alone), report(&*shared));
    let numbers: GameNumbers = shared.played().unwrap().into_iter().flatten().collect();
    assert_eq!((numbers.len(), shared.workers().unwrap().len()), (200, 3));
}

#[test]
fn stores_of_all_kinds_keep_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path();
    let (games, results, versions) = (keeps_games(file), receives_results(file), keeps_few_versions(file));
    reports_alike(file);
    let Some(server) = DatabaseServer::start("records in PostgreSQL") else { return };
    assert_eq!(keeps_games(&server), games);
    assert_eq!(receives_results(&server), results);
    assert_eq!(keeps_few_versions(&server), versions);
    reports_alike(&server);
}
