//! Engines with their own numbers of a heuristic.

use super::MatchRun;
use super::runs::all_moves;

/// A match of breakthrough from an opening of its own, in which engine A has these options.
fn run(options: &str) -> MatchRun {
    let engine = format!("name=A builtin nodes=300 {options}");
    let more = ["--random-plies", "3", "--rounds", "3", "--maxmoves", "30", "--option", "breakthrough.Files=6"];
    MatchRun::new("breakthrough", &[&engine, "name=B builtin nodes=300"]).with(&more)
}

fn played(run: &MatchRun) -> Vec<String> {
    run.play();
    all_moves(run)
}

#[test]
fn an_engine_may_have_its_own_numbers_of_a_heuristic() {
    let usual = played(&run(""));
    // An instance of its own, with the same numbers, plays the same games.
    assert_eq!(played(&run("option.breakthrough.Race=1000")), usual);
    let own = played(&run("option.breakthrough.Race=0 option.breakthrough.Loose=100"));
    assert_ne!(own, usual);
    // The other engine has the values of the match.
    let all = run("").with(&["--option", "breakthrough.Race=0", "--option", "breakthrough.Loose=100"]);
    assert_ne!(played(&all), own);
}
