//! Go on the smallest boards, whose rules forbid repetitions, against published counts and values.

#[path = "../../../../tests/fixtures/src/go.rs"]
#[expect(unreachable_pub, reason = "the same file is the game of a library, where it is public")]
mod rules;

use plyd_plugin::Plugin;
use plyd_rules::{Facts, Game, Move, Player, Repetition, RepetitionKey, Verdict};
use plyd_search::{Algorithm, Control, Limits, NoObserver, Perft, Root, Score, Settings, Table, perft, search};
use rules::{Go, State};

const START: State = State { stones: [0, 0], turn: Player::Max, passes: 0 };

fn go(size: u32, key: RepetitionKey, suicide: bool) -> Go {
    let rule = Repetition { times: 2, verdict: Verdict::Forbidden { stuck: None }, key };
    Go { size, suicide, pass: true, rule }
}

fn check_counts(size: u32, key: RepetitionKey, suicide: bool, counts: &[u64]) {
    let go = go(size, key, suicide);
    for (depth, &count) in (1..).zip(counts) {
        let found = perft(&Root::new(&go, &START), depth, &Control::new(), &mut |_, _| {});
        assert_eq!(found, Perft::Total(count), "{go:?}, depth {depth}");
    }
}

/// The counts of positional superko are those of OpenSpiel 2.0.2 and of a program of its own kind in C++, both to the depth
/// at which they agree. Under situational superko a pass is often taken to make a situation that a stone may not make again.
/// Here it does not, as the passes are part of the key; from nine plies on that permits more.
#[test]
fn the_moves_under_superko_are_as_many_as_others_count() {
    use RepetitionKey::{Board, Position};
    // Suicide of one stone repeats the board, so it changes nothing here.
    for suicide in [false, true] {
        check_counts(2, Board, suicide, &[5, 21, 68, 156, 316, 604, 1_088, 2_184, 4_184, 8_024]);
    }
    check_counts(2, Position, false, &[5, 21, 68, 156, 316, 604, 1_112, 2_312, 4_576, 8_928]);
    check_counts(2, Position, true, &[5, 21, 68, 180, 428, 860, 1_704, 3_936, 9_968, 25_040]);
    check_counts(3, Board, false, &[10, 91, 738, 5_281, 33_384, 179_712]);
    check_counts(3, Board, true, &[10, 91, 738, 5_281, 33_384, 180_768]);
}

/// Black has the board of two by two by one point (B. Drange, "Go on small boards").
#[test]
fn two_by_two_is_won_by_a_point() {
    let (go, table) = (go(2, RepetitionKey::Board, false), Table::new(1).unwrap());
    for (algorithm, table) in [(Algorithm::AlphaBeta, None), (Algorithm::Pvs, Some(&table))] {
        let settings = Settings { table, ..algorithm.into() };
        let root = Root::new(&go, &START);
        let answer = search(&root, settings, &Limits::default(), &Control::new(), &mut NoObserver, &mut |_| {});
        assert_eq!((answer.score, answer.solved), (Some(Score::Value(1)), true), "{algorithm:?}");
    }
}

#[test]
fn a_pass_repeats_nothing_and_texts_come_back() {
    let go = go(3, RepetitionKey::Board, false);
    let mut state = START;
    go.play(&mut state, Move(4));
    let stone = state;
    go.play(&mut state, Move(9));
    assert_ne!(go.board_key(&stone), go.board_key(&state));
    assert_eq!((go.format_state(&state).as_str(), go.format_move(&state, Move(4)).as_str()), ("3/1X1/3 x 1", "b2"));
    assert_eq!(
        go.facts(),
        Facts { max_moves: 10, win: 10, has_key: true, repetition: Some(go.rule), ..Facts::DEFAULT }
    );
}
