//! Each test finds the faults that are planted in a game that is linked statically. The faults that end the process, or
//! are none of safe Rust, are tested with libraries, in `tests/tests/end_to_end`.

mod other;

use crate::examination::{Examination, PairCounts};
use crate::ledger::Ledger;
use crate::random::CheckRandom;
use crate::report::TestReport;
use crate::suite::{AGAINST, ALL};
use other::OtherGame;
use plyd_host::testing::linked;
use plyd_linked::planted::plant;
use plyd_linked::stroll::Stroll;
use std::time::{Duration, Instant};

/// As `plyd check --seconds 8` gives the last of its tests.
const TIME: Duration = Duration::from_millis(2_800);

/// What the test of this name finds in the game as it is now.
fn examined(name: &str) -> TestReport {
    examined_with(1, name)
}

/// The same with other random numbers.
fn examined_with(seed: u64, name: &str) -> TestReport {
    let test = ALL.iter().chain([&AGAINST]).find(|test| test.name == name).expect("it is on the list");
    let mut exam = Examination {
        library: linked::<Stroll>(),
        other: Some(linked::<OtherGame>()),
        random: CheckRandom::new(seed, test.name),
        until: Instant::now() + TIME,
        part: TestReport::default(),
        tell: Box::new(|_| {}),
        keep: Box::new(|_| {}),
        shortens: false,
        ledger: Ledger::default(),
        pairs: PairCounts::default(),
    };
    exam.part.fault = (test.run)(&mut exam).err();
    exam.part
}

