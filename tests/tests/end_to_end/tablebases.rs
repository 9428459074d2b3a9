//! Tables of solved games in sessions, in this process and in children.

// One of the files is a pipe with a name.
#[cfg(target_os = "linux")]
mod unsound;

use plyd_tests::{Engine, command, finish, info_field};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(120);

/// A folder with a table of tic-tac-toe, and one of connect four on a small board.
pub(crate) fn tables() -> TempDir {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let small = ["--option", "cfour.Files=4", "--option", "cfour.Ranks=4"];
    for (game, options) in [("tictactoe", &[][..]), ("cfour", &small)] {
        let file = folder.path().join(game).with_extension("plydtb");
        let arguments = [&["tablebase", "build", game, "-o", path(&file)], options].concat();
        let built = finish(command(&arguments), PATIENCE);
        assert!(built.status.success(), "{}", built.errors);
    }
    folder
}

pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("the name of a temporary folder is text")
}

/// A line without what differs from run to run.
fn without_times(line: &str) -> String {
    let (mut left, mut words) = (Vec::new(), line.split(' '));
    while let Some(word) = words.next() {
        match word {
            "time" | "nps" | "hashfull" => drop(words.next()),
            _ => left.push(word),
        }
    }
    left.join(" ")
}

#[test]
fn sessions_say_the_same_in_this_process_and_in_children() {
    let folder = tables();
    let said = |tables: &[&str], isolate: &[&str]| {
        let mut engine = Engine::start(&[&["--game", "tictactoe"], tables, isolate].concat());
        let (mut lines, mut nodes) = (Vec::new(), Vec::new());
        for algorithm in ["pvs", "solve", "dfpn", "alphabeta"] {
            engine.send(&format!("setoption name Algorithm value {algorithm}"));
            for position in ["startpos", "fen PpP/1p1/P2 w"] {
                engine.send(&format!("position {position}"));
                for go in ["go depth 9", "go mate 3", "go searchmoves P@a2 P@c2"] {
                    let mut answer = engine.go(go);
                    // What is reported after a second, on a busy machine.
                    answer.retain(|line| !line.contains(" currmove ") && !line.starts_with("info nodes "));
                    let count = answer.iter().filter_map(|line| info_field(line, "nodes")?.parse::<u64>().ok()).max();
                    nodes.push(count.expect("there is a line"));
                    lines.extend(answer.iter().map(|line| without_times(line)));
                }
            }
        }
        (lines, nodes)
    };
    let with = ["--tablebases", path(folder.path())];
    let (lines, nodes) = said(&with, &[]);
    assert_eq!(said(&with, &["--isolate"]), (lines.clone(), nodes.clone()));
    let without = said(&[], &[]);
    // The searches of each algorithm of the start position.
    for (algorithm, place) in [("pvs", 0), ("solve", 6), ("dfpn", 12)] {
        assert!(nodes[place] < 25 && without.1[place] > 200, "{algorithm}: {nodes:?}, {:?} without", without.1);
    }
    let text = |lines: &[String]| lines.iter().rev().take(12).cloned().collect::<Vec<_>>();
    assert_eq!(nodes[18..], without.1[18..], "alphabeta uses no tables");
    assert_eq!(text(&lines), text(&without.0));
    // Every score is the same.
    let scores = |lines: &[String]| -> Vec<String> {
        let last = lines.iter().zip(&lines[1..]).filter(|(_, next)| next.starts_with("bestmove"));
        last.map(|(line, _)| line.split(" nodes").next().unwrap_or(line).split("score").last().unwrap_or("").into())
            .collect()
    };
    assert_eq!(scores(&lines), scores(&without.0));
}

#[test]
fn every_position_of_nim_is_won_as_the_sum_of_its_heaps_says() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("nim.plydtb");
    let built = finish(command(&["tablebase", "build", "nim", "-o", path(&file)]), PATIENCE);
    assert!(built.status.success(), "{}", built.errors);
    let mut engine = Engine::start(&["--game", "nim", "--tablebases", path(folder.path())]);
    for (a, b, c) in (0..=3).flat_map(|a| (0..=4).flat_map(move |b| (0..=5).map(move |c| (a, b, c)))).skip(1) {
        let taken = [('a', 3 - a), ('b', 4 - b), ('c', 5 - c)].into_iter().filter(|(_, count)| *count > 0);
        let moves: String = taken.map(|(heap, count)| format!(" {heap}{count}")).collect();
        engine.send(&format!("position startpos{}{moves}", if moves.is_empty() { "" } else { " moves" }));
        let lines = engine.go("go depth 2");
        let line = lines.iter().rev().find(|line| line.contains(" score ")).expect("there is a line");
        let loses = line.contains(" score mate -");
        assert!(line.contains(" score mate ") && loses == (a ^ b ^ c == 0), "{a} {b} {c}: {lines:?}");
    }
}
