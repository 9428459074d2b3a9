//! `plyd learn`: runs are repeated, interrupted and refused, and what they learn plays.

use plyd_tests::{Finished, Process, command, finish};
use rustix::process::Signal;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a run of a test may take; it takes seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// A run of one small round, whose games are limited by nodes, so that it can be repeated.
const RUN: [&str; 15] = [
    "breakthrough",
    "--option",
    "breakthrough.Files=5",
    "--rounds",
    "1",
    "--games",
    "150",
    "--each",
    "nodes=60",
    "--match-each",
    "nodes=60",
    "--match-games",
    "8",
    "--seed",
    "5",
];

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

fn learn(folder: &Path, arguments: &[&str]) -> Finished {
    let folder = folder.to_str().expect("the name of a temporary folder is text");
    finish(command(&[&["learn"], arguments, &["--folder", folder]].concat()), PATIENCE)
}

fn network(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("round-1.plydnet")).expect("the round has a network")
}

/// The games of the present round, by the state in the folder.
fn played(folder: &Path) -> u64 {
    let text = fs::read_to_string(folder.join("state.toml")).unwrap_or_default();
    let current = text.split("[current]\n").nth(1).unwrap_or_default();
    current.lines().find_map(|line| line.strip_prefix("games = ")).map_or(0, |games| games.parse().expect("a number"))
}

