//! The heuristic in endings of chains and loops, against their true values.

use crate::boards::{open, start};
use crate::plain::Plain;
use crate::values::Solved;
use plyd_plugin::testing::{Random, after, legal};
use plyd_plugin::{Game, Plugin};
use plyd_trials::PlainRules;

fn value(setup: &str) -> i32 {
    let (game, state) = open(setup, "").unwrap();
    game.evaluate(&state)
}

#[test]
fn who_must_open_a_chain_loses_it() {
    // One chain of three, four and five boxes.
    for (setup, value_for_red) in [
        ("111/111 0000 ... r", -3),
        ("111/111 0000 ... b", 3),
        ("1111/1111 00000 .... r", -4),
        // The chain is open: Red takes all of it, or leaves two, which is the end.
        ("111/111 1000 ... r", 3),
        ("111/111 1000 ... b", -3),
        // A loop of four.
        ("11/00/11 101/101 ../.. r", -4),
    ] {
        assert_eq!(value(setup), value_for_red, "{setup}");
    }
}

#[test]
fn a_player_leaves_the_last_boxes_of_a_chain_for_the_next_one() {
    // Two chains of four: the opponent of who opens the first one takes two of it, leaves two, and takes the other.
    assert_eq!(value("1111/1111/1111 00000/00000 ..../.... r"), -4);
    // The first one is open: Red takes two and leaves two.
    assert_eq!(value("1111/1111/1111 10000/00000 ..../.... r"), 4);
    // Two chains of three: 3 - 4 + 3.
    assert_eq!(value("111/111/111 0000/0000 .../... r"), -2);
    // Chains of two are opened in the middle, and nothing is left of them.
    assert_eq!(value("11/11/11 000/000 ../.. r"), 0);
}

/// Endings in which no line is safe and each box that is not closed has two lines or three, as random players reach them
/// who draw safe lines while there are any.
#[test]
fn simple_endings_have_their_true_values() {
    let mut random = Random(5);
    let mut compared = 0;
    for (rows, columns) in [(2, 2), (2, 3), (1, 5), (2, 4), (3, 2)] {
        let solved = Solved::new(rows, columns);
        for _ in 0..40 {
            let (game, mut state) = start(&format!("Rows={rows} Columns={columns}"));
            loop {
                let plain = Plain::read(&game.format_state(&state), true);
                let drawn: Vec<usize> =
                    plain.places().into_iter().map(|(row, column)| plain.drawn(row, column)).collect();
                if drawn.iter().all(|lines| *lines >= 2) {
                    let text = plain.write();
                    assert_eq!(game.evaluate(&state), solved.value(&plain), "{text}");
                    compared += 1;
                }
                let moves = legal(&game, &state);
                let is_safe = |mv: &&plyd_plugin::Move| {
                    let child = plain.after(game.format_move(&state, **mv));
                    child.places().into_iter().all(|(row, column)| child.drawn(row, column) < 3)
                };
                let safe: Vec<_> = moves.iter().filter(is_safe).copied().collect();
                let Some(mv) = random.choose(if safe.is_empty() { &moves } else { &safe }) else { break };
                state = after(&game, &state, *mv);
            }
        }
    }
    assert!(compared > 400, "{compared}");
}
