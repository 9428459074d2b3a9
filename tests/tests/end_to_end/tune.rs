//! `plyd tune`: runs of real games are interrupted, continued and refused, and scales are measured.

use plyd_tests::{Finished, Process, command, finish};
use rustix::process::Signal;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a run of a test may take; it takes seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// A run of two games and two options, one of which makes no difference.
const RUN: [&str; 14] = [
    "tictactoe",
    "cfour",
    "--parameter",
    "UCI_Elo:600..2400=1500",
    "Move Overhead:0..100",
    "--each",
    "nodes=100",
    "option.UCI_LimitStrength=true",
    "--iterations",
    "300",
    "--seed",
    "3",
    "--random-plies",
    "3",
];

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("there is a temporary folder"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn tune(file: &Path, arguments: &[&str]) -> Finished {
    let file = file.to_str().expect("the name of a temporary folder is text");
    finish(command(&[&["tune"], arguments, &["--file", file]].concat()), PATIENCE)
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("the state is there")
}

/// The number of pairs in a state: those that have moved the values, plus those of an unfinished batch.
fn done(file: &Path) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    let results = line("results = ").map_or(0, |results| results.matches("], [").count() as u64 + 1);
    line("done = ").map_or(0, |count| count.parse::<u64>().expect("it is a number")) + results
}

/// Begins a run, and interrupts it when it has a state with more pairs.
fn interrupt(file: &Path, arguments: &[&str]) {
    let name = file.to_str().expect("the name of a temporary folder is text");
    let mut command = command(&[&["tune"], arguments, &["--file", name]].concat());
    let mut process = Process::new(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("plyd starts"));
    let (first, deadline) = (done(file), Instant::now() + PATIENCE);
    while done(file) <= first {
        assert!(process.is_running() && Instant::now() < deadline, "the run does not go on");
        sleep(Duration::from_millis(1));
    }
    process.signal(Signal::INT);
    assert_eq!(process.wait().code(), Some(130));
    assert!(done(file) < 300, "it was too quick to be interrupted");
}

#[test]
fn an_interrupted_run_has_the_result_of_a_whole_one() {
    let folder = Folder::new();
    let (whole, parts) = (folder.file("whole.toml"), folder.file("parts.toml"));
    let finished = tune(&whole, &RUN);
    assert!(finished.status.success(), "{}", finished.errors);
    interrupt(&parts, &[&RUN[..], &["--concurrency", "3"]].concat());
    assert!(read(&parts).contains("\nresults = [["), "it was interrupted in a batch: {}", read(&parts));
    // By the file alone, with fewer games at a time, and by the same options.
    interrupt(&parts, &["--concurrency", "2"]);
    let continued = tune(&parts, &RUN);
    assert!(continued.status.success(), "{}", continued.errors);
    assert_eq!(read(&whole), read(&parts));
    assert_eq!(finished.output, continued.output);
    assert!(done(&whole) == 300 && !read(&whole).contains("values = [1500.0"), "{}", read(&whole));
    assert!(finished.errors.contains("300 of 300 pairs: UCI_Elo "), "{}", finished.errors);
    for part in ["\nMove Overhead     10", "300 of 300 pairs of tictactoe, cfour, seed 3", "[options]\n\"UCI_Elo\" = "]
    {
        assert!(finished.output.contains(part), "{}", finished.output);
    }
    let again = tune(&whole, &[]);
    assert!(again.status.success() && again.output == finished.output, "{}", again.errors);
    let other = folder.file("other.toml");
    assert!(tune(&other, &[&RUN[..], &["--batch", "7"]].concat()).status.success());
    assert_ne!(read(&other).split_once("values").unwrap().1, read(&whole).split_once("values").unwrap().1);
}

/// A stronger side wins more often, so a run has to find the way up.
#[test]
fn a_strength_is_tuned_upwards() {
    let folder = Folder::new();
    let arguments = [
        "cfour",
        "--parameter",
        "UCI_Elo:600..2400=1000",
        "c_end=300",
        "r_end=0.03",
        "--each",
        "nodes=1000",
        "option.UCI_LimitStrength=true",
        "--iterations",
        "150",
        "--seed",
        "1",
    ];
    let file = folder.file("elo.toml");
    let finished = tune(&file, &arguments);
    assert!(finished.status.success(), "{}", finished.errors);
    let text = read(&file);
    let value = text.split("values = [").nth(1).and_then(|rest| rest.split(']').next()).expect("it has values");
    assert!(value.parse::<f64>().expect("it is a number") > 1_500.0, "{value}");
}

