//! What theory says of matches.

use super::{MatchRun, moves, results};

/// Alpha-beta finds what minimax finds: of both games on an opening the moves are the same, whoever plays which side.
#[track_caller]
fn assert_alphabeta_plays_as_minimax(game: &str, depth: u32, random_plies: u32, rounds: u32) {
    let each = format!("builtin depth={depth}");
    let engines = ["name=A option.Algorithm=alphabeta", "name=B option.Algorithm=minimax"];
    let (plies, rounds) = (random_plies.to_string(), rounds.to_string());
    let run = MatchRun::new(game, &engines);
    let run = run.with(&["--each", &each, "--rounds", &rounds, "--random-plies", &plies]);
    let report = run.play();
    let games = run.games();
    assert_eq!(report["played"].as_u64(), Some(games.len() as u64));
    let mut different = 0;
    for pair in games.chunks(2) {
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
        assert_eq!((&pair[0]["first"], &pair[0]["second"]), (&pair[1]["second"], &pair[1]["first"]));
        different += usize::from(moves(&pair[0]) != moves(&games[0]));
    }
    assert!(different > 0, "all openings are the same");
}

#[test]
fn alphabeta_plays_as_minimax_in_tictactoe() {
    assert_alphabeta_plays_as_minimax("tictactoe", 9, 2, 10);
}

#[test]
fn alphabeta_plays_as_minimax_in_connect_four() {
    assert_alphabeta_plays_as_minimax("cfour", 3, 4, 4);
}

#[test]
fn alphabeta_plays_as_minimax_in_breakthrough() {
    assert_alphabeta_plays_as_minimax("breakthrough", 2, 4, 3);
}

#[test]
fn perfect_players_draw_every_game() {
    let engines = ["name=A builtin option.Algorithm=alphabeta depth=9", "name=B builtin option.Hash=1 depth=9"];
    let run = MatchRun::new("tictactoe", &engines).with(&["--rounds", "25", "--concurrency", "2"]);
    let report = run.play();
    assert_eq!(results(&report), [0, 50, 0], "{report}");
    assert_eq!(report["pairings"][0]["pentanomial"], serde_json::json!([0, 0, 25, 0, 0]));
    // They look equal, but how equal they are is unknown.
    for results in [&report["pairings"][0], &report["standings"][1]] {
        assert_eq!((results["score"].as_f64(), results["elo"].as_f64()), (Some(0.5), Some(0.0)), "{report}");
        for figure in ["elo_error", "normalized_elo", "normalized_elo_error", "superiority"] {
            assert!(results[figure].is_null(), "{figure} of {report}");
        }
    }
    let (line, text) = ("Elo +0.0 +/- -, normalised - +/- -, superior with -, draws 100.0 %", run.text());
    assert!(text.contains(line), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_games_whatever_the_concurrency() {
    let engines = ["name=A builtin depth=2 option.Hash=1", "name=B builtin depth=3 option.Hash=1"];
    let played = |concurrency, seed| {
        let run = MatchRun::new("cfour", &engines).with(&["--rounds", "4", "--random-plies", "6"]);
        let run = MatchRun { seed, ..run.with(&["--concurrency", concurrency]) };
        let report = run.play();
        (report, run.games().iter().map(|game| moves(game).join(" ")).collect::<Vec<_>>())
    };
    let first = played("1", 5);
    assert_eq!(first, played("3", 5));
    assert_ne!(first.1, played("1", 6).1);
}

#[test]
fn a_test_stops_the_run_as_soon_as_it_is_decided() {
    let engines = ["name=A builtin depth=6 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];
    let run = MatchRun::new("cfour", &engines).with(&["--rounds", "100000", "--random-plies", "4"]);
    let run = run.with(&["--sprt", "elo0=0 elo1=200 model=logistic", "--concurrency", "2"]);
    let report = run.play();
    assert_eq!(
        (report["sprt"]["verdict"].as_str(), report["finished"].as_bool()),
        (Some("h1"), Some(true)),
        "{report}"
    );
    assert!(report["sprt"]["llr"].as_f64() >= report["sprt"]["upper"].as_f64());
    let played = report["played"].as_u64().unwrap();
    assert!(played < 200 && played.is_multiple_of(2), "{report}");
    assert_eq!(run.report(), report, "the record tells another tale");
    assert_eq!(run.resume(), report, "there is more to play");
}
