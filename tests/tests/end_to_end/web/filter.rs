//! The page's own filter of clicks, under node, on the views of random games: it leads to exactly the legal moves.

use plyd_tests::{Engine, GAMES, has_program};
use serde_json::Value;
use std::io::{BufWriter, Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Games of each kind, and the longest of them: few in the usual run, as `.ci/full` plays the rest.
const GAMES_EACH: u64 = if cfg!(feature = "long-tests") { 1_000 } else { 1 };
const MOST_PLIES: usize = if cfg!(feature = "long-tests") { 400 } else { 24 };
/// So many with one process, whose conversation the driver keeps in memory.
const GAMES_A_PROCESS: u64 = 5;

/// Writes the lines `view` of all positions of random games: their JSON, one a line. Gives how many there are.
fn write_views(game: &str, output: &mut impl Write) -> u64 {
    let numbers: Vec<u64> = (0..GAMES_EACH).collect();
    let mut count = 0;
    for part in numbers.chunks(GAMES_A_PROCESS as usize) {
        let mut engine = Engine::start(&["--game", game]);
        for &number in part {
            let mut rng = fastrand::Rng::with_seed(number);
            let mut position = "position startpos".to_owned();
            for ply in 0..MOST_PLIES {
                engine.send(&format!("{position}\nview"));
                let line = engine.line();
                let json = line.strip_prefix("view ").unwrap_or_else(|| panic!("{game} {position}: {line}"));
                writeln!(output, "{json}").expect("node reads until it finds a fault");
                count += 1;
                let view: Value = serde_json::from_str(json).expect("it is JSON");
                let legal: Vec<&String> =
                    view["moves"].as_object().map(|moves| moves.keys().collect()).unwrap_or_default();
                if view["outcome"] != "ongoing" || legal.is_empty() {
                    break;
                }
                position += if ply == 0 { " moves " } else { " " };
                position += legal[rng.usize(..legal.len())];
            }
        }
    }
    count
}

/// Has the page's module read the views of a game, and gives how many there were.
fn filter(game: &str) -> u64 {
    let mut node = Command::new("node");
    node.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/page/filter.mjs"));
    node.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/server/page/gestures.js"));
    let mut node = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("node starts");
    let mut views = BufWriter::new(node.stdin.take().expect("is piped"));
    let count = write_views(game, &mut views);
    drop(views.into_inner().expect("node reads"));
    let mut said = String::new();
    node.stdout.take().expect("is piped").read_to_string(&mut said).expect("it is text");
    assert!(node.wait().expect("node ends").success(), "{said}");
    assert_eq!(said.trim(), count.to_string(), "{game}");
    count
}

#[test]
fn the_clicks_of_the_page_make_exactly_the_legal_moves() {
    if !has_program("node", "the page's filter of clicks") {
        return;
    }
    let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(game) = GAMES.get(next.fetch_add(1, Ordering::Relaxed)) {
                    count.fetch_add(filter(game) as usize, Ordering::Relaxed);
                }
            });
        }
    });
    assert!(count.into_inner() > 100);
}
