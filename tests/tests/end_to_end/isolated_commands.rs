//! Commands with `--isolate` beside sessions and matches: they say what they say without it, and a library harms its own
//! process alone.

use plyd_tests::{Finished, PATIENCE, command, finish, finish_reading, without_lack_of_limits};
use std::fs;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A run takes some 4 seconds in release, where nothing else runs, and twenty times as long without optimisation.
const BENCH: Duration = Duration::from_secs(300);

/// Runs it with these lines as its input.
fn fed(command: Command, input: &str) -> Finished {
    let mut file = tempfile::tempfile().expect("there is room for a file");
    file.write_all(input.as_bytes()).expect("it can be written");
    file.rewind().expect("it can be read again");
    finish_reading(command, Stdio::from(file), PATIENCE)
}

/// What a command says and how it ends, without and with isolation.
fn both(arguments: &[&str], input: &str) -> [Finished; 2] {
    [&["--isolate"][..0], &["--isolate"]].map(|more| fed(command(&[arguments, more].concat()), input))
}

#[track_caller]
fn assert_same(arguments: &[&str], input: &str) -> Finished {
    let [here, there] = both(arguments, input);
    assert_eq!(here.output, there.output, "{arguments:?}");
    assert_eq!(
        (here.errors.as_str(), here.status),
        (without_lack_of_limits(&there.errors).as_str(), there.status),
        "{arguments:?}"
    );
    there
}

#[test]
fn explanations_are_those_of_this_process() {
    for arguments in [
        &["explain"][..],
        &["explain", "--position", "((3 5) (2 9))", "--compare", "minimax", "--format", "svg"],
        &["explain", "--game", "tictactoe", "--depth", "2", "--format", "walk", "--lang", "it"],
        &["explain", "--position", "((3 5) (2 9))", "--check", "none"],
        &["explain", "--position", "((3 5) (2 9))", "--check", "Z=1"],
        &["explain", "--position", "((3 5) (2"],
        &["explain", "--game", "tictactoe", "--position", "nonsense"],
        &["explain", "--game", "tictactoe", "--nodes", "10"],
    ] {
        assert_same(arguments, "");
    }
}

#[test]
fn worksheets_are_those_of_this_process() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let sheets = ["here", "there"].map(|name| folder.path().join(name));
    for (to, more) in sheets.iter().zip([&[][..], &["--isolate"]]) {
        let to = to.to_str().expect("a path of text");
        let made = fed(command(&[&["explain", "--worksheet", "2", "--format", "svg", "-o", to], more].concat()), "");
        assert!(made.status.success(), "{made:?}");
    }
    for name in ["exercises.svg", "answers.svg", "key.json", "answers.csv"] {
        let [here, there] = sheets.clone().map(|sheet| fs::read_to_string(sheet.join(name)).expect("it was made"));
        assert!(here == there, "{name}");
    }
    let path = |name: &str| sheets[1].join(name).to_str().expect("a path of text").to_owned();
    fs::write(path("given.csv"), "student,exercise,answer\na,1,none\na,2,nonsense\n").expect("it can be written");
    let (key, given) = (path("key.json"), path("given.csv"));
    assert_eq!(assert_same(&["explain", "--key", &key, "--grade", &given], "").status.code(), Some(2));
}

/// The time and the memory that plyd itself needs to write what was searched are none of the library's.
#[test]
fn an_explanation_may_take_longer_and_more_than_its_library() {
    let boards = ["--game=tictactoe", "--depth=6", "--algorithm=minimax", "--format=svg", "--max-drawn=100"];
    let many = ["--game=chess", "--depth=4", "--format=text"];
    for (wanted, memory) in [(&boards[..], "512"), (&many, "16")] {
        let mut command = command(&[&["explain", "--isolate", "--nodes=100000"], wanted].concat());
        command.envs([("PLYD_SESSION_STOP_SECONDS", "1"), ("PLYD_SESSION_POSITION_SECONDS", "1")]);
        command.env("PLYD_PLUGINS_MEMORY", memory);
        let finished = finish(command, BENCH);
        assert!(finished.status.success() && finished.output.len() > 100_000, "{wanted:?}: {}", finished.errors);
    }
}

