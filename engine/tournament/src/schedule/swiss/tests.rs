use super::*;
use crate::game::Pairing;
use crate::settings::swiss_rounds::{most_rounds, usual_rounds};
use crate::testing::trial::{PlayedTournament, play, play_in_any_order, random_result, settings};

/// Returns the boards of each round; a bye is a pair of an engine with itself.
fn rounds(played: &PlayedTournament) -> Vec<Vec<[usize; 2]>> {
    let of = |round: &SwissRound| round.boards.iter().copied().chain(round.bye.map(|engine| [engine; 2])).collect();
    played.schedule().swiss().unwrap().paired.iter().map(of).collect()
}

#[test]
fn everyone_plays_once_a_round_and_byes_are_spread() {
    for engines in 2..=40 {
        for (seed, more) in [(1, String::new()), (2, "games = 1".into())] {
            let settings = settings("swiss", engines, &more);
            let played = play_in_any_order(&settings, random_result(seed + 100 * engines as u64));
            let rounds = rounds(&played);
            assert_eq!(rounds.len() as u64, usual_rounds(engines));
            let mut byes = vec![0_u64; engines];
            let mut met = std::collections::BTreeSet::new();
            for boards in &rounds {
                let mut everyone: Vec<_> = boards.iter().flatten().copied().collect();
                everyone.sort_unstable();
                everyone.dedup();
                assert_eq!(everyone, (0..engines).collect::<Vec<_>>());
                for &[first, second] in boards {
                    byes[first] += u64::from(first == second);
                    // With this number of rounds no repetition is necessary.
                    assert!(met.insert([first.min(second), first.max(second)]), "{engines}: {rounds:?}");
                }
            }
            assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1, "{byes:?}");
            // The points in the table are those of games and byes.
            for standing in played.schedule().swiss().unwrap().standings() {
                let of_games = played.scoreboard.tally(standing.engine).half_points() as f64 / 2.0;
                assert_eq!(standing.byes, byes[standing.engine]);
                assert_eq!(standing.points, of_games + (standing.byes * u64::from(settings.games)) as f64);
            }
        }
    }
}

/// The maximum number of rounds, in which not everyone can meet everyone.
#[test]
fn all_rounds_that_there_may_be_are_played() {
    for engines in 2..=12 {
        let more = format!("rounds = {}", most_rounds(engines));
        for seed in 0..5 {
            let played = play_in_any_order(&settings("swiss", engines, &more), random_result(seed));
            assert_eq!(rounds(&played).len() as u64, most_rounds(engines));
        }
    }
}

/// Lets the engine listed first win every game.
fn better_wins(pairing: Pairing) -> u8 {
    2 * u8::from(pairing.players[0] < pairing.players[1])
}

#[test]
fn the_best_meet_the_best() {
    let played = play(&settings("swiss", 8, "games = 1"), 1, better_wins);
    let mut rounds = rounds(&played);
    rounds.iter_mut().flatten().for_each(|two| two.sort_unstable());
    assert_eq!(rounds[0], [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(rounds[1], [[0, 2], [1, 3], [4, 6], [5, 7]]);
    // Two engines have won both games, four won one; Buchholz ranks those that lost to better opponents higher.
    assert_eq!(rounds[2][0], [0, 1]);
    assert_eq!(played.schedule().swiss().unwrap().standings()[0].engine, 0);
}

#[test]
fn sides_change_where_an_encounter_is_one_game() {
    let played = play(&settings("swiss", 8, "games = 1\nrounds = 6"), 1, better_wins);
    for engine in 0..8 {
        let begun = played.games.iter().filter(|game| game.players[0] == engine).count();
        assert!((2..=4).contains(&begun), "{engine} has begun {begun} of 6");
    }
    let played = play(&settings("swiss", 8, "rounds = 2"), 1, better_wins);
    for pair in played.games.chunks(2) {
        assert_eq!((pair[0].players[0], pair[0].round), (pair[1].players[1], pair[1].round));
    }
}

/// Three engines and three rounds, computed by hand: everyone meets everyone and has one bye.
#[test]
fn who_has_begun_less_often_begins() {
    for seed in 0..20 {
        let played = play(&settings("swiss", 9, "games = 1\nrounds = 7"), 1, random_result(seed));
        // For each engine, the number of encounters begun minus those not begun, counted from the boards.
        let mut begun = [0_i64; 9];
        for boards in rounds(&played) {
            let before = begun;
            for [first, second] in boards.into_iter().filter(|[first, second]| first != second) {
                assert!(before[first] <= before[second], "seed {seed}: {first} meets {second}, {before:?}");
                begun[first] += 1;
                begun[second] -= 1;
            }
        }
    }
}

#[test]
fn ties_are_broken_by_the_points_of_opponents() {
    // 0 beats 1 and loses to 2; 1 and 2 draw.
    let result = |pairing: Pairing| match pairing.players {
        [0, 1] | [2, 0] => 2,
        [1, 0] | [0, 2] => 0,
        _ => 1,
    };
    let played = play(&settings("swiss", 3, "games = 1"), 1, result);
    let row = |engine, points, buchholz, sonneborn_berger| SwissStanding {
        engine,
        points,
        byes: 1,
        buchholz,
        sonneborn_berger,
    };
    // Points with the bye: 0 has 2, 1 has 1.5 and 2 has 2.5. Buchholz: the points of both others plus the engine's own.
    let expected = [
        row(2, 2.5, 2.0 + 1.5 + 2.5, 2.0 + 0.75 + 2.5),
        row(0, 2.0, 1.5 + 2.5 + 2.0, 1.5 + 2.0),
        row(1, 1.5, 2.0 + 2.5 + 1.5, 1.25 + 1.5),
    ];
    assert_eq!(played.schedule().swiss().unwrap().standings(), expected);
    // With two games, the share of an encounter is weighted by its points.
    let played = play(&settings("swiss", 2, ""), 1, |pairing| if pairing.number == 0 { 2 } else { 1 });
    let found = played.schedule().swiss().unwrap().standings();
    let row = |engine, points, buchholz, sonneborn_berger| SwissStanding {
        engine,
        points,
        byes: 0,
        buchholz,
        sonneborn_berger,
    };
    assert_eq!(found, [row(0, 1.5, 0.5, 0.375), row(1, 0.5, 1.5, 0.375)]);
}

#[test]
fn a_round_waits_for_the_one_before() {
    let settings = settings("swiss", 4, "rounds = 2");
    let mut schedule = crate::Schedule::new(&settings);
    let first = (0..4).map(|number| schedule.game(number).unwrap()).collect::<Vec<_>>();
    assert!((4..9).all(|number| schedule.game(number).is_none()));
    assert!(!schedule.is_settled());
    assert_eq!((schedule.planned(), schedule.rounds()), (8, 2));
    let games = first.into_iter().rev().map(|Pairing { number, round, players, .. }| crate::PlayedGame {
        round,
        players,
        half_points: 2,
        ..crate::testing::game(number)
    });
    let known: Vec<_> = games.map(|game| schedule.played(&game)).collect();
    assert_eq!(known, [None, None, None, Some(2..4)]);
    assert!((4..8).all(|number| schedule.game(number).is_some_and(|game| game.round == 1)));
    assert!(schedule.is_settled() && schedule.game(8).is_none());
}
