//! `read`: games that other programs and people have written.

mod sgf;

use super::only;
use plyd_linked::Engine;
use serde_json::{Value, json};

/// What `read` answers.
fn asked(engine: &mut Engine, text: &str) -> Result<Value, String> {
    let line = only(engine.ask(&format!("read {}", json!(text))));
    match line.strip_prefix("read ") {
        Some(answer) => Ok(serde_json::from_str(answer).expect("the answer is JSON")),
        None => Err(line.strip_prefix("info string error bad-read ").unwrap_or_else(|| panic!("{line}")).to_owned()),
    }
}

fn read(engine: &mut Engine, text: &str) -> Value {
    asked(engine, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves of the main line, and the moves of variations after `(`.
fn moves(answer: &Value) -> String {
    let nodes = answer["nodes"].as_array().expect("the game was played");
    let mut told = Vec::new();
    for (place, node) in nodes.iter().enumerate() {
        let mv = node["move"].as_str().expect("a move");
        let parent = node["parent"].as_u64();
        let is_next = parent.map_or(place == 0, |parent| parent + 1 == place as u64);
        told.push(if is_next { mv.to_owned() } else { format!("({} {mv}", parent.map_or(-1, |parent| parent as i64)) });
    }
    told.join(" ")
}

fn warnings(answer: &Value) -> Vec<String> {
    let told =
        |warning: &Value| format!("{}:{} {}", warning["line"], warning["column"], warning["text"].as_str().unwrap());
    answer["warnings"].as_array().expect("a list").iter().map(told).collect()
}

#[test]
fn a_game_has_its_tags_tree_comments_glyphs_and_clocks() {
    let text = "[Event \"Caf\u{e9} \\\"x\\\"\"]\n[White \"A\"]\n[White \"B\"]\n\n{first} 1. e4 {[%clk 0:03:05.5][%eval 0.31] best} \
                (1. d4 {queen} d5 (1... Nf6 $10)) ({early} 1. c4!? ±) e5 {[%emt 0:00:07]} 2. Qh5?? g6 1-0";
    let mut engine = Engine::start("chess");
    let answer = read(&mut engine, text);
    assert_eq!(answer["tags"], json!([["Event", "Caf\u{e9} \"x\""], ["White", "A"], ["White", "B"]]));
    assert_eq!([&answer["game"], &answer["setup"], &answer["result"]], ["chess", "", "1-0"]);
    assert_eq!([&answer["comment"], &answer["turn"], &answer["options"]], [&json!("first"), &json!("max"), &json!({})]);
    assert_eq!(moves(&answer), "e2e4 e7e5 d1h5 g7g6 (-1 d2d4 d7d5 (4 g8f6 (-1 c2c4");
    assert_eq!(
        answer["nodes"][0],
        json!({"parent": null, "move": "e2e4", "notation": "e4", "turn": "min", "comment": "best", "clock": 185.5,
               "evaluation": "0.31", "commands": [["clk", "0:03:05.5"], ["eval", "0.31"]]})
    );
    assert_eq!([&answer["nodes"][1]["elapsed"], &answer["nodes"][2]["glyphs"]], [&json!(7.0), &json!([4])]);
    let [knight, english] = [&answer["nodes"][6], &answer["nodes"][7]];
    assert_eq!([&knight["glyphs"], &english["glyphs"]], [&json!([10]), &json!([5, 16])]);
    assert_eq!([&answer["nodes"][4]["comment"], &english["before"]], ["queen", "early"]);
    assert_eq!(warnings(&answer), [""; 0]);
}

#[test]
fn games_are_read_as_people_write_them() {
    let mut engine = Engine::start("chess");
    for (text, line, warned) in [
        (
            "1. e4 d5 2. exd5 Qxd5 \u{b1} 3. Nc3 Qa5? \u{2213} 4. Nf3 N Nf6 = *",
            "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3 g8f6",
            "",
        ),
        ("38. d4 d5 c4 (=)", "d2d4 d7d5 c2c4", ""),
        ("e4 e5 Ng1-f3 Nb8-c6", "e2e4 e7e5 g1f3 b8c6", ""),
        ("e2e4 e7e5", "e2e4 e7e5", ""),
        ("1.e4 a6 2.e5 d5 3.exd6e.p.", "e2e4 a7a6 e4e5 d7d5 e5d6", ""),
        ("1.e4 e5 2.Nf3 Nc6 3.Bb5+- a6", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", ""),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0\u{2013}0 Nf6 1/2", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6", ""),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.00 Nf6 1/2", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6", ""),
        ("1 e4 e5 2 Nf3 Nc6 3 Bc4 Bc5 4 00 Nf6 5 d3", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3", ""),
        ("1 e4 25 e5 (1 c5 2 a3) 2 Nf3", "e2e4 e7e5 g1f3 (0 c7c5 a2a3", "1:6 `25` is neither a legal move nor"),
        ("1. e4 e5 2. \u{2658}f3 \u{265e}c6 1/2-1/2`", "e2e4 e7e5 g1f3 b8c6", ""),
        ("\u{feff}[Event \"5th \"Memorial\" Open\"]\n[Site \"x]\n\n1. e4", "e2e4", "1:1 "),
        ("1. e4 e5 2. Nf3 Nc6 -- 3. O-O *", "e2e4 e7e5 g1f3 b8c6", "1:21 `--` is a null move"),
        ("1. e4 e5 (1... Z0 2. d4) 2. Nf3", "e2e4 e7e5 g1f3", "1:16 `Z0` is a null move"),
        ("1. e4 (1. d4 Ke4 2. a3) e5", "e2e4 e7e5 (-1 d2d4", "1:14 `Ke4` is not a legal move; the variation"),
        ("1. e4 -- (1... e5 2. Ke4 d5)", "e2e4 e7e5", "1:7 `--` is a null move"),
        ("1. e4 {never ends", "e2e4", "1:7 this comment has no end"),
        ("1. e4 (1. d4 d5", "e2e4 (-1 d2d4 d7d5", "1:7 this variation has no end"),
        (
            "[A \"b\"]\n1. e4 e5 1-0\n\n[A \"c\"]\n1. d4 *",
            "e2e4 e7e5",
            "4:1 the text has 2 games, and the first one is read",
        ),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "f2f3 e7e5 g2g4 d8h4", "1:24 `a3` comes after the end of the game"),
    ] {
        let answer = read(&mut engine, text);
        assert_eq!(moves(&answer), line, "{text}");
        let said = warnings(&answer);
        assert_eq!(said.is_empty(), warned.is_empty(), "{text}: {said:?}");
        assert!(said.first().is_none_or(|first| first.starts_with(warned)), "{text}: {said:?}");
    }
    let said = warnings(&read(&mut engine, "1. e4 -- (1... e5 2. Ke4 d5)"));
    assert_eq!(said[1..], ["1:22 `Ke4` is not a legal move; the variation is read up to here"]);
    let black = "[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 38;\"]\n\n38. .. e5 39 .e4 *";
    assert_eq!(moves(&read(&mut engine, black)), "e7e5 e2e4");
}

#[test]
fn a_wrong_number_is_a_wrong_move_where_numbers_are_moves() {
    let mut engine = Engine::start("cfour");
    let answer = read(&mut engine, "4 4 (3 9 5) 4");
    assert_eq!(moves(&answer), "P@d1 P@d2 P@d3 (0 P@c1");
    assert_eq!(warnings(&answer), ["1:8 `9` is not a legal move; the variation is read up to here"]);
    let error = asked(&mut engine, "4 4 (3 5) 9").expect_err("the main line");
    assert!(error.starts_with("line 1, column 11: move 3: `9` is not legal"), "{error}");
}

#[test]
fn variants_have_many_names() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\"]";
    let mut engine = Engine::start("chess");
    for name in ["From Position", "Normal", "Classical", "Standard", "Chess"] {
        let answer = read(&mut engine, &format!("[Variant \"{name}\"]\n{fen}\n\n9. e3 *"));
        assert_eq!((moves(&answer).as_str(), &answer["game"]), ("e2e3", &json!("chess")), "{name}");
        assert_eq!(answer["setup"], "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9");
    }
    let start = "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]";
    for name in ["Fischer Random", "Chess 960", "chess960", "Fischerandom"] {
        let answer = read(&mut engine, &format!("[Variant \"{name}\"]\n{start}\n\n1. g3 d5 *"));
        assert_eq!(
            (moves(&answer).as_str(), &answer["options"]),
            ("g2g3 d7d5", &json!({"UCI_Chess960": "true"})),
            "{name}"
        );
    }
    let other = read(&mut engine, "[Variant \"Othello\"]\n[Options \"Size=6\"]\n\n1. b3 *");
    assert_eq!(
        [&other["game"], &other["options"], &other["nodes"]],
        [&json!("flipello"), &json!({"Size": "6"}), &Value::Null]
    );
    let unknown = read(&mut engine, "[Variant \"Three-check\"]\n\n1. e4 *");
    assert_eq!([&unknown["game"], &unknown["nodes"]], [&json!("three-check"), &Value::Null]);
    let options = read(&mut engine, "[Options \"UCI_Chess960=maybe; Size=7\"]\n\n1. e4 *");
    assert_eq!(warnings(&options).len(), 2, "{options}");
    // Six fields are always written.
    let mut engine = Engine::start("chess");
    let answer = read(&mut engine, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 x");
    assert_eq!(answer["setup"], "4k3/8/8/8/8/8/4P3/4K3 w - - 3 1");
    assert!(warnings(&answer)[0].starts_with("1:1 `3 x` is neither counters nor operations; "), "{answer}");
    let answer = read(&mut engine, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e3 *");
    assert_eq!(answer["setup"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

#[test]
fn a_text_without_tags_is_of_the_session_s_game() {
    let mut engine = Engine::start("chess");
    for (text, setup, line) in [
        ("position startpos moves e2e4 e7e5", "", "e2e4 e7e5"),
        ("startpos", "", ""),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 moves e2e3 Kd7", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9", "e2e3 e8d7"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 9;", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9", ""),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 9,bm e4", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9", ""),
    ] {
        let answer = read(&mut engine, text);
        assert_eq!((answer["setup"].as_str().unwrap(), moves(&answer).as_str()), (setup, line), "{text}");
    }
    let mut engine = Engine::start("hex");
    engine.ask("setoption name hex.Size value 5");
    let answer = read(&mut engine, "1. a1 e5 2. c3");
    assert_eq!((moves(&answer).as_str(), &answer["options"]), ("a1 e5 c3", &json!({"Size": "5"})));
    let tagged = read(&mut engine, "[Event \"x\"]\n\n1. e4 *");
    assert_eq!([&tagged["game"], &tagged["nodes"]], [&json!("chess"), &Value::Null]);
    let mut engine = Engine::start("leaftree");
    let answer = read(&mut engine, "((3 5)\n (2 9))");
    assert_eq!((moves(&answer).as_str(), answer["nodes"].as_array().map(Vec::len)), ("", Some(0)), "{answer}");
    assert_ne!(answer["setup"], "");
}

#[test]
fn what_people_paste_is_read_with_a_warning() {
    let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let mut engine = Engine::start("chess");
    for (text, setup, line, warned) in [
        ("1. e4 e5 * (1... c5)", "", "e2e4 e7e5 (0 c7c5", ""),
        ("1. e4 e5 2. Nf3 White resigns", "", "e2e4 e7e5 g1f3", "1:17 `White resigns` is read as the result 0-1"),
        ("1. e4\u{200e} e5 2. \u{200f}Nf3\u{2060} *", "", "e2e4 e7e5 g1f3", ""),
        ("[FEN \"?\"]\n\n1. e4 *", "", "e2e4", "1:1 `?` is no position; the game is read from the start position"),
        (
            "> [Event \"x\"]\n>\n> 1. e4 e5 *",
            "",
            "e2e4 e7e5",
            "1:1 the `>` at the beginning of lines are those of a quoted letter, and are left out",
        ),
        (
            &format!("\n> {board} 3 9"),
            &format!("{board} 3 9"),
            "",
            "2:1 the `>` at the beginning of lines are those of a quoted letter, and are left out",
        ),
        (
            "> position startpos moves e2e4\n> e7e5",
            "",
            "e2e4 e7e5",
            "1:1 the `>` at the beginning of lines are those of a quoted letter, and are left out",
        ),
        (&format!("\u{200e}{board} 3 9\u{200f}"), &format!("{board} 3 9"), "", ""),
        ("\u{200e}position startpos moves e2e4", "", "e2e4", ""),
        (
            &format!("{board} 3 9\n  {board} 4 10\n"),
            &format!("{board} 3 9"),
            "",
            "2:3 this is another position, and is left out; only the first one is read",
        ),
        (&format!("{board} 3 9\nbm e4;"), &format!("{board} 3 9"), "", ""),
        (&format!("# a\n\n ; b\n{board} 3 9\n// c\n% d"), &format!("{board} 3 9"), "", ""),
        (
            &format!("# a\nid,FEN,Moves\n1,{board} 3 9,\"e4, e5\""),
            &format!("{board} 3 9"),
            "",
            "2:1 this line is the head of a table, and is left out; of the lines below it, the column `FEN` is read",
        ),
        (
            "moves\n# x\ne4 e5\n  // y\nNf3",
            "",
            "e2e4 e7e5 g1f3",
            "1:1 this line is the head of a table, and is left out",
        ),
        ("# moves of Ann\nposition startpos moves e2e4\n# x\ne7e5", "", "e2e4 e7e5", ""),
        ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 =Q+ *", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", ""),
    ] {
        let answer = read(&mut engine, text);
        assert_eq!((answer["setup"].as_str().unwrap(), moves(&answer).as_str()), (setup, line), "{text}");
        assert_eq!(warnings(&answer).join("; "), warned, "{text}");
    }
    assert_eq!(read(&mut engine, "1. e4 e5 draw")["result"], "1/2-1/2");
    // What is behind a game's own remarks and those of a list is kept with its moves.
    let answer = read(&mut engine, "# a\n1. e4\n// b\ne5\n; c\n");
    assert_eq!([&answer["comment"], &answer["nodes"][0]["comment"], &answer["nodes"][1]["comment"]], ["a", "b", "c"]);
    let told = warnings(&read(&mut engine, &format!("{board} 3 9\n\n 8/8 x")));
    assert!(told.len() == 1 && told[0].starts_with("3:2 this is no position ("), "{told:?}");
    // A tree may have many lines.
    let mut engine = Engine::start("leaftree");
    for text in ["3 5 2 9\n12 5 23 23", "[[3, 5],\n [2, 9]]", "[3, 5]\n min"] {
        assert_eq!(warnings(&read(&mut engine, text)), [""; 0], "{text}");
    }
    let answer = read(&mut engine, "# a\n[[3, 5], # b\n // c\n [2, 9]]  // d\n");
    assert_eq!((&answer["setup"], warnings(&answer).len()), (&json!("[[3,5],[2,9]]"), 0));
}

#[test]
fn what_cannot_be_read_is_an_error_with_its_place() {
    let mut engine = Engine::start("chess");
    let before = engine.ask("query fen");
    for (text, said) in [
        ("", "line 1, column 1: there is no text; a game is PGN, SGF, moves, or a line `position ...`"),
        (" \n ", "line 1, column 1: there is no text; a game is PGN, SGF, moves, or a line `position ...`"),
        ("> \n\u{200e}", "line 1, column 1: there is no text; a game is PGN, SGF, moves, or a line `position ...`"),
        ("1. e4 e5\n2. 00 *", "line 2, column 4: move 3: `00` is not legal; the legal moves are "),
        ("1. e4 e5\n2. Ke3 *", "line 2, column 4: move 3: `Ke3` is not legal; the legal moves are "),
        ("[A \"b\"]\n\n1. e5 *", "line 3, column 4: move 1: `e5` is not legal; the legal moves are "),
        ("[FEN \"8/8 w\"]\n\n1. e5 *", "line 1, column 1: the position of the tag `FEN` is refused: "),
        ("hello", "line 1, column 1: this is neither a position ("),
        ("# a\n\n hello", "line 3, column 2: this is neither a position ("),
        ("# a\n; b", "line 1, column 1: there are only remarks; a game is PGN, SGF, moves, or a line `position ...`"),
        ("1.", "line 1, column 1: this is neither a position ("),
        ("position startpos\nmoves e2e4 e2e4", "line 2, column 12: move 2: `e2e4` is not legal"),
        (&format!("1. {}", "x".repeat(2_000)), "line 1, column 4: `xxxx"),
    ] {
        let error = asked(&mut engine, text).expect_err(text);
        assert!(error.starts_with(said), "{text}: {error}");
    }
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(5_001);
    let error = asked(&mut engine, &format!("[A \"b\"]\n{knights}")).expect_err("it is too long");
    assert_eq!(error, "line 2, column 80001: a game has at most 20000 moves with its variations");
    assert_eq!(engine.ask("query fen"), before, "the session is as it was");
    // A position that was refused does not matter; a game that was refused is not the session's game.
    engine.ask("position fen 8/8");
    assert_eq!(moves(&read(&mut engine, "e4 e5")), "e2e4 e7e5");
    engine.ask("setoption name UCI_Variant value shogi");
    let error = asked(&mut engine, "e4 e5").expect_err("no game");
    assert!(error.starts_with("the last choice of a game was refused: "), "{error}");
}

#[test]
fn a_long_game_with_many_variations_is_read_at_once() {
    let mut engine = Engine::start("chess");
    let rounds = "Nf3 (d4 d5 (Nf6 (f5))) Nf6 Ng1 (a3) Ng8 ".repeat(600);
    let answer = read(&mut engine, &format!("[A \"b\"]\n{rounds}*"));
    assert_eq!(answer["nodes"].as_array().map(Vec::len), Some(600 * 9));
    assert_eq!(warnings(&answer), [""; 0]);
    assert!(engine.ask("debug off").is_empty(), "it is ready");
}
