//! The page's own filter of clicks, under node, in random games: it leads to exactly the legal moves.

use plyd_tests::{GAMES, command, copy_environment, finish, has_program};
use std::io::{Write, stderr};
use std::process::Command;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Games of each kind, and where one that has not ended is left: few in the usual run, as `.ci/full` plays the rest.
const GAMES_EACH: u64 = if cfg!(feature = "long-tests") { 1_000 } else { 1 };
const MOST_PLIES: u64 = if cfg!(feature = "long-tests") { 400 } else { 24 };
/// How long all games of a kind may take.
const TIME: Duration = Duration::from_secs(if cfg!(feature = "long-tests") { 3_600 } else { 120 });

/// Has the page's module read all positions of random games, and gives how many there were.
fn filter(game: &str) -> u64 {
    let plyd = command(&["--game", game]);
    let mut node = Command::new("node");
    node.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/page/filter.mjs"));
    node.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/server/page/gestures.js"));
    node.args([GAMES_EACH.to_string(), MOST_PLIES.to_string()]).arg(plyd.get_program()).args(plyd.get_args());
    copy_environment(&plyd, &mut node);
    let finished = finish(node, TIME);
    assert!(finished.status.success(), "{game} {}{}", finished.output, finished.errors);
    let _ = writeln!(stderr(), "{game}: {}", finished.output.trim());
    let count = finished.output.split_whitespace().next().and_then(|count| count.parse().ok());
    count.unwrap_or_else(|| panic!("{game}: {}", finished.output))
}

#[test]
fn the_clicks_of_the_page_make_exactly_the_legal_moves() {
    if !has_program("node", "the page's filter of clicks") {
        return;
    }
    let (next, count) = (AtomicUsize::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(game) = GAMES.get(next.fetch_add(1, Ordering::Relaxed)) {
                    count.fetch_add(filter(game), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(count.into_inner() > 100);
}
