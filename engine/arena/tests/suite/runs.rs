//! Matches that the tests here, and those of the built program, play: each of them has a `MatchRun` with the same words.

use super::{MatchRun, moves};
use serde_json::Value;
use std::path::PathBuf;

const TWO: [&str; 2] = ["name=A builtin nodes=1 option.Hash=1", "name=B builtin nodes=1 option.Hash=1"];

/// A match of chess with openings from a file of this name and content.
pub(super) fn chess(name: &str, content: impl AsRef<[u8]>, words: &str, more: &[&str]) -> (MatchRun, PathBuf) {
    let run = MatchRun::new("chess", &TWO).with(&["--maxmoves", "1"]).with(more);
    let file = run.file(name);
    std::fs::write(&file, content).unwrap();
    let openings = format!("'file={}' {words}", file.display());
    (run.with(&["--openings", &openings]), file)
}

/// Comments, variations, glyphs, remarks, tags with all kinds of letters, all ways to write moves and results.
pub(super) const PGN: &str = "\
% made by hand
[Event \"One \\\"two\\\" [three]\"]
[Result \"1-0\"]

1.e4 {the best; by test (1. d4)} e5 $1 2. Nf3! (2. f4 exf4(2... d5 {Falkbeer}) 3. Nf3 1-0) Nc6 ; the rest is silence 3. Qh5
3. Bb5!? a6
4. 0-0 1-0

[Event \"from a position\"]
[SetUp \"1\"]
[FEN \"4k3/8/8/3pP3/8/8/7r/4K3 w - d6 0 1\"]

1. exd6e.p. Rh1+ *

[Event \"coordinates\"]

d2d4 D7D5 c1f4 1/2-1/2
";

/// Connect four between so many engines, of which each third one is stronger; two of the same strength may draw or not,
/// by the opening.
pub(super) fn tournament(kind: &str, engines: usize, depth: u32, more: &[&str]) -> MatchRun {
    let engine = |number: usize| format!("name=E{number} builtin option.Hash=1 depth={}", depth - (number as u32 % 3));
    let engines: Vec<_> = (0..engines).map(engine).collect();
    let engines: Vec<_> = engines.iter().map(String::as_str).collect();
    MatchRun::new("cfour", &engines).with(&["--tournament", kind, "--random-plies", "4"]).with(more)
}

/// Who played whom in each game, and how.
pub(super) fn meetings(run: &MatchRun) -> Vec<(Value, Value, Value)> {
    run.games()
        .into_iter()
        .map(|game| (game["number"].clone(), game["first"].clone(), game["second"].clone()))
        .collect()
}

/// The moves of each game.
pub(super) fn all_moves(run: &MatchRun) -> Vec<String> {
    run.games().iter().map(|game| moves(game).join(" ")).collect()
}
