//! Runs each target on its seeds and on mutations of them. The seeds include earlier findings of the fuzzer.

use fastrand::Rng;
use plyd_fuzz_targets::{Surroundings, TARGETS, dictionary, target};
use plyd_linked::each_game;
use plyd_plugin::Plugin;
use plyd_tests::built_folder;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The number of mutations per seed. libFuzzer tries millions.
const CHANGES: usize = 5;

fn attack(name: &str) {
    let (target, surroundings) = (target(name).expect("there is such a target"), Surroundings::new(built_folder));
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty());
    let mut random = Rng::with_seed(17);
    for seed in &seeds {
        assert!(seed.len() <= target.longest, "a seed of {} bytes is too long", seed.len());
        let changed = (0..CHANGES).map(|_| changed(seed, &seeds, &mut random));
        for input in std::iter::once(seed.clone()).chain(changed) {
            let held = catch_unwind(AssertUnwindSafe(|| (target.attack)(&surroundings, &input)));
            assert!(held.is_ok(), "the input was b\"{}\"", input.escape_ascii());
        }
    }
}

/// Mutates a seed once or twice: bytes are removed, repeated, replaced, or inserted from another seed.
fn changed(seed: &[u8], seeds: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut input = seed.to_vec();
    for _ in 0..random.usize(1..3) {
        let from = random.usize(..=input.len());
        let to = (from + random.usize(..8)).min(input.len());
        let other = &seeds[random.usize(..seeds.len())];
        let start = random.usize(..=other.len());
        let end = (start + random.usize(..16)).min(other.len());
        let with = match random.u8(..4) {
            0 => Vec::new(),
            1 => input[from..to].repeat(2),
            2 => vec![random.u8(..)],
            _ => other[start..end].to_vec(),
        };
        input.splice(from..to, with);
    }
    input
}

/// Defines a separate test for each part, so that they run in parallel.
macro_rules! parts {
    ($($test:ident)*) => {
        const PARTS: &[&str] = &[$(stringify!($test)),*];

        $(#[test]
        fn $test() {
            attack(stringify!($test));
        })*
    };
}

parts! {
    admin auth children decode epd gtp http lines network nim pgn plans polyglot records replies samples settings sgf tokens
    views
}

/// Defines a test for each game.
macro_rules! games {
    ($($test:ident $game:ty),*) => {
        const GAMES: &[&str] = &[$(<$game as Plugin>::ID),*];

        $(#[test]
        fn $test() {
            attack(<$game as Plugin>::ID);
        })*
    };
}

each_game!(games);

#[test]
fn every_target_has_a_test() {
    let mut tested = [PARTS, GAMES].concat();
    tested.sort_unstable();
    assert_eq!(tested, TARGETS.iter().map(|target| target.name).collect::<Vec<_>>());
}

#[test]
fn a_dictionary_has_the_words_of_the_seeds() {
    let words = dictionary(target("lines").expect("there is such a target"));
    assert!(words.lines().any(|line| line == "\"movetime\""), "{words}");
    assert!(TARGETS.iter().all(|target| !dictionary(target).is_empty()), "libFuzzer refuses an empty file");
}
