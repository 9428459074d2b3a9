use super::*;
use crate::store::samples::in_memory;
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::MatchPlan;
use plyd_tournament::statistics::elo_of_score;
use plyd_tournament::testing::{game, trial};

/// Creates the report of a number of engines (A, B and so on) after these games: the number, the players, and the half
/// points of the first.
fn report(engines: usize, more: &str, results: &[(u64, [usize; 2], u8)]) -> MatchReport {
    let names = ('A'..).take(engines).map(|name| format!("'name={name} builtin depth=1'")).collect::<Vec<_>>();
    let plan = MatchPlan::from_toml(&format!("engine = [{}]\n{more}", names.join(", "))).unwrap();
    let mut store = in_memory(plan.settle("x", Vec::new(), 0).unwrap());
    let games = results.iter().map(|&(number, players, half_points)| PlayedGame {
        players,
        half_points,
        termination: plyd_tournament::Termination::Normal,
        ..game(number)
    });
    store.add(&games.collect::<Vec<_>>()).unwrap();
    MatchReport::of_store(&store).unwrap()
}

fn elos(report: &MatchReport) -> Vec<(&str, Option<f64>)> {
    let rounded = |standing: &EngineStanding| standing.results.strength.elo.map(|elo| (elo * 10.0).round() / 10.0);
    report.standings.iter().map(|standing| (standing.name.as_str(), rounded(standing))).collect()
}

#[test]
fn two_engines_have_the_elo_of_their_score() {
    let report = report(2, "", &[(0, [0, 1], 2), (1, [1, 0], 1)]);
    let expected = (elo_of_score(0.75).unwrap() * 10.0).round() / 10.0;
    assert_eq!(elos(&report), [("A", Some(expected)), ("B", Some(-expected))]);
}

/// Each engine beats the next by 3 to 1, and the others have not met: B and C have the same score, but B had stronger
/// opponents.
#[test]
fn more_engines_have_ratings_that_regard_their_opponents() {
    let results = [(0, [0, 1], 2), (1, [1, 0], 1), (6, [1, 2], 2), (7, [2, 1], 1), (10, [2, 3], 2), (11, [3, 2], 1)];
    let report = report(4, "rounds = 1", &results);
    let gap = elo_of_score(0.75).unwrap();
    let expected = [("A", 1.5), ("B", 0.5), ("C", -0.5), ("D", -1.5)];
    assert_eq!(elos(&report), expected.map(|(name, gaps)| (name, Some((gap * gaps * 10.0).round() / 10.0))));
    assert!(report.standings.iter().all(|standing| standing.results.strength.elo_error.is_some_and(|e| e > 200.0)));
    // The head-to-head figures are unchanged.
    assert_eq!(report.pairings[0].results.strength.elo, Some(gap));
}

#[test]
fn an_engine_that_won_everything_has_no_rating() {
    let report = report(3, "rounds = 1", &[(0, [0, 1], 2), (1, [1, 0], 0), (4, [1, 2], 2), (5, [2, 1], 2)]);
    assert_eq!(elos(&report), [("A", None), ("C", Some(0.0)), ("B", Some(0.0))]);
    assert_eq!(report.standings[0].results.strength.elo_error, None);
}

#[test]
fn results_by_who_began_are_told_of_each_pairing_and_of_all_games() {
    let results = [(0, [0, 1], 2), (1, [1, 0], 2), (4, [1, 2], 1), (5, [2, 1], 0)];
    let all = report(3, "rounds = 1", &results);
    let sides = |first_wins, draws, second_wins| SideResults { first_wins, draws, second_wins };
    assert_eq!(all.sides, sides(2, 1, 1));
    let of_pairings: Vec<_> = all.pairings.iter().map(|pairing| pairing.sides).collect();
    assert_eq!(of_pairings, [sides(2, 0, 0), sides(0, 0, 0), sides(0, 1, 1)]);
    let text = all.to_string();
    for line in ["  first player +2 =0 -0, 100.0 %\n", "  first player +0 =1 -1, 25.0 %\n"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains("All games: first player +2 =1 -1, 62.5 %\n"), "{text}");
    let json = serde_json::to_value(&all).unwrap();
    let expected = serde_json::json!({ "first_wins": 2, "draws": 1, "second_wins": 1 });
    assert_eq!(json["sides"], expected);
    // With two engines, the results by side are printed only once.
    let two = report(2, "", &results[..2]).to_string();
    assert!(two.contains("first player +2 =0 -0, 100.0 %") && !two.contains("All games"), "{two}");
}

/// Three games: a pair that A won by 1.5 to 0.5, and a game that it lost, whose pair is incomplete.
#[test]
fn the_score_is_of_all_games_as_the_points_are() {
    let report = report(2, "", &[(0, [0, 1], 2), (1, [1, 0], 1), (2, [0, 1], 0)]);
    for standing in &report.standings {
        assert_eq!(standing.results.points, 1.5);
        assert_eq!(standing.results.strength.score, Some(0.5));
    }
    assert_eq!(report.pairings[0].results.strength.score, Some(0.5));
}

