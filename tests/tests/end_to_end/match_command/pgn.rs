//! Games as PGN, written as they end, and as other programs read them.

use super::{MatchRun, TIME};
use plyd_tests::{Finished, PATIENCE, Process, command, finish, python};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TWO: [&str; 2] = ["name=A builtin depth=1 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];

/// Has python-chess read a file with this many games of chess, without a complaint.
pub(super) fn read_with_python_chess(file: &Path, games: u32) {
    let Some(python) = python("python-chess reads the games of a match") else { return };
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/read_pgn.py");
    let mut command = Command::new(python);
    command.arg("-B").arg(program).arg(file).arg(games.to_string());
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{finished:?}");
}

fn with_pgn(run: &MatchRun, file: &Path) -> Finished {
    let mut command = run.command();
    command.arg("--pgn").arg(file);
    finish(command, TIME)
}

/// The games of a PGN file, each as its text, in an order that is always the same.
fn games(text: &str) -> Vec<String> {
    let mut games: Vec<_> = text.split_inclusive("\n\n[Event").map(str::to_owned).collect();
    let last = games.len() - 1;
    for (index, game) in games.iter_mut().enumerate() {
        if index != last {
            game.truncate(game.len() - "[Event".len());
        }
        if index != 0 {
            game.insert_str(0, "[Event");
        }
    }
    games.sort();
    games
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).expect("it was written")
}

#[test]
fn the_file_has_the_games_of_the_export_and_python_chess_reads_them() {
    let engines = ["name=A builtin tc=600+1 depth=1 option.Hash=1", "name=B builtin tc=600+1 depth=2 option.Hash=1"];
    let run = MatchRun::new("chess", &engines).with(&["--rounds", "2", "--random-plies", "5", "--concurrency", "2"]);
    let run = run.with(&["--maxmoves", "60"]);
    let file = run.file("games.pgn");
    let finished = with_pgn(&run, &file);
    assert!(finished.status.success(), "{finished:?}");
    assert_eq!(games(&read(&file)), games(&run.export("--pgn")));
    assert_eq!(games(&read(&file)).len(), 4);
    let text = read(&file);
    assert_eq!(text.matches("[TimeControl \"600+1\"]").count(), 4, "{text}");
    assert!(text.contains(", tl=6") && text.contains(", n="), "{text}");
    assert!(!text.contains("Variant"), "{text}");
    read_with_python_chess(&file, 4);
}

