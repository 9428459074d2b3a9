//! Tests of small boards whose game values are known.

use crate::boards::{empty, open};
use plyd_plugin::Plugin;
use plyd_plugin::testing::played;
use plyd_search::{
    Algorithm, Control, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings, Techniques,
    TranspositionTable,
};
use plyd_trials::search;

fn solve<'a>(setup: &str, settings: impl Into<SearcherSettings<'a>>) -> SearchResult {
    let (game, root) = open(setup, "").unwrap();
    let settings = settings.into();
    search(&Root::new(&game, &root), settings, &SearcherLimits::default(), &Control::new(), &mut |_| {})
}

#[test]
fn four_by_four_is_a_draw() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        assert_eq!(solve("4/4/4/4 w", algorithm).score, Some(SearchScore::Value(0)));
    }
}

#[test]
fn five_files_of_four_and_four_files_of_five_are_drawn() {
    for setup in ["5/5/5/5 w", "4/4/4/4/4 w"] {
        assert_eq!(solve(setup, Algorithm::AlphaBeta).score, Some(SearchScore::Value(0)), "{setup}");
    }
}

/// The values come from a separate solver, not from publications: draws, except for the widest board, which the second
/// player wins.
#[test]
fn a_table_solves_boards_up_to_six_files_of_four() {
    let boards = [
        ("4/4/4/4 w", SearchScore::Value(0)),
        ("5/5/5/5 w", SearchScore::Value(0)),
        ("4/4/4/4/4 w", SearchScore::Value(0)),
        ("4/4/4/4/4/4 w", SearchScore::Value(0)),
        ("6/6/6/6 w", SearchScore::Loss(24)),
    ];
    for (setup, score) in boards {
        let table = TranspositionTable::new(64).unwrap();
        let settings =
            SearcherSettings { algorithm: Algorithm::Pvs, table: Some(&table), ..SearcherSettings::default() };
        let answer = solve(setup, settings);
        assert_eq!((answer.score, answer.solved), (Some(score), true), "{setup}");
    }
}

#[test]
fn a_table_that_overflows_and_every_switch_leave_the_value_alone() {
    // The search visits more than a million positions, but the table has only 65,536 entries.
    let table = TranspositionTable::new(1).unwrap();
    for switch in Techniques::SWITCHES {
        let mut techniques = Techniques::default();
        let on = (switch.get)(&techniques);
        (switch.set)(&mut techniques, !on);
        let settings = SearcherSettings {
            algorithm: Algorithm::Pvs,
            table: Some(&table),
            techniques,
            ..SearcherSettings::default()
        };
        let answer = solve("4/4/4/4/4 w", settings);
        assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(0)), true), "{} switched", switch.name);
    }
}

#[test]
fn three_open_ones_win_in_three_plies() {
    let (game, start) = empty(7, 6);
    // X has c and d on the ground, with b and e empty, and wins at a or e, or at b or f.
    let state = played(&game, &start, "c c d d");
    let answer = solve(&game.format_state(&state), Algorithm::Pvs);
    assert_eq!(answer.score, Some(SearchScore::Win(3)));
}
