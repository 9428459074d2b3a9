use super::*;
use crate::identity::{EngineIdentity, LibraryIdentity};
use crate::store::samples::{game, settings};
use plyd_host::ContentHash;
use rusqlite::{Params, params};
use std::fs;
use tempfile::TempDir;

fn identity() -> Identity {
    let library =
        LibraryIdentity { id: "tictactoe".into(), version: "1.2".into(), hash: ContentHash::of(b"a library") };
    Identity { plyd: "1.0 (abc)".into(), library, engines: vec![EngineIdentity::default(); 2] }
}

/// A folder with a new record `r.db`.
fn record() -> (TempDir, Record) {
    let folder = tempfile::tempdir().unwrap();
    let record = create(&folder.path().join("r.db")).unwrap();
    (folder, record)
}

fn create(path: &Path) -> Result<Record, MatchError> {
    Record::create(path, &settings(), "none", &identity(), 3)
}

/// The path of a record with all games of the plan.
fn finished() -> (TempDir, PathBuf) {
    let (folder, mut record) = record();
    record.add(&[game(0), game(1), game(2), game(3)]).unwrap();
    let path = record.path().to_owned();
    (folder, path)
}

fn games(record: &Record) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    record
        .games(true, &mut |game| {
            games.push(game.clone());
            Ok(())
        })
        .unwrap();
    games
}

/// Changes the file as any program can.
fn execute(path: &Path, sql: &str, parameters: impl Params) {
    Connection::open(path).unwrap().execute(sql, parameters).unwrap();
}

#[track_caller]
fn assert_refused<T>(found: Result<T, MatchError>, parts: &[&str]) {
    let Err(error) = found else { panic!("it is not refused") };
    let text = error.to_string();
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
}

#[test]
fn what_was_written_is_read() {
    let (folder, mut record) = record();
    record.add(&[game(3), game(0)]).unwrap();
    // While it is written, as after a sudden end.
    let read = Record::read(&folder.path().join("r.db")).unwrap();
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
    assert_refused(record.add(&[game(3), other]), &["game 3 (number 2 in the table)", "went differently"]);
    assert_eq!(games(&record).len(), 3, "a batch is written as a whole");
    record.add(&[game(3)]).unwrap();
}

#[test]
fn files_that_are_no_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(Record::read(&path).is_err());
    assert!(Record::resume(&path).is_err());
    fs::write(&path, "no database at all, and long enough to be looked at: ".repeat(30)).unwrap();
    assert!(Record::read(&path).is_err());
    assert_refused(create(&path), &["exists"]);
    fs::write(&path, "").unwrap();
    assert_refused(Record::resume(&path), &["no record of a match"]);
    assert_refused(Record::read(&path), &["no record of a match"]);
}

#[test]
fn a_database_that_is_no_record_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    execute(&path, "CREATE TABLE game (number)", []);
    let before = fs::read(&path).unwrap();
    assert_refused(Record::resume(&path), &["no record of a match"]);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_form_that_is_not_known_is_refused_with_its_number() {
    for form in [0, 3, 1_000] {
        let (_folder, path) = finished();
        Connection::open(&path).unwrap().pragma_update(None, "user_version", form).unwrap();
        for found in [Record::read(&path), Record::resume(&path), Record::salvage(&path).map(|(record, _)| record)] {
            assert_refused(found, &[&format!("it has form {form},"), "knows forms 1 and 2"]);
        }
    }
}

#[test]
fn what_a_killed_program_left_is_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.db");
    let unfinished = folder.path().join("r.db-unfinished");
    fs::write(&unfinished, "SQLite format 3").unwrap();
    let mut record = create(&path).unwrap();
    record.add(&[game(0)]).unwrap();
    drop(record);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "files are left");
    // Between the two names that a file has for a moment on some file systems.
    fs::hard_link(&path, &unfinished).unwrap();
    assert_refused(create(&path), &["exists"]);
    let other = folder.path().join("s.db");
    fs::hard_link(&path, folder.path().join("s.db-unfinished")).unwrap();
    drop(create(&other).unwrap());
    assert_eq!(games(&Record::read(&path).unwrap()), [game(0)]);
    assert_eq!(games(&Record::read(&other).unwrap()), []);
}

