//! Maliciously crafted databases.

use super::*;
use std::time::{Duration, Instant};

/// The time limit for rejecting each of them.
const SOON: Duration = Duration::from_secs(5);

/// Creates a record of four games, and runs these commands on it.
fn changed(sql: &str) -> (TempDir, PathBuf) {
    let (folder, path) = finished();
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    (folder, path)
}

#[track_caller]
fn assert_none(path: &Path, parts: &[&str]) {
    let begun = Instant::now();
    assert_refused(MatchRecord::read(path), parts);
    assert_refused(MatchRecord::salvage(path), parts);
    assert_refused(MatchRecord::open_to_look(path), parts);
    assert_refused(MatchRecord::resume(path), parts);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

const ENDLESS: &str = "WITH RECURSIVE r (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r)";

/// A quoted name that contains a comment mark, followed by a computed column that looks like a stored one.
#[test]
fn a_column_that_hides_behind_a_quoted_name_is_refused() {
    for name in ["\"settings--\"", "[settings--]", "`settings--`"] {
        let (_folder, path) = changed(&format!(
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'settings TEXT NOT NULL,', \
             '{name} TEXT AS (1), settings TEXT AS (x), x' || char(10) || ' TEXT NOT NULL,') WHERE name = 'plan'"
        ));
        assert_none(&path, &["the table `plan`"]);
    }
}

#[test]
fn a_database_that_defines_more_than_a_record_is_refused() {
    for (sql, what) in [
        (
            format!(
                "ALTER TABLE game RENAME TO g; CREATE VIEW game AS {ENDLESS} SELECT n AS number, 0 AS round, 0 AS first, \
                 1 AS second, 1 AS half_points, 'normal' AS termination, '' AS detail, '' AS setup, '[]' AS moves, \
                 0 AS started, 0 AS ended, 0 AS voided, '' AS standard_error, x'00' AS digest FROM r"
            ),
            "the table `g`",
        ),
        (
            format!("DROP TABLE progress; CREATE VIEW progress AS {ENDLESS} SELECT n AS games, x'00' AS digest FROM r"),
            "the view `progress`",
        ),
        (
            "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM game WHERE number = 0; END".into(),
            "the trigger `t`",
        ),
        ("CREATE TABLE more (a)".into(), "the table `more`"),
        ("CREATE INDEX i ON game (abs(round))".into(), "the index `i`"),
        ("CREATE VIRTUAL TABLE v USING fts5 (a)".into(), "the table `v`"),
        ("ALTER TABLE game ADD COLUMN more INTEGER AS (number * 2)".into(), "the table `game`"),
        ("ALTER TABLE game ADD COLUMN more TEXT DEFAULT ''".into(), "the table `game`"),
        ("ANALYZE".into(), "the table `sqlite_stat1`"),
        (
            "DROP TABLE game; CREATE TABLE game (number INTEGER PRIMARY KEY CHECK (number > 0))".into(),
            "the table `game`",
        ),
        ((0..100).map(|number| format!("CREATE TABLE t{number} (a);")).collect(), "the table `t0`"),
        // A table name with a line break and a direction mark, which are replaced for display.
        ("CREATE TABLE \"a\u{202e}\nb\" (a)".into(), "the table `a  b`"),
    ] {
        let (_folder, path) = changed(&sql);
        assert_none(&path, &["its database defines something that no record has", what]);
    }
    let (_folder, path) = changed("DROP TABLE progress");
    assert_none(&path, &["it lacks a table of records: CREATE TABLE progress"]);
}

/// SQLite parses any schema text that is written.
#[test]
fn a_schema_that_is_written_by_hand_is_refused() {
    for (sql, parts) in [
        (
            format!(
                "UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW game AS {ENDLESS} \
                 SELECT n FROM r' WHERE name = 'game'"
            ),
            ["defines something that no record has", "the view `game`"],
        ),
        ("UPDATE sqlite_schema SET sql = NULL WHERE name = 'game'".into(), ["malformed", ""]),
        // Two tables with the same root page.
        (
            "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'plan') \
             WHERE name = 'game'"
                .into(),
            ["", ""],
        ),
    ] {
        let (_folder, path) = finished();
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "writable_schema", true).unwrap();
        connection.execute_batch(&sql).unwrap();
        drop(connection);
        let begun = Instant::now();
        assert_refused(MatchRecord::read(&path), &parts);
        assert_refused(MatchRecord::resume(&path), &parts);
        let _ = MatchRecord::salvage(&path);
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    }
}

