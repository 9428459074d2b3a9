//! Tests of leaf counts against suites on which two other programs agree.

use crate::setups::open;
use chess::Chess;
use plyd_plugin::Plugin;
use plyd_plugin::testing::perft;

/// The maximum number of leaves that takes only seconds.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 150_000 } else { 20_000_000 };

/// The setups of a suite, each with its counts from depth 1.
fn suite(text: &str) -> Vec<(&str, Vec<u64>)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(" ;");
            let setup = parts.next().expect("a line has a first part");
            let counts = (1..).zip(parts).map(|(depth, part)| {
                let count = part.strip_prefix(&format!("D{depth} ")).expect("the depths go up by one");
                count.parse().expect("a count is a number")
            });
            (setup, counts.collect())
        })
        .collect()
}

fn check(text: &str, chess960: bool) {
    for (setup, counts) in suite(text) {
        let (game, root) = open(setup, chess960);
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count <= MOST_LEAVES) {
            assert_eq!(perft(&game, &root, depth), count, "{setup}, depth {depth}");
        }
    }
}

#[test]
fn ordinary_positions_have_as_many_leaves_as_known() {
    check(include_str!("../../perft.epd"), false);
}

#[test]
fn chess960_positions_have_as_many_leaves_as_known() {
    check(include_str!("../../perft960.epd"), true);
}

#[test]
fn ordinary_positions_have_the_same_leaves_in_chess960() {
    let small = |count: &u64| *count < 100_000;
    for (setup, counts) in suite(include_str!("../../perft.epd")) {
        let (game, root) = open(setup, true);
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| small(count)) {
            assert_eq!(perft(&game, &root, depth), count, "{setup}, depth {depth}");
        }
    }
}

/// The counts that the library publishes are part of the suites.
#[test]
fn the_published_counts_are_of_the_suites() {
    let ordinary = suite(include_str!("../../perft.epd"));
    let chess960 = suite(include_str!("../../perft960.epd"));
    assert!(!Chess::PERFT.is_empty());
    for known in Chess::PERFT {
        let suite = if known.options == "UCI_Chess960=true" { &chess960 } else { &ordinary };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let setup = if known.setup.is_empty() { start } else { known.setup };
        let (_, counts) = suite.iter().find(|(listed, _)| *listed == setup).expect("a setup of the suite");
        assert_eq!(counts[known.depth as usize - 1], known.leaves, "{setup}");
    }
}