#[test]
fn exercises_of_several_games_are_graded_together() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path of text").to_owned();
    let key = r#"{"worksheet": 1, "algorithm": "alphabeta", "depth": 2, "cut": "equal", "fail": "soft", "order": "left",
        "exercises": ["((3 5) (2 9))", "startpos", "((1 2) (3 4))"]}"#;
    fs::write(path("key.json"), key).expect("it can be written");
    let given = "a,1,1.1 root=3\na,2,root=0\nb,3,root=9\nb,2,nonsense\nb,1,1.1\n";
    fs::write(path("given.csv"), given).expect("it can be written");
    let graded = [&["--isolate"][..0], &["--isolate"]].map(|more| {
        let (key, given) = (path("key.json"), path("given.csv"));
        let mut command = command(&[&["explain", "--key", &key, "--grade", &given], more].concat());
        command.env("PLYD_GAME", "tictactoe");
        fed(command, "")
    });
    assert_eq!(graded[0].output, graded[1].output);
    for finished in graded {
        assert_eq!(finished.status.code(), Some(2), "{finished:?}");
        let marks: Vec<_> = finished.output.lines().map(|line| line.split(',').take(3).collect::<Vec<_>>()).collect();
        let expected = [["a", "1", "1"], ["a", "2", "0"], ["b", "3", "0"], ["b", "2", ""], ["b", "1", "1"]];
        assert_eq!(marks[1..6], expected, "{}", finished.output);
    }
}

#[test]
fn games_in_the_terminal_are_those_of_this_process() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("my games.pgn");
    let input = format!("moves\nfen\nnonsense\nb2\nundo\neval\nsave {}\nline\nsave\nquit\n", file.display());
    let said = assert_same(&["play", "--game", "tictactoe", "--depth", "9"], &input);
    assert!(said.output.contains("The game was added to "), "{}", said.output);
    let games = fs::read_to_string(&file).expect("it was saved");
    assert_eq!(games.matches("[Event \"plyd play\"]").count(), 2, "once here, and once there: {games}");
    assert_same(&["play", "--game", "tictactoe", "--side", "none", "--depth", "9"], "");
    assert_same(&["play", "--game", "tictactoe", "--side", "left"], "");
    assert_same(&["play", "--game", "tictactoe", "--position", "startpos moves b2 b2"], "");
}

#[cfg(feature = "long-tests")]
#[cfg(feature = "long-tests")]
#[test]
fn a_bench_counts_the_same_nodes() {
    let signature = concat!(env!("CARGO_MANIFEST_DIR"), "/bench.signature");
    let counted = finish(command(&["bench", "--isolate", "--expect", signature]), BENCH);
    assert!(counted.status.success(), "{counted:?}");
}

#[test]
fn tables_are_those_of_this_process() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let tables = ["here", "there"].map(|name| folder.path().join(name).with_extension("plydtb"));
    let path = |table: &Path| table.to_str().expect("a path of text").to_owned();
    for (table, more) in tables.iter().zip([&[][..], &["--isolate"]]) {
        let table = path(table);
        let built = fed(command(&[&["tablebase", "build", "tictactoe", "-o", &table], more].concat()), "");
        assert!(built.status.success() && built.output.contains("4,520 positions"), "{built:?}");
    }
    let [here, there] = tables.clone().map(|table| fs::read(table).expect("it was built"));
    assert!(here == there);
    let said = assert_same(&["tablebase", "verify", &path(&tables[1])], "");
    assert!(said.output.contains(": sound"), "{said:?}");
}

/// What becomes of a library that means harm in each command, and of what it has printed.
#[cfg(target_os = "linux")]
mod harm {
    use super::*;
    use plyd_tests::PluginFolder;

    fn harmed(folder: &PluginFolder, arguments: &[&str], deed: &str) -> Finished {
        let position = format!("9 w {deed}");
        let mut command = folder.command(&[arguments, &["--game", "hostile", "--position", &position]].concat());
        command.envs([("PLYD_SESSION_STOP_SECONDS", "1"), ("PLYD_SESSION_POSITION_SECONDS", "1")]);
        fed(command, "2\n1\n2\n1\nquit\n")
    }

    const COMMANDS: [&[&str]; 2] = [&["explain", "--isolate"], &["play", "--isolate", "--side", "both"]];

