//! `plyd games`, `plyd show` and `plyd eval`.

use super::{run, run_with_input, succeed};
use plyd_tests::{PluginFolder, finish};
use serde_json::Value;
use std::time::Duration;

#[test]
fn games_tells_what_the_command_of_a_session_tells() {
    let text = succeed(&["games"]).join("\n");
    let json: Value = serde_json::from_str(&succeed(&["games", "--json"]).join("\n")).expect("is JSON");
    let session = run_with_input(&[], "games\nquit\n").lines;
    let games = json["games"].as_array().expect("a list");
    assert_eq!(games.len(), 18, "{json}");
    for game in games {
        let field = |name: &str| game[name].as_str().unwrap_or_else(|| panic!("no {name} in {game}"));
        let (id, name, start, file) = (field("id"), field("name"), field("startpos"), field("file"));
        assert!(session.contains(&format!("game {id} startpos {start}")), "{session:?}");
        assert!(session.contains(&format!("game {id} file {file}")), "{session:?}");
        assert!(text.contains(&format!("{id}: {name}, version {}", field("version"))), "{text}");
        assert!(text.contains(&format!("  file    {file}\n  start   {start}")), "{text}");
        assert_eq!(game["selected"].as_bool(), Some(id == "tictactoe"), "{game}");
    }
    let houses = &games.iter().find(|game| game["id"] == "kalah").expect("kalah")["options"][0];
    let expected = serde_json::json!({"name": "kalah.Houses", "type": "spin", "default": 6, "min": 1, "max": 12});
    assert_eq!(houses, &expected);
    assert!(text.contains("  option  kalah.Houses: 1 to 12 [default: 6]\n"), "{text}");
    let seed = &games.iter().find(|game| game["id"] == "kalah").expect("kalah")["options"][3];
    assert_eq!((&seed["name"], &seed["max"]), (&"kalah.House Seed".into(), &75.into()));
    let meaning = seed["parameter"].as_str().expect("it is a number of the heuristic");
    assert!(text.contains(&format!("  option  kalah.House Seed: 0 to 75 [default: 25]: {meaning}\n")), "{text}");
    assert_eq!(json["refused"], serde_json::json!([]));
    assert!(text.contains(", the game that sessions start with\n"), "{text}");
    let asked = succeed(&["games", "hex"]).join("\n");
    assert!(asked.starts_with("hex: Hex, version ") && !asked.contains("sessions start with"), "{asked}");
}

#[test]
fn games_tells_what_was_refused_and_why() {
    let folder = PluginFolder::new(&["wrong_magic", "heap"]);
    let list = |flags: &[&str]| {
        let mut command = folder.command(&["-q", "games"]);
        command.args(flags);
        let finished = finish(command, Duration::from_secs(60));
        assert!(finished.status.success(), "{finished:?}");
        finished.output
    };
    let json: Value = serde_json::from_str(&list(&["--json"])).expect("is JSON");
    let refused = &json["refused"][0];
    let (file, reason) = (refused["file"].as_str().expect("a file"), refused["reason"].as_str().expect("a reason"));
    assert!(!reason.is_empty() && file.contains("wrong_magic"), "{json}");
    assert!(list(&[]).contains(&format!("Not loaded:\n  {file}: it {reason}\n")), "{json}");
}

