//! Rules of repetition that forbid moves: go on a small board. How sessions keep such rules is tested in
//! `engine/session/tests`.

use super::MatchRun;
use plyd_host::testing::linked;
use plyd_linked::go_with_rules::Go;

#[test]
fn the_referee_and_the_players_of_a_match_know_what_is_forbidden() {
    let run = MatchRun::of_library(linked::<Go>(), &["name=A builtin nodes=200", "name=B builtin nodes=100"]);
    let run = run.with(&["--option", "go.Size=2", "--rounds", "3", "--random-plies", "4"]);
    run.play();
    let pgn = run.pgn();
    assert_eq!(pgn.matches("[Result ").count(), 6, "{pgn}");
    assert!(!pgn.contains("illegal") && !pgn.contains("abandoned"), "{pgn}");
}
