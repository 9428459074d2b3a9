//! `plyd bench`, and that the search is what it was when its signature was written.

use plyd_tests::{Finished, PluginFolder, command, finish};
use std::fs;
use std::process::Command;
use std::time::Duration;

const SIGNATURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bench.signature");

/// A run takes some 4 seconds in release, where nothing else runs, and twenty times as long without optimisation.
const PATIENCE: Duration = Duration::from_secs(300);

/// The number after this word in the sum of a run.
fn total(finished: &Finished, word: &str) -> u64 {
    let line = finished.output.lines().find_map(|line| line.strip_prefix(word)).expect("there is such a line");
    line.trim_start_matches([' ', ':']).parse().expect("it is a number")
}

#[test]
fn the_search_visits_the_nodes_it_visited_when_its_signature_was_written() {
    let finished = finish(command(&["bench", "--expect", SIGNATURE]), PATIENCE);
    assert!(
        finished.status.success(),
        "{}\nIf the search was meant to change, `target/release/plyd bench --write tests/bench.signature` writes what it \
         is now; the commit says why it changed, and by how much.\n{}",
        finished.errors,
        finished.output
    );
    let counts = finished.output.lines().filter_map(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    assert_eq!(counts.sum::<u64>(), total(&finished, "Nodes searched"), "{}", finished.output);
    assert!(total(&finished, "Nodes/second") > 0 && total(&finished, "Total time (ms)") > 0, "{}", finished.output);
}

#[cfg(feature = "long-tests")]
#[test]
fn a_signature_written_to_standard_output_is_all_that_is_written_there() {
    let finished = finish(command(&["bench", "--write", "-"]), PATIENCE);
    assert!(finished.status.success(), "{}", finished.errors);
    assert!(finished.output == fs::read_to_string(SIGNATURE).expect("the signature is there"), "{}", finished.output);
    assert!(finished.errors.contains("Nodes searched  : "), "{}", finished.errors);
}

/// What is said of a run that does not get as far as searching.
fn refusal(command: Command) -> String {
    let finished = finish(command, PATIENCE);
    assert!(!finished.status.success() && finished.output.is_empty(), "{}", finished.output);
    finished.errors
}

#[test]
fn a_game_that_is_not_loaded_is_named() {
    let folder = PluginFolder::new(&["heap"]);
    let errors = refusal(folder.command(&["bench"]));
    assert!(errors.contains("not loaded, but needed: amazons, ataxx, backgammon, "), "{errors}");
}

#[test]
fn what_is_no_signature_of_these_positions_is_refused_before_the_run() {
    let signature = fs::read_to_string(SIGNATURE).expect("the signature is there");
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("changed");
    fs::write(&file, signature.replace("chess 13 startpos", "chess 9 startpos")).expect("the folder can be written");
    let file = file.to_str().expect("it is text");
    let errors = refusal(command(&["bench", "--expect", file]));
    assert!(errors.contains("it has `chess 9 startpos` in the place of `chess 13 startpos`"), "{errors}");

    let errors = refusal(command(&["bench", "--expect", "no/such/file"]));
    assert!(errors.contains("the signature ") && errors.contains("/no/such/file: No such file"), "{errors}");
    let errors = refusal(command(&["bench", "--expect", SIGNATURE, "--option", "Symmetry=false"]));
    assert!(errors.contains("--write and --expect need the default search options"), "{errors}");
    let errors = refusal(command(&["bench", "--expect", SIGNATURE, "--hash", "64"]));
    assert!(errors.contains("cannot be used with"), "{errors}");
}
