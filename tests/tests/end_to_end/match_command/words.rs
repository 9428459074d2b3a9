//! How engines and rules are given on the command line: in words with or without quotes, and a plan beside them.

use super::{MatchRun, TIME};
use plyd_tests::{Finished, command, finish};
use std::path::Path;

/// Plays a match in a separate folder, with the record `r.db`.
fn play(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = command(&["match", "--game", "tictactoe", "--seed", "1", "--record", "r.db"]);
    command.args(arguments).current_dir(folder);
    finish(command, TIME)
}

/// The settings of the record that they make, as the text of all its bytes has them.
fn moves_of(arguments: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("book.epd"), "b2\na1\nc3\n").expect("it can be written");
    std::fs::write(folder.path().join("plan.toml"), "rounds = 3").expect("it can be written");
    let finished = play(folder.path(), arguments);
    assert!(finished.status.success(), "{arguments:?}: {finished:?}");
    let mut report = command(&["report", "r.db", "--csv", "-"]);
    report.current_dir(folder.path());
    finish(report, TIME).output.lines().map(str::to_owned).collect()
}

#[test]
fn words_need_no_quotes() {
    let quoted = moves_of(&[
        "--engine",
        "name=A builtin depth=3 option.Hash=1",
        "--engine",
        "'name=My Engine' builtin 'option.Move Overhead=5' option.Hash=1",
        "--each",
        "depth=2",
        "--openings",
        "file=book.epd order=random start=2",
        "--maxmoves",
        "3",
        "plan.toml",
    ]);
    assert_eq!(quoted.len(), 7, "{quoted:?}");
    assert!(quoted[1].contains("1,A,My Engine,"), "{quoted:?}");
    for arguments in [
        "--engine|name=A|builtin|depth=3|option.Hash=1|--engine|name=My Engine|builtin|option.Move Overhead=5|option.Hash=1|\
         --each|depth=2|--openings|file=book.epd|order=random|start=2|--maxmoves|3|plan.toml",
        "--openings|book.epd|order=random|start=2|plan.toml|--maxmoves|3|--each|depth=2|\
         --engine|name=A|builtin depth=3|option.Hash=1|--engine|name=My Engine|builtin 'option.Move Overhead=5'|option.Hash=1",
        "plan.toml|--openings|book.epd|start=2 order=random|--maxmoves|3|--engine|name=A|builtin|depth=3|option.Hash=1|\
         --engine|name='My Engine'|option.Move Overhead=5|builtin|--each|option.Hash=1|depth=2",
        "--maxmoves|3|--engine|name=A|builtin|depth=3|option.Hash=1|--engine|name=My Engine|builtin|option.Move Overhead=5|\
         --each|option.Hash=1 depth=2|plan.toml|--openings|start=2|order=random|file=book.epd",
    ] {
        let words: Vec<_> = arguments.split('|').collect();
        assert_eq!(moves_of(&words), quoted, "{arguments}");
    }
}

#[test]
fn lists_for_all_engines_add_up_and_engines_are_named_by_their_algorithms() {
    let one = moves_of(&[
        "--engine",
        "builtin name=pvs option.Algorithm=pvs",
        "--engine",
        "builtin name=alphabeta \
        option.Algorithm=alphabeta",
        "--each",
        "depth=2 option.Hash=1",
        "--random-plies",
        "2",
    ]);
    let two = moves_of(&[
        "--each",
        "depth=9",
        "--engine",
        "algorithm=pvs",
        "--each",
        "option.Hash=1",
        "depth=2",
        "--engine",
        "algorithm=alphabeta",
        "--random-plies",
        "2",
    ]);
    assert_eq!(two, one);
}