/// A race that counts as nothing loses games, so a run has to find the way up from there, with either side's own
/// number.
#[test]
fn a_number_of_a_heuristic_is_tuned() {
    let folder = Folder::new();
    let file = folder.file("race.toml");
    let arguments = [
        "breakthrough",
        "--parameter",
        "breakthrough.Race:0..2000=100",
        "c_end=300",
        "r_end=0.05",
        "--each",
        "nodes=300",
        "--iterations",
        "60",
        "--batch",
        "4",
        "--seed",
        "1",
    ];
    let finished = tune(&file, &arguments);
    assert!(finished.status.success(), "{}", finished.errors);
    let text = read(&file);
    let value = text.split("values = [").nth(1).and_then(|rest| rest.split(']').next()).expect("it has values");
    assert!(value.parse::<f64>().expect("it is a number") > 150.0, "{value}");
    assert!(finished.output.contains("[options]\n\"breakthrough.Race\" = "), "{}", finished.output);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = Folder::new();
    let nodes = ["--each", "nodes=10"];
    for (arguments, told) in [
        (&["tictactoe", "--parameter", "Hsh:1..4"][..], "there is no option `Hsh`; did you mean `Hash`?"),
        (
            &["tictactoe", "--parameter", "Null Move"],
            "the option `Null Move` has no range, so it cannot be tuned; the options with a range are Threads, Hash, ",
        ),
        (&["tictactoe", "--parameter", "Hash:4..1=2"], "the range 4..1 of `Hash` is none"),
        (&["tictactoe", "--parameter", "Hash:1-4"], "a range is FROM..TO, not `1-4`"),
        (&["tictactoe", "--parameter", "Hash:-1..4"], "the range -1..4 of `Hash` is not within 0.."),
        (&["tictactoe", "--parameter", "Hash:1..4"], "the start 16 of `Hash` is outside of its range 1..4"),
        (
            &["breakthrough", "cfour", "--parameter", "breakthrough.Race"],
            "`breakthrough.Race` is a number of breakthrough alone, and the game is cfour",
        ),
        (
            &["cfour", "--parameter", "cfour.Files"],
            "`cfour.Files` is an option of the game, so set it for the whole match",
        ),
        (&["tictactoe"], "no option to tune is given"),
        (&["--parameter", "Hash:1..4=2"], "no game is given"),
        (&["tictacto", "--parameter", "Hash:1..4=2"], "did you mean `tictactoe`?"),
        (&["tictactoe", "--parameter", "Hash:1..4=2", "--each", "option.Hsh=1"], "there is no option `Hsh`"),
        (
            &["tictactoe", "--parameter", "Hash:1..4=2", "--engine", "cmd=none"],
            "its searches have no limit; set tc, st, movetime, nodes or depth",
        ),
    ] {
        let file = folder.file("refused.toml");
        let more: &[&str] = if arguments.contains(&"--each") || arguments.contains(&"--engine") { &[] } else { &nodes };
        let refused = tune(&file, &[arguments, more].concat());
        assert_eq!(refused.status.code(), Some(1), "{arguments:?}: {}", refused.output);
        assert!(refused.errors.contains(told), "{arguments:?}: {}", refused.errors);
        assert!(!file.exists(), "{arguments:?} has made a file");
    }
}

#[test]
fn a_file_of_another_run_is_refused() {
    let folder = Folder::new();
    let file = folder.file("run.toml");
    let run = |hash: &str, nodes: &str| {
        let parameter = format!("Hash:1..8={hash}");
        tune(&file, &["tictactoe", "--parameter", &parameter, "--each", nodes, "--iterations", "3", "--seed", "1"])
    };
    assert!(run("2", "nodes=10").status.success());
    let text = read(&file);
    for (other, told) in [
        (run("3", "nodes=10"), "`parameters.1.start` is 2 there and 3 here"),
        (run("2", "nodes=11"), "`engine.limits.nodes` is 10 there and 11 here"),
    ] {
        assert_eq!(other.status.code(), Some(1));
        assert!(other.errors.contains("is of another run: ") && other.errors.contains(told), "{}", other.errors);
    }
    assert_eq!(read(&file), text);
    for (damaged, told) in [
        (text.replace("done = 3", "done = 4"), "it is no state of a run"),
        (text.replace("version = 1", "version = 2"), "it has version 2, and this plyd reads 1"),
        (text.replace("done = 3", "don = 3"), "unknown field `don`"),
        (text.replace("done = 3", "done = 2\nresults = [[1, 2]]"), "it is no state of a run"),
        (text.replace("done = 3", "done = 2\nresults = [[2, 3]]"), "it is no state of a run"),
        (String::new(), "missing field"),
    ] {
        fs::write(&file, &damaged).expect("the folder is there");
        let refused = tune(&file, &[]);
        assert_eq!(refused.status.code(), Some(1), "{}", refused.output);
        assert!(
            refused.errors.contains("cannot continue the run of ") && refused.errors.contains(told),
            "{}",
            refused.errors
        );
        assert_eq!(read(&file), damaged);
    }
}

