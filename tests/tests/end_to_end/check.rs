//! `plyd check`: a sound library and every shipped game pass, and each planted fault is found by the test it is meant
//! for. Faults that leave the process whole are planted in `engine/check/src/planted.rs`.

use plyd_tests::{Process, built_folder, command, fixture, planted, planted_copy};
use serde_json::Value;
use std::env::consts::DLL_EXTENSION;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

/// The exit code of `plyd check` with these arguments, and what it printed to standard output and standard error.
fn run(library: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = folder();
    let file = |name| folder.path().join(name);
    let create = |name| File::create(file(name)).expect("the folder can be written");
    let mut command = command(&["check"]);
    command.arg(library).args(arguments).stdin(Stdio::null()).stdout(create("output")).stderr(create("errors"));
    let status = Process::new(command.spawn().expect("plyd starts")).wait();
    let text = |name| fs::read_to_string(file(name)).expect("the output is text");
    (status.code(), text("output"), text("errors"))
}

/// The report as JSON; whether it passed is what the exit code says.
fn report(library: &Path, arguments: &[&str]) -> Value {
    let (code, output, errors) = run(library, &[arguments, &["--json"]].concat());
    let report: Value = serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output} {errors}"));
    let expected = if report["passed"] == true { 0 } else { 1 };
    assert_eq!(code, Some(expected), "{report:#}");
    report
}

fn test<'a>(report: &'a Value, name: &str) -> &'a Value {
    let mut tests = report["tests"].as_array().expect("there are tests").iter();
    tests.find(|test| test["name"] == name).unwrap_or_else(|| panic!("no test {name}: {report:#}"))
}

/// Plants each fault, and asserts that the test reports it, in these words.
fn assert_found(faults: &[(&str, &str, &str)]) {
    assert_found_within("8", faults);
}

/// The same, with this many seconds for each: one that hangs takes all of them.
fn assert_found_within(seconds: &str, faults: &[(&str, &str, &str)]) {
    assert_found_in("faulty", seconds, faults);
}

/// The same, in a library with a place for a fault.
fn assert_found_in(library: &str, seconds: &str, faults: &[(&str, &str, &str)]) {
    let folder = folder();
    for (fault, name, words) in faults {
        let library = planted_copy(folder.path(), library, fault);
        let report = report(&library, &["--only", name, "--seed", "1", "--seconds", seconds]);
        let test = test(&report, name);
        assert_eq!(test["verdict"], "fault", "{fault} is not found: {report:#}");
        let what = test["fault"]["what"].as_str().expect("a fault says what it is");
        assert!(what.contains(words), "{fault}: {what}");
        assert_eq!(report["passed"], false);
    }
}

/// No test found a fault, or had no time.
fn assert_sound(report: &Value) {
    for test in report["tests"].as_array().expect("there are tests") {
        assert_ne!(test["verdict"], "fault", "{}: {test:#}", report["file"]);
        assert!(!test["notes"].to_string().contains("no time left"), "{}: {test:#}", report["file"]);
    }
    assert_eq!(report["passed"], true);
    let timings = test(report, "timing")["timings"].as_array().expect("there is a table of times");
    assert!(timings.iter().any(|timing| timing["call"] == "step, asked for moves"), "{timings:?}");
    assert!(timings.iter().all(|timing| timing["nanoseconds"].as_f64() > Some(0.0)), "{timings:?}");
}

/// Whoever starts plyd may ignore the signal of ended processes: then the system does not say how they have ended.
#[cfg(target_os = "linux")]
#[test]
fn how_the_processes_end_is_known_also_if_the_signal_of_that_is_ignored() {
    let folder = folder();
    let plyd = command(&["check", "--only", "loads"]);
    let mut ignoring = std::process::Command::new("env");
    plyd_tests::copy_environment(&plyd, &mut ignoring);
    ignoring.arg("--ignore-signal=CHLD").arg(plyd.get_program()).args(plyd.get_args());
    ignoring.arg(planted(folder.path(), "none"));
    let finished = plyd_tests::finish(ignoring, plyd_tests::PATIENCE);
    assert!(finished.status.success() && finished.output.contains("\nok       loads "), "{finished:?}");
}