/// All children of the table's root are the same page, and so on for several levels, which yields an astronomical
/// number of rows in some kilobytes.
#[test]
fn a_tree_that_has_more_rows_than_room_ends() {
    let (_folder, path) = changed(
        "WITH RECURSIVE r (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM r WHERE n < 500)
         INSERT INTO game SELECT n, round, first, second, half_points, termination, detail, setup, moves, started,
             ended, voided, standard_error, digest FROM r, (SELECT * FROM game WHERE number = 0)",
    );
    let connection = Connection::open(&path).unwrap();
    let root: u32 =
        connection.query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'game'", [], |row| row.get(0)).unwrap();
    let page: u32 = connection.pragma_query_value(None, "page_size", |row| row.get(0)).unwrap();
    connection.close().unwrap();
    let (root, page) = (root as usize, page as usize);
    let mut bytes = fs::read(&path).unwrap();
    let first_leaf = {
        let root = &bytes[(root - 1) * page..];
        assert_eq!(root[0], 5, "the root is an inner page");
        let cell = usize::from(u16::from_be_bytes([root[12], root[13]]));
        u32::from_be_bytes(root[cell..cell + 4].try_into().unwrap())
    };
    // Five new pages above the leaf, each full of pointers to the page below.
    let mut below = first_leaf;
    let mut inner = |bytes: &mut Vec<u8>, at: usize| {
        let cells = (page - 12) / 7 - 1;
        let mut new = vec![0; page];
        new[0] = 5;
        new[3..5].copy_from_slice(&u16::try_from(cells).unwrap().to_be_bytes());
        new[5..7].copy_from_slice(&u16::try_from(page - cells * 5).unwrap().to_be_bytes());
        new[8..12].copy_from_slice(&below.to_be_bytes());
        for cell in 0..cells {
            let place = page - (cell + 1) * 5;
            new[12 + cell * 2..14 + cell * 2].copy_from_slice(&u16::try_from(place).unwrap().to_be_bytes());
            new[place..place + 4].copy_from_slice(&below.to_be_bytes());
            new[place + 4] = 1;
        }
        bytes[at * page..(at + 1) * page].copy_from_slice(&new);
        below = u32::try_from(at + 1).unwrap();
    };
    for _ in 0..5 {
        let at = bytes.len() / page;
        bytes.resize((at + 1) * page, 0);
        inner(&mut bytes, at);
    }
    inner(&mut bytes, root - 1);
    let pages = u32::try_from(bytes.len() / page).unwrap();
    bytes[28..32].copy_from_slice(&pages.to_be_bytes());
    fs::write(&path, bytes).unwrap();
    let begun = Instant::now();
    assert!(MatchRecord::read(&path).is_err() && MatchRecord::resume(&path).is_err());
    assert_refused(MatchRecord::salvage(&path), &["it has more content than its size has room for, so it is damaged"]);
    assert!(begun.elapsed() < 4 * SOON, "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn nobody_waits_for_what_is_no_file() {
    let (folder, path) = finished();
    let made = |name: &str| {
        let pipe = folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        pipe
    };
    let none = ["a folder, a pipe or a device, not a regular file"];
    assert_none(&made("pipe"), &none);
    assert_none(folder.path(), &none);
    assert_none(Path::new("/dev/zero"), &none);
    // The auxiliary files, in which SQLite looks for unfinished changes.
    let name = path.file_name().unwrap().to_str().unwrap();
    for suffix in ["-journal", "-wal", "-shm"] {
        let _ = fs::remove_file(folder.path().join(format!("{name}{suffix}")));
        let pipe = made(&format!("{name}{suffix}"));
        assert_none(&path, &none);
        fs::remove_file(pipe).unwrap();
    }
    assert_eq!(games(&MatchRecord::read(&path).unwrap()).len(), 4);
}

#[test]
fn settings_that_no_plan_makes_are_refused() {
    let mut many = settings();
    many.engines = (0..1_001)
        .map(|number| plyd_tournament::settings::EngineSettings {
            name: format!("e{number}"),
            ..settings().engines[0].clone()
        })
        .collect();
    let mut turned = settings();
    turned.engines[0].name = "a\u{202e}b".into();
    for (wrong, reason) in [(many, "a match needs 2 to 1000 engines, not 1001"), (turned, "cannot be shown")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        drop(MatchRecord::create(&path, &wrong, "", &identity(), 1).unwrap());
        assert_none(&path, &["its plan is damaged: its settings", reason]);
    }
}

#[test]
fn a_row_that_is_longer_than_any_is_refused() {
    let (_folder, path) = finished();
    execute(&path, "UPDATE game SET moves = hex(zeroblob(40000000)) WHERE number = 2", []);
    let begun = Instant::now();
    assert!(MatchRecord::read(&path).is_err());
    assert!(begun.elapsed() < SOON);
}