    #[test]
    fn a_library_that_crashes_or_hangs_costs_its_own_process() {
        let folder = PluginFolder::new(&["hostile"]);
        for (deed, reason) in [
            ("abort", "it ended its process (signal: 6"),
            ("open+_exit", "it ended its process (exit status: 0)"),
            ("segv", "it ended its process (signal: 11"),
            ("sleeps", "did not return within 1 s"),
        ] {
            for arguments in COMMANDS {
                let finished = harmed(&folder, arguments, deed);
                assert_eq!(finished.status.code(), Some(1), "{arguments:?} {deed}: {finished:?}");
                let errors = &finished.errors;
                assert!(errors.contains("the library of `hostile` has crashed: "), "{arguments:?} {deed}: {errors}");
                assert!(errors.contains(reason), "{arguments:?} {deed}: {errors}");
                let place = format!("; it was at: position fen 9 w {deed}");
                assert!(errors.contains(&place), "{arguments:?} {deed}: {errors}");
            }
        }
    }

    #[test]
    fn the_position_of_a_crash_is_named() {
        let folder = PluginFolder::new(&["hostile"]);
        let played = harmed(&folder, COMMANDS[1], "abort");
        let errors = &played.errors;
        assert!(errors.contains("; it was at: position fen 9 w abort moves 2 1 2\n"), "{errors}");
        let counted = harmed(&folder, &["perft", "--isolate", "--depth", "5"], "abort");
        let place = "info string the library of `hostile` was at: position fen 9 w abort\n";
        assert!(counted.output.contains(place), "{counted:?}");
    }

    #[test]
    fn a_table_of_a_library_that_fails_leaves_no_file() {
        let folder = PluginFolder::new(&["hostile"]);
        let file = folder.path().join("t.plydtb");
        for (deed, reason) in
            [("abort", "it ended its process (signal: 6"), ("sleeps", "did not return within 1 s"), ("forges", "")]
        {
            let position = format!("9 w {deed}");
            let table = file.to_str().expect("a path of text");
            let asked = ["tablebase", "build", "--isolate", "hostile", "--position", &position, "-o", table];
            let mut command = folder.command(&asked);
            command.envs([("PLYD_SESSION_STOP_SECONDS", "1"), ("PLYD_SESSION_POSITION_SECONDS", "1")]);
            let finished = fed(command, "");
            assert_eq!(finished.status.code(), Some(1), "{deed}: {finished:?}");
            assert!(finished.errors.contains(reason) && !file.exists(), "{deed}: {finished:?}");
        }
    }

    #[test]
    fn nothing_that_a_library_prints_or_forges_is_shown() {
        let folder = PluginFolder::new(&["hostile"]);
        for deed in ["forges", "open+forges", "prints", "speaks:texts:1", "open+speaks:partial:70000"] {
            for arguments in COMMANDS {
                let finished = harmed(&folder, arguments, deed);
                let shown = format!("{}{}", finished.output, finished.errors);
                let turns = |sign: char| matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                let is_raw = |sign: char| sign.is_control() && sign != '\n' || turns(sign);
                assert!(!shown.contains(is_raw) && !shown.contains("bestmove"), "{arguments:?} {deed}: {shown}");
                assert!(shown.len() < 64 << 10, "{arguments:?} {deed}: {} bytes", shown.len());
                assert!(finished.status.code().is_some(), "{arguments:?} {deed}: {finished:?}");
            }
        }
    }

    #[test]
    fn a_library_writes_no_file_and_reads_none() {
        let folder = PluginFolder::new(&["hostile"]);
        let file = folder.path().join("written");
        for deed in [format!("open+writes:{}", file.display()), "open+reads:/etc/passwd".to_owned()] {
            for arguments in COMMANDS {
                let finished = harmed(&folder, arguments, &deed);
                assert_eq!(finished.status.code(), Some(1), "{finished:?}");
                assert!(finished.errors.contains("(os error "), "{arguments:?}: {finished:?}");
            }
        }
        assert!(!Path::new(&file).exists());
    }

    #[test]
    fn a_position_of_a_file_is_read_by_a_child() {
        let folder = PluginFolder::new(&["hostile"]);
        let file = folder.path().join("list");
        fs::write(&file, "9 w open+abort\n").expect("the folder can be written");
        let file = file.to_str().expect("a path of text");
        for name in ["d", "explain", "play"] {
            let finished = fed(folder.command(&[name, "--isolate", "--game", "hostile", "--from", file]), "");
            assert_eq!(finished.status.code(), Some(1), "{name}: {finished:?}");
            assert!(
                finished.errors.contains("the library of `hostile` has crashed: it ended its process"),
                "{finished:?}"
            );
        }
    }
}