#[test]
fn a_sound_library_passes_every_test() {
    let folder = folder();
    let report = report(&planted(folder.path(), "none"), &["--seconds", "20", "--seed", "7"]);
    assert_sound(&report);
    let tests = report["tests"].as_array().expect("there are tests");
    // Between them the two games have all that the interface offers, so that nothing is left out.
    let dice = self::report(&planted_copy(folder.path(), "dice", "none"), &["--seconds", "12", "--seed", "7"]);
    assert_sound(&dice);
    for test in tests {
        let name = test["name"].as_str().unwrap_or_default();
        let verdicts = [&test["verdict"], &self::test(&dice, name)["verdict"]];
        assert!(verdicts.iter().any(|verdict| *verdict == "ok"), "{name}: {report:#} {dice:#}");
    }
    assert_eq!(report["game"]["id"], "stroll");
    let page = include_str!("../../../plugins/CHECK.md");
    for test in tests {
        let (name, meaning) = (test["name"].as_str(), test["meaning"].as_str());
        let row = format!("| `{}` | {} |", name.unwrap_or_default(), meaning.unwrap_or_default());
        assert!(page.contains(&row), "plugins/CHECK.md lacks the row {row}");
    }
    let section = page.split("\n## ").find(|section| section.starts_with("The tests\n")).expect("there is a section");
    assert_eq!(section.lines().filter(|line| line.starts_with("| `")).count(), tests.len());
}

/// The libraries of all shipped games for `.ci/full`, else of one in Rust and one in C: a check of each takes all the
/// time that it is given, and on a busy machine more than that.
pub(crate) fn shipped_games() -> Vec<PathBuf> {
    let files = fs::read_dir(built_folder()).expect("the folder of the program is there");
    let paths = files.map(|file| file.expect("it can be read").path());
    let all: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == DLL_EXTENSION)).collect();
    assert!(all.len() >= 18, "games are missing: {all:?}");
    let is_wanted = |path: &PathBuf| {
        let name = path.to_string_lossy();
        cfg!(feature = "long-tests") || name.contains("plyd_tictactoe.") || name.contains("plyd_nim.")
    };
    let wanted: Vec<_> = all.into_iter().filter(is_wanted).collect();
    assert!(wanted.len() >= 2, "{wanted:?}");
    wanted
}

#[test]
fn every_shipped_game_passes() {
    let games = shipped_games();
    // Two at a time, as a checker uses one processor.
    let (front, back) = games.split_at(games.len() / 2);
    let check = |games: &[PathBuf]| games.iter().for_each(|game| assert_sound(&report(game, &["--seconds", "14"])));
    std::thread::scope(|scope| {
        scope.spawn(|| check(front));
        check(back);
    });
}

#[test]
fn faults_of_the_library_are_found() {
    assert_found(&[
        ("another-table", "loads", "[\"someone-else\", \"Stroll\", \"0.1.0\"] later"),
        ("any-extension", "extensions", "but the library returned one"),
        ("option-panics", "options", "too many counters"),
        ("large-scale", "loads", "declares `points_per_logit` 101, which is not from 0 to 100"),
        ("draws-without-scale", "loads", "declares `draw_points` 7, but no `points_per_logit`"),
        ("wrong-perft", "perft", "declares perft 4 as 255, but the count is 256"),
    ]);
    let report = report(&fixture("no_entry"), &[]);
    let what = &test(&report, "loads")["fault"]["what"];
    assert!(what.as_str().is_some_and(|what| what.contains("does not export the function `plyd_plugin`")), "{what}");
    assert_eq!(test(&report, "games")["verdict"], "skipped");
    assert_eq!(report["game"], Value::Null);
}

#[test]
fn faults_of_setups_are_found() {
    assert_found(&[
        ("setup-panics", "setups", "the library panicked: nobody is called that"),
        ("setup-crashes", "setups", "crashed with SIGABRT (signal 6) while opening a damaged setup"),
    ]);
}