#[test]
fn a_file_of_someone_else_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, unfinished) = (folder.path().join("r.db"), folder.path().join("r.db-unfinished"));
    let database = folder.path().join("theirs");
    execute(&database, "CREATE TABLE game (number)", []);
    for theirs in [b"a letter".to_vec(), b"SQLite format 4 and so on".to_vec(), fs::read(&database).unwrap()] {
        fs::write(&unfinished, &theirs).unwrap();
        assert_refused(create(&path), &["r.db-unfinished", "move it away"]);
        assert_eq!(fs::read(&unfinished).unwrap(), theirs);
        assert!(!path.exists());
    }
    // Ours, as far as it was written.
    let (_folder, ours) = finished();
    let ours = fs::read(ours).unwrap();
    for length in [1, 16, 40, 71, 72, 4_096] {
        fs::write(&unfinished, &ours[..length]).unwrap();
        drop(create(&path).unwrap());
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_record_that_is_finished_is_one_file_also_when_it_is_read() {
    let (folder, mut record) = record();
    record.add(&[game(0)]).unwrap();
    record.finish();
    drop(record);
    let count = || fs::read_dir(folder.path()).unwrap().count();
    let path = folder.path().join("r.db");
    assert_eq!(games(&Record::read(&path).unwrap()), [game(0)]);
    assert_eq!(count(), 1, "files are left");
    // It can be gone on with all the same.
    let mut record = Record::resume(&path).unwrap();
    record.add(&[game(1)]).unwrap();
    assert_eq!(games(&Record::read(&path).unwrap()), [game(0), game(1)]);
}

#[test]
fn the_log_of_a_record_that_is_gone_does_not_become_the_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.db");
    fs::write(folder.path().join("r.db-wal"), "games, perhaps").unwrap();
    assert_refused(create(&path), &["r.db-wal", "move it away"]);
    assert!(!path.exists());
}

#[test]
fn one_at_a_time_writes_a_record_by_whatever_name() {
    let (folder, mut record) = record();
    let names = ["r.db", "link", "second"].map(|name| folder.path().join(name));
    fs::hard_link(&names[0], &names[2]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&names[0], &names[1]).unwrap();
    let in_use = |name: &Path| {
        let own = format!("{} is being written by another plyd match (process {})", name.display(), std::process::id());
        assert_refused(Record::resume(name), &[&own]);
    };
    names.iter().for_each(|name| in_use(name));
    // Readers and the writer go on.
    record.add(&[game(0)]).unwrap();
    assert_eq!(games(&Record::read(&names[1]).unwrap()), [game(0)]);
    drop(record);
    assert_refused(Record::resume(&names[0]), &["has 2 names"]);
    fs::remove_file(&names[2]).unwrap();
    let mut record = Record::resume(&names[1]).unwrap();
    in_use(&names[0]);
    record.add(&[game(1)]).unwrap();
    drop(record);
    assert_eq!(games(&Record::read(&names[0]).unwrap()), [game(0), game(1)]);
}

#[test]
fn a_row_that_was_changed_is_named_and_can_be_left_out() {
    for change in [
        "round = 0",
        "first = 0",
        "second = 1",
        "half_points = 1",
        "half_points = 99",
        "termination = 'normal'",
        "termination = 'boredom'",
        "detail = ''",
        "setup = 'x'",
        "moves = 'x'",
        "moves = '[]'",
        "started = 0",
        "ended = 0",
        "voided = 1",
        "standard_error = ''",
        "digest = x'00'",
        "digest = (SELECT digest FROM game WHERE number = 2)",
    ] {
        let (_folder, path) = finished();
        execute(&path, &format!("UPDATE game SET {change} WHERE number = 3"), []);
        let parts = ["game 4 (number 3 in the table) is damaged", "plyd report --salvage"];
        assert_refused(Record::read(&path), &parts);
        assert_refused(Record::resume(&path), &parts);
        let (rest, damage) = Record::salvage(&path).unwrap();
        assert_eq!(damage.to_string(), "1 game is damaged: 4 (number 3 in the table)", "{change}");
        assert_eq!(games(&rest), [game(0), game(1), game(2)]);
    }
}

#[test]
fn rows_that_are_gone_or_of_another_number_are_missed() {
    let (_folder, path) = finished();
    execute(&path, "DELETE FROM game WHERE number IN (1, 2)", []);
    assert_refused(Record::read(&path), &["4 games were written, and 2 are there"]);
    assert_refused(Record::resume(&path), &["4 games were written, and 2 are there"]);
    let (rest, damage) = Record::salvage(&path).unwrap();
    assert_eq!(damage.to_string(), "4 games were written, and 2 are there");
    assert_eq!(games(&rest), [game(0), game(3)]);

    execute(&path, "UPDATE game SET number = 77 WHERE number = 3", []);
    assert_refused(Record::read(&path), &["game 78 (number 77 in the table) is damaged"]);

    let (_folder, path) = finished();
    execute(&path, "UPDATE progress SET games = 3", []);
    assert_refused(Record::read(&path), &["the number of its games is damaged"]);
    assert_eq!(games(&Record::salvage(&path).unwrap().0).len(), 4);
}

