//! On a terminal: keys, history, signals, colours, times.

use plyd_tests::{PATIENCE, Terminal, command};
use rustix::process::Signal;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

const LEFT: &str = "\x1b[D";
const UP: &str = "\x1b[A";
const BACKSPACE: &str = "\x7f";
const TAB: &str = "\t";
const ENTER: &str = "\r";
const CTRL_A: &str = "\x01";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_R: &str = "\x12";
const CTRL_U: &str = "\x15";
const CTRL_Z: &str = "\x1a";

fn game(arguments: &[&str]) -> Command {
    let mut command = command(&["play", "--game", "tictactoe", "--depth", "9"]);
    command.args(arguments);
    command
}

/// A game in which a person plays both sides, at its first prompt.
fn both() -> Terminal {
    let mut terminal = Terminal::spawn(game(&["--side", "both"]));
    terminal.until("X's move: ");
    terminal.await_keys_one_by_one(true);
    terminal
}

/// Ends the game, and says with which code; the terminal is as it was.
fn end(mut terminal: Terminal, keys: &str) -> Option<i32> {
    terminal.press(keys);
    terminal.rest();
    let code = terminal.process.wait().code();
    assert!(!terminal.has_keys_one_by_one(), "the terminal was left in the modes of the editor");
    code
}

#[test]
fn lines_are_edited() {
    let mut terminal = both();
    terminal.press(&["b3", LEFT, BACKSPACE, "c", ENTER].concat());
    terminal.until("X plays \x1b[1m\x1b[32mc3\x1b[0m (");
    terminal.until("O's move: ");
    terminal.press(&["3", CTRL_A, "a", ENTER].concat());
    terminal.until("O plays \x1b[1m\x1b[32ma3");
    assert_eq!(end(terminal, "quit\r"), Some(0));
}

#[test]
fn earlier_lines_come_back() {
    let mut terminal = both();
    terminal.press("eval\r");
    terminal.until("X +0.00, without a search");
    terminal.press("moves\r");
    terminal.until("b1 c1");
    terminal.until("X's move: ");
    terminal.press(&[UP, UP, ENTER].concat());
    terminal.until("X +0.00, without a search");
    // Before the prompt the terminal itself takes some keys.
    terminal.until("X's move: ");
    terminal.press(&[CTRL_R, "mov", ENTER].concat());
    terminal.until("a3 b3");
    assert_eq!(end(terminal, "quit\r"), Some(0));
}

#[test]
fn tab_completes_commands_and_legal_moves() {
    let mut terminal = both();
    terminal.press(&["swi", TAB].concat());
    terminal.until("switch");
    terminal.press(&[CTRL_U, "b", TAB, TAB].concat());
    let offered = terminal.until("b1");
    assert!(offered.contains("b3") && !offered.contains("a1"), "{offered:?}");
    terminal.press(&["2", ENTER].concat());
    terminal.until("O's move: ");
    terminal.press(&["b", TAB, TAB].concat());
    let offered = terminal.until("b1");
    assert!(offered.contains("b3") && !offered.contains("b2"), "{offered:?}");
    assert_eq!(end(terminal, &[CTRL_U, "quit\r"].concat()), Some(0));
}

#[test]
fn lines_that_come_at_once_are_all_obeyed() {
    let mut terminal = both();
    terminal.press("b2\ra1\rline\r");
    terminal.until("startpos moves P@b2 P@a1");
    assert_eq!(end(terminal, "quit\r"), Some(0));
}

#[test]
fn a_game_that_is_over_can_be_played_again() {
    let mut terminal = both();
    terminal.press("b2\ra1\ra2\rb1\rc2\r");
    terminal.until("The game is over: X wins.");
    terminal.until("new, undo, save FILE or quit: ");
    terminal.press("c1\r");
    terminal.until("The game is over. Type undo");
    terminal.press("undo\r");
    terminal.until("X's move: ");
    terminal.press("new\rline\r");
    terminal.until("startpos\r\n");
    terminal.until("X's move: ");
    assert_eq!(end(terminal, CTRL_D), Some(0));
}