#[test]
fn games_that_all_ended_by_faults_claim_nothing() {
    let mut board = Scoreboard::new(&trial::settings("roundrobin", 2, "rounds = 2"));
    let fault = |number, half_points| PlayedGame { half_points, ..game(number) };
    // Alternating results, so that all pairs are equal.
    (0..4).for_each(|number| board.add(&fault(number, 2)));
    let report = MatchReport::new(&trial::settings("roundrobin", 2, "rounds = 2"), &board);
    for standing in &report.standings {
        assert_eq!(standing.results.strength, StrengthEstimate { score: Some(0.5), ..StrengthEstimate::default() });
        assert_eq!((standing.results.games, standing.faults["illegal-move"]), (4, 2));
    }
    assert_eq!(report.pairings[0].results.strength.elo, None);
    assert!(!report.to_string().contains("+0.0"), "{report}");
}

#[test]
fn no_games_claim_nothing() {
    for engines in [2, 3] {
        let report = report(engines, "", &[]);
        for standing in &report.standings {
            assert_eq!(standing.results.strength, StrengthEstimate::default());
        }
        let text = report.to_string();
        let row = text.lines().find(|line| line.starts_with("1  A")).unwrap();
        assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["1", "A", "0", "0", "-", "-", "-"], "{report}");
    }
}

#[test]
fn a_knockout_shows_its_bracket() {
    let settings = trial::settings("knockout", 3, "rounds = 1");
    // Nothing is played: one engine has a bye, and waits for an opponent.
    let report = MatchReport::new(&settings, &Scoreboard::new(&settings));
    let lines: Vec<_> =
        report.to_string().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for line in [
        "x: 0 of 4 games, not finished, seed 0",
        "stage first points second points tie-breaks goes on",
        "semi-final 1 0 2 0 0 -",
        "final - 0 - 0 0 -",
    ] {
        assert!(lines.iter().any(|other| other == line), "no {line} in {lines:?}");
    }
    // The last engine wins the first duel in its second tiebreak, and loses the final, whose numbers begin at 18.
    let result = |pairing: plyd_tournament::Pairing| match pairing.number {
        0..4 => 1,
        4..18 => 2 * u8::from(pairing.players[0] == 2),
        _ => 2 * u8::from(pairing.players[0] == 0),
    };
    let played = trial::play(&settings, 1, result);
    let report = MatchReport::new(&settings, &played.scoreboard);
    let knockout = report.knockout.as_ref().unwrap();
    assert_eq!(knockout.winner.as_deref(), Some("0"));
    assert_eq!(knockout.bracket[0].stage, "semi-final");
    assert_eq!((knockout.bracket[0].first_points, knockout.bracket[0].second_points), (2.0, 4.0));
    assert_eq!((knockout.bracket[0].tie_breaks, knockout.bracket[0].winner.as_deref()), (2, Some("2")));
    assert_eq!((report.planned, report.played, report.finished), (8, 8, true));
    assert!(report.to_string().contains("0 has won"));
}

#[test]
fn stages_have_names() {
    let settings = trial::settings("knockout", 17, "rounds = 1");
    let report = MatchReport::new(&settings, &Scoreboard::new(&settings));
    let mut stages: Vec<_> = report.knockout.unwrap().bracket.into_iter().map(|duel| duel.stage).collect();
    stages.dedup();
    assert_eq!(stages, ["last 32", "last 16", "quarter-final", "semi-final", "final"]);
}

#[test]
fn a_swiss_tournament_shows_byes_and_tie_breaks() {
    let settings = trial::settings("swiss", 3, "games = 1\nrounds = 1");
    let played = trial::play(&settings, 1, |_| 2);
    let report = MatchReport::new(&settings, &played.scoreboard);
    // The winner of the only game and the engine with the bye lead.
    let points: Vec<_> = report.standings.iter().map(|standing| standing.results.points).collect();
    assert_eq!(points, [1.0, 1.0, 0.0]);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((&json["standings"][0]["byes"], &json["standings"][0]["buchholz"]), (&1.into(), &1.0.into()), "{json}");
    assert_eq!(json["standings"][0]["games"], 0, "a bye is no game");
    assert!(json.get("knockout").is_none());
    let text = report.to_string();
    assert!(text.contains("byes  Buchholz  S-B  faults"), "{text}");
}

/// The texts of a record may be of any form and length, and the number of its tables is arbitrary.
#[test]
fn a_report_is_a_table_whatever_the_record_has() {
    let mut report = report(2, "", &[(0, [0, 1], 2)]);
    let forged = "x\nplyd: forged\u{202e}\u{1b}[2J";
    report.game = forged.into();
    report.standings[0].algorithm = Some("x".repeat(100_000));
    report.workers = (0..100_000)
        .map(|number| WorkerRow {
            name: format!("{forged}{number}"),
            first_seen: jiff::Timestamp::UNIX_EPOCH,
            last_seen: jiff::Timestamp::UNIX_EPOCH,
            games: 1,
            conflicts: 0,
            withdrawn: 0,
            quarantined: Some("y".repeat(if number == 0 { 100_000 } else { 1 })),
        })
        .collect();
    let begun = std::time::Instant::now();
    let text = report.to_string();
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    assert!(!text.contains("\nplyd") && !text.contains(['\u{202e}', '\u{1b}']), "{}", &text[..500]);
    assert!(text.contains("... and 99000 more workers") && text.lines().count() < 1_100, "{}", text.lines().count());
}
