//! Engines that cannot play are found before a match begins.

use super::{MatchRun, faulty, faulty_later, report_of};
use plyd_tests::{Finished, command, finish};
use serde_json::Value;
use std::time::Duration;

const SOUND: &str = "name=sound builtin option.Hash=1 depth=1";

/// No game is played, and no record is left: a report that claims nothing is all there is.
#[track_caller]
fn assert_refused(run: &MatchRun, told: &[&str]) -> Finished {
    let finished = run.to_end();
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    for part in told {
        assert!(finished.errors.contains(part), "{part}: {finished:?}");
    }
    let report: Value = serde_json::from_str(&finished.output).unwrap();
    assert_eq!((report["played"].as_u64(), report["finished"].as_bool()), (Some(0), Some(false)), "{report}");
    for standing in report["standings"].as_array().unwrap() {
        for figure in ["score", "elo", "elo_error", "superiority", "draw_ratio"] {
            assert!(standing[figure].is_null(), "{figure}: {report}");
        }
        assert_eq!((&standing["points"], &standing["faults"]), (&0.0.into(), &serde_json::json!({})));
    }
    let left: Vec<_> = std::fs::read_dir(run.folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
    finished
}

#[test]
#[cfg(unix)]
fn a_match_of_engines_that_cannot_start_does_not_begin() {
    let run = MatchRun::new("tictactoe", &["'cmd=/bin/false' name=A depth=1", "'cmd=/bin/false' name=B depth=1"]);
    assert_refused(&run, &["engine A cannot play (start): ", "engine B cannot play (start): ", "no game was played"]);
    let mut text = command(&["match", "--game", "tictactoe", "--rounds", "500"]);
    text.args(&run.arguments).current_dir(run.folder.path());
    let finished = finish(text, super::TIME);
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    assert!(finished.output.starts_with("tictactoe: 0 of 1000 games, not finished"), "{finished:?}");
    assert!(!finished.output.contains("+0.0") && !finished.output.contains('%'), "{finished:?}");
    assert_eq!(std::fs::read_dir(run.folder.path()).unwrap().count(), 0, "a record was made");
}

#[test]
fn each_engine_that_cannot_play_is_named_with_its_reason() {
    let [silent, busy] =
        [("silent", "no-handshake"), ("busy", "no-ready")].map(|(name, fault)| faulty(name, fault, "x"));
    let gone = "name=gone cmd=no/such/program depth=1";
    let far = "name=far tcp=127.0.0.1:1 depth=1";
    let big = "name=big builtin depth=1 option.Hash=1";
    let run = MatchRun::new("tictactoe", &[SOUND, &silent, gone, &busy, far, big]).with(&["--max-start", "1"]);
    let here = std::env::current_dir().unwrap().join("no/such/program");
    let finished = assert_refused(
        &run,
        &[
            "engine silent cannot play (no-handshake): it sent no uciok in time",
            &format!("engine gone cannot play (start): cannot start {}: No such file", here.display()),
            "engine busy cannot play (no-ready): it sent no readyok in time",
            "engine far cannot play (start): 127.0.0.1:1: ",
        ],
    );
    assert!(!finished.errors.contains("engine sound") && !finished.errors.contains("engine big"), "{finished:?}");
    let places = ["silent", "gone", "busy", "far"].map(|name| finished.errors.find(&format!("engine {name} cannot")));
    assert!(places.is_sorted(), "{finished:?}");
}

#[test]
fn an_engine_that_does_not_play_the_game_is_found() {
    let other = format!("name=other 'cmd={}' depth=1", plyd_tests::binary().display());
    let run = MatchRun::new("tictactoe", &[&other, SOUND]).with(&["--rounds", "1"]);
    run.play();
    // One that has the option `UCI_Variant` without this game.
    let script = "while read line; do case $line in uci) echo option name UCI_Variant type combo default x var x; \
                  echo uciok;; isready) echo readyok;; quit) exit;; esac; done";
    let run = MatchRun::new("tictactoe", &[SOUND]);
    let file = run.file("engine.sh");
    std::fs::write(&file, script).unwrap();
    let engine = format!("name=chess cmd=sh 'args={}' depth=1", file.display());
    let finished = run.with(&["--engine", &engine]).to_end();
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    assert!(finished.errors.contains("engine chess cannot play (start): it does not play tictactoe"), "{finished:?}");
}

#[test]
fn a_match_is_checked_again_before_it_goes_on() {
    let run = MatchRun::new("tictactoe", &[]);
    let engine = faulty("faulty", "crash", "x");
    let gone = faulty_later("gone", "start", "x", &run.file("was-started"));
    let run = run.with(&["--engine", &engine, "--engine", &gone, "--rounds", "3", "--no-recover"]);
    assert_eq!(run.to_end().status.code(), Some(3));
    let before = run.report();
    assert_eq!((before["played"].as_u64(), before["finished"].as_bool()), (Some(1), Some(false)), "{before}");
    let mut resumption = command(&["match", "--output", "json", "--resume"]);
    resumption.arg(run.record());
    let finished = finish(resumption, super::TIME);
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    assert!(finished.errors.contains("engine gone cannot play (start): it ended with code 9"), "{finished:?}");
    assert!(!finished.errors.contains("engine faulty"), "{finished:?}");
    assert_eq!(serde_json::from_str::<Value>(&finished.output).unwrap(), before);
    assert_eq!(run.report(), before);
}

/// The engines of the check play the first games. One that does not play first is started again.
#[test]
#[cfg(unix)]
fn engines_that_play_first_are_started_once() {
    let starts = |engines: &[&str], more: &[&str]| {
        let names = engines.iter().map(|name| faulty(name, "", "x")).collect::<Vec<_>>();
        let run = MatchRun::new("tictactoe", &names.iter().map(String::as_str).collect::<Vec<_>>());
        let log = run.file("log").display().to_string();
        let run = run.with(&["--log", &log]).with(more);
        let mut plyd = run.command();
        plyd.env("PLYD_PLUGINS_ISOLATION", "none");
        let report = report_of(&finish(plyd, Duration::from_secs(120)));
        assert_eq!(report["finished"], true, "{report}");
        let log = std::fs::read_to_string(log).unwrap();
        assert_eq!(log.matches("\tfault ").count(), 0, "{log}");
        engines.iter().map(|name| log.matches(&format!("\t{name}\t=\tstart\n")).count()).collect::<Vec<_>>()
    };
    assert_eq!(starts(&["A", "B"], &["--rounds", "2"]), [1, 1]);
    // For each game at a time one of each, unless the first pair was over before the second began.
    assert!(starts(&["A", "B"], &["--rounds", "2", "--concurrency", "2"]).iter().all(|count| (1..=2).contains(count)));
    let three = starts(&["A", "B", "C"], &["--games", "1", "--rounds", "1"]);
    assert!(three[0] >= 1 && three[2] == 2, "{three:?}");
    // Two others play for this process, so that the check is theirs alone.
    assert_eq!(starts(&["A", "B"], &["--rounds", "2", "--isolate"]), [2, 2]);
}

/// As Fairy-Stockfish does it: the games of a file are known after its name was set.
#[test]
fn an_engine_that_learns_of_games_by_an_option_plays_them() {
    let engine = faulty("engine", "variants", "x");
    let run = MatchRun::new("tictactoe", &[&engine, SOUND]).with(&["--rounds", "1"]);
    let told =
        "engine engine cannot play (start): it does not play tictactoe; by its option `UCI_Variant` it plays chess";
    assert_refused(&run, &[told]);
    let run = MatchRun::new("tictactoe", &[&format!("{engine} option.VariantPath=variants.ini"), SOUND]);
    let log = run.file("log").display().to_string();
    let run = run.with(&["--rounds", "1", "--log", &log]);
    let report = run.play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
    let log = std::fs::read_to_string(log).unwrap();
    let sent: Vec<_> = log.lines().filter_map(|line| line.split_once("\tengine\t>\t")).map(|(_, text)| text).collect();
    let begin = [
        "uci",
        "setoption name VariantPath value variants.ini",
        "uci",
        "setoption name UCI_Variant value tictactoe",
        "ucinewgame",
    ];
    assert_eq!(sent[..begin.len()], begin, "{sent:#?}");
    // A game that is set for the engine alone is sent as it is.
    let other = format!("{engine} option.UCI_Variant=noughts");
    let finished = MatchRun::new("tictactoe", &[&other, SOUND]).with(&["--rounds", "1"]).to_end();
    assert!(finished.errors.contains("engine engine failed in game 1 (crash): it ended with code 8"), "{finished:?}");
}

#[test]
fn a_match_that_is_finished_starts_no_engine() {
    let run = MatchRun::new("tictactoe", &[SOUND]);
    let engine = faulty_later("gone", "start", "x", &run.file("was-started"));
    let run = run.with(&["--engine", &engine, "--rounds", "1"]);
    let report = run.play();
    assert_eq!(report["played"].as_u64(), Some(2), "{report}");
    let mut resumption = command(&["match", "--output", "json", "--resume"]);
    resumption.arg(run.record());
    assert_eq!(report_of(&finish(resumption, super::TIME)), report);
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_check() {
    use std::thread::sleep;
    use std::time::{Duration, Instant};
    let run = MatchRun::new("tictactoe", &[]);
    let mark = super::mark(run.folder.path());
    let engines = ["A", "B"].map(|name| faulty(name, "no-handshake", &mark));
    let run = run.with(&["--engine", &engines[0], "--engine", &engines[1], "--max-start", "100"]);
    let child = run.command().stdout(std::process::Stdio::piped()).spawn().expect("plyd starts");
    let mut process = plyd_tests::Process::new(child);
    let deadline = Instant::now() + super::TIME;
    while super::marked(&mark).is_empty() {
        assert!(process.is_running() && Instant::now() < deadline, "no engine was started");
        sleep(Duration::from_millis(10));
    }
    process.signal(rustix::process::Signal::INT);
    assert_eq!(process.wait().code(), Some(130));
    assert_eq!(std::fs::read_dir(run.folder.path()).unwrap().count(), 0, "a record was made");
}