#[test]
fn the_engine_tells_what_it_thinks() {
    let mut terminal = Terminal::spawn(game(&[]));
    terminal.until("X's move: ");
    terminal.press("b2\r");
    terminal.until("plyd plays ");
    terminal.until(" (draw, depth ");
    terminal.until(" s)");
    terminal.until("X's move: ");
    assert_eq!(end(terminal, CTRL_D), Some(0));
}

#[test]
fn a_key_that_is_not_text_costs_the_line_only() {
    let mut terminal = both();
    terminal.press_bytes(b"a1\xff");
    terminal.until("not UTF-8");
    terminal.until("X's move: ");
    terminal.await_keys_one_by_one(true);
    terminal.press("b2\r");
    terminal.until("X plays");
    terminal.until("O's move: ");
    assert_eq!(end(terminal, CTRL_D), Some(0));
}

#[test]
fn colours_that_are_asked_for_are_everywhere() {
    let mut command = game(&["--side", "both", "--color", "always"]);
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::spawn(command);
    terminal.until("\x1b[1mX's move: ");
    terminal.press("b2\r");
    terminal.until("\x1b[1m\x1b[32mb2");
    terminal.until("O's move: ");
    terminal.await_keys_one_by_one(true);
    assert_eq!(end(terminal, CTRL_D), Some(0));
}

#[test]
fn without_colours_there_are_none() {
    let mut command = game(&["--side", "both"]);
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::spawn(command);
    terminal.until("X's move: ");
    terminal.press("b2\r");
    terminal.until("X plays b2 (");
    let text = terminal.until("O's move: ");
    assert!(!text.contains("\x1b[1m"), "{text:?}");
    assert_eq!(end(terminal, CTRL_D), Some(0));
    let mut terminal = both();
    terminal.press("b2\r");
    terminal.until("\x1b[1mO's move: ");
    assert_eq!(end(terminal, CTRL_D), Some(0));
}

#[test]
fn keys_and_signals_end_a_game_at_the_prompt() {
    assert_eq!(end(both(), CTRL_D), Some(0));
    assert_eq!(end(both(), CTRL_C), Some(130));
    assert_eq!(end(both(), &["b2", CTRL_C].concat()), Some(130));
    for (signal, code) in [(Signal::TERM, Some(143)), (Signal::INT, Some(130)), (Signal::HUP, None)] {
        let mut terminal = both();
        // Again and again: the editor takes SIGINT over while it waits for a key, and loses one that comes in the
        // moment before it waits.
        let deadline = Instant::now() + PATIENCE;
        while terminal.process.is_running() && Instant::now() < deadline {
            terminal.process.signal(signal);
            sleep(Duration::from_millis(100));
        }
        assert_eq!(end(terminal, ""), code, "{signal:?}");
    }
}

#[test]
fn keys_end_a_game_while_the_engine_thinks() {
    let arguments = ["play", "--game", "chess", "--side", "black", "--movetime", "3600000"];
    let mut terminal = Terminal::spawn(command(&arguments));
    terminal.until("White to move");
    assert_eq!(end(terminal, CTRL_C), Some(130));
}

/// A shell with jobs, as a process that no shell watches is not stopped.
#[test]
fn a_game_can_be_stopped_and_goes_on() {
    let game = game(&["--side", "both"]);
    let mut shell = Command::new("sh");
    shell.args(["-m", "-c", r#""$0" "$@"; echo "stopped it"; fg; echo "ended: $?""#]);
    shell.arg(game.get_program()).args(game.get_args());
    game.get_envs().for_each(|(name, value)| match value {
        Some(value) => drop(shell.env(name, value)),
        None => drop(shell.env_remove(name)),
    });
    let mut terminal = Terminal::spawn(shell);
    terminal.until("X's move: ");
    terminal.await_keys_one_by_one(true);
    terminal.press(&["b2", CTRL_Z].concat());
    terminal.until("stopped it");
    terminal.until("X's move: \x1b[0mb2");
    terminal.await_keys_one_by_one(true);
    terminal.press(ENTER);
    terminal.until("X plays");
    terminal.until("O's move: ");
    terminal.press("quit\r");
    terminal.until("ended: 0");
}
