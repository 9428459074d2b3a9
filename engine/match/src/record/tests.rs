use super::*;
use crate::store::samples::{game, settings};

fn record() -> (tempfile::TempDir, Record) {
    let folder = tempfile::tempdir().unwrap();
    let record = Record::create(&folder.path().join("r.db"), &settings(), "none").unwrap();
    (folder, record)
}

#[test]
fn what_was_written_is_read() {
    let (folder, mut record) = record();
    record.add(&[game(3), game(0)]).unwrap();
    // While it is written, as after a sudden end.
    let read = Record::read(&folder.path().join("r.db")).unwrap();
    assert_eq!((read.settings(), read.openings()), (&settings(), "none"));
    let mut games = Vec::new();
    read.games(true, &mut |game| {
        games.push(game.clone());
        Ok(())
    })
    .unwrap();
    assert_eq!(games, [game(0), game(3)]);
    let mut numbers = Vec::new();
    read.numbers(&mut |number| numbers.push(number)).unwrap();
    assert_eq!(numbers, [0, 3]);
}

#[test]
fn a_game_is_written_once_and_a_batch_as_a_whole() {
    let (_folder, mut record) = record();
    record.add(&[game(0)]).unwrap();
    assert!(record.add(&[game(1), game(0)]).is_err());
    let mut count = 0;
    record.numbers(&mut |_| count += 1).unwrap();
    assert_eq!(count, 1);
}

#[test]
fn files_that_are_no_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(Record::read(&path).is_err());
    std::fs::write(&path, "no database at all, and long enough to be looked at: ".repeat(30)).unwrap();
    assert!(Record::read(&path).is_err());
    assert!(Record::create(&path, &settings(), "").unwrap_err().to_string().contains("exists"));
    std::fs::write(&path, "").unwrap();
    assert!(Record::resume(&path).unwrap_err().to_string().contains("no record of a match"));
}
