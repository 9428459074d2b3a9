//! Off a terminal: plain lines in, plain lines out.

use plyd_tests::{Process, command};
use plyd_trials::Shipped;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::Stdio;

/// The exit code, standard output and standard error of a game with this input.
fn play(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let file = |name: &str| File::create(path(name)).expect("the folder can be written");
    let mut command = command(&["play"]);
    command.args(arguments).stdin(Stdio::piped()).stdout(file("output")).stderr(file("errors"));
    let mut child = command.spawn().expect("plyd starts");
    // A program that reads nothing has closed its input.
    let _ = child.stdin.take().expect("is piped").write_all(input.as_bytes());
    let status = Process::new(child).wait();
    let text = |name: &str| fs::read_to_string(path(name)).expect("it was written");
    (status.code(), text("output"), text("errors"))
}

/// The output of a game that ends well.
pub(super) fn output(arguments: &[&str], input: &str) -> String {
    let (code, output, errors) = play(arguments, input);
    assert_eq!(code, Some(0), "{output}{errors}");
    output
}

#[test]
fn a_game_is_written_without_colours_times_and_editing() {
    let game = output(&["--game", "tictactoe", "--side", "both"], "b2\na1\na2\nb1\nc2\nmoves\n");
    let expected = "\
Tic-tac-toe. You play both sides. Type a move, or: help, moves, hint, undo, quit.

3  . . .
2  . . .
1  . . .
   a b c
X to move
X's move: 
3  . . .
2  . X .
1  . . .
   a b c
O to move
O's move: 
3  . . .
2  . X .
1  O . .
   a b c
X to move
X's move: 
3  . . .
2  X X .
1  O . .
   a b c
O to move
O's move: 
3  . . .
2  X X .
1  O O .
   a b c
X to move
X's move: 
3  . . .
2  X X X
1  O O .
   a b c
The game is over: X wins.
";
    assert_eq!(game, expected);
}

#[test]
fn the_engine_answers_and_its_moves_are_taken_back() {
    let input = "moves\nP@z9\nP@b2\nfen\nundo\nhint\nb2\nquit\n";
    let text = output(&["--game", "tictactoe", "--depth", "9"], input);
    let replies = |text: &str, start: &str| {
        text.lines().filter(|line| line.starts_with(start) && line.len() == start.len() + 2).count()
    };
    assert_eq!(replies(&text, "plyd plays "), 2, "{text}");
    assert!(text.contains("a3 b3 c3 a2 b2 c2 a1 b1 c1\n"), "{text}");
    assert!(text.contains("`P@z9` is not legal; the legal moves are a3 b3 c3"), "{text}");
    assert_eq!(replies(&text, "X's move: plyd would play "), 1, "{text}");
    assert!(text.contains(" w - - 0 2"), "the notation after a move of each: {text}");
    let text = output(&["--game", "tictactoe", "--side", "none", "--depth", "9"], "");
    assert!(text.ends_with("The game is over: draw.\n"), "{text}");
    let text = output(&["--game", "tictactoe"], "b2\n");
    assert!(text.ends_with("X's move: \n"), "the end of the input ends the game: {text}");
}

#[test]
fn sides_have_the_names_of_the_board() {
    // A game that begins with chance begins with nobody's turn.
    let games = Shipped::all().iter().filter_map(|shipped| Some((&shipped.id, shipped.sides.as_ref()?)));
    for (game, [first, second]) in games {
        for (word, own, other) in [
            (first.to_lowercase(), first, second),
            ("second".into(), second, first),
            (second.to_uppercase(), second, first),
        ] {
            let text = output(&["--game", game, "--side", &word, "--depth", "1"], "quit\n");
            assert!(text.contains(&format!("You play {own}, and plyd plays {other}.")), "{text}");
            assert!(text.ends_with(&format!("{own}'s move: ")), "{text}");
            assert_eq!(text.contains("plyd plays") && text.matches("plyd plays").count() == 2, own == second, "{text}");
        }
    }
}

#[test]
fn a_side_that_there_is_not_is_refused_with_those_that_there_are() {
    let (code, output, errors) = play(&["--game", "tictactoe", "--side", "white"], "");
    let expected = "plyd: --side: there is no side `white`; use x, o, first, second, both or none\n";
    assert_eq!((code, output.as_str(), errors.as_str()), (Some(2), "", expected));
}

#[test]
fn a_move_is_taken_in_every_spelling_that_the_game_knows() {
    for (game, spellings, text) in [
        ("tictactoe", &["P@b2", "p@B2", "b2", " B2 "][..], "P@b2"),
        ("chess", &["g1f3", "G1F3", "Nf3", "Nf3+"], "g1f3"),
    ] {
        for spelling in spellings {
            let text_of_game = output(&["--game", game, "--side", "both"], &format!("{spelling}\nline\n"));
            let line = format!("startpos moves {text}\n");
            assert!(text_of_game.contains(&line), "{spelling}: {text_of_game}");
        }
    }
}

#[test]
fn moves_are_written_as_people_write_them_or_as_engines_do() {
    let input = "moves\nx\nd\nP@d2\nhint\n";
    let game = |spelling: &[&str]| output(&[&["cfour", "--side", "both", "--depth", "1"], spelling].concat(), input);
    let text = game(&[]);
    assert!(text.contains("a b c d e f g\n") && text.contains("`x` is not legal; the legal moves are a b"), "{text}");
    assert!(text.contains("plyd would play ") && !text.contains("P@"), "{text}");
    let text = game(&["--moves", "engine"]);
    assert!(text.contains("P@a1 P@b1 P@c1") && text.contains("plyd would play P@"), "{text}");
    let text = output(&["chess", "--side", "both"], "e4\ne7e5\nmoves\nline\n");
    assert!(text.contains(" Nf3 ") && text.contains("startpos moves e2e4 e7e5\n"), "{text}");
}

