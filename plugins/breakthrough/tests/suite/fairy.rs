//! Random games against Fairy-Stockfish's rules, in its Python module.

use crate::boards::{legal, random_games, start};
use plyd_plugin::{Game, Outcome, Plugin};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// A Python that has the module, in the environment that the tests use.
fn interpreter() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    let python = target.join("python").join("bin").join("python");
    let status = Command::new(&python).args(["-c", "import pyffish"]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success()).then_some(python)
}

/// The moves of some random games, a line each, and what is to be said about all their positions.
fn games(files: u32, ranks: u32) -> (String, String) {
    let (mut moves, mut positions) = (String::new(), String::new());
    random_games(&start(files, ranks), 3, |game, state, mv| {
        let mut names: Vec<String> = legal(game, state).into_iter().map(|mv| game.format_move(state, mv)).collect();
        names.sort();
        // The winner is the one who has just moved.
        let told = match game.outcome(state) {
            Outcome::Ongoing => names.join(" "),
            outcome => {
                assert_eq!(outcome, Outcome::Win(game.turn(state).other()));
                "over".into()
            }
        };
        positions.push_str(&format!("{}\t{told}\n", game.format_state(state)));
        match mv {
            Some(mv) => moves.push_str(&format!("{} ", game.format_move(state, mv))),
            None => moves.push('\n'),
        }
    });
    (moves, positions)
}

#[test]
fn positions_and_moves_are_those_of_fairy_stockfish() {
    let Some(python) = interpreter() else {
        let missing = "the Python module pyffish is missing in target/python";
        assert!(std::env::var_os("PLYD_TEST_REQUIRE").is_none_or(|value| value != "1"), "{missing}");
        // Not captured, unlike what the print macros write.
        let _ = writeln!(std::io::stderr(), "LEFT OUT: breakthrough compared with Fairy-Stockfish, as {missing}");
        return;
    };
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("suite").join("fairy.py");
    for (files, ranks) in [(8, 8), (5, 6), (3, 5), (8, 3)] {
        let (moves, expected) = games(files, ranks);
        let mut command = Command::new(&python);
        command.arg(&program).args([files.to_string(), ranks.to_string()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python starts");
        let mut input = child.stdin.take().expect("is piped");
        let writer = thread::spawn(move || input.write_all(moves.as_bytes()));
        let output = child.wait_with_output().expect("python ends by itself");
        writer.join().expect("the writer does not panic").expect("python reads all games");
        assert!(output.status.success());
        let found = String::from_utf8(output.stdout).expect("is UTF-8");
        for (found, expected) in found.lines().zip(expected.lines()) {
            assert_eq!(found, expected);
        }
        assert_eq!(found.lines().count(), expected.lines().count());
    }
}