/// The page of the table has a list of where its rows lie, which a damage can change.
#[test]
fn rows_that_stand_in_a_wrong_place_are_damaged() {
    for (change, rest) in [([1, 0, 2, 3], vec![1, 2, 3]), ([0, 0, 2, 3], vec![0, 2, 3]), ([0, 1, 2, 2], vec![0, 1, 2])]
    {
        let (_folder, path) = finished();
        let mut bytes = fs::read(&path).unwrap();
        let is_leaf_of_four = |page: &&mut [u8]| page[..1] == [13] && page[3..5] == [0, 4];
        let page = bytes.chunks_exact_mut(4_096).skip(1).find(is_leaf_of_four).unwrap();
        let places: Vec<_> = page[8..16].chunks_exact(2).map(<[u8]>::to_vec).collect();
        page[8..16].copy_from_slice(&change.map(|place: usize| places[place].clone()).concat());
        fs::write(&path, bytes).unwrap();
        assert_refused(Record::read(&path), &["does not stand in its place"]);
        assert_refused(Record::resume(&path), &["it is damaged"]);
        let (record, damage) = Record::salvage(&path).unwrap();
        assert!(damage.to_string().starts_with("1 game is damaged"), "{damage}");
        assert_eq!(games(&record), rest.into_iter().map(game).collect::<Vec<_>>());
    }
}

#[test]
fn a_game_that_the_plan_does_not_have_is_damaged() {
    let strangers = [
        game(4),
        PlayedGame { round: 0, ..game(3) },
        PlayedGame { players: [0, 1], ..game(3) },
        PlayedGame { half_points: 3, ..game(3) },
    ];
    for stranger in strangers {
        let (_folder, mut record) = record();
        record.add(&[game(0), stranger.clone()]).unwrap();
        let named = format!("number {} in the table) is damaged", stranger.number);
        assert_refused(Record::read(record.path()), &[&named]);
        assert_eq!(games(&Record::salvage(record.path()).unwrap().0), [game(0)]);
    }
}

#[test]
fn a_row_of_another_record_is_damaged() {
    let (_folder, path) = finished();
    let (_other_folder, other) = finished();
    let connection = Connection::open(&path).unwrap();
    connection.execute("ATTACH ?1 AS other", params![other.to_str().unwrap()]).unwrap();
    connection.execute("REPLACE INTO game SELECT * FROM other.game WHERE number = 1", []).unwrap();
    drop(connection);
    assert_refused(Record::read(&path), &["game 2 (number 1 in the table) is damaged"]);
}

#[test]
fn a_plan_that_was_changed_is_refused() {
    for change in [
        "id = 'x'",
        "settings = replace(settings, '\"seed\":0', '\"seed\":1')",
        "openings = ''",
        "concurrency = 7",
        "started = 0",
        "identities = '[]'",
        "digest = x'00'",
    ] {
        let (_folder, path) = finished();
        execute(&path, &format!("UPDATE plan SET {change}"), []);
        for found in [Record::read(&path), Record::resume(&path), Record::salvage(&path).map(|(record, _)| record)] {
            assert_refused(found, &["its plan is damaged"]);
        }
    }
    let (_folder, path) = finished();
    execute(&path, "INSERT INTO plan SELECT * FROM plan", []);
    assert_refused(Record::read(&path), &["more than one plan"]);
    execute(&path, "DELETE FROM plan", []);
    assert_refused(Record::read(&path), &["no plan"]);
}

#[test]
fn who_plays_has_to_stay_unless_a_change_is_allowed() {
    let (_folder, mut record) = record();
    record.add(&[game(0)]).unwrap();
    assert_eq!(record.go_on_with(&identity(), false).unwrap(), [""; 0]);
    let path = record.path().to_owned();
    drop(record);
    let mut other = identity();
    other.plyd = "1.1 (abd)".into();
    other.library.version = "1.3".into();
    other.engines[1].hash = Some(ContentHash::of(b"a program"));
    let mut record = Record::resume(&path).unwrap();
    let parts =
        ["plyd was 1.0 (abc) and is 1.1 (abd) now", "tictactoe 1.3", "program of engine B, the 2nd", "--allow-changed"];
    assert_refused(record.go_on_with(&other, false), &parts);
    assert_eq!(record.go_on_with(&other, true).unwrap().len(), 3);
    drop(record);
    // It was recorded: now the first one is another.
    let mut record = Record::resume(&path).unwrap();
    assert_eq!(record.go_on_with(&other, false).unwrap(), [""; 0]);
    assert_refused(record.go_on_with(&identity(), false), &["plyd was 1.1 (abd) and is 1.0 (abc) now"]);
    assert_eq!(games(&record), [game(0)]);
}