#[test]
fn what_ends_the_process_or_prints_is_found() {
    assert_found(&[
        ("exits", "games", "ended the process"),
        ("crashes", "games", "crashed with SIGABRT (signal 6) while examining the position"),
        ("prints", "games", "to standard output, which begin \"bestmove t1"),
        ("prints-by-name", "games", "to standard output, which begin \"bestmove t2"),
        ("prints-on", "games", "failed printing to stdout: File too large"),
    ]);
}

#[test]
fn what_a_library_writes_to_standard_error_by_name_is_shown() {
    let folder = folder();
    let library = planted_copy(folder.path(), "faulty", "complains-by-name");
    let report = report(&library, &["--only", "games", "--seed", "1", "--seconds", "8"]);
    let test = test(&report, "games");
    let what = test["fault"]["what"].as_str().expect("it is a fault");
    assert!(what.contains("crashed with SIGABRT"), "{what}");
    assert_eq!(test["errors"], "no counters are left", "{test:#}");
}

#[test]
fn a_library_that_hangs_is_found() {
    assert_found_within(
        "8",
        &[("hangs", "games", "did not return within"), ("setup-hangs", "setups", "did not return within")],
    );
}

#[test]
fn faults_of_memory_are_found() {
    assert_found(&[
        ("unwritten-field", "step", "depends on the old content of the child's memory"),
        ("key-of-padding", "step", "depends on the old content of the child's memory: key"),
        ("spoils-parent", "step", "after the move `t1`"),
        ("step-disagrees", "step", "says something else: heuristic value"),
        ("child-overrun", "step", "`step` wrote beyond the memory it was given"),
        ("text-overrun", "buffers", "`format_state` wrote beyond its buffer of 0 bytes"),
        ("moves-overrun", "buffers", "wrote beyond its room"),
        ("silent-overflow", "buffers", "did not answer with an error"),
        ("written-length", "buffers", "`format_move` returned the length 0 with room for 0 bytes, and 2 with enough"),
        ("shared-instance", "states", "give a different result: heuristic value"),
        (
            "shared-scratch",
            "threads",
            "on several threads at once, the same moves give a different result: heuristic value",
        ),
    ]);
}

#[test]
fn faults_of_chance_notations_and_views_are_found() {
    assert_found_in(
        "dice",
        "8",
        &[
            ("weight-of-zero", "chance", "the outcome `2` has the weight 0"),
            ("unset-weight", "chance", "`weights` should set all weights, the same at every call"),
            ("many-outcomes", "chance", "chance has 3 outcomes, more than the 2 that were declared"),
            ("narrow-bounds", "chance", "a value of 10 is not within the declared -10 to 9"),
            ("one-text", "texts", "is read as the move 1"),
            ("one-notation", "notation", "`Keep` is the notation of two moves, `keep` and `double`"),
            ("other-notation", "notation", "`Keep`, the notation of `keep`, is read as `double`"),
            ("two-words", "notation", "`keep`: "),
            ("unstable-book", "notation", "asked twice, the game gives two book keys"),
            ("token-nowhere", "view", "`nowhere`, which is no spot of the view"),
            ("gesture-nowhere", "view", "the gesture of the move `double`: `treble` is no spot of the view"),
            ("one-gesture", "view", "the moves `keep` and `double` have the same gesture, `keep`"),
            ("unstable-view", "view", "the view is not the same at every call"),
        ],
    );
}

