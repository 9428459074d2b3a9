//! Tests of rules and notation against python-chess, if it is installed.

use crate::games::visit;
use crate::setups::open;
use plyd_plugin::testing::legal;
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::python;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

const GAMES: u64 = if cfg!(debug_assertions) { 2 } else { 8 };
const DEADLINE: Duration = Duration::from_secs(120);

/// Every position of some random games, in the format that the Python program reads.
fn positions() -> String {
    let mut text = String::new();
    visit(GAMES, |game, state| {
        let can = |letter, player| if game.can_win(state, player) { letter } else { '-' };
        let outcome = match game.outcome(state) {
            Outcome::Ongoing => "-",
            Outcome::Win(Player::Max) => "w",
            Outcome::Win(Player::Min) => "b",
            Outcome::DrawIfClaimed => "claim",
            _ => "draw",
        };
        let outcome = format!("{outcome} {}{}", can('w', Player::Max), can('b', Player::Min));
        let written = |mv| format!("{}={}", game.format_move(state, mv), game.notate(state, mv));
        let mut moves: Vec<String> = legal(&game, state).into_iter().map(written).collect();
        moves.sort();
        let kind = if game.chess960 { "960" } else { "chess" };
        // The text omits an en passant square if a check makes the capture illegal, so the key is computed from the
        // reopened text. In Chess960, python-chess only considers rooks in the corners.
        let setup = game.format_state(state);
        let key = (!game.chess960).then(|| open(&setup, false)).and_then(|(game, state)| game.book_key(&state));
        let key = key.map_or_else(|| "-".to_owned(), |key| format!("{key:016x}"));
        text += &format!("{kind}\t{setup}\t{outcome}\t{key}\t{}\n", moves.join(" "));
    });
    text
}

#[test]
fn python_chess_sees_the_same_moves_outcomes_texts_and_keys() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = scratch.parent().expect("the folder lies in the target folder");
    let Some(python) = python(target, "chess against python-chess") else { return };
    let list = scratch.join("chess-positions.txt");
    fs::write(&list, positions()).expect("the target folder is writable");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("python").join("compare.py");
    let mut command = Command::new(python);
    command.arg(program).arg(list).stdin(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("python starts");
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the program is ours to wait for") {
            break status;
        }
        if started.elapsed() > DEADLINE {
            child.kill().expect("the program is ours to end");
            panic!("python-chess took longer than {DEADLINE:?}");
        }
        thread::sleep(Duration::from_millis(20));
    };
    let mut differences = String::new();
    child.stderr.take().expect("is piped").read_to_string(&mut differences).expect("python writes UTF-8");
    assert!(status.success(), "{differences}");
}
