use super::*;
use crate::testing::trial::{PlayedTournament, play, play_in_any_order, random_result, settings};

/// Returns the pairings, stage by stage.
fn duels(played: &PlayedTournament) -> Vec<(u32, [usize; 2])> {
    let duels = played.schedule().knockout().unwrap().duels();
    duels.iter().map(|duel| (duel.stage, duel.engines.unwrap())).collect()
}

/// Lets the engine listed first win every game.
fn better_wins(pairing: Pairing) -> u8 {
    2 * u8::from(pairing.players[0] < pairing.players[1])
}

#[test]
fn the_first_meets_the_last_and_the_second_in_the_final() {
    let played = play(&settings("knockout", 8, "rounds = 1"), 1, better_wins);
    let expected = [(0, [0, 7]), (0, [3, 4]), (0, [1, 6]), (0, [2, 5]), (1, [0, 3]), (1, [1, 2]), (2, [0, 1])];
    assert_eq!(duels(&played), expected);
    assert_eq!(played.schedule().knockout().unwrap().ranking(), (0..8).collect::<Vec<_>>());
    assert_eq!(played.games.len(), 7 * 2);
    // Stages do not share openings; a duel may need nine, one and eight for tiebreaks.
    let openings: Vec<_> = played.games.iter().map(|game| game.round).collect();
    assert_eq!(openings, [vec![0; 8], vec![9; 4], vec![18; 2]].concat());
}

#[test]
fn the_first_ones_enter_later_where_there_is_no_power_of_two() {
    let played = play(&settings("knockout", 6, "rounds = 1"), 1, better_wins);
    assert_eq!(duels(&played), [(0, [3, 4]), (0, [2, 5]), (1, [0, 3]), (1, [1, 2]), (2, [0, 1])]);
    let played = play(&settings("knockout", 3, "rounds = 1"), 1, |pairing| 2 - better_wins(pairing));
    assert_eq!(duels(&played), [(0, [1, 2]), (1, [0, 2])]);
    let knockout = played.schedule().knockout().unwrap();
    assert_eq!((knockout.winner(), knockout.ranking()), (Some(2), vec![2, 0, 1]));
}

#[test]
fn knockouts_of_any_size_end_with_one_winner() {
    for engines in 2..=40 {
        for (seed, more) in
            [(1, "rounds = 1"), (2, "rounds = 3"), (3, "rounds = 1\ngames = 1"), (4, "rounds = 2\ngames = 1")]
        {
            let settings = settings("knockout", engines, more);
            let played = play_in_any_order(&settings, random_result(seed * engines as u64));
            let knockout = played.schedule().knockout().unwrap();
            let mut losses = vec![0; engines];
            for duel in knockout.duels() {
                let (engines, winner) = (duel.engines.unwrap(), duel.winner.unwrap());
                let [first, second] = duel.half_points;
                assert_eq!(winner, engines[usize::from(second > first)]);
                assert_eq!(duel.played, settings.rounds * u64::from(settings.games) + 2 * duel.tie_breaks);
                assert!(first != second || duel.tie_breaks == MOST_TIE_BREAKS);
                losses[engines[usize::from(winner == engines[0])]] += 1;
            }
            let winner = knockout.winner().unwrap();
            assert!((0..engines).all(|engine| losses[engine] == u32::from(engine != winner)), "{losses:?}");
            let mut ranking = knockout.ranking();
            assert_eq!(ranking[0], winner);
            ranking.sort_unstable();
            assert_eq!(ranking, (0..engines).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_tie_is_broken_by_pairs_on_new_openings() {
    for games in [1, 2] {
        let settings = settings("knockout", 2, &format!("rounds = 2\ngames = {games}"));
        let regular = 2 * games;
        // Two more ties, then the first engine wins both games.
        let played = play(&settings, 1, |pairing| if pairing.number < regular + 4 { 1 } else { better_wins(pairing) });
        let knockout = played.schedule().knockout().unwrap();
        assert_eq!((knockout.duels()[0].tie_breaks, knockout.winner()), (3, Some(0)));
        assert_eq!(played.games.len() as u64, regular + 6);
        let openings = played.games.iter().map(|game| game.round).collect::<Vec<_>>();
        assert!(openings.windows(2).all(|two| two[0] < two[1] || games == 2 && two[0] == two[1]), "{openings:?}");
        // In each pair, both engines begin once.
        for pair in played.games.chunks(2) {
            assert_eq!(pair[0].players, [pair[1].players[1], pair[1].players[0]]);
        }
    }
}

#[test]
fn what_is_known_goes_as_far_as_ties_call_for() {
    let settings = settings("knockout", 2, "rounds = 2\ngames = 1");
    let known = |schedule: &crate::Schedule| schedule.known().into_iter().map(|range| (range.start, range.end));
    assert!(known(&crate::Schedule::new(&settings)).eq([(0, 2)]));
    let played = play(&settings, 1, |pairing| if pairing.number < 6 { 1 } else { better_wins(pairing) });
    assert!(known(played.schedule()).eq([(0, 2 + 3 * 2)]), "three pairs of games broke ties");
    // The engine listed first begins first.
    let players: Vec<_> = played.games.iter().map(|game| game.players).collect();
    assert_eq!(players, [[0, 1], [1, 0]].repeat(4));
}

#[test]
fn the_engine_that_is_named_first_goes_on_when_no_tie_is_broken() {
    let settings = settings("knockout", 5, "rounds = 1");
    let played = play_in_any_order(&settings, |_| 1);
    let knockout = played.schedule().knockout().unwrap();
    assert_eq!(knockout.ranking(), [0, 1, 2, 3, 4]);
    assert!(knockout.duels().iter().all(|duel| duel.tie_breaks == MOST_TIE_BREAKS));
    assert_eq!(played.games.len() as u64, 4 * 2 * (1 + MOST_TIE_BREAKS));
    assert_eq!(played.scoreboard.planned(), played.games.len() as u64);
}

#[test]
fn a_billion_rounds_are_planned_at_once() {
    let settings = settings("knockout", 1_000, "rounds = 1000000000");
    let schedule = crate::Schedule::new(&settings);
    assert_eq!(schedule.planned(), 999 * 2_000_000_000);
    // 1,000 engines are 24 less than a power of two, so this many enter later.
    assert_eq!(schedule.known().len(), 500 - 12);
    assert_eq!(schedule.game(2_000_000_000), None, "no tie is to be broken yet");
}