#[test]
fn games_of_chess960_say_what_they_are() {
    let run = MatchRun::new("chess", &TWO).with(&["--rounds", "2", "--maxmoves", "30"]);
    let openings = run.file("openings");
    std::fs::write(&openings, "bqnrknbr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNBR w HDhd - 0 1\ne2e4 e7e5\n").unwrap();
    let run = run.with(&["--option", "UCI_Chess960=true", "--openings", openings.to_str().unwrap()]);
    let file = run.file("games.pgn");
    let finished = with_pgn(&run, &file);
    assert!(finished.status.success(), "{finished:?}");
    let text = read(&file);
    assert_eq!(text.matches("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"").count(), 4, "{text}");
    read_with_python_chess(&file, 4);
}

#[test]
fn what_stands_in_the_file_stays() {
    let run = MatchRun::new("tictactoe", &TWO).with(&["--rounds", "1"]);
    let file = run.file("games.pgn");
    // As another program left it, which was killed.
    std::fs::write(&file, "[Event \"another\"]\n\n1. e4 e5 *").unwrap();
    assert!(with_pgn(&run, &file).status.success());
    assert_eq!(read(&file), format!("[Event \"another\"]\n\n1. e4 e5 *\n\n{}", run.export("--pgn")));
    // Nothing is played, so nothing is added.
    let before = read(&file);
    let mut resumption = command(&["match", "--resume"]);
    resumption.arg(run.record()).arg("--pgn").arg(&file);
    assert!(finish(resumption, TIME).status.success());
    assert_eq!(read(&file), before);
}

/// The games of the first run and of the second: every game once, and complete.
#[test]
#[cfg(unix)]
fn a_run_that_goes_on_goes_on_with_the_file() {
    let run = MatchRun::new("tictactoe", &TWO).with(&["--rounds", "1000000", "--random-plies", "2"]);
    let file = run.file("games.pgn");
    let mut command = run.command();
    command.arg("--pgn").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
    let mut process = Process::new(command.spawn().expect("plyd starts"));
    let deadline = Instant::now() + TIME;
    while std::fs::read_to_string(&file).unwrap_or_default().matches("[Event ").count() < 3 {
        assert!(process.is_running() && Instant::now() < deadline, "no game was written");
        sleep(Duration::from_millis(5));
    }
    process.signal(rustix::process::Signal::INT);
    assert_eq!(process.wait().code(), Some(130));
    let written = games(&read(&file));
    assert_eq!(written, games(&run.export("--pgn")));
    assert!(
        written
            .iter()
            .all(|game| game.ends_with("1-0\n\n") || game.ends_with("0-1\n\n") || game.ends_with("1/2-1/2\n\n"))
    );

    let mut command = plyd_tests::command(&["match", "--resume"]);
    command.arg(run.record()).arg("--pgn").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
    let mut process = Process::new(command.spawn().expect("plyd starts"));
    while games(&read(&file)).len() < written.len() + 3 {
        assert!(process.is_running() && Instant::now() < deadline, "no game was added");
        sleep(Duration::from_millis(5));
    }
    process.signal(rustix::process::Signal::INT);
    assert_eq!(process.wait().code(), Some(130));
    assert_eq!(games(&read(&file)), games(&run.export("--pgn")));
}

#[test]
fn a_file_called_minus_is_standard_output() {
    let run = MatchRun::new("tictactoe", &TWO);
    let play = |more: &[&str]| {
        let mut command = command(&["match", "--game", "tictactoe", "--rounds", "1", "--pgn", "-", "--record"]);
        command.arg(run.record()).args(&run.arguments).args(more).current_dir(run.folder.path());
        finish(command, TIME)
    };
    for output in ["json", "jsonl"] {
        let refused = play(&["--output", output]);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert_eq!(refused.errors, "plyd: either the PGN or JSON can go to standard output, not both\n");
    }
    let finished = play(&[]);
    assert!(finished.status.success(), "{finished:?}");
    assert_eq!(finished.output, run.export("--pgn"));
    assert!(!run.file("-").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_without_room_is_told_and_costs_no_game() {
    let run = MatchRun::new("tictactoe", &TWO);
    let finished = with_pgn(&run, Path::new("/dev/full"));
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    let told = finished.errors.matches("plyd: cannot write /dev/full: No space left").count();
    assert_eq!(told, 1, "once: {finished:?}");
    assert_eq!(run.report()["finished"], true);
    let report: serde_json::Value = serde_json::from_str(&finished.output).expect("JSON");
    assert_eq!(report, run.report());
}

/// A limit of the size of files simulates a full disk. The file has room for some of the games, and part of another.
#[test]
#[cfg(unix)]
fn of_a_game_without_room_nothing_is_written() {
    const LIMIT: usize = 1024 * 512;
    let run = MatchRun::new("tictactoe", &TWO).with(&["--rounds", "5"]);
    let file = run.file("games.pgn");
    std::fs::write(&file, "x\n".repeat((LIMIT - 2_500) / 2)).unwrap();
    let mut command = run.limited("-f 1024");
    command.arg("--pgn").arg(&file);
    let finished = finish(command, TIME);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("games.pgn: File too large"), "{finished:?}");
    let text = read(&file);
    let written = text.trim_start_matches("x\n");
    let all = run.export("--pgn");
    assert!(!written.is_empty() && written.len() < all.len(), "{written}");
    assert!(all.starts_with(written) && written.ends_with("\n\n"), "{written}");
    assert_eq!(run.report()["finished"], true);
}

#[test]
fn a_file_that_cannot_be_made_is_told_before_the_first_game() {
    let run = MatchRun::new("tictactoe", &TWO);
    let finished = with_pgn(&run, &run.file("no/such/folder.pgn"));
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains("no/such/folder.pgn"), "{finished:?}");
    assert!(!run.record().exists());
}