#[test]
fn a_plain_argument_is_a_game_a_tree_or_a_position() {
    let (moved, tree) = ("startpos moves d1", "((3 5) (2 9))");
    for (plain, flags) in [
        (&["show", "connect four"][..], &["d", "--game", "cfour"][..]),
        (&["d", "Draughts"], &["d", "--game", "checkers"]),
        (
            &["d", "reversi", "--position", "startpos moves e3"],
            &["d", "--game", "flipello", "--position", "startpos moves e3"],
        ),
        (&["d", moved, "--game", "Connect_Four"], &["d", "--position", moved, "--game", "cfour"]),
        (&["d", "3 5 7 b", "--game", "nim"], &["d", "--position", "3 5 7 b", "--game", "nim"]),
        (&["eval", tree], &["eval", "--game", "leaftree", "--position", tree]),
        (&["perft", tree, "--depth", "2"], &["perft", "--game", "leaftree", "--position", tree, "--depth", "2"]),
        (&["explain", tree], &["explain", "--game", "leaftree", "--position", tree]),
        (&["explain", "tictactoe", "--depth", "1"], &["explain", "--game", "tictactoe", "--depth", "1"]),
        (&["explain", "3 5 2 9"], &["explain", "--position", "3 5 2 9"]),
    ] {
        assert_eq!(succeed(plain), succeed(flags), "{plain:?}");
    }
    let played = run_with_input(&["play", "isola"], "quit\n");
    assert!(played.status.success() && played.lines[0].starts_with("Isola. "), "{:?}", played.lines);
    for (arguments, error) in [
        (&["go", "chess", "--game", "cfour"][..], "error: 'chess' and '--game' both name a game; give one of them"),
        (&["--game", "cfour", "go", "chess"], "error: 'chess' and '--game' both name a game; give one of them"),
        (
            &["d", moved, "--position", moved],
            "error: 'startpos moves d1' is a position, so '--position' cannot be used",
        ),
        (&["d", tree, "--from", "x.pgn"], "error: '((3 5) (2 9))' is a position, so '--from' cannot be used"),
        (&["explain", tree, "--worksheet", "2", "-o", "x"], "error: '((3 5) (2 9))' is a position, so '--worksheet' "),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", output.errors);
        assert!(output.errors.starts_with(error), "{arguments:?}: {}", output.errors);
    }
    for command in ["go", "gtp", "games", "web"] {
        let unknown = run(&[command, "conect four"]);
        assert_eq!(unknown.status.code(), Some(1), "{command}: {}", unknown.errors);
        let suggestion = "no game `conect four` is loaded; did you mean `cfour`?";
        assert!(unknown.errors.contains(suggestion), "{command}: {}", unknown.errors);
    }
    let gtp = run_with_input(&["gtp", "hex"], "boardsize 7\nplay black a1\nquit\n");
    assert_eq!(gtp.lines, run_with_input(&["gtp", "--game", "hex"], "boardsize 7\nplay black a1\nquit\n").lines);
    let all = succeed(&["games"]);
    let one = succeed(&["games", "connect four"]);
    assert!(one.len() < all.len() && one.iter().any(|line| line.contains("cfour")), "{one:?}");
    assert!(!one.iter().any(|line| line.contains("chess")), "{one:?}");
}

/// The protocol has the same picture, on one line.
#[test]
fn explain_draws_the_picture_of_the_protocol() {
    let position = "fen P1P/pp1/1P1 b - - 0 1";
    let picture = succeed(&["explain", position, "--game", "tictactoe", "--format", "svg", "--lang", "en"]).join(" ");
    // The end of the input leaves it the time that it needs, which `quit` does not.
    let lines = format!("position {position}\nexplain format svg\n");
    let session = run_with_input(&["--game", "tictactoe"], &lines);
    assert_eq!(session.lines, [format!("svg {picture}"), "explain done".to_owned()]);
}

#[test]
fn d_view_and_eval_print_what_the_commands_of_a_session_print() {
    let position = "startpos moves b2 a1";
    for command in ["d", "view", "eval"] {
        let lines = succeed(&[command, "--game", "tictactoe", "--position", position]);
        let session = run_with_input(&["--game", "tictactoe"], &format!("position {position}\n{command}\nquit\n"));
        assert_eq!(lines, session.lines, "{command}");
        assert!(!lines.is_empty(), "{command}");
        let output = run(&[command, "--game", "tictactoe", "--position", "3/3"]);
        assert_eq!(output.status.code(), Some(1), "{command}: {:?}", output.lines);
        assert!(output.lines[0].starts_with("info string error bad-position "), "{command}: {:?}", output.lines);
    }
}