/// Plants each fault, and asserts that the test reports it, in these words.
fn assert_found(faults: &[(&'static str, &str, &str)]) {
    for &(fault, name, words) in faults {
        let planted = plant(fault);
        // On a busy machine the test sees few positions in its time, so it may try again with other random numbers.
        let found = (1..=3).find_map(|seed| examined_with(seed, name).fault);
        drop(planted);
        let found = found.unwrap_or_else(|| panic!("{fault} is not found by {name}"));
        assert!(found.what.contains(words), "{fault}: {}", found.what);
    }
}

#[test]
fn faults_of_the_rules_are_found() {
    assert_found(&[
        ("duplicate-move", "games", "the move `t1` is twice among the legal moves"),
        ("unstable-order", "games", "asked twice, the library gives two answers: moves"),
        ("too-many-moves", "games", "a position has 5 moves, more than the 4 moves that were declared"),
        ("no-moves", "games", "an unfinished position has no moves"),
        ("stands-still", "games", "the only legal move, `l`, leads to the same position"),
        ("claim-without-moves", "games", "a position that is drawn only if it is claimed has no moves"),
        ("moves-at-the-end", "games", "but has 2 moves"),
        ("parse-at-the-end", "games", "the game is over, but"),
        ("too-long", "games", "more than the 5 plies that were declared"),
        ("large-value", "values", "the heuristic value 100 of a position is not smaller in size than a win"),
        ("random-value", "values", "the heuristic value is"),
        ("random-value", "algorithms", "minimax finds"),
        ("movers-view", "heuristic", "seems to be from the view of the player to move"),
    ]);
}

/// Plants each fault, and asserts that the test has a remark with these words, but has none without it.
fn assert_noted(faults: &[(&'static str, &str, &str)]) {
    for &(fault, name, words) in faults {
        let remarks = || {
            let part = examined(name);
            assert!(part.fault.is_none(), "{fault}: {:?}", part.fault);
            [part.warnings, part.notes].concat().join("\n")
        };
        let planted = plant(fault);
        let found = remarks();
        drop(planted);
        assert!(found.contains(words), "{fault} is not noted by {name}: {found}");
        let sound = remarks();
        assert!(!sound.contains(words), "{sound}");
    }
}

#[test]
fn what_is_no_fault_but_wrong_is_noted() {
    assert_noted(&[
        ("upside-down", "heuristic", "upside down"),
        ("unequal-players", "heuristic", "does not treat both players alike: only in "),
        ("ignored-option", "options", "no value of Black First changes"),
        ("slow-moves", "timing", "a move takes"),
    ]);
}

#[test]
fn what_counts_leave_out_is_noted() {
    let notes = examined("perft").notes;
    assert!(notes.contains(&"no count has Counters 3, 30; Black First true".to_owned()), "{notes:?}");
}

/// What the token is worth depends on the side of the ring, which the images of a position exchange.
#[test]
fn images_with_another_heuristic_value_are_noted() {
    let warnings = examined("symmetry").warnings;
    assert!(warnings.iter().any(|warning| warning.contains("have another heuristic value")), "{warnings:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_leaked_is_noted() {
    assert_noted(&[("leaks", "timing", "is memory leaked?")]);
}

#[test]
fn faults_that_no_game_from_the_start_reaches_are_found() {
    assert_found(&[
        // These faults need many counters, and only changed setups have that many.
        ("moves-of-many", "games", "the move `t1` is twice among the legal moves"),
        ("key-of-many", "keys", "two positions have one key: `position fen "),
        ("picture-of-many", "picture", "seen enough"),
        ("value-of-many", "reopened", "played on from its text"),
        ("value-of-many", "states", "give a different result"),
    ]);
}

#[test]
fn differences_between_two_libraries_are_found() {
    let part = examined("against");
    assert!(part.fault.is_none(), "{:?}", part.fault);
    assert!(part.notes[0].contains("positions are the same"), "{:?}", part.notes);
    assert_found(&[
        ("other-moves", "against", "the libraries differ in the moves: `t2` only in the first"),
        ("other-turn", "against", "the libraries differ in the player to move: the "),
        ("other-outcome", "against", "the libraries differ in the outcome: the "),
        ("other-play", "against", "the libraries differ in the text of the position: `"),
        ("other-option", "against", "the libraries differ in the text of the position: `30 0 w 0`, but `29 0 w 0`"),
        ("other-repetition", "against", "the libraries differ in the rule of repetition"),
        // A fault that both libraries have is no difference; it is reported as a fault of the first.
        ("no-moves", "against", "an unfinished position has no moves"),
    ]);
    let planted = plant("other-play");
    let fault = examined("against").fault.expect("it is found");
    drop(planted);
    assert_eq!(fault.moves.split(' ').count(), 1, "one move shows it: {fault:?}");
}

#[test]
fn faults_of_texts_are_found() {
    assert_found(&[
        ("incomplete-text", "texts", "the position that its text opens is another one"),
        ("closed-text", "texts", "the text of the position does not open it"),
        ("endless-clock", "limits", "the text of the position does not open it"),
        ("always-white", "texts", "the text of the position opens another one"),
        ("one-text-for-two", "texts", "`l`, the text of the move 3, is read as the move 2"),
        ("parse-other", "texts", "`l`, the text of the move 2, is read as the move 3"),
        ("claim-ends-the-game", "texts", "the text of the move 0, is read as no move"),
        ("parse-panics", "texts", "nothing to read"),
        ("parse-takes-all", "texts", "read as the move 99, which is not legal"),
        ("forgotten-clock", "reopened", "plies, the game is another one: outcome"),
        ("random-picture", "picture", "not the same at every call"),
    ]);
}

#[test]
fn faults_of_keys_are_found() {
    assert_found(&[
        ("constant-key", "keys", "two positions have one key: `position fen "),
        ("short-key", "keys", "two positions have one key: `position fen "),
        // Every test compares the keys of the positions that it meets.
        ("short-key", "values", "two positions have one key: `position fen "),
        ("key-without-turn", "keys", "two positions have one key: `position fen "),
        ("key-of-path", "keys", "but opened by its text"),
        ("key-of-clock", "repetition", "again but for counters, so the rule of repetition needs one key"),
        ("irreversible", "irreversible", "is declared irreversible, but the line leads back"),
        ("board-comes-back", "irreversible", "is declared irreversible, but the line leads back"),
    ]);
}

#[test]
fn faults_about_counters_and_winners_are_found() {
    assert_found(&[
        (
            "no-horizon",
            "keys",
            "by a counter that the key leaves out. A game with such a key has to say how far away this is",
        ),
        (
            "no-horizon",
            "horizon",
            "and only the second has ended: a draw if it is claimed, by a counter that the key leaves out",
        ),
        ("late-horizon", "horizon", "by a counter, but 1 ply is left until then: 0 would be right"),
        ("early-horizon", "horizon", "0 plies are left until a draw by a counter, but the game goes on"),
        ("fast-horizon", "horizon", "plies are left until a draw by a counter, but after the move"),
        ("random-horizon", "horizon", "asked twice, the game gives two numbers of plies"),
        ("cannot-win", "winnable", "the second player cannot win any more, says the game, but after the move `t"),
        ("random-winner", "winnable", "0 or 1, the same at every call, is right"),
    ]);
}

#[test]
fn faults_of_parameters_are_found() {
    let whole = examined("parameters");
    assert!(whole.fault.is_none() && whole.skipped.is_none(), "{:?}", whole.fault);
    assert!(whole.notes[0].ends_with("positions, with 2 sets of values"), "{:?}", whole.notes);
    assert_eq!(whole.notes.len(), 1, "each value is another one: {:?}", whole.notes);
    // What names the rules, such as a tablebase, leaves it out.
    let options = [("Counter", "40"), ("Counters", "12")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let game = linked::<Stroll>().open("", &options).expect("it opens");
    assert_eq!(game.changed_options(), options[1..]);
    assert_found(&[
        ("parameter-rules", "parameters", "change the rules, and must not: with them, moves"),
        ("parameter-key", "parameters", "change the rules, and must not: with them, key"),
        ("parameter-facts", "parameters", "change the rules, and must not: with them, the instance declares"),
        ("parameter-refused", "parameters", "opens without these numbers of the heuristic, but not with them"),
    ]);
}

/// A false promise in a rare position. Mostly a game comes there first, sometimes a search does.
#[test]
fn a_search_finds_a_promise_that_is_false() {
    let _planted = plant("hidden-win");
    let found =
        |seed| examined_with(seed, "order").fault.is_some_and(|fault| fault.what.contains("in the game's order, but"));
    assert!((1..=20).any(found));
}

#[test]
fn faults_of_optional_functions_are_found() {
    assert_found(&[
        ("unset-scores", "order", "`order` should set all scores"),
        ("scores-by-place", "order", "should not depend on their order"),
        ("false-promise", "order", "is rated as losing immediately, but no reply to it wins"),
        ("illegal-noisy", "noisy", "the noisy move 1 is not legal"),
        ("noisy-order", "noisy", "are not in the order of the legal moves"),
        ("random-check", "in-check", "asked twice whether the player to move is in check, the game gives two answers"),
        ("check-unasked", "in-check", "the game tells unasked that the player to move is in check"),
        ("pass-keeps-turn", "null-move", "it is still the turn of"),
        ("random-margin", "futility", "asked twice, the game gives two margins"),
        ("large-margin", "futility", "the margin 1000001 is more than 1000000"),
        ("random-playout", "playout", "the same seed gives two random games"),
        ("illegal-playout", "playout", "move 1 of the random game of seed 1, 9, is not legal"),
        ("inputs-panic", "features", "`features` fails: the library panicked: seen enough"),
        ("inputs-beyond", "features", "an input from number 32 on is true, but there are 32 inputs"),
        ("random-inputs", "features", "asked twice for the inputs of a position, the game gives two answers"),
        ("inputs-of-other", "features", "player sees, but the"),
        ("no-permutation", "features", "symmetry 0 should be a permutation of the 32 inputs"),
        (
            "wrong-symmetry",
            "features",
            "symmetry 0 is none of the rules: in the image of the position, no move leads to",
        ),
        ("symmetry-of-players", "symmetry", "of a position that is not its image"),
        ("symmetry-that-is-none", "symmetry", "of a position that is not its image"),
        // This fault needs more counters than any game from the start has.
        ("symmetry-of-many", "symmetry", "of a position that is not its image"),
    ]);
}
