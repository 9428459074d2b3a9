//! Tournaments in which results decide who meets whom.

use super::record::{all_moves, played};
use super::{MatchRun, report_of};
use plyd_tests::{Process, command, finish};
use serde_json::Value;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Connect four between so many engines, of which each third one is stronger; two of the same strength may draw or not,
/// by the opening.
fn tournament(kind: &str, engines: usize, depth: u32, more: &[&str]) -> MatchRun {
    let engine = |number: usize| format!("name=E{number} builtin option.Hash=1 depth={}", depth - (number as u32 % 3));
    let engines: Vec<_> = (0..engines).map(engine).collect();
    let engines: Vec<_> = engines.iter().map(String::as_str).collect();
    MatchRun::new("cfour", &engines).with(&["--tournament", kind, "--random-plies", "4"]).with(more)
}

/// Who played whom in each game, and how.
fn games(run: &MatchRun) -> Vec<(Value, Value, Value)> {
    run.games()
        .into_iter()
        .map(|game| (game["number"].clone(), game["first"].clone(), game["second"].clone()))
        .collect()
}

fn text(run: &MatchRun) -> String {
    let mut command = command(&["report"]);
    command.arg(run.record());
    let finished = finish(command, super::TIME);
    assert!(finished.status.success(), "{finished:?}");
    finished.output
}

#[test]
fn a_swiss_tournament_has_the_same_games_whatever_the_concurrency() {
    let [one, three] = ["1", "3"].map(|concurrency| {
        let run = tournament("swiss", 7, 3, &["--concurrency", concurrency]);
        let report = run.play();
        (report, games(&run), all_moves(&run), text(&run))
    });
    assert_eq!(one, three);
    let (report, games, _, text) = one;
    // Four rounds of three boards.
    assert_eq!((games.len(), report["planned"].as_u64(), report["finished"].as_bool()), (24, Some(24), Some(true)));
    let standings = report["standings"].as_array().unwrap();
    let points: Vec<_> = standings.iter().map(|standing| standing["points"].as_f64().unwrap()).collect();
    assert!(points.is_sorted_by(|a, b| a >= b), "{report}");
    // Of seven, four have had a bye, of two points.
    assert_eq!(points.iter().sum::<f64>(), 24.0 + 4.0 * 2.0);
    assert!(standings.iter().all(|standing| standing["byes"].as_u64().is_some_and(|byes| byes <= 1)), "{report}");
    assert!(standings.iter().all(|standing| standing["buchholz"].is_number()), "{report}");
    assert!(text.contains("byes  Buchholz"), "{text}");
}

#[test]
fn a_knockout_has_a_bracket_and_a_winner() {
    let run = tournament("knockout", 6, 3, &["--rounds", "1", "--concurrency", "3"]);
    let report = run.play();
    let bracket = report["knockout"]["bracket"].as_array().unwrap();
    let stages: Vec<_> = bracket.iter().map(|duel| duel["stage"].as_str().unwrap()).collect();
    assert_eq!(stages, ["quarter-final", "quarter-final", "semi-final", "semi-final", "final"]);
    let winner = &report["knockout"]["winner"];
    assert!(winner.is_string() && bracket[4]["winner"] == *winner, "{report}");
    assert_eq!(report["standings"][0]["name"], *winner);
    let pairs: u64 = bracket.iter().map(|duel| 1 + duel["tie_breaks"].as_u64().unwrap()).sum();
    assert_eq!((report["planned"].as_u64(), report["played"].as_u64()), (Some(2 * pairs), Some(2 * pairs)));
    assert_eq!(report["finished"], true);
    let text = text(&run);
    assert!(text.contains(&format!("{} has won", winner.as_str().unwrap())), "{text}");
    assert_eq!(run.resume(), report, "there is more to play");
}

/// Perfect players of tic-tac-toe draw all games: after eight pairs the one that is named first goes on.
#[test]
fn a_knockout_of_equals_is_won_by_the_first() {
    let engines = ["A", "B", "C"].map(|name| format!("name={name} builtin depth=9 option.Hash=1"));
    let run = MatchRun::new("tictactoe", &engines.each_ref().map(String::as_str));
    let report = run.with(&["--tournament", "knockout", "--rounds", "1", "--concurrency", "2"]).play();
    assert_eq!((report["knockout"]["winner"].as_str(), report["played"].as_u64()), (Some("A"), Some(36)), "{report}");
}

/// Kills the run when a third, and when two thirds of its games are played, and goes on. Returns whether it was killed
/// before its end.
fn survives_kills(start: impl Fn(&[&str]) -> MatchRun) -> bool {
    let whole = start(&["--concurrency", "1"]);
    let expected = whole.play();
    let total = expected["played"].as_u64().unwrap();
    let killed = start(&["--concurrency", "2"]);
    let (mut command, mut was_killed) = (killed.command(), true);
    for share in [1, 2] {
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts");
        let mut process = Process::new(child);
        let deadline = Instant::now() + super::TIME;
        while played(&killed).is_none_or(|played| played < total * share / 3) {
            assert!(Instant::now() < deadline, "too few games are played");
            sleep(Duration::from_millis(5));
        }
        was_killed &= process.is_running();
        // SIGKILL.
        drop(process);
        command = killed.resumption();
    }
    assert_eq!(report_of(&finish(command, super::TIME)), expected);
    assert_eq!((games(&killed), all_moves(&killed)), (games(&whole), all_moves(&whole)));
    was_killed
}

/// On a quick machine all games may be over before the first kill; then the engines think longer.
#[track_caller]
fn assert_survives_kills(kind: &str, engines: usize, more: &[&str]) {
    let was_killed =
        [4, 6, 8].into_iter().any(|depth| survives_kills(|other| tournament(kind, engines, depth, more).with(other)));
    assert!(was_killed, "every run was over before it was killed");
}

#[test]
fn a_killed_knockout_ends_with_the_same_games() {
    assert_survives_kills("knockout", 11, &["--rounds", "6"]);
}

#[test]
fn a_killed_swiss_tournament_ends_with_the_same_games() {
    assert_survives_kills("swiss", 9, &["--rounds", "9"]);
}

#[test]
fn tournaments_that_make_no_sense_are_refused() {
    for (more, part) in [
        (["swiss", "--rounds", "4"], "a Swiss tournament of 3 engines has 1 to 3 rounds, not 4"),
        (["knockout", "--rounds", "0"], "rounds, not 0"),
    ] {
        let finished = tournament(more[0], 3, 3, &more[1..]).to_end();
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        assert!(finished.errors.contains(part), "{finished:?}");
    }
    let run = tournament("knockout", 2, 3, &["--sprt", "elo0=0 elo1=5"]);
    let finished = run.to_end();
    assert!(finished.errors.contains("sprt needs a round robin or a gauntlet"), "{finished:?}");
}
