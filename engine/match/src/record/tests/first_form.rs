//! Records of form 1.

use super::*;

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
    let connection = Connection::open(&path).unwrap();
    let started = connection.query_row("SELECT started FROM plan", [], |row| row.get(0));
    assert_eq!(started, Ok(5_000), "in milliseconds, which were seconds");
    drop(connection);
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
