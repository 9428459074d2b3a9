//! `read` of SGF, which is of go.

use super::{asked, moves, read, warnings};
use plyd_linked::Engine;
use serde_json::{Value, json};

#[test]
fn a_record_has_its_tags_tree_comments_glyphs_and_clocks() {
    let text = "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob\nJr.]DT[2024-05-01]RE[B+R]C[hello [you\\]]\n\
                ;B[ee]BL[298.5]TE[1]C[good];W[ge]WL[300]N[name]V[-3.5];GB[1]C[here]\
                (;B[tt]BM[2];W[])(;B[aa]OB[3];W[bb]DO[]HO[1]TR[aa]))";
    let mut engine = Engine::start("go");
    let answer = read(&mut engine, text);
    assert_eq!(
        answer["tags"],
        json!([["Komi", "6.5"], ["Black", "Ann"], ["White", "Bob Jr."], ["Date", "2024-05-01"], ["Result", "B+R"]])
    );
    assert_eq!([&answer["game"], &answer["setup"]], ["go", "9/9/9/9/9/9/9/9/9 b - 0 6.5"]);
    assert_eq!([&answer["result"], &answer["comment"], &answer["turn"]], ["1-0", "hello [you]", "max"]);
    assert_eq!(answer["options"], json!({}));
    assert_eq!(moves(&answer), "E5 G5 pass pass (1 A9 B8");
    let [first, second, pass] = [0_usize, 1, 2].map(|index| &answer["nodes"][index]);
    assert_eq!([&first["comment"], &first["turn"]], ["good", "min"]);
    assert_eq!([&first["glyphs"], &first["clock"]], [&json!([1]), &json!(298.5)]);
    assert_eq!(first["commands"], json!([["clk", "0:04:58.5"]]));
    // A node without a move is about the position, which is that behind the move before.
    assert_eq!([&second["comment"], &second["evaluation"]], ["name here", "-3.5"]);
    assert_eq!([&second["glyphs"], &second["clock"]], [&json!([17]), &json!(300.0)]);
    assert_eq!([&pass["glyphs"], &answer["nodes"][5]["glyphs"]], [&json!([4]), &json!([6])]);
    assert_eq!(warnings(&answer), [""; 0]);
}

#[test]
fn a_record_begins_with_the_stones_that_it_puts() {
    let mut engine = Engine::start("go");
    for (text, setup, line) in [
        ("(;SZ[9])", "", ""),
        ("(;B[pd])", "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 0 7.5", "Q16"),
        ("(;SZ[5]HA[2]AB[bd][db]KM[0.5];W[cc];B[bb])", "5/3X1/5/1X3/5 w - 0 0.5", "C3 B4"),
        ("(;SZ[9]HA[2];W[cc])", "9/9/6X2/9/9/9/2X6/9/9 w - 0 7.5", "C7"),
        ("(;SZ[9];C[x];AB[aa];PL[W];W[bb];B[cc])", "X8/9/9/9/9/9/9/9/9 w - 0 7.5", "B8 C7"),
        ("(;SZ[5]AB[aa:cc]AE[bb]PL[W])", "XXX2/X1X2/XXX2/5/5 w - 0 7.5", ""),
    ] {
        let answer = read(&mut engine, text);
        assert_eq!((answer["setup"].as_str().unwrap(), moves(&answer).as_str()), (setup, line), "{text}");
        assert_eq!(warnings(&answer), [""; 0], "{text}");
    }
}

#[test]
fn what_a_tree_has_no_place_for_is_a_warning() {
    let mut engine = Engine::start("go");
    for (text, line, warned) in [
        ("(;SZ[5];B[aa];B[bb])", "A5 pass B4", "1:15 it is not black's turn; white passes first"),
        ("(;SZ[5];B[aa];W[];B[];B[bb])", "A5 pass pass", "1:23 it is not black's turn, and two passes end a game"),
        ("(;SZ[5];B[aa];W[];B[];W[bb])", "A5 pass pass", "1:23 `B4` comes after the end of the game"),
        ("(;SZ[5];B[aa];AB[bb];W[cc])", "A5", "1:14 stones are put on the board behind the start"),
        ("(;SZ[5];B[aa];PL[B];B[cc])", "A5 pass C3", "1:15 it is not black's turn; white passes first"),
        ("(;SZ[5];B[aa](;W[bb])(;W[aa];B[cc]))", "A5 B4", "1:24 `A5` is not a legal move; the variation is read"),
        ("(;SZ[5](;AB[aa];W[bb])(;B[cc]))", "B4", "1:24 this line begins before the game is set up"),
        ("(;SZ[5];B[aa](;W[bb])(;W[zz]))", "A5 B4", "1:25 the property W has the value `zz`, and needs "),
        ("(;SZ[5];B[aa];W[resign])", "A5", "1:16 W has the value `resign`, which is no move"),
        ("(;SZ[5]KM[many];B[aa])", "A5", "1:10 KM has the value `many`, which is no komi"),
        ("(;SZ[5]PB[a][b];B[aa])", "A5", "1:10 PB has more than one value; the first one counts"),
    ] {
        let answer = read(&mut engine, text);
        assert_eq!(moves(&answer), line, "{text}");
        let said = warnings(&answer);
        assert!(said.len() == 1 && said[0].starts_with(warned), "{text}: {said:?}");
    }
}

