//! Tests of random games against the rules of GNU Backgammon and OpenSpiel through their Python modules.

use crate::boards::start;
use plyd_plugin::testing::{after, legal, random_games};
use plyd_plugin::{Game, Outcome, Plugin, Turn};
use plyd_trials::{left_out, python};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// The Python of the tests, if the module is installed; otherwise reports that the test is skipped.
fn python_with(module: &str) -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder lies in the target folder");
    let what = format!("backgammon compared with {module}");
    let python = python(target, &what)?;
    let status = Command::new(&python).args(["-c", &format!("import {module}")]).stderr(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) {
        return Some(python);
    }
    left_out(&what, &format!("the Python module {module} is missing in target/python"));
    None
}

/// The output of a program in this folder for some input.
fn told(python: &Path, program: &str, input: String) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(program);
    let mut command = Command::new(python);
    let mut child = command.arg("-B").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().expect("is piped");
    let writer = thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("python ends by itself");
    writer.join().expect("the writer does not panic").expect("python reads everything");
    assert!(output.status.success(), "the program fails");
    String::from_utf8(output.stdout).expect("is UTF-8")
}

fn check(found: &str, input: &str, expected: &str) {
    for ((found, expected), asked) in found.lines().zip(expected.lines()).zip(input.lines()) {
        assert_eq!(found, expected, "{asked}");
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

/// The position ids after all plays of a position, in alphabetical order.
fn ends<P: Plugin>(game: &P, state: &P::State) -> String {
    let id = |text: String| text.split(' ').next().unwrap().to_owned();
    let mut ends: Vec<String> =
        legal(game, state).into_iter().map(|mv| id(game.format_state(&after(game, state, mv)))).collect();
    ends.sort();
    ends.join(" ")
}

#[test]
fn plays_are_those_of_gnu_backgammon() {
    let Some(python) = python_with("gnubg_nn") else { return };
    let (mut input, mut expected) = (String::new(), String::new());
    random_games(&start("Opening=any"), 40, |game, state, mv| {
        if mv.is_some() && game.turn(state) != Turn::Chance {
            input += &format!("{}\n", game.format_state(state));
            expected += &format!("{}\n", ends(game, state));
        }
    });
    assert!(input.lines().count() > 1_000);
    check(&told(&python, "gnubg.py", input.clone()), &input, &expected);
}

/// OpenSpiel splits doubles into two turns and does not require the maximum number of steps for both together. The test
/// therefore only checks that OpenSpiel finds a play of a double.
#[test]
fn games_and_their_results_are_those_of_open_spiel() {
    let Some(python) = python_with("pyspiel") else { return };
    let (mut input, mut expected) = (String::new(), String::new());
    let games = if cfg!(feature = "long-tests") { 40 } else { 12 };
    random_games(&start(""), games, |game, state, mv| {
        let text = game.format_state(state);
        match game.outcome(state) {
            Outcome::Ongoing if game.turn(state) != Turn::Chance => {
                let end = game.format_state(&after(game, state, mv.unwrap()));
                let dice = text.split(' ').nth(2).unwrap();
                input += &format!("{dice} {}\n", end.split(' ').next().unwrap());
                let is_double = dice[..1] == dice[1..];
                expected += &if is_double { "found\n".into() } else { format!("{}\n", ends(game, state)) };
            }
            Outcome::Utility(value) => {
                input += "over\n";
                expected += &format!("{}\n", value / 1_000);
            }
            _ => {}
        }
    });
    check(&told(&python, "open_spiel.py", input.clone()), &input, &expected);
}
