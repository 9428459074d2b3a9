mod damage;
mod hostile;
mod identity;
mod shared;
mod writing;

use super::*;
use crate::identity::{NetworkIdentity, TablebaseIdentity};
use crate::store::samples::{identity, settings};
use plyd_host::ContentHash;
use plyd_tournament::testing::game;
use rusqlite::{Params, params};
use std::fs;
use tempfile::TempDir;

/// Creates a folder with a new record `r.db`.
fn record() -> (TempDir, MatchRecord) {
    let folder = tempfile::tempdir().unwrap();
    let record = create(&folder.path().join("r.db")).unwrap();
    (folder, record)
}

fn create(path: &Path) -> Result<MatchRecord, StoreError> {
    MatchRecord::create(path, &settings(), "none", &identity(), 3)
}

/// Creates a record with all games of the plan, and returns its path.
fn finished() -> (TempDir, PathBuf) {
    let (folder, mut record) = record();
    record.add(&[game(0), game(1), game(2), game(3)]).unwrap();
    let path = record.path().to_owned();
    (folder, path)
}

fn games(record: &MatchRecord) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    record
        .games(true, &mut |game| {
            games.push(game.clone());
            Ok(())
        })
        .unwrap();
    games
}

/// Changes the file with plain SQL.
fn execute(path: &Path, sql: &str, parameters: impl Params) {
    Connection::open(path).unwrap().execute(sql, parameters).unwrap();
}

#[track_caller]
fn assert_refused<T>(found: Result<T, StoreError>, parts: &[&str]) {
    let Err(error) = found else { panic!("it is not refused") };
    let text = error.to_string();
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
}

#[test]
fn what_was_written_is_read() {
    let (folder, mut record) = record();
    record.add(&[game(3), game(0)]).unwrap();
    // Reads while the record is open for writing, which resembles the state after a crash.
    let read = MatchRecord::read(&folder.path().join("r.db")).unwrap();
    assert_eq!((read.settings(), read.openings(), read.concurrency()), (&settings(), "none", 3));
    assert_eq!((games(&read), read.warning()), (vec![game(0), game(3)], None));
    let mut without_moves = Vec::new();
    read.games(false, &mut |game| {
        without_moves.push(game.moves.len());
        Ok(())
    })
    .unwrap();
    assert_eq!(without_moves, [0, 0]);
}

#[test]
fn a_game_that_comes_again_has_to_be_the_same() {
    let (_folder, mut record) = record();
    record.add(&[game(0), game(2)]).unwrap();
    let mut again = game(0);
    (again.started, again.ended) = (game(2).started, game(2).ended);
    (again.voided, again.standard_error) = (2, "other words".into());
    again.moves[1].evaluation.as_mut().unwrap().micros += 1;
    again.moves[2].evaluation.as_mut().unwrap().left = Some(7);
    record.add(&[again, game(1), game(1)]).unwrap();
    assert_eq!(games(&record), [game(0), game(1), game(2)], "the first one stays");
    let other = PlayedGame { half_points: 1, ..game(2) };
    assert_refused(record.add(&[game(3), other]), &["game 3 (number 2 in the table)", "another course"]);
    assert_eq!(games(&record).len(), 3, "a batch is written as a whole");
    record.add(&[game(3)]).unwrap();
}

#[test]
fn files_that_are_no_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(MatchRecord::read(&path).is_err());
    assert!(MatchRecord::resume(&path).is_err());
    fs::write(&path, "no database at all, and long enough to be looked at: ".repeat(30)).unwrap();
    assert!(MatchRecord::read(&path).is_err());
    assert_refused(create(&path), &["exists"]);
    fs::write(&path, "").unwrap();
    assert_refused(MatchRecord::resume(&path), &["not a record of a match"]);
    assert_refused(MatchRecord::read(&path), &["not a record of a match"]);
}

#[test]
fn a_database_that_is_no_record_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    execute(&path, "CREATE TABLE game (number)", []);
    let before = fs::read(&path).unwrap();
    assert_refused(MatchRecord::resume(&path), &["not a record of a match"]);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_form_that_is_not_known_is_refused_with_its_number() {
    for form in [0, 1, 3, 1_000] {
        let (_folder, path) = finished();
        Connection::open(&path).unwrap().pragma_update(None, "user_version", form).unwrap();
        for found in [
            MatchRecord::read(&path),
            MatchRecord::resume(&path),
            MatchRecord::salvage(&path).map(|(record, _)| record),
        ] {
            assert_refused(found, &[&format!("it has form {form},"), "this program reads form 2"]);
        }
    }
}

#[test]
fn every_record_has_a_name_of_its_own() {
    let (one, other) = (new_name(), new_name());
    assert_ne!(one, other);
    let name = one.to_str().unwrap();
    assert!(name.starts_with("plyd-match-2") && name.ends_with(".db"), "{name}");
}