#[test]
fn the_same_seed_gives_the_same_network_also_in_parts() {
    let (whole, parts, apart, other) = (folder(), folder(), folder(), folder());
    let finished = learn(whole.path(), &[&RUN[..], &["--concurrency", "1"]].concat());
    assert!(finished.status.success(), "{}", finished.errors);
    assert!(finished.errors.contains("round 1: 150 games, "), "{}", finished.errors);
    assert!(finished.output.starts_with("round   games positions"), "{}", finished.output);
    let name = parts.path().to_str().expect("the name of a temporary folder is text");
    let mut begun = command(&[&["learn"], &RUN[..], &["--folder", name, "--concurrency", "2"]].concat());
    let mut process = Process::new(begun.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts"));
    let deadline = Instant::now() + PATIENCE;
    while played(parts.path()) == 0 {
        assert!(process.is_running() && Instant::now() < deadline, "the run does not go on");
        sleep(Duration::from_millis(1));
    }
    process.signal(Signal::INT);
    assert_eq!(process.wait().code(), Some(130));
    assert!(played(parts.path()) > 0, "it was too quick to be interrupted");
    // By the folder alone.
    let continued = learn(parts.path(), &[]);
    assert!(continued.status.success(), "{}", continued.errors);
    assert!(network(whole.path()) == network(parts.path()), "the networks differ");
    mirrored_positions_have_equal_values(&whole.path().join("round-1.plydnet"));
    let isolated = learn(apart.path(), &[&RUN[..], &["--isolate"]].concat());
    assert!(isolated.status.success(), "{}", isolated.errors);
    assert!(network(whole.path()) == network(apart.path()), "the networks differ in a process of the library");
    let again = learn(whole.path(), &RUN);
    assert!(again.status.success() && again.output == finished.output, "{}", again.errors);
    let seed = [&RUN[..14], &["6"]].concat();
    assert!(learn(other.path(), &seed).status.success());
    assert!(network(other.path()) != network(whole.path()), "another seed gives other games");
}

/// What `plyd eval` says of a position with the network in this file and these additional arguments.
fn evaluations(network: &Path, position: &str, more: &[&str]) -> Vec<String> {
    let file = format!("EvalFile={}", network.display());
    let eval = ["eval", "breakthrough", "--option", "breakthrough.Files=5", "--option", &file, "--position", position];
    let finished = finish(command(&[&eval[..], more].concat()), PATIENCE);
    assert!(finished.status.success(), "{}", finished.errors);
    finished.output.lines().map(ToOwned::to_owned).collect()
}

/// Breakthrough says that left and right may change places.
fn mirrored_positions_have_equal_values(network: &Path) {
    let mirrored = |board: &str| board.split('/').map(|rank| rank.chars().rev().collect()).collect::<Vec<String>>();
    let mut all = BTreeSet::new();
    for board in ["pp1pp/ppp2/4p/1p3/P4/2P2/PP1PP/PPPP1", "pppp1/4p/1p3/5/3P1/5/1PPP1/P3P", "ppppp/5/5/5/5/5/5/PP3"] {
        for side in ["w", "b"] {
            let value = |board: &str| evaluations(network, &format!("{board} {side} - - 0 1"), &[]);
            let [own, image] = [value(board), value(&mirrored(board).join("/"))];
            assert!(own.len() == 3 && own == image, "{board} {side}: {own:?} {image:?}");
            all.insert(own);
        }
    }
    assert_eq!(all.len(), 6, "the network values all positions alike");
}

#[test]
fn a_game_learns_from_nothing_and_a_match_plays_with_it() {
    let run = folder();
    let arguments = [&RUN[..4], &["1", "--from-nothing", "--games", "600"], &RUN[7..]].concat();
    let finished = learn(run.path(), &arguments);
    assert!(finished.status.success(), "{}", finished.errors);
    // Against the value 0 everywhere any knowledge wins.
    assert!(finished.output.contains("yes\n\nThe network of round 1 is "), "{}\n{}", finished.output, finished.errors);
    let network = run.path().join("breakthrough.plydnet");
    let file = format!("option.EvalFile={}", network.display());
    let with = ["--engine", "name=with", "builtin", &file];
    let without = ["--engine", "name=without", "builtin", "option.Use NNUE=false"];
    let head = ["match", "--game", "breakthrough", "--option", "breakthrough.Files=5", "--each", "nodes=60"];
    let record = |name: &str| run.path().join(name).display().to_string();
    let (one, two) = (record("one.db"), record("two.db"));
    let tail = ["--rounds", "2", "--seed", "1", "--record"];
    let played = finish(command(&[&head[..], &with, &without, &tail, &[&one]].concat()), PATIENCE);
    assert!(played.status.success() && !played.errors.contains("is not used"), "{}", played.errors);
    // On another board it is of no use, and the match is played without.
    let head = ["match", "--game", "breakthrough", "--each", "nodes=60"];
    let played = finish(command(&[&head[..], &with, &without, &tail, &[&two]].concat()), PATIENCE);
    let told = "the network `breakthrough.plydnet` is not used: it is for other rules of the game";
    assert!(played.status.success() && played.errors.contains(told), "{}", played.errors);
}

/// Games whose values are all 0 are decided by chance, or by repetition, unless more of their moves are random.
#[test]
fn a_game_without_a_heuristic_begins_from_nothing() {
    for (game, is_blind) in [("tictactoe", true), ("breakthrough", false)] {
        let run = folder();
        let finished = learn(run.path(), &[&[game], &RUN[3..5], &["--games", "20"], &RUN[7..]].concat());
        assert!(finished.status.success(), "{}", finished.errors);
        let plan = fs::read_to_string(run.path().join("state.toml")).expect("the run has a state");
        assert!(plan.contains(&format!("from_nothing = {is_blind}\n")), "{plan}");
        let hint = format!("{game} has no heuristic: the run begins with the value 0 for every position\n");
        assert_eq!(finished.errors.contains(&hint), is_blind, "{}", finished.errors);
    }
}

/// One side has twice the pawns of the other, and the network thinks nothing of it.
#[test]
fn a_network_values_positions_wherever_the_library_runs() {
    let run = folder();
    let finished = learn(run.path(), &[&RUN[..5], &["--from-nothing", "--games", "20"], &RUN[7..]].concat());
    assert!(finished.status.success(), "{}", finished.errors);
    let file = format!("EvalFile={}", run.path().join("nothing.plydnet").display());
    let position = "ppppp/5/5/5/5/5/PPPPP/PPPPP w - - 0 1";
    let go = ["go", "breakthrough", "--depth", "1", "--position", position, "--option", "breakthrough.Files=5"];
    let score = |more: &[&str]| {
        let finished = finish(command(&[&go[..], more].concat()), PATIENCE);
        assert!(finished.status.success(), "{}", finished.errors);
        let line = finished.output.lines().find(|line| line.starts_with("info depth 1 ")).expect("a line").to_owned();
        line.split(" score cp ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a score").to_owned()
    };
    assert_ne!(score(&[]), "0");
    let own = evaluations(&run.path().join("nothing.plydnet"), position, &["--option", "Use NNUE=false"]);
    let value = own[0].strip_prefix("Evaluation: ").expect("the heuristic has a value");
    let all = [&format!("Heuristic: {value}"), "Network: 0 (p1's view) nothing.plydnet", "Evaluation: 0 (p1's view)"];
    let told = |name: &str, more: &[&str]| {
        let head = [name, "breakthrough", "--position", position, "--option", "breakthrough.Files=5"];
        let finished = finish(command(&[&head[..], more].concat()), PATIENCE);
        assert!(finished.status.success(), "{}", finished.errors);
        finished.output
    };
    let named = "Values by the network  nothing.plydnet";
    for place in [&[][..], &["--isolate"]] {
        assert_eq!(evaluations(&run.path().join("nothing.plydnet"), position, place), all, "{place:?}");
        let view = |option: &str| told("view", &[&["--option", &file, "--option", option], place].concat());
        assert!(view("Use NNUE=true").contains(r#""scale":200,"#), "{place:?}");
        assert!(!view("Use NNUE=false").contains(r#""scale":200,"#), "{place:?}");
        let explain = |algorithm: &str| {
            let search = ["--option", &file, "--algorithm", algorithm, "--depth", "1", "--lang", "en"];
            told("explain", &[&search[..], place].concat())
        };
        assert!(explain("pvs").contains(named) && !explain("alphabeta").contains(named), "{place:?}");
        assert_eq!(score(&[&["--option", &file], place].concat()), "0", "{place:?}");
        let off = ["--option", &file, "--option", "Use NNUE=false"];
        assert_ne!(score(&[&off[..], place].concat()), "0", "{place:?}");
        let textbook = ["--option", &file, "--option", "Algorithm=alphabeta"];
        assert_ne!(score(&[&textbook[..], place].concat()), "0", "{place:?}");
    }
}

#[test]
fn what_cannot_learn_is_refused_with_the_reason() {
    let run = folder();
    let refused = |arguments: &[&str], reason: &str| {
        let finished = learn(run.path(), arguments);
        assert!(!finished.status.success() && finished.errors.contains(reason), "{arguments:?}: {}", finished.errors);
    };
    refused(&["leaftree", "--rounds", "1"], "the game has no inputs for a network");
    refused(&["breakthrough", "--hidden", "65"], "32, 64, 128 or 256");
    refused(&["breakthrough", "--each", "algorithm=depth"], "option Algorithm takes one of");
    assert!(learn(run.path(), &RUN).status.success());
    refused(&["breakthrough", "--seed", "9"], "has another run");
    let samples: PathBuf = run.path().join("state.toml");
    fs::write(&samples, "version = 2").expect("the file can be written");
    refused(&[], "cannot continue the run of");
}
