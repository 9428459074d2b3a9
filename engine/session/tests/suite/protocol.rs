//! The session's rules, over a stream in memory.

mod analysis;
mod chance;
mod claims;
mod commands;
mod finished;
mod limits;
mod mates;
mod numbers;
mod options;
mod pondering;
mod positions;
mod queries;
mod records;
mod running;
mod table;
mod ugi;

use plyd_linked::{Engine, info_field};

/// The largest tree there is: minimax is busy with it for a while, but not for ever.
const LARGE_TREE: &str = "position fen random b=2 depth=26 seed=42";

fn tic_tac_toe() -> Engine {
    Engine::start("tictactoe")
}

fn leaf_tree() -> Engine {
    Engine::start("leaftree")
}

/// An engine that searches the large tree by minimax, with this `go`.
fn searching(go: &str) -> Engine {
    let mut engine = Engine::with_options("leaftree", &["Algorithm=minimax"]);
    engine.send(LARGE_TREE);
    engine.send(go);
    engine
}

/// The only line that the engine answers.
fn only(lines: Vec<String>) -> String {
    match <[String; 1]>::try_from(lines) {
        Ok([line]) => line,
        Err(lines) => panic!("not one line: {lines:?}"),
    }
}

/// Asserts that the lines end with a `bestmove`, and that the last result before it has all that belongs to one and
/// begins with that move.
fn assert_complete(lines: &[String]) {
    let result = lines.iter().rfind(|line| info_field(line, "score").is_some());
    let result = result.unwrap_or_else(|| panic!("no result before the bestmove: {lines:?}"));
    for keyword in ["depth", "score", "nodes", "time", "nps", "pv"] {
        assert!(info_field(result, keyword).is_some(), "no {keyword} in `{result}`");
    }
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")?.split(' ').next());
    assert_eq!(best, info_field(result, "pv").unwrap().split(' ').next(), "{lines:?}");
}

/// How many of the lines begin so.
fn count(lines: &[String], prefix: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(prefix)).count()
}
