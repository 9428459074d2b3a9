//! Rules of repetition that forbid moves, in a match with a library that is loaded from disk: go on a small board. How
//! sessions keep such rules is tested in `engine/session/tests`.

use plyd_tests::{PluginFolder, finish};
use std::time::Duration;

/// Far longer than a short match takes.
const LONG: Duration = Duration::from_secs(120);

#[test]
fn the_referee_and_the_players_of_a_match_know_what_is_forbidden() {
    let folder = PluginFolder::new(&["go"]);
    let games = "games.pgn";
    let engines = ["--engine", "name=A", "nodes=200", "--engine", "name=B", "nodes=100", "--each", "builtin"];
    let rules =
        ["match", "--game", "go", "--option", "go.Size=2", "--rounds", "3", "--random-plies", "4", "--seed", "1"];
    let arguments = [&rules[..], &engines, &["--record", "r.db", "--pgn", games]].concat();
    let mut command = folder.command(&arguments);
    command.current_dir(folder.path());
    let played = finish(command, LONG);
    assert!(played.status.success(), "{}{}", played.output, played.errors);
    let pgn = std::fs::read_to_string(folder.path().join(games)).expect("the games are written");
    assert_eq!(pgn.matches("[Result ").count(), 6, "{pgn}");
    assert!(!pgn.contains("illegal") && !pgn.contains("abandoned"), "{pgn}");
}
