//! A record begun without workers is continued with workers. The behaviour common to all stores is tested in
//! `plyd-postgres`.

use super::*;
use crate::store::AsideReason;

fn result(worker: &str, games: Vec<PlayedGame>) -> ReceivedGames {
    let first = games.first().map_or(0, |game| game.number / 2);
    ReceivedGames { worker: worker.into(), first, encounters: 1, attempt: 1, scale: 1.0, games }
}

fn tables(path: &Path) -> i64 {
    let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'table'";
    Connection::open(path).unwrap().query_row(count, [], |row| row.get(0)).unwrap()
}

#[test]
fn the_tables_of_workers_are_made_when_the_first_result_comes() {
    let (_folder, mut record) = record();
    let path = record.path().to_owned();
    record.add(&[game(0)]).unwrap();
    assert_eq!((record.workers().unwrap(), record.quarantined().unwrap(), tables(&path)), (vec![], vec![], 3));
    drop(record);
    let mut record = MatchRecord::resume(&path).unwrap();
    let other = PlayedGame { half_points: 1, ..game(0) };
    let arrivals = record.receive(&[result("w", vec![other, game(1)])], true).unwrap();
    assert_eq!((arrivals[0].new.as_slice(), arrivals[0].conflicts[0].before.as_str()), ([1].as_slice(), ""));
    assert_eq!(tables(&path), 7);
    drop(record);
    let mut record = MatchRecord::resume(&path).unwrap();
    assert_eq!(games(&record), [game(0), game(1)]);
    assert!(record.played().unwrap().into_iter().flatten().eq(0..2));
    assert!(record.withdraw("w", "it lies").unwrap().into_iter().flatten().eq(1..2));
    assert_eq!(games(&MatchRecord::read(&path).unwrap()), [game(0)]);
}

#[test]
fn a_game_set_aside_that_was_changed_is_named() {
    let (_folder, mut record) = record();
    let other = PlayedGame { half_points: 1, ..game(0) };
    record.receive(&[result("v", vec![game(0)]), result("w", vec![other])], true).unwrap();
    execute(record.path(), "UPDATE conflict SET game = replace(game, 'c3', 'c2')", []);
    assert_refused(record.set_aside(AsideReason::Conflict, &mut |_| Ok(())), &["conflict", "damaged: number 0"]);
}