#[test]
fn commands_do_what_help_says() {
    let input = "b2\nHELP\neval\nline\nnew\nline\nswitch\nhlep\nundo\nd\nsave\nquit\n";
    let text = output(&["--game", "tictactoe", "--depth", "2", "--position", "startpos moves a1 c3"], input);
    let line = text.lines().find(|line| line.contains("startpos moves P@a1 P@c3 P@b2 P@")).expect("a reply was played");
    assert!(line.len() > "startpos moves P@a1 P@c3 P@b2 P@".len(), "{line}");
    assert!(text.contains("startpos moves P@a1 P@c3\n"), "a new game begins where this one did: {text}");
    assert!(text.contains("takes back your last move"), "{text}");
    assert!(text.contains("X +0.00, without a search"), "{text}");
    assert!(text.contains("You play O now.") && text.contains("There is a command `help`"), "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(text.contains("save needs the name of a file"), "{text}");
}

#[test]
fn a_move_comes_before_a_command_of_the_same_word() {
    // In kalah `d` is a house, and elsewhere the short word for `board`.
    let text = output(&["--game", "kalah", "--side", "both"], "line\n:d\nline\nd\nline\n");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("startpos")).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[1].ends_with("startpos") && lines[2].ends_with("startpos moves d"), "{text}");
    assert_eq!(text.matches("White to move").count(), 2, "`:d` shows the board again: {text}");
}

#[test]
fn games_are_added_to_a_pgn_file() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("my games.pgn").display().to_string();
    let input = format!("b2\na1\nsave {file}\na2\nb1\nsave {file}\nsave {file}/none\nc2\n");
    let text = output(&["--game", "tictactoe", "--side", "both", "--time", "600"], &input);
    assert!(text.contains(&format!("The game was added to {file}.")), "{text}");
    assert!(text.contains(&format!("cannot write {file}/none")) && text.ends_with("X wins.\n"), "{text}");
    let mut pgn = String::new();
    File::open(file).and_then(|mut file| file.read_to_string(&mut pgn)).expect("it was written");
    assert_eq!(pgn.matches("[Event \"plyd play\"]").count(), 2, "{pgn}");
    for part in
        ["[White \"You\"]", "[Variant \"tictactoe\"]", "[Result \"*\"]", "[TimeControl \"600\"]", "1. P@b2 {", "tl="]
    {
        assert!(pgn.contains(part), "no {part} in {pgn}");
    }
}

#[test]
fn a_saved_game_begins_as_the_game_writes_its_position() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("games.pgn").display().to_string();
    let position = "4k3/8/8/8/8/8/4P3/4K3[] W - e6 3+3 3 9 moves e2e4";
    let text = output(&["--game", "chess", "--side", "both", "--position", position], &format!("line\nsave {file}\n"));
    assert!(text.contains("4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 moves e2e4\n"), "{text}");
    let pgn = std::fs::read_to_string(file).expect("it was written");
    assert!(pgn.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\"]\n"), "{pgn}");
}

/// To open a pipe would wait for somebody who reads it.
#[test]
#[cfg(unix)]
fn games_are_not_added_to_a_pipe() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let pipe = folder.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).expect("a pipe");
    let text = output(&["--game", "tictactoe"], &format!("save {}\nquit\n", pipe.display()));
    assert!(text.contains("is not a file that games can be added to"), "{text}");
}

#[test]
fn clocks_run_and_the_one_who_has_no_time_left_loses() {
    let text = output(&["--game", "tictactoe", "--side", "both", "--time", "2/10:00+5"], "b2\nundo\nb2\n");
    let clocks: Vec<&str> = text.lines().filter(|line| line.starts_with("Clocks: ")).collect();
    assert_eq!(clocks[0], "Clocks: X 10:00 for 2 moves, O 10:00 for 2 moves");
    // A move on a busy machine may take some seconds, but never some minutes.
    assert!(clocks[1].contains(" for 1 move, O 10:00 for 2 moves"), "{clocks:?}");
    assert!(clocks[1].starts_with("Clocks: X 10:0") || clocks[1].starts_with("Clocks: X 9:"), "{clocks:?}");
    assert_eq!(clocks[2], clocks[0], "undo takes the clocks back");
    let late = output(&["--game", "tictactoe", "--time", "0.000000001"], "b2\n");
    assert!(late.ends_with("The game is over: X has no time left, O wins.\n"), "{late}");
    let late = output(&["--game", "tictactoe", "--side", "o", "--time", "0.000000001"], "");
    assert!(late.ends_with("The game is over: X has no time left, O wins.\n"), "{late}");
    let (code, _, errors) = play(&["--time", "soon"], "");
    assert!(code == Some(2) && errors.contains("[MOVES/][MINUTES:]SECONDS[+INCREMENT]"), "{errors}");
}

#[test]
fn a_line_without_an_end_is_refused() {
    let (code, _, errors) = play(&["--game", "tictactoe"], &"x".repeat(1 << 20));
    assert_eq!((code, errors.as_str()), (Some(1), "plyd: a line of the input is longer than 65536 bytes\n"));
}