#[test]
fn one_cause_is_one_fault() {
    let folder = folder();
    let library = planted(folder.path(), "large-value");
    let arguments = ["--seconds", "12", "--seed", "1", "--only", "games", "--only", "values", "--only", "keys"];
    let report = report(&library, &[&arguments[..], &["--only", "timing"]].concat());
    let same_as = |name| test(&report, name)["same_as"].clone();
    assert_eq!([same_as("games"), same_as("values")], [Value::Null, "games".into()]);
    assert_eq!(test(&report, "values")["verdict"], "fault");
    // A test that only measures finds no fault.
    assert_eq!(test(&report, "timing")["verdict"], "skipped");
    assert!(test(&report, "timing")["notes"].to_string().contains("this was not possible: the heuristic value"));
    let (_, text, _) = run(&library, &arguments);
    assert!(text.contains("also met by: values, keys (2)\n"), "{text}");
    assert!(text.contains("the fault of `games`\n"), "{text}");
    assert_eq!(text.matches("found: ").count(), 1, "{text}");
    assert!(text.contains("\ndifferent faults: 1\n"), "{text}");
    let (code, text, _) = run(&fixture("no_entry"), &[]);
    assert_eq!((code, text.lines().count()), (Some(1), 6), "{text}");
}

/// The notes and warnings of a test.
fn remarks(report: &Value, name: &str) -> String {
    let test = test(report, name);
    format!("{} {}", test["warnings"], test["notes"])
}

#[test]
fn what_a_library_does_to_its_process_and_leaves_out_of_views_is_noted() {
    let folder = folder();
    let cases = [
        ("faulty", "goes-elsewhere", "options", "the library changed the working folder of the process"),
        ("dice", "hidden-choice", "view", "after two moves of one position the view is the same"),
    ];
    for (library, fault, name, words) in cases {
        let arguments = ["--only", name, "--seconds", "8", "--seed", "1"];
        let [faulty, sound] = [fault, "none"].map(|fault| planted_copy(folder.path(), library, fault));
        let found = report(&faulty, &arguments);
        assert!(found["passed"] == true && remarks(&found, name).contains(words), "{fault}: {found:#}");
        let sound = report(&sound, &arguments);
        assert!(!remarks(&sound, name).contains(words), "{sound:#}");
    }
    let two = ["--only", "options", "--only", "games", "--seconds", "8"];
    let (_, text, _) = run(&planted(folder.path(), "goes-elsewhere"), &two);
    let warnings: Vec<_> = text.lines().filter(|line| line.starts_with("WARNING  ")).collect();
    // Two tests met it, and it is one cause.
    assert!(matches!(&warnings[..], [line] if line.contains("the working folder")), "{text}");
    assert!(text.lines().nth(1).is_some_and(|line| line.contains("and one setup of the game's own")), "{text}");
    let (_, text, _) = run(&planted_copy(folder.path(), "dice", "none"), &["--only", "games", "--seconds", "8"]);
    assert!(text.contains("\nWARNING  the game declares no counts of leaves (perft), so its rules are not"), "{text}");
}

#[test]
fn two_libraries_of_one_game_are_compared() {
    let folder = folder();
    let [sound, other] = ["none", "always-white"].map(|fault| planted_copy(folder.path(), "faulty", fault));
    let same = report(&sound, &["--against", &sound.display().to_string(), "--seconds", "6", "--seed", "1"]);
    assert_eq!((&same["passed"], test(&same, "against")["verdict"].as_str()), (&Value::Bool(true), Some("ok")));
    let other = other.display().to_string();
    let arguments = ["--against", &other, "--seconds", "6", "--seed", "1"];
    let differs = report(&sound, &arguments);
    assert_eq!(differs["against"], other);
    let fault = &test(&differs, "against")["fault"];
    assert!(fault["what"].as_str().is_some_and(|what| what.contains("the libraries differ in the ")), "{fault}");
    let crashing = planted_copy(folder.path(), "faulty", "crashes").display().to_string();
    let ended = report(&sound, &["--against", &crashing, "--seconds", "6", "--seed", "1"]);
    let what = test(&ended, "against")["fault"]["what"].as_str().unwrap_or_default().to_owned();
    assert!(what.contains("SIGABRT") && what.contains("in both libraries"), "{what}");
    let refused = report(&sound, &["--against", &fixture("no_entry").display().to_string(), "--seconds", "6"]);
    let what = test(&refused, "against")["fault"]["what"].as_str().unwrap_or_default().to_owned();
    assert!(what.contains("the file to compare with does not export"), "{what}");
    let (code, _, errors) = run(&sound, &["--against", "no/such/library"]);
    assert!(code == Some(1) && errors.contains("no/such/library cannot be examined"), "{errors}");
    let (code, _, errors) = run(&sound, &["--against", "x", "--only", "games"]);
    assert_eq!(code, Some(2), "{errors}");
}

