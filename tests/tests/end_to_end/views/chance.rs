//! The weights of chance beside a view, in a library that has both.

use super::schemas::{POSITION, validate};
use plyd_tests::{Engine, PluginFolder, planted_copy};
use serde_json::{Value, json};

fn view(engine: &mut Engine, position: &str) -> Value {
    engine.send(&format!("position {position}\nview"));
    let line = engine.line();
    let text = line.strip_prefix("view ").unwrap_or_else(|| panic!("no view: {line}"));
    let view = serde_json::from_str(text).expect("it is JSON");
    validate(&POSITION, &view);
    view
}

#[test]
fn outcomes_of_chance_have_weights_beside_a_view() {
    let folder = PluginFolder::new(&[]);
    let _sound = planted_copy(folder.path(), "dice", "none");
    let mut engine = Engine::spawn(folder.command(&["--game", "dice"]));
    let choice = view(&mut engine, "startpos");
    assert_eq!((&choice["turn"], choice.get("weights")), (&json!("max"), None));
    assert_eq!(choice["moves"], json!({"keep": ["keep"], "double": ["double"]}));
    for (position, counters) in [("startpos moves double", 20), ("fen 9 b keep", 9)] {
        let roll = view(&mut engine, position);
        assert_eq!(roll["turn"], "chance", "{position}");
        assert_eq!(roll["moves"], json!({"1": ["!1"], "2": ["!2"], "3": ["!3"]}), "{position}");
        assert_eq!(roll["weights"], json!({"1": 3, "2": 2, "3": 1}), "{position}");
        assert_eq!(roll["tokens"][0]["count"], counters, "{position}");
        assert_eq!(roll["spots"].as_array().map(Vec::len), Some(2), "{position}");
    }
}
