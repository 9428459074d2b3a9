//! How lines are read, and the commands that need no search.

use super::{only, tic_tac_toe};
use plyd_protocol::help;

#[test]
fn words_before_a_command_are_skipped() {
    let mut engine = tic_tac_toe();
    assert!(engine.ask("joho debug on").is_empty());
    assert!(engine.ask("please would you debug off").is_empty());
    assert_eq!(only(engine.ask("what about query p1turn")), "response true");
}

#[test]
fn line_ends_and_blanks_of_all_kinds_are_taken() {
    let mut engine = tic_tac_toe();
    engine.send_bytes(b"position startpos\tmoves   P@b2  \r\n\r\n   \t \nquery\t fen\r\n");
    assert_eq!(engine.line(), "response 3/1P1/3[PPPPpppp] b - - 0 1");
    engine.send_bytes(b"\xEF\xBB\xBFquery p1turn\n");
    assert_eq!(engine.line(), "response false");
}

#[test]
fn replies_end_with_a_line_feed_alone() {
    let mut engine = tic_tac_toe();
    engine.send_bytes(b"isready\r\n");
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn a_line_without_a_command_is_an_error_and_changes_nothing() {
    let mut engine = tic_tac_toe();
    assert_eq!(
        only(engine.ask("postion startpos")),
        "info string error unknown-command unknown command `postion startpos`; did you mean `position`? `help` lists all"
    );
    let error = only(engine.ask("xyzzy"));
    assert_eq!(error, "info string error unknown-command unknown command `xyzzy`; `help` lists all");
    assert_eq!(only(engine.ask("query fen")), "response 3/3/3[PPPPPpppp] w - - 0 1");
}

#[test]
fn a_line_that_is_not_utf8_is_an_error() {
    let mut engine = tic_tac_toe();
    engine.send_bytes(b"position startpos \xFF\xFE\nisready\n");
    assert!(engine.line().starts_with("info string error not-utf8 "));
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn commands_without_their_arguments_are_errors() {
    let mut engine = tic_tac_toe();
    for line in
        ["debug", "debug maybe", "setoption", "setoption name", "query", "query what", "position", "position fen"]
    {
        let error = only(engine.ask(line));
        assert!(error.starts_with("info string error bad-command "), "{line}: {error}");
    }
}

#[test]
fn commands_that_have_nothing_to_say_say_nothing() {
    let mut engine = tic_tac_toe();
    for line in
        ["debug on", "debug off", "register later", "register name A code 1", "ucinewgame", "uginewgame", "stop"]
    {
        assert!(engine.ask(line).is_empty(), "{line}");
    }
    assert!(engine.ask("position startpos").is_empty());
    assert!(engine.ask("setoption name Ponder value true").is_empty());
}

#[test]
fn help_lists_every_command() {
    let lines = tic_tac_toe().ask("help");
    let expected: Vec<_> = help().map(|(usage, meaning)| format!("{usage} - {meaning}")).collect();
    assert_eq!(lines, expected);
}

#[test]
fn games_lists_every_game_and_marks_the_selected_one() {
    let mut engine = tic_tac_toe();
    let lines = engine.ask("games");
    assert!(lines.iter().any(|line| line.starts_with("game tictactoe version ") && line.contains(" selected name ")));
    assert!(lines.iter().any(|line| line.starts_with("game leaftree version ") && !line.contains(" selected ")));
    engine.ask("setoption name UCI_Variant value leaftree");
    let lines = engine.ask("games");
    assert!(lines.iter().any(|line| line.starts_with("game leaftree version ") && line.contains(" selected name ")));
}

/// What `games` says of this game after its id.
fn facts(lines: &[String], id: &str) -> Vec<String> {
    lines.iter().filter_map(|line| line.strip_prefix(&format!("game {id} "))).map(ToOwned::to_owned).collect()
}

#[test]
fn games_shows_the_values_of_options_that_are_in_force() {
    let mut engine = tic_tac_toe();
    engine.ask("setoption name cfour.Files value 9");
    let facts = facts(&engine.ask("games"), "cfour");
    let line = "option name cfour.Files type spin default 9 min 4 max 12";
    assert!(facts.iter().any(|fact| fact == line), "{facts:?}");
}