#[test]
fn a_crash_fails_its_test_and_the_others_go_on() {
    let folder = folder();
    let library = planted(folder.path(), "setup-crashes");
    let whole = report(&library, &["--seconds", "2", "--only", "setups", "--only", "games"]);
    let verdicts = ["loads", "setups", "games"].map(|name| test(&whole, name)["verdict"].as_str());
    assert_eq!(verdicts, [Some("ok"), Some("fault"), Some("ok")]);
    // The moves that were played when it crashed lead there.
    let crashed = report(&planted(folder.path(), "crashes"), &["--seconds", "4", "--only", "games", "--seed", "1"]);
    let moves = test(&crashed, "games")["fault"]["moves"].as_str().expect("a game was played");
    assert!(moves.contains("t1") || moves.contains("t2"), "{moves}");
}

#[test]
fn a_seed_repeats_a_check_and_the_report_says_how_to_come_to_the_fault() {
    let folder = folder();
    let library = planted(folder.path(), "no-moves");
    let arguments = ["--only", "games", "--seconds", "6", "--seed", "42"];
    let [first, second] = [(); 2].map(|()| report(&library, &arguments));
    assert_eq!(test(&first, "games")["fault"], test(&second, "games")["fault"]);
    let fault = &test(&first, "games")["fault"];
    // Two counters are left. The text of the position is the shortest way to it, however long the game was.
    let setup = fault["setup"].as_str().expect("a setup leads to it");
    assert!(setup.starts_with("2 ") && fault["moves"] == "", "{fault}");
    assert_eq!(fault["position"], setup);
    let (code, text, _) = run(&library, &arguments);
    assert_eq!(code, Some(1));
    assert!(text.lines().any(|line| line.starts_with("FAULT    games ")), "{text}");
    assert!(text.contains("found: an unfinished position has no moves\n"), "{text}");
    assert!(text.contains(&format!("reached by: position fen {setup}\n")), "{text}");
    assert!(text.contains("\nseed 42; to repeat: plyd check "), "{text}");
}

#[test]
fn a_fault_that_the_text_does_not_repeat_keeps_the_moves_that_it_takes() {
    let folder = folder();
    let arguments = ["--only", "games", "--only", "limits", "--seconds", "8", "--seed", "3"];
    let only_moves = |fault, name| {
        let report = report(&planted(folder.path(), fault), &arguments);
        let fault = &test(&report, name)["fault"];
        let field = |name| fault[name].as_str().unwrap_or_else(|| panic!("no {name}: {fault}")).to_owned();
        (field("setup"), field("moves"))
    };
    // The position before the end is needed, for a move of it.
    let (setup, moves) = only_moves("parse-at-the-end", "games");
    assert!(["1", "2"].contains(&setup.split(' ').next().unwrap_or_default()), "{setup} moves {moves}");
    assert!(["t1", "t2"].contains(&moves.as_str()), "{setup} moves {moves}");
    // So many plies are more than were declared only if all of them are counted.
    let (setup, moves) = only_moves("too-long", "games");
    assert_eq!(moves.split(' ').count(), 5, "{setup} moves {moves}");
    // The text that does not open is not a way; the one before it is.
    let (setup, moves) = only_moves("endless-clock", "limits");
    assert!(setup.ends_with(" 6") && ["l", "r"].contains(&moves.as_str()), "{setup} moves {moves}");
}

#[test]
fn what_cannot_be_checked_is_told() {
    let (code, output, errors) = run(Path::new("no/such/library"), &[]);
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(errors.contains("no/such/library cannot be examined"), "{errors}");
    for arguments in [&["--only", "nothing"][..], &["--seconds", "0"], &["--seed", "x"]] {
        let (code, _, errors) = run(&fixture("heap"), arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
    }
}
