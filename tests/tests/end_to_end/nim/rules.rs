//! The rules: counts of leaves, and who wins.

use super::engine;
use super::oracle::{Heaps, Random, text};
use plyd_host::{Cache, Catalog};
use plyd_rules::Game;
use plyd_tests::{Engine, info_field};
use std::collections::HashMap;

/// Setup, depth and leaves of each line of the data file.
fn data() -> Vec<(String, u32, u64)> {
    let text = std::fs::read_to_string(format!("{}/perft.txt", super::SOURCES)).expect("there is the data file");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [setup, depth, leaves] = fields[..] else { panic!("three fields: {line}") };
            (setup.into(), depth.parse().expect("a depth"), leaves.parse().expect("a count"))
        })
        .collect()
}

/// Leaves of each move, and all.
fn perft(engine: &mut Engine, depth: u32) -> (Vec<(String, u64)>, u64) {
    engine.send(&format!("go perft {depth}"));
    let mut lines = engine.until("Nodes searched: ");
    let all = lines.pop().and_then(|line| line.strip_prefix("Nodes searched: ")?.parse().ok()).expect("a count");
    let moves = lines.iter().filter_map(|line| {
        let (mv, leaves) = line.split_once(": ")?;
        Some((mv.to_string(), leaves.parse().ok()?))
    });
    (moves.collect(), all)
}

#[test]
fn the_leaves_are_those_of_the_data_file() {
    let Some(mut engine) = engine() else { return };
    let data = data();
    assert!(data.len() > 30, "the data file is short");
    for (setup, depth, leaves) in data {
        let position = if setup.is_empty() { "startpos".into() } else { format!("fen {setup}") };
        assert_eq!(engine.ask(&format!("position {position}")), [""; 0], "{setup}");
        assert_eq!(perft(&mut engine, depth).1, leaves, "{setup} at depth {depth}");
    }
}

#[test]
fn the_data_file_is_right_by_other_rules() {
    for (setup, depth, leaves) in data().into_iter().filter(|(.., leaves)| *leaves < 1_000_000) {
        assert_eq!(Heaps::read(&setup).perft(depth), leaves, "{setup} at depth {depth}");
    }
}

#[test]
fn the_leaves_of_random_heaps_are_those_of_other_rules() {
    let Some(mut engine) = engine() else { return };
    let mut random = Random(1);
    for _ in 0..60 {
        let heaps = random.heaps(16, 30);
        let depth = 1 + random.below(3) as u32;
        assert_eq!(engine.ask(&format!("position {}", heaps.text())), [""; 0]);
        let expected: Vec<_> =
            heaps.moves().into_iter().map(|mv| (text(mv), heaps.after(mv).perft(depth - 1))).collect();
        let (moves, all) = perft(&mut engine, depth);
        assert_eq!(moves, expected, "{heaps:?} at depth {depth}");
        assert_eq!(all, expected.iter().map(|(_, leaves)| leaves).sum::<u64>(), "{heaps:?}");
    }
}

/// The player to move loses exactly if the nim sum is 0, and wins by a move that makes it 0.
fn the_theorem_holds(algorithm: &str, seed: u64, rounds: usize, heaps: usize, objects: usize) {
    let Some(mut engine) = engine() else { return };
    assert_eq!(engine.ask(&format!("setoption name Algorithm value {algorithm}")), [""; 0]);
    let mut random = Random(seed);
    let mut lost = 0;
    for _ in 0..rounds {
        let heaps = random.heaps(heaps, objects);
        assert_eq!(engine.ask(&format!("position {}", heaps.text())), [""; 0]);
        let lines = engine.go("go");
        let score = lines.iter().rev().find_map(|line| info_field(line, "score")).expect("a score");
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
        // The textbooks' algorithms tell the worth of a win, the strong one when it comes.
        let is_lost = score.starts_with("cp -100") || score.starts_with("mate -");
        let is_won = !is_lost && (score.starts_with("cp 100") || score.starts_with("mate "));
        assert!(is_lost || is_won, "{algorithm} of {heaps:?}: {score}");
        assert_eq!(is_lost, heaps.nim_sum() == 0, "{algorithm} of {heaps:?}: {score}");
        let after = heaps.moves().into_iter().find(|mv| text(*mv) == best).map(|mv| heaps.after(mv));
        let after = after.unwrap_or_else(|| panic!("{best} is no move of {heaps:?}"));
        assert!(is_lost || after.nim_sum() == 0, "{algorithm} of {heaps:?}: {best} does not win");
        lost += usize::from(is_lost);
    }
    assert!(lost * 5 > rounds && lost * 5 < rounds * 4, "{lost} of {rounds} lost say little");
}

#[test]
fn minimax_loses_exactly_when_the_nim_sum_is_0() {
    the_theorem_holds("minimax", 2, 80, 4, 9);
}

#[test]
fn alphabeta_loses_exactly_when_the_nim_sum_is_0() {
    the_theorem_holds("alphabeta", 3, 80, 5, 11);
}

#[test]
fn pvs_loses_exactly_when_the_nim_sum_is_0() {
    the_theorem_holds("pvs", 4, 60, 5, 12);
}

#[test]
fn the_keys_of_a_sample_are_different_and_the_counts_of_the_library_are_those_of_the_data_file() {
    let Some(folder) = super::folder() else { return };
    let cache = tempfile::tempdir().expect("there is a temporary folder");
    let catalog = Catalog::load(&[folder.to_path_buf()], Cache::new(Some(cache.path().to_path_buf())));
    let library = catalog.get("nim").expect("nim is loaded");

    let data = data();
    assert!(!library.known_perft().is_empty());
    for known in library.known_perft() {
        let told = (known.setup.clone(), known.depth, known.leaves);
        assert!(data.contains(&told), "{told:?} is not in the data file");
    }

    let (mut keys, mut sorted_keys) = (HashMap::new(), HashMap::new());
    let mut random = Random(5);
    for _ in 0..2_000 {
        let mut heaps = random.heaps(16, 40);
        let game = library.open(&heaps.text(), &[]).expect("a sound setup");
        let (key, sorted_key) = (game.key(&game.root()), game.symmetric_key(&game.root()));
        // A heap that is missing is an empty one.
        heaps.sizes.resize(16, 0);
        assert_eq!(*keys.entry(key).or_insert_with(|| heaps.clone()), heaps, "they share a key");
        heaps.sizes.sort_unstable();
        assert_eq!(*sorted_keys.entry(sorted_key).or_insert_with(|| heaps.clone()), heaps, "they share a sorted key");
        let facts = game.facts();
        assert_eq!((facts.max_moves, facts.max_plies), (heaps.sizes.iter().sum(), heaps.sizes.iter().sum()));
    }
    assert!(sorted_keys.len() < keys.len(), "no two of the sample were the same up to order");
}
