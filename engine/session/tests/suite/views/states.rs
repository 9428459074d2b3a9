//! What else a view says: the weights of chance, moves that are only counted, and games that are over.

use super::clicks::ViewedBoard;
use super::schemas::{POSITION, validate};
use plyd_linked::Engine;
use plyd_linked::race::Race;
use serde_json::{Value, json};

/// The line of a position, which fits the schema.
fn line(engine: &mut Engine, position: &str) -> String {
    engine.send(&format!("position {position}\nview"));
    let line = engine.line();
    validate(&POSITION, &of_line(&line));
    line
}

fn of_line(line: &str) -> Value {
    let text = line.strip_prefix("view ").unwrap_or_else(|| panic!("no view: {line}"));
    serde_json::from_str(text).expect("it is JSON")
}

fn view(engine: &mut Engine, position: &str) -> Value {
    of_line(&line(engine, position))
}

#[test]
fn outcomes_of_chance_have_weights_in_a_game_without_a_view() {
    let mut engine = Engine::playing::<Race>();
    let roll = line(&mut engine, "startpos");
    // In the game's order.
    assert!(roll.contains(r#""count":3,"moves":{"d1":["!d1"],"d2":["!d2"],"d3":["!d3"]},"#), "{roll}");
    assert!(roll.ends_with(r#""weights":{"d1":3,"d2":2,"d3":1}}"#), "{roll}");
    assert_eq!(of_line(&roll)["turn"], "chance");
    for (position, turn, moves) in [
        ("startpos moves d2", "max", json!({"run": ["!run"]})),
        ("fen 3 4 b 1", "min", json!({"run": ["!run"], "hold": ["!hold"]})),
    ] {
        let view = view(&mut engine, position);
        assert_eq!((&view["turn"], &view["moves"]), (&json!(turn), &moves), "{position}");
        assert_eq!(view.get("weights"), None, "{position}");
    }
}

#[test]
fn the_children_of_a_chance_node_are_clicked_and_have_weights() {
    let mut engine = Engine::start("leaftree");
    let board = ViewedBoard::read(&line(&mut engine, "fen CHANCE{9/10: 2, 1/10: 3}"));
    assert_eq!((&board.json["turn"], &board.json["weights"]), (&json!("chance"), &json!({"0": 9, "1": 1})));
    assert_eq!(board.json["moves"], json!({"0": ["1.1"], "1": ["1.2"]}));
    let leaf = view(&mut engine, "fen CHANCE{9/10: 2, 1/10: 3} moves 1");
    assert_eq!((&leaf["value"], leaf.get("weights")), (&json!(3), None));
}

/// At the end of a race it would be the turn of chance, but there is nothing to roll for: the library is not asked.
#[test]
fn a_finished_game_of_chance_has_no_weights() {
    let mut engine = Engine::playing::<Race>();
    for (position, outcome) in
        [("fen 0 5 b -", "max"), ("fen 1 5 a 1 moves run", "max"), ("fen 5 0 a -", "min"), ("fen 5 5 a - 400", "draw")]
    {
        let view = view(&mut engine, position);
        assert_eq!((&view["turn"], &view["outcome"]), (&json!("chance"), &json!(outcome)), "{position}");
        assert_eq!((&view["count"], &view["moves"]), (&json!(0), &json!({})), "{position}");
        assert_eq!(view.get("weights"), None, "{position}");
        engine.send("query chances\nquery turn");
        assert_eq!([engine.line(), engine.line()], ["response", "response chance"], "{position}");
    }
}

#[test]
fn more_than_4096_moves_are_only_counted() {
    let mut engine = Engine::start("leaftree");
    let tree = |children: usize| format!("fen [{}]", vec!["1"; children].join(" "));
    let chance = |outcomes: usize| format!("fen CHANCE{{{}}}", vec![format!("1/{outcomes}: 1"); outcomes].join(", "));
    for (many, turn) in [(tree(4_096), "max"), (chance(4_096), "chance")] {
        let view = view(&mut engine, &many);
        assert_eq!((&view["turn"], &view["count"]), (&json!(turn), &json!(4_096)));
        assert_eq!(view["moves"].as_object().map(serde_json::Map::len), Some(4_096));
        assert_eq!(view["moves"]["4095"], json!(["!4095"]), "no room for a drawing, so it is a button");
        let weights = view.get("weights").map(|weights| weights.as_object().expect("texts with weights").len());
        assert_eq!(weights, (turn == "chance").then_some(4_096));
    }
    for (most, turn) in [(tree(4_097), "max"), (chance(4_097), "chance")] {
        let sides = json!(["MAX", "MIN"]);
        let counted = json!({
            "game": "leaftree", "sides": sides, "turn": turn, "outcome": "ongoing", "count": 4_097, "moves": null
        });
        assert_eq!(view(&mut engine, &most), counted);
        // The field for text is left.
        engine.send(&format!("position {most} moves 4096\nquery result"));
        assert_eq!(engine.line(), "response p1win");
    }
}

/// Position, whose turn it would be, outcome, value, and the marks.
type EndedView<'a> = (&'a str, &'a str, &'a str, Option<i32>, Value);

#[track_caller]
fn check_ends(game: &str, ends: &[EndedView<'_>]) {
    let mut engine = Engine::start(game);
    for (position, turn, outcome, value, marks) in ends {
        let board = ViewedBoard::read(&line(&mut engine, position));
        let told = ["turn", "outcome"].map(|name| &board.json[name]);
        assert_eq!(told, [turn, outcome], "{game} {position}");
        assert_eq!(board.json.get("value"), value.map(Value::from).as_ref(), "{game} {position}");
        assert_eq!((&board.json["count"], &board.json["moves"]), (&json!(0), &json!({})), "{game} {position}");
        assert_eq!(board.json.get("marks").unwrap_or(&json!([])), marks, "{game} {position}");
    }
}

fn mark(kind: &str, on: &str) -> Value {
    json!({"kind": kind, "on": on.split(' ').collect::<Vec<_>>()})
}

fn area(owner: &str, on: &str) -> Value {
    json!({"kind": "territory", "on": on.split(' ').collect::<Vec<_>>(), "owner": owner})
}

/// What a view says of the end of a game, and of the score.
#[track_caller]
fn told(game: &str, position: &str) -> (Option<String>, Value) {
    let view = view(&mut Engine::start(game), position);
    let reason = view.get("result").map(|result| result["reason"].as_str().expect("a word").to_owned());
    (reason, view["points"].clone())
}

#[test]
fn the_reason_of_an_end_is_told() {
    for (game, position, reason) in [
        ("amazons", "fen qQ w", "blocked"),
        ("ataxx", "fen 7/7/7/7/7/7/P6 b", "no-pieces"),
        ("ataxx", "fen *******/*******/*******/*******/*******/*******/Pp***** w", "count"),
        ("ataxx", "fen P6/7/7/7/7/7/p6 w 100 200", "move-limit"),
        ("backgammon", "fen AAD4/wMBAAAAAA w 61 moves 1/off", "goal"),
        ("breakthrough", "fen pp/1P/PP w moves b2a3", "goal"),
        ("breakthrough", "fen 2/1p/P1 w moves a1b2", "no-pieces"),
        ("cfour", "fen 7/7/7/7/7/PPPPppp b", "line"),
        ("checkers", "fen B:W18:B15 moves 15x22", "no-pieces"),
        ("checkers", "fen W:W12:B8,3", "blocked"),
        ("chess", "fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1 moves e1e8", "checkmate"),
        ("chess", "fen k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("chess", "fen 8/8/8/3k4/8/3K4/8/7R b - - 100 120", "move-limit"),
        ("chess", "fen 8/8/8/3k4/8/3K4/8/7N b - - 100 120", "material"),
        ("chess", "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "repetition"),
        ("dotsandboxes", "fen 11/11 111 RB b", "count"),
        ("flipello", "fen 4/1PP1/1PP1/4 b", "count"),
        ("go", "fen X1O b - 2 0", "territory"),
        ("gomoku", "fen X4/1XO2/2XO1/3XO/4X w", "line"),
        ("hex", "fen 1X1/XXO/X2 b", "connection"),
        ("isolation", "fen *p*/***/1P* w", "blocked"),
        ("kalah", "fen 0,0/0,0 w 5 3", "count"),
        ("tictactoe", "fen PPP/pp1/3 b", "line"),
        ("tictactoe", "fen PpP/PPp/pPp b", "no-moves"),
    ] {
        assert_eq!(told(game, position).0.as_deref(), Some(reason), "{game} {position}");
        assert_eq!(told(game, "startpos").0, None, "{game}");
    }
}

#[test]
fn the_score_is_told_while_the_game_goes_on() {
    for (game, position, points) in [
        ("ataxx", "startpos", json!([2.0, 2.0])),
        ("dotsandboxes", "fen 11/11 110 R. r", json!([1.0, 0.0])),
        ("flipello", "startpos", json!([2.0, 2.0])),
        // An area of one stone only says nothing, and no stone at all neither.
        ("go", "startpos", json!(null)),
        ("go", "fen 3/1X1/3 w - 0 0.5", json!(null)),
        ("go", "fen 1XO1 w - 0 0.5", json!([2.0, 2.5])),
        ("go", "fen 3/1X1/3 b - 1 0.5 moves pass", json!([9.0, 0.5])),
        ("kalah", "fen 1,0/0,2 w 5 3", json!([5.0, 3.0])),
        // The seeds that are left are their owner's.
        ("kalah", "fen 0,2/0,0 w 5 3", json!([5.0, 5.0])),
        ("chess", "startpos", json!(null)),
    ] {
        assert_eq!(told(game, position).1, points, "{game} {position}");
    }
}

#[test]
fn finished_games_are_drawn_with_their_outcome_and_without_moves() {
    check_ends(
        "tictactoe",
        &[
            ("fen PPP/pp1/3 b", "min", "max", None, json!([mark("line", "a3 b3 c3")])),
            ("fen PP1/pp1/3 w moves c3", "min", "max", None, json!([mark("line", "a3 b3 c3"), mark("last", "c3")])),
            ("fen PpP/PPp/pPp b", "min", "draw", None, json!([])),
        ],
    );
    check_ends("cfour", &[("fen 7/7/7/7/7/PPPPppp b", "min", "max", None, json!([mark("line", "a1 b1 c1 d1")]))]);
    check_ends("breakthrough", &[("fen p1/1P/PP w moves b2a3", "min", "max", None, json!([mark("last", "b2 a3")]))]);
    check_ends(
        "checkers",
        &[
            ("fen W:W12:B8,3", "min", "max", None, json!([])),
            ("fen B:W18:B15 moves 15x22", "min", "max", None, json!([mark("last", "15 22")])),
        ],
    );
    check_ends(
        "go",
        &[
            ("fen 3/1X1/3 b - 1 0.5 moves pass", "min", "max", None, json!([area("max", "A1 B1 C1 A2 C2 A3 B3 C3")])),
            ("fen X1O b - 2 0", "max", "draw", None, json!([])),
        ],
    );
    check_ends("hex", &[("fen 1X1/XXO/X2 b", "min", "max", None, json!([mark("line", "b1 a2 a3")]))]);
    check_ends("gomoku", &[("fen X4/1XO2/2XO1/3XO/4X w", "min", "max", None, json!([mark("line", "e1 d2 c3 b4 a5")]))]);
    check_ends(
        "amazons",
        &[
            ("fen qQ w", "max", "min", None, json!([])),
            ("fen *q/Q1 w moves a1b1,b1a1", "min", "max", None, json!([mark("last", "a1 b1")])),
        ],
    );
    check_ends(
        "dotsandboxes",
        &[
            (
                "fen 11/11 110 R. r moves v13",
                "max",
                "max",
                Some(2),
                json!([area("max", "b11 b12"), mark("last", "v13")]),
            ),
            ("fen 11/11 111 RB b", "min", "draw", Some(0), json!([area("max", "b11"), area("min", "b12")])),
        ],
    );
    check_ends(
        "isolation",
        &[
            ("fen *p*/***/1P* w", "max", "min", None, json!([])),
            ("fen p1/*P w moves b1b2,b2b1", "min", "max", None, json!([mark("last", "b2 b1")])),
        ],
    );
    check_ends(
        "backgammon",
        &[("fen AAD4/wMBAAAAAA w 61 moves 1/off", "chance", "max", Some(3_000), json!([mark("last", "1 white-off")]))],
    );
    check_ends("kalah", &[("fen 0,0/0,0 w 5 3", "max", "max", Some(2), json!([]))]);
    check_ends(
        "leaftree",
        &[
            ("fen ((3 5) 2) moves 0 1", "max", "max", Some(5), json!([mark("here", "2.3"), mark("last", "2.3")])),
            ("fen ((3 0) -2) moves 1", "min", "min", Some(-2), json!([mark("here", "1.4"), mark("last", "1.4")])),
            ("fen [1 0] moves 1", "min", "draw", Some(0), json!([mark("here", "1.2"), mark("last", "1.2")])),
        ],
    );
    check_ends("flipello", &[("fen 4/1PP1/1PP1/4 b", "min", "max", None, json!([]))]);
    check_ends(
        "ataxx",
        &[
            ("fen 7/7/7/7/7/7/P6 b", "min", "max", None, json!([])),
            ("fen *******/*******/*******/*******/*******/*******/Pp***** w", "max", "draw", None, json!([])),
        ],
    );
}

#[test]
fn mates_are_marked_and_draws_that_nobody_has_claimed_go_on() {
    let check_and_last = json!([mark("check", "g8"), mark("last", "e1 e8")]);
    check_ends(
        "chess",
        &[
            ("fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1 moves e1e8", "min", "max", None, check_and_last),
            ("fen k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "min", "draw", None, json!([])),
        ],
    );
    let mut engine = Engine::start("chess");
    let mut claimable = ViewedBoard::read(&line(&mut engine, "fen 8/8/8/3k4/8/3K4/8/7R b - - 100 120"));
    assert_eq!(claimable.json["outcome"], "draw");
    assert_eq!(claimable.reachable().len(), 5);
    // The same position for the third time.
    let again = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    claimable = ViewedBoard::read(&line(&mut engine, again));
    assert_eq!((&claimable.json["outcome"], claimable.reachable().len()), (&json!("draw"), 20));
}
