//! Random games compared with the rules of OpenSpiel through its Python module.

use crate::boards::{games, start};
use crate::plain::Plain;
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::{left_out, python};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/open_spiel.py");

/// OpenSpiel implements positional superko without suicide, and area scoring. A move that repeats a board is legal
/// there and ends the game, so the Python program skips such moves.
#[test]
fn games_moves_and_results_are_those_of_open_spiel() {
    let what = "go compared with OpenSpiel";
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder lies in the target folder");
    let Some(python) = python(target, what) else { return };
    let status = Command::new(&python).args(["-c", "import pyspiel"]).stderr(Stdio::null()).status();
    if !status.is_ok_and(|status| status.success()) {
        left_out(what, "the Python module pyspiel is missing in target/python");
        return;
    }
    let (mut input, mut expected, mut results) = (String::new(), String::new(), 0);
    for (size, count, longest) in [(2, 20, 60), (3, 20, 100), (5, 10, 200), (9, 4, 300), (13, 1, 100), (19, 1, 60)] {
        for komi in [0, 15] {
            let options = format!("Size={size} Suicide=false KomiHalfPoints={komi}");
            let (mut moves, mut positions) = (String::new(), 0);
            games(&start(&options), count, longest, |game, state, legal, mv| {
                let text = game.format_state(state);
                let names: Vec<String> = legal.iter().map(|&mv| game.format_move(state, mv)).collect();
                let result = match game.outcome(state) {
                    Outcome::Ongoing => "-",
                    Outcome::Win(Player::Max) => "B",
                    Outcome::Win(Player::Min) => "W",
                    _ => "draw",
                };
                results += u32::from(result != "-");
                let rows = Plain::read(&text, "").rows().join("/");
                expected.push_str(&format!(
                    "{rows} {} {result} {}\n",
                    &text.split(' ').nth(1).unwrap(),
                    names.join(" ")
                ));
                positions += 1;
                match mv {
                    Some(mv) => moves.push_str(&format!(" {}", game.format_move(state, mv))),
                    None => {
                        input.push_str(&format!("{size} {:.1}{}\n", f64::from(komi) / 2.0, std::mem::take(&mut moves)))
                    }
                }
            });
            assert!(positions > 60, "{positions} positions");
        }
    }
    assert!(results > 20, "{results} games were over");

    let mut child =
        Command::new(&python).arg("-B").arg(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().expect("is piped");
    let writer = thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("python ends by itself");
    writer.join().expect("the writer does not panic").expect("python reads all games");
    assert!(output.status.success(), "the program fails");
    let found = String::from_utf8(output.stdout).expect("is UTF-8");
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found.trim_end(), expected.trim_end());
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}
