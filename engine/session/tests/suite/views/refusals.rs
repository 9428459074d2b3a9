//! Texts that the schemas must refuse.

use super::schemas::{POSITION, POSITION_SCHEMA, VIEW, VIEW_SCHEMA, validate};
use plyd_plugin::view::View;
use serde_json::{Value, json};

fn spot(more: Value) -> Value {
    let mut spot = json!({"id": "a", "at": [0, 0], "shape": "square"});
    spot.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    spot
}

#[test]
fn the_schemas_keep_the_rules_of_their_own_draft() {
    for schema in [VIEW_SCHEMA, POSITION_SCHEMA] {
        let schema = serde_json::from_str(schema).expect("the schema is JSON");
        jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{error}: {schema}"));
    }
}

#[test]
fn the_schema_of_views_refuses_what_plyd_refuses() {
    let view = |spots: Vec<Value>, tokens: Vec<Value>| json!({"spots": spots, "tokens": tokens});
    let sound = [
        view(vec![], vec![]),
        view(vec![spot(json!({"size": [0.9, 1.9], "owner": "min", "inert": true}))], vec![]),
        view(vec![spot(json!({"shape": "edge", "from": [0, 0], "to": [1, 0]}))], vec![]),
        view(vec![], vec![json!({"on": "a", "glyph": "seed", "count": 3})]),
        view(
            vec![],
            vec![json!({"on": "a", "glyph": "die", "count": 6}), json!({"on": "a", "glyph": "king", "text": "2"})],
        ),
        view(vec![], vec![json!({"on": "a", "glyph": "path", "path": "M-.5 0L.5,0Q.1.1-.5 0Z"})]),
    ];
    let wrong = [
        json!([]),
        json!({"spots": []}),
        json!({"spots": [], "tokens": [], "color": 1}),
        view(vec![spot(json!({"id": "!a"}))], vec![]),
        view(vec![spot(json!({"id": "a b"}))], vec![]),
        view(vec![spot(json!({"id": "x".repeat(33)}))], vec![]),
        view(vec![spot(json!({"at": [0]}))], vec![]),
        view(vec![spot(json!({"at": [0, 10_001]}))], vec![]),
        view(vec![spot(json!({"size": [1, 0]}))], vec![]),
        view(vec![spot(json!({"shape": "round"}))], vec![]),
        view(vec![spot(json!({"shape": "edge"}))], vec![]),
        view(vec![spot(json!({"shape": "area", "outline": [[0, 0], [1, 0]]}))], vec![]),
        view(vec![], vec![json!({"on": "a", "glyph": "text"})]),
        view(vec![], vec![json!({"on": "a", "glyph": "text", "text": "123456789"})]),
        view(vec![], vec![json!({"on": "a", "glyph": "die"})]),
        view(vec![], vec![json!({"on": "a", "glyph": "die", "count": 7})]),
        view(vec![], vec![json!({"on": "a", "glyph": "path"})]),
        view(vec![], vec![json!({"on": "a", "glyph": "disc", "path": "M0 0L.1 0"})]),
        view(vec![], vec![json!({"on": "a", "glyph": "path", "path": "M0 0L.1 0\"/><script>"})]),
        view(vec![], vec![json!({"on": "a", "glyph": "path", "path": "M0 0a.1.1 0 0 1 .2.2"})]),
        view(vec![], vec![json!({"on": "a", "glyph": "path", "path": format!("M0 0L.1 0{}", " ".repeat(512))})]),
        json!({"spots": [], "tokens": [], "marks": [{"kind": "last", "on": []}]}),
        json!({"spots": [], "tokens": [], "choices": [{"id": "queen", "text": "queen"}]}),
        view(vec![spot(json!({})); 4_097], vec![]),
    ];
    for value in &sound {
        validate(&VIEW, value);
        View::read(&value.to_string()).expect("it is a view");
    }
    for value in &wrong {
        assert!(!VIEW.is_valid(value), "{value}");
        let read = View::read(&value.to_string());
        assert!(read.is_err() || read.is_ok_and(|view| view.check().is_err()), "{value}");
    }
}

#[test]
fn the_schema_of_positions_refuses_what_no_session_says() {
    let sound = json!({
        "game": "nim", "sides": ["White", "Black"], "turn": "max", "outcome": "ongoing", "count": 1,
        "moves": {"a1": ["a1"]}, "spots": [], "tokens": []
    });
    validate(&POSITION, &sound);
    let changes = [
        ("turn", json!("white")),
        ("outcome", json!(null)),
        ("moves", json!({"a1": []})),
        ("moves", json!({"a1": ["a b"]})),
        ("moves", json!({"a1": vec!["a"; 33]})),
        ("sides", json!(["White"])),
        ("weights", json!({"31": 0})),
        ("spots", json!([{"id": "a"}])),
        ("other", json!(1)),
    ];
    for (key, value) in changes {
        let mut wrong = sound.clone();
        wrong[key] = value;
        assert!(!POSITION.is_valid(&wrong), "{wrong}");
    }
    let mut halved = sound;
    halved.as_object_mut().expect("an object").remove("tokens");
    assert!(!POSITION.is_valid(&halved), "spots without tokens");
}