/// The columns of the table of scales.
const COLUMNS: [&str; 10] =
    ["game", "points_per_logit", "error", "draw_points", "error", "games", "positions", "log_loss", "wdl", "constant"];

fn scale(arguments: &[&str]) -> Finished {
    scale_within(PATIENCE, arguments)
}

fn scale_within(time: Duration, arguments: &[&str]) -> Finished {
    let measured = finish(command(&[&["tune", "--scale", "--seed", "1"], arguments].concat()), time);
    assert!(measured.status.success(), "{arguments:?}: {}", measured.errors);
    measured
}

/// The number of this name among the lines about one game.
fn figure(lines: &str, name: &str) -> f64 {
    let line = lines.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    line.and_then(|value| value.parse().ok()).expect("it is a number")
}

#[test]
fn a_scale_is_measured_and_follows_from_the_seed() {
    let arguments = ["cfour", "--rounds", "60"];
    let [one, two] = ["1", "2"].map(|count| scale(&[&arguments[..], &["--concurrency", count]].concat()).output);
    assert_eq!(one, two);
    let figure = |name: &str| figure(&one, name);
    assert!(figure("points_per_logit") > 1.0 && figure("points_per_logit_error") > 0.0, "{one}");
    assert!(figure("draw_points") > 0.0 && figure("draw_points_error") > 0.0, "{one}");
    assert!(figure("games") > 30.0 && figure("positions") > figure("games"), "{one}");
    assert!(figure("log_loss") < figure("constant_log_loss"), "{one}");
    assert!(figure("log_loss") <= figure("wdl_log_loss"), "what is declared fits other games best: {one}");
    assert_ne!(one, finish(command(&["tune", "--scale", "--seed", "2", "cfour", "--rounds", "60"]), PATIENCE).output);
}

#[test]
fn the_scales_of_several_games_are_a_table() {
    let measured = scale(&["cfour", "tictactoe", "--rounds", "20", "--each", "nodes=200"]);
    let rows: Vec<_> = measured.output.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect();
    assert_eq!(rows[2], COLUMNS);
    assert_eq!((rows[3][0], rows[3].len()), ("cfour", COLUMNS.len()), "{}", measured.output);
    // Its searches see the end, and no value tells one position from another.
    assert_eq!(rows[4][..2], ["tictactoe", "-"], "{}", measured.output);
    assert!(measured.errors.contains("cfour: 20 of 20 games"), "{}", measured.errors);
}

#[test]
fn the_chances_by_a_network_are_those_of_its_scale() {
    let networks = concat!("--networks=", env!("CARGO_MANIFEST_DIR"), "/../plugins/networks");
    let measured = scale(&["cfour", networks, "--rounds", "40", "--each", "nodes=200"]).output;
    let figure = |name: &str| figure(&measured, name);
    // By the scale of the game it is above 3.
    assert!(figure("points_per_logit") > 100.0 && figure("wdl_log_loss") < 1.1, "{measured}");
}

/// Demands that the chances of each game of these runs foretell its results better than the best constant, which knows
/// the shares of those results; and that so many games declare chances.
#[cfg(feature = "long-tests")]
fn are_better_than_a_constant(games: usize, arguments: &[&str]) {
    // With a hundred games the draws of Ataxx are too few to know their share.
    let arguments = [arguments, &["--rounds", "300", "--concurrency", "0"]].concat();
    let measured = scale_within(Duration::from_secs(1_800), &arguments);
    let rows: Vec<Vec<_>> = measured.output.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[2], COLUMNS);
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{text}: {}", measured.output));
    let declared: Vec<_> = rows[3..].iter().filter(|row| row.len() == COLUMNS.len() && row[8] != "-").collect();
    assert!(declared.len() >= games, "{}", measured.output);
    for row in declared {
        assert!(number(row[8]) < number(row[9]), "{row:?}");
    }
}

#[cfg(feature = "long-tests")]
#[test]
fn the_chances_of_every_game_are_better_than_a_constant() {
    are_better_than_a_constant(15, &[]);
}

#[cfg(feature = "long-tests")]
#[test]
fn the_chances_by_every_network_are_better_than_a_constant() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/networks");
    let files = fs::read_dir(folder).expect("the networks are there");
    let files = files.map(|file| file.expect("the folder is read").path());
    let games: Vec<String> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "plydnet"))
        .map(|file| file.file_stem().expect("it has a name").to_str().expect("it is text").to_owned())
        .collect();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    are_better_than_a_constant(games.len(), &[&games[..], &["--networks", folder]].concat());
}
