//! Tournaments in which results decide who meets whom.

use super::MatchRun;
use super::runs::{all_moves, meetings, tournament};

#[test]
fn a_swiss_tournament_has_the_same_games_whatever_the_concurrency() {
    let [one, three] = ["1", "3"].map(|concurrency| {
        let run = tournament("swiss", 7, 3, &["--concurrency", concurrency]);
        let report = run.play();
        (report, meetings(&run), all_moves(&run), run.text())
    });
    assert_eq!(one, three);
    let (report, games, _, text) = one;
    // Four rounds of three boards.
    assert_eq!((games.len(), report["planned"].as_u64(), report["finished"].as_bool()), (24, Some(24), Some(true)));
    let standings = report["standings"].as_array().unwrap();
    let points: Vec<_> = standings.iter().map(|standing| standing["points"].as_f64().unwrap()).collect();
    assert!(points.is_sorted_by(|a, b| a >= b), "{report}");
    // Of seven, four have had a bye, of two points.
    assert_eq!(points.iter().sum::<f64>(), 24.0 + 4.0 * 2.0);
    assert!(standings.iter().all(|standing| standing["byes"].as_u64().is_some_and(|byes| byes <= 1)), "{report}");
    assert!(standings.iter().all(|standing| standing["buchholz"].is_number()), "{report}");
    assert!(text.contains("byes  Buchholz"), "{text}");
}

#[test]
fn a_knockout_has_a_bracket_and_a_winner() {
    let run = tournament("knockout", 6, 3, &["--rounds", "1", "--concurrency", "3"]);
    let report = run.play();
    let bracket = report["knockout"]["bracket"].as_array().unwrap();
    let stages: Vec<_> = bracket.iter().map(|duel| duel["stage"].as_str().unwrap()).collect();
    assert_eq!(stages, ["quarter-final", "quarter-final", "semi-final", "semi-final", "final"]);
    let winner = &report["knockout"]["winner"];
    assert!(winner.is_string() && bracket[4]["winner"] == *winner, "{report}");
    assert_eq!(report["standings"][0]["name"], *winner);
    let pairs: u64 = bracket.iter().map(|duel| 1 + duel["tie_breaks"].as_u64().unwrap()).sum();
    assert_eq!((report["planned"].as_u64(), report["played"].as_u64()), (Some(2 * pairs), Some(2 * pairs)));
    assert_eq!(report["finished"], true);
    let text = run.text();
    assert!(text.contains(&format!("{} has won", winner.as_str().unwrap())), "{text}");
    assert_eq!(run.resume(), report, "there is more to play");
}

/// Perfect players of tic-tac-toe draw all games: after eight pairs the one that is named first goes on.
#[test]
fn a_knockout_of_equals_is_won_by_the_first() {
    let engines = ["A", "B", "C"].map(|name| format!("name={name} builtin depth=9 option.Hash=1"));
    let run = MatchRun::new("tictactoe", &engines.each_ref().map(String::as_str));
    let report = run.with(&["--tournament", "knockout", "--rounds", "1", "--concurrency", "2"]).play();
    assert_eq!((report["knockout"]["winner"].as_str(), report["played"].as_u64()), (Some("A"), Some(36)), "{report}");
}

#[test]
fn tournaments_that_make_no_sense_are_refused() {
    for (more, part) in [
        (["swiss", "--rounds", "4"], "a Swiss tournament of 3 engines has 1 to 3 rounds, not 4"),
        (["knockout", "--rounds", "0"], "rounds, not 0"),
    ] {
        let refusal = tournament(more[0], 3, 3, &more[1..]).refusal();
        assert!(refusal.contains(part), "{refusal}");
    }
    let run = tournament("knockout", 2, 3, &["--sprt", "elo0=0 elo1=5"]);
    let refusal = run.refusal();
    assert!(refusal.contains("sprt needs a round robin or a gauntlet"), "{refusal}");
}
