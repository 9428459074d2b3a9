//! Names of games on the command line.

use super::only;
use plyd_tests::Engine;

#[test]
fn the_command_line_takes_the_names_that_people_know() {
    let mut engine = Engine::start(&["--game", "Connect Four"]);
    assert!(only(engine.ask("query fen")).starts_with("response 7/7/7/7/7/7["));
    for (name, id) in [("connect4", "cfour"), ("weiqi", "go")] {
        let refused = plyd_tests::finish(plyd_tests::command(&["--game", name]), plyd_tests::PATIENCE);
        assert!(refused.errors.contains(&format!("did you mean `{id}`?")), "{refused:?}");
    }
}
