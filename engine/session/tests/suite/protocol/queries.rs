//! `query`, which rule-agnostic runners ask.

use super::{leaf_tree, only, tic_tac_toe};
use plyd_linked::{Engine, catalog};
use serde_json::{Value, json};

#[test]
fn whose_turn_and_whether_the_game_is_over_are_told() {
    let mut engine = tic_tac_toe();
    for (position, p1, p2, over, result) in [
        ("startpos", true, false, false, "none"),
        ("startpos moves P@b2", false, true, false, "none"),
        ("fen PPP/pp1/3 b", false, true, true, "p1win"),
        ("fen ppp/PP1/P2 w", true, false, true, "p2win"),
        ("fen PpP/PPp/pPp b", false, true, true, "draw"),
    ] {
        engine.ask(&format!("position {position}"));
        assert_eq!(only(engine.ask("query p1turn")), format!("response {p1}"), "{position}");
        assert_eq!(only(engine.ask("query p2turn")), format!("response {p2}"), "{position}");
        assert_eq!(only(engine.ask("query gameover")), format!("response {over}"), "{position}");
        assert_eq!(only(engine.ask("query result")), format!("response {result}"), "{position}");
    }
}

#[test]
fn a_utility_counts_by_its_sign() {
    let mut engine = leaf_tree();
    for (leaf, result) in [(7, "p1win"), (-7, "p2win"), (0, "draw")] {
        engine.ask(&format!("position fen [{leaf}] moves 0"));
        assert_eq!(only(engine.ask("query result")), format!("response {result}"));
        assert_eq!(only(engine.ask("query gameover")), "response true");
    }
}

#[test]
fn the_legal_moves_are_told_in_the_games_order() {
    let mut engine = tic_tac_toe();
    engine.ask("position startpos moves P@b2 P@a3");
    assert_eq!(only(engine.ask("query moves")), "response P@b3 P@c3 P@a2 P@c2 P@a1 P@b1 P@c1");
    engine.ask("position fen PPP/pp1/3 b");
    assert_eq!(only(engine.ask("query moves")), "response");
}

#[test]
fn a_query_right_after_a_position_is_about_that_position() {
    let mut engine = tic_tac_toe();
    engine.send_bytes(b"position startpos moves P@b2\nquery p1turn\nposition startpos\nquery p1turn\n");
    assert_eq!(engine.line(), "response false");
    assert_eq!(engine.line(), "response true");
}

#[test]
fn the_texts_of_the_game_are_told_in_a_language() {
    let mut engine = Engine::start("hex");
    let mut about = |words: &str| {
        let line = only(engine.ask(&format!("query about{words}")));
        let json = line.strip_prefix("response ").unwrap_or_else(|| panic!("{line}"));
        serde_json::from_str::<Value>(json).expect("the answer is JSON")
    };
    let (english, italian) = (about(""), about(" it"));
    assert_eq!(
        (&english["game"], &english["language"], &english["name"]),
        (&json!("hex"), &json!("en"), &json!("Hex"))
    );
    assert_eq!((&italian["language"], &italian["sides"]), (&json!("it"), &json!(["Rosso", "Blu"])));
    assert!(english["rules"].as_str().is_some_and(|rules| rules.contains('\n')), "{english}");
    assert!(italian["options"]["Size"]["label"].is_string(), "{italian}");
    assert_eq!(about(" it_IT.UTF-8"), italian);
    assert_eq!(about(" xx"), english);
}

#[test]
fn the_texts_of_a_game_that_was_refused_are_not_told() {
    let mut engine = Engine::start("hex");
    engine.ask("position fen nonsense");
    assert!(only(engine.ask("query about")).starts_with("response {"));
    engine.ask("setoption name UCI_Variant value nonsense");
    assert!(only(engine.ask("query about")).starts_with("info string error "));
}

#[test]
fn the_texts_of_all_games_follow_the_rules() {
    for library in catalog().games() {
        let about = library.about().unwrap_or_else(|error| panic!("{}: the text {error}", library.id()));
        assert!(about.is_some_and(|about| about.languages().count() > 0), "{}", library.id());
    }
}
