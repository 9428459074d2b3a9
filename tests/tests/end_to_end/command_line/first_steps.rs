//! What is said to people who try the program for the first time.

use super::{run, run_with_input, succeed};
use plyd_tests::{Finished, command, finish};
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_secs(60);

/// Runs `plyd` to its end as somebody does who has no settings.
fn run_without_settings(arguments: &[&str]) -> Finished {
    let mut command = command(arguments);
    command.env("PLYD_CONFIG", "");
    finish(command, TIME)
}

#[test]
#[cfg(unix)]
fn a_session_at_a_terminal_greets() {
    use plyd_tests::Terminal;

    let mut terminal = Terminal::spawn(command(&[]));
    let greeting = terminal.until("plyd --help");
    let count = run_with_input(&[], "games\nquit\n").lines.iter().filter(|line| line.contains(" startpos ")).count();
    let expected = format!("plyd {}, {count} games, beginning with tictactoe.\r\n", env!("CARGO_PKG_VERSION"));
    assert!(greeting.contains(&expected), "{greeting}");
    assert!(greeting.contains("`help`") && greeting.contains("`quit`"), "{greeting}");
    terminal.press("isready\n");
    terminal.until("readyok");
    terminal.press("quit\n");
    terminal.rest();
    assert!(terminal.process.wait().success());

    let mut quiet = Terminal::spawn(command(&["-q"]));
    quiet.press("isready\n");
    let text = quiet.until("readyok");
    assert!(!text.contains("games"), "{text}");
}

#[test]
fn the_name_of_a_game_in_a_wrong_place_is_known() {
    let tip = |arguments: &[&str]| {
        let refused = run(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let tips: Vec<_> = refused.errors.lines().filter_map(|line| line.trim().strip_prefix("tip: ")).collect();
        tips.join("\n")
    };
    // By its id, by another name that people know, and as people see it.
    for (name, id) in [("cfour", "cfour"), ("othello", "flipello"), ("Connect Four", "cfour")] {
        assert_eq!(tip(&[name]), format!("`{name}` is a game; play it by `plyd play {id}`"));
    }
    assert!(tip(&["-q", "hex", "--depth", "3"]).ends_with("`plyd play hex`"));
    let quoted = tip(&["play", "connect", "four", "--side", "both"]);
    assert_eq!(quoted, "the name of a game is one word, `cfour`, or has quotation marks, \"connect four\"");
    assert_eq!(tip(&["play", "connect", "five"]), "");
    let empty = tempfile::tempdir().expect("a folder");
    let settings = empty.path().join("plyd.toml");
    std::fs::write(&settings, "game = 'nonsense'\nplugins.standard-folders = false\n").expect("can be written");
    assert_eq!(tip(&["--config", settings.to_str().expect("is text"), "cfour"]), "", "it is not loaded");
    assert_eq!(tip(&["paly"]), "a similar subcommand exists: 'play'");
    assert_eq!(tip(&["nonsense"]), "");
}

#[test]
fn a_session_of_a_program_is_not_greeted() {
    let output = run_with_input(&[], "isready\nquit\n");
    assert_eq!(output.lines, ["readyok"]);
    assert_eq!(output.errors, "");
}

#[test]
fn a_search_without_a_limit_stops_after_five_seconds_and_says_so() {
    let began = Instant::now();
    let output = run(&["go", "--game", "chess"]);
    assert!(output.status.success(), "{}", output.errors);
    assert!(began.elapsed() >= Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(output.lines.last().unwrap().starts_with("bestmove "), "{:?}", output.lines);
    assert!(!output.lines.iter().any(|line| line.contains("error")), "{:?}", output.lines);
    assert_eq!(output.errors.matches("stopped after 5 seconds").count(), 1, "{}", output.errors);
    for flag in ["--movetime", "--depth", "--nodes", "--mate", "--infinite"] {
        assert!(output.errors.contains(flag), "{}", output.errors);
    }
}

#[test]
fn a_search_that_ends_earlier_or_has_a_limit_says_nothing() {
    for arguments in [
        &["go", "--game", "tictactoe"][..],
        &["go", "--game", "tictactoe", "--searchmoves", "P@b2"],
        &["go", "--game", "chess", "--movetime", "5500"],
    ] {
        let output = run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", output.errors);
        assert_eq!(output.errors, "", "{arguments:?}");
    }
}

#[test]
fn explain_without_a_position_explains_the_first_tree_of_its_page() {
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/explain.md"));
    let tree = page.split_once("plyd explain --position \"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
    let expected = succeed(&["explain", "--position", tree]);
    let explained = run_without_settings(&["explain"]);
    assert_eq!(explained.output.lines().collect::<Vec<_>>(), expected);
    assert_eq!(explained.errors.matches("this is an example").count(), 1, "{explained:?}");
    let checked = run_without_settings(&["explain", "-q", "--check", "1.1 1.2 2.1 2.2"]);
    assert_eq!(checked.errors, "");
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn explain_with_a_game_or_a_depth_explains_the_start_position() {
    let chess = succeed(&["explain", "--depth", "1", "--game", "chess", "--position", "startpos"]);
    let explained = run_without_settings(&["explain", "--depth", "1"]);
    assert_eq!(explained.output.lines().collect::<Vec<_>>(), chess);
    assert_eq!(explained.errors, "");
    let leaftree = succeed(&["explain", "--game", "leaftree"]);
    assert_eq!(leaftree, succeed(&["explain", "--game", "leaftree", "--position", "startpos"]));
    let mut variable = command(&["explain"]);
    variable.env("PLYD_CONFIG", "").env("PLYD_GAME", "leaftree");
    let finished = finish(variable, TIME);
    assert_eq!(finished.output.lines().collect::<Vec<_>>(), leaftree);
    assert_eq!(finished.errors, "");
}

#[test]
fn a_match_without_engines_shows_one_that_works() {
    let output = run(&["match"]);
    assert_eq!(output.status.code(), Some(1), "{}", output.errors);
    assert!(output.errors.starts_with("plyd: no engines given"), "{}", output.errors);
    let line = output.errors.lines().find_map(|line| line.trim().strip_prefix("plyd match ")).expect("an example");
    let folder = tempfile::tempdir().expect("a folder");
    let mut example = command(&["match"]);
    example.args(line.split(' ')).current_dir(folder.path());
    let finished = finish(example, TIME);
    assert!(finished.status.success(), "{finished:?}");
    assert!(finished.output.starts_with("tictactoe: 4 of 4 games, finished"), "{finished:?}");
}
