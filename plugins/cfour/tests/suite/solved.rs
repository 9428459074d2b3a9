//! Small boards, whose game values are known.

use crate::boards::{empty, open, played};
use plyd_plugin::Plugin;
use plyd_search::{Algorithm, Answer, Control, Limits, NoObserver, Root, Score, search};

fn solve(setup: &str, algorithm: Algorithm) -> Answer {
    let (game, root) = open(setup, "").unwrap();
    search(&Root::new(&game, &root), algorithm, &Limits::default(), &Control::new(), &mut NoObserver, &mut |_| {})
}

#[test]
fn four_by_four_is_a_draw() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        assert_eq!(solve("4/4/4/4 w", algorithm).score, Some(Score::Value(0)));
    }
}

#[test]
fn five_files_of_four_and_four_files_of_five_are_drawn() {
    for setup in ["5/5/5/5 w", "4/4/4/4/4 w"] {
        assert_eq!(solve(setup, Algorithm::AlphaBeta).score, Some(Score::Value(0)), "{setup}");
    }
}

#[test]
fn three_open_ones_win_in_three_plies() {
    let (game, start) = empty(7, 6);
    // c and d on the ground, with b and e open: X wins at a or e, b or f.
    let state = played(&game, &start, "c c d d");
    let answer = solve(&game.format_state(&state), Algorithm::Pvs);
    assert_eq!(answer.score, Some(Score::Win(3)));
}