/// Without it they would think for ever.
#[test]
fn built_in_engines_without_a_limit_have_a_tenth_of_a_second() {
    let folder = tempfile::tempdir().expect("a folder");
    let engines = ["--engine", "algorithm=pvs", "--engine", "algorithm=alphabeta", "--rounds", "1"];
    let finished = play(folder.path(), &engines);
    assert!(finished.status.success(), "{finished:?}");
    assert!(finished.errors.contains("plyd: no engine has a limit, so each has movetime=100: "), "{finished:?}");
    std::fs::remove_file(folder.path().join("r.db")).expect("there is a record");
    let finished = play(folder.path(), &[&engines[..], &["--each", "movetime=5"]].concat());
    assert!(finished.status.success() && !finished.errors.contains("has a limit"), "{finished:?}");
}

#[test]
fn adjudication_and_tests_are_given_in_words() {
    let engines = ["name=A builtin depth=1 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];
    let terminations = |more: &[&str]| {
        let report = MatchRun::new("breakthrough", &engines).with(&["--rounds", "1"]).with(more).play();
        report["pairings"][0]["terminations"].clone()
    };
    let drawn = serde_json::json!({ "draw-adjudication": 2 });
    assert_eq!(terminations(&["--draw", "movenumber=2", "score=10000"]), drawn);
    // One side never agrees that it is winning by this much.
    let resigned = serde_json::json!({ "resign-adjudication": 2 });
    assert_eq!(terminations(&["--resign", "movecount=1", "score=1"]), resigned);
    assert_ne!(terminations(&["--resign", "movecount=30", "twosided", "score=9999"]), resigned);
    let run =
        MatchRun::new("tictactoe", &engines).with(&["--sprt", "elo0=0", "elo1=900", "model=logistic", "alpha=0.4"]);
    let finished = run.to_end();
    let report: serde_json::Value = serde_json::from_str(&finished.output).expect("JSON");
    assert_eq!(
        (report["sprt"]["elo1"].as_f64(), report["sprt"]["alpha"].as_f64()),
        (Some(900.0), Some(0.4)),
        "{report}"
    );
}

#[test]
fn mistakes_in_words_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = ["--engine", "name=A", "builtin", "--engine", "name=B", "builtin"];
    for (arguments, code, part) in [
        (&["--engine"][..], 2, "a value is required for '--engine <WORDS>...'"),
        (&["--each", "depth=1", "depht=3"], 1, "no setting `depht`; its settings are name, builtin"),
        (&["--each", "depth=1", "builtin dpeth"], 1, "no setting `dpeth`"),
        (
            &["--each", "depth=1", "restart=on"],
            1,
            "`restart` is an option of fastchess and cutechess-cli; an engine keeps",
        ),
        (&["--each", "depth=1", "trust"], 1, "`trust` is an option of cutechess-cli; results are always decided"),
        (&["--each", "movetime=soon"], 1, "`movetime` needs whole milliseconds of at least 1, not `soon`"),
        (&["--each", "depth=1", "option.Hush=3"], 1, "did you mean `Hash`?"),
        (&["--each", "depth=1", "name='A"], 1, "a quote is not closed in `name='A`"),
        (&["--each", "depth=1", "no/such/plan.toml"], 1, "no/such/plan.toml: No such file"),
        (
            &["a.toml", "--each", "depth=1", "b.toml"],
            2,
            "'b.toml' found: it does not have the form KEY=VALUE, and the plan is already 'a.toml'",
        ),
        (&["--each", "depth=1", "--", "a.toml", "b.toml"], 2, "unexpected argument 'b.toml' found"),
        (&["--each", "depth=1", "--openings", "order=random"], 1, "openings need a file=NAME"),
        (&["--each", "depth=1", "--openings", "none.epd"], 1, "none.epd"),
    ] {
        let finished = play(folder.path(), &[&two[..], arguments].concat());
        assert_eq!(finished.status.code(), Some(code), "{finished:?}");
        assert!(finished.errors.contains(part), "{part}: {finished:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a record was made");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_plan_that_never_ends_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let finished = play(folder.path(), &["/dev/zero"]);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert_eq!(finished.errors, "plyd: the plan /dev/zero: it is a folder, a pipe or a device, not a regular file\n");
}
