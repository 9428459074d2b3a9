//! The views of random games, for the page's own filter of clicks.

use plyd_tests::Engine;
use serde_json::Value;

/// Games of each kind, and the longest of them: few in the usual run, as `.ci/full` plays the rest.
const GAMES: u64 = if cfg!(feature = "long-tests") { 40 } else { 1 };
const MOST_PLIES: usize = if cfg!(feature = "long-tests") { 200 } else { 24 };

/// The lines `view` of all positions of random games: their JSON, one a line.
pub(super) fn views(games: &[&str]) -> String {
    let mut text = String::new();
    for game in games {
        let mut engine = Engine::start(&["--game", game]);
        for number in 0..GAMES {
            let mut rng = fastrand::Rng::with_seed(number);
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..MOST_PLIES {
                let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
                engine.send(&format!("position startpos{played}\nview"));
                let line = engine.line();
                let json = line.strip_prefix("view ").unwrap_or_else(|| panic!("{game}{played}: {line}"));
                text.push_str(json);
                text.push('\n');
                let view: Value = serde_json::from_str(json).expect("it is JSON");
                let legal: Vec<&String> =
                    view["moves"].as_object().map(|moves| moves.keys().collect()).unwrap_or_default();
                if view["outcome"] != "ongoing" || legal.is_empty() {
                    break;
                }
                moves.push(legal[rng.usize(..legal.len())].clone());
            }
        }
    }
    text
}
