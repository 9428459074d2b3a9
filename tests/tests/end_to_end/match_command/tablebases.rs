//! Tables of solved games in matches: only if the command line names them, and the record keeps which.

use super::{MatchRun, TIME, without_times};
use crate::tablebases::{path, tables};
use plyd_tests::finish;
use rusqlite::Connection;
use serde_json::{Value, json};

const SOLVING: &str = "name=solving builtin depth=2 option.Hash=1";
const PLAIN: &str = "name=plain builtin depth=2 option.Hash=1";

/// A match of two rounds; the games without times.
fn play(second: &str, more: &[&str]) -> (MatchRun, Vec<Value>) {
    let run = MatchRun::new("tictactoe", &[SOLVING, second]).with(&["--rounds", "2"]).with(more);
    run.play();
    let games = run.games().into_iter().map(without_times).collect();
    (run, games)
}

/// The tablebases that the record names.
fn named(run: &MatchRun) -> Value {
    let connection = Connection::open(run.record()).expect("it is a record");
    let text: String =
        connection.query_row("SELECT identities FROM plan", [], |row| row.get(0)).expect("there is a plan");
    let identities: Value = serde_json::from_str(&text).expect("JSON");
    identities[0]["tablebases"].clone()
}

#[test]
fn a_match_has_tables_only_if_its_command_line_names_them_and_its_record_says_so() {
    let folder = tables();
    let name = path(folder.path());
    let (without, expected) = play(PLAIN, &[]);
    assert_eq!(named(&without), Value::Null);
    // Those of the settings do not count.
    let by_setting = MatchRun::new("tictactoe", &[SOLVING, PLAIN]).with(&["--rounds", "2"]);
    let mut command = by_setting.command();
    command.env("PLYD_SEARCH_TABLEBASES", name);
    assert!(finish(command, TIME).status.success());
    assert_eq!(named(&by_setting), Value::Null);
    assert_eq!(by_setting.games().into_iter().map(without_times).collect::<Vec<_>>(), expected);
    let (with, games) =
        play("name=plain builtin depth=2 option.Hash=1 'option.Use Tablebases=false'", &["--tablebases", name]);
    assert_ne!(games, expected);
    let tables = named(&with);
    assert_eq!(tables.as_array().map(Vec::len), Some(1), "{tables}");
    assert_eq!(tables[0]["name"], json!("tictactoe.plydtb"));
    assert_eq!(tables[0]["hash"].as_str().map(str::len), Some(64), "{tables}");
    // Tables make the game of both a draw at depth 2.
    let (_, games) = play(PLAIN, &["--tablebases", name]);
    assert!(games.iter().filter(|game| game["number"].is_number()).all(|game| game["half_points"] == 1), "{games:?}");
}

#[test]
fn a_match_goes_on_with_the_same_tables_only() {
    let folder = tables();
    let name = path(folder.path());
    let run = MatchRun::killed_midway(300, |rounds| {
        MatchRun::new("tictactoe", &[SOLVING, PLAIN]).with(&["--rounds", rounds, "--tablebases", name])
    });
    let refused = finish(run.resumption(), TIME);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let text = "the tablebases were tictactoe.plydtb (SHA-256 ";
    assert!(refused.errors.contains(text) && refused.errors.contains(" and are none now"), "{refused:?}");
    let mut command = run.resumption();
    command.args(["--tablebases", name]);
    let resumed = finish(command, TIME);
    assert!(resumed.status.success(), "{resumed:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_same_games_are_played_in_children() {
    let folder = tables();
    let with = ["--tablebases", path(folder.path())];
    let (_, expected) = play(PLAIN, &with);
    let (run, games) = play(PLAIN, &[&with[..], &["--isolate", "--concurrency", "2"]].concat());
    assert_eq!(games, expected);
    assert_eq!(named(&run)[0]["name"], json!("tictactoe.plydtb"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_damaged_table_is_told_and_left_out() {
    let folder = tables();
    let file = folder.path().join("tictactoe.plydtb");
    let mut bytes = std::fs::read(&file).expect("it was built");
    let place = bytes.len() - 100;
    bytes[place] ^= 1;
    std::fs::write(&file, bytes).expect("the folder is writable");
    let (_, expected) = play(PLAIN, &[]);
    for more in [&["--tablebases", path(folder.path())][..], &["--isolate", "--tablebases", path(folder.path())]] {
        let run = MatchRun::new("tictactoe", &[SOLVING, PLAIN]).with(&["--rounds", "2"]).with(more);
        let finished = run.to_end();
        assert!(finished.status.success(), "{finished:?}");
        let told = "the tablebase `tictactoe.plydtb` is not used: it is damaged";
        assert_eq!(finished.errors.matches(told).count(), 1, "{finished:?}");
        assert_eq!(run.games().into_iter().map(without_times).collect::<Vec<_>>(), expected);
    }
}