/// A variation that takes the place of the rest of the main line is a variation all the same.
#[test]
fn a_broken_variation_behind_the_end_of_the_main_line_is_a_warning() {
    let stones = "1:15 stones are put on the board behind the start; the line is read up to here";
    let mut engine = Engine::start("go");
    for (variation, line, warned) in [
        ("W[aa];B[cc]", "A5", "1:31 `A5` is not a legal move; the variation is read up to here"),
        ("W[cc];B[aa];W[dd]", "A5 C3", "1:37 `A5` is not a legal move; the variation is read up to here"),
        ("W[zz]", "A5", "1:32 the property W has the value `zz`, and needs a point of the board; the variation"),
    ] {
        let text = format!("(;SZ[5];B[aa](;AW[bb];W[cc])(;{variation}))");
        let answer = read(&mut engine, &text);
        assert_eq!((moves(&answer).as_str(), &answer["options"]), (line, &json!({})), "{text}");
        let said = warnings(&answer);
        assert!(said.len() == 2 && said[0] == stones && said[1].starts_with(warned), "{text}: {said:?}");
    }
    let error = asked(&mut engine, "(;SZ[5];B[aa];W[aa](;AW[bb])(;B[cc]))").expect_err("the main line");
    assert!(error.starts_with("line 1, column 15: move 2: `A5` is not legal"), "{error}");
}

#[test]
fn a_record_is_read_by_the_rules_that_it_needs() {
    let mut engine = Engine::start("go");
    // The suicide of one stone leaves the board as it was.
    let text = "(;SZ[5]AB[ab][bb][ba];W[aa];B[cc])";
    let answer = read(&mut engine, text);
    assert_eq!([&answer["options"], &json!(moves(&answer))], [&json!({"Ko": "situational"}), &json!("A5 C3")]);
    let said = "1:1 the record has moves that need go.Ko=situational, and is read with that";
    assert_eq!(warnings(&answer), [said]);
    // The options of the session do not matter, as for a text with tags.
    engine.ask("setoption name go.Ko value simple");
    engine.ask("setoption name go.Size value 7");
    assert_eq!(read(&mut engine, text), answer);
}

#[test]
fn what_is_no_record_of_go_is_an_error_with_its_place() {
    let mut engine = Engine::start("go");
    let before = engine.ask("query fen");
    for (text, said) in [
        ("(;GM[2])", "line 1, column 5: the property GM has the value `2`, and needs 1, for go"),
        ("(;SZ[20])", "line 1, column 5: the property SZ has the value `20`, and needs a number from 1 to 19"),
        ("(;SZ[5]\n;B[aa];W[aa])", "line 2, column 8: move 2: `A5` is not legal; the legal moves are "),
        ("(;SZ[5];B[zz])", "line 1, column 10: the property B has the value `zz`, and needs "),
        ("(;SZ[5]AB[aa]AW[ab][ba];B[cc])", "line 1, column 2: the position at the start of the record is refused: "),
    ] {
        let error = asked(&mut engine, text).expect_err(text);
        assert!(error.starts_with(said), "{text}: {error}");
    }
    let error = asked(&mut engine, &format!("(;SZ[5]{})", ";B[];W[]".repeat(10_001))).expect_err("it is too long");
    assert_eq!(error, "line 1, column 80009: a game has at most 20000 moves with its variations");
    assert_eq!(engine.ask("query fen"), before, "the session is as it was");
}

#[test]
fn a_session_of_another_game_answers_without_moves() {
    let mut engine = Engine::start("chess");
    let answer = read(&mut engine, "(;SZ[9]PB[Ann]RE[W+0.5]C[hello];B[ee])");
    assert_eq!([&answer["game"], &answer["result"], &answer["comment"]], ["go", "0-1", "hello"]);
    assert_eq!([&answer["nodes"], &answer["tags"][0]], [&Value::Null, &json!(["Black", "Ann"])]);
    engine.ask("setoption name UCI_Variant value go");
    assert_eq!(moves(&read(&mut engine, "(;SZ[9]PB[Ann];B[ee])")), "E5");
}