#[test]
fn what_an_engine_calls_itself_counts_where_it_was_asked() {
    let named = |name: &str| {
        let mut identity = identity();
        identity.engines[0].version = Some(name.into());
        identity
    };
    let changes = |before: &Identity, now: &Identity| before.changes(now, &settings());
    assert_eq!(changes(&named("X 1"), &named("X 1")), [""; 0]);
    assert_eq!(changes(&named("X 1"), &named("X 2")), ["engine A was `X 1` and is `X 2` now"]);
    assert_eq!(changes(&identity(), &named("X 2")), [""; 0]);
    assert_eq!(changes(&named("X 1"), &identity()), [""; 0]);
}

/// A record as the first form had it.
fn first_form(path: &Path) {
    let connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "application_id", 0x706c_7964).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection
        .execute_batch(
            "CREATE TABLE plan (settings TEXT NOT NULL, openings TEXT NOT NULL, program TEXT NOT NULL,
                started INTEGER NOT NULL) STRICT;
            CREATE TABLE game (number INTEGER PRIMARY KEY, round INTEGER NOT NULL, first INTEGER NOT NULL,
                second INTEGER NOT NULL, half_points INTEGER NOT NULL, termination TEXT NOT NULL, detail TEXT NOT NULL,
                setup TEXT NOT NULL, moves TEXT NOT NULL, ended INTEGER NOT NULL) STRICT",
        )
        .unwrap();
    let settings = serde_json::to_string(&settings()).unwrap();
    connection.execute("INSERT INTO plan VALUES (?1, 'none', 'plyd 0.1.0', 5)", [settings]).unwrap();
    for number in [0_u32, 1] {
        let sql = "INSERT INTO game VALUES (?1, 0, ?1, 1 - ?1, 2, 'normal', '', '', '[{\"m\":\"b2\",\"p\":0}]', 60)";
        connection.execute(sql, [number]).unwrap();
    }
}

#[test]
fn a_record_of_form_1_is_read_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    first_form(&path);
    let read = Record::read(&path).unwrap();
    assert!(read.warning().unwrap().contains("has form 1"), "{:?}", read.warning());
    let before = games(&read);
    assert_eq!(before.len(), 2);
    assert_eq!((before[1].number, before[1].players, before[1].moves.len()), (1, [1, 0], 1));
    assert_eq!((before[1].started.as_second(), before[1].ended.as_second()), (60, 60));
    drop(read);

    let mut record = Record::resume(&path).unwrap();
    assert!(record.warning().unwrap().contains("had form 1"), "{:?}", record.warning());
    assert_eq!((record.concurrency(), record.openings()), (1, "none"));
    assert_eq!(record.go_on_with(&identity(), false).unwrap(), [""; 0]);
    record.add(&[game(2)]).unwrap();
    drop(record);
    let mut record = Record::resume(&path).unwrap();
    assert_eq!((games(&record)[..2].to_vec(), record.warning()), (before, None));
    assert_eq!(games(&record)[2], game(2));
    let other = Identity { plyd: "2".into(), ..identity() };
    assert_refused(record.go_on_with(&other, false), &["plyd was 1.0 (abc)"]);
    drop(record);
    execute(&path, "UPDATE game SET half_points = 1 WHERE number = 0", []);
    assert_refused(Record::read(&path), &["game 1 (number 0 in the table) is damaged"]);
}

#[test]
fn values_that_cannot_be_are_noticed_in_form_1_too() {
    for change in ["half_points = 99", "number = 4", "moves = 'x'", "first = 0", "round = 1", "termination = ''"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        first_form(&path);
        execute(&path, &format!("UPDATE game SET {change} WHERE number = 1"), []);
        assert_refused(Record::read(&path), &["is damaged"]);
        assert_refused(Record::resume(&path), &["is damaged"]);
        let (rest, damage) = Record::salvage(&path).unwrap();
        assert_eq!((games(&rest).len(), damage.is_empty()), (1, false), "{change}");
    }
}

#[test]
fn every_record_has_a_name_of_its_own() {
    let (one, other) = (new_name(), new_name());
    assert_ne!(one, other);
    let name = one.to_str().unwrap();
    assert!(name.starts_with("plyd-match-2") && name.ends_with(".db"), "{name}");
}
