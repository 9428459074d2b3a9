//! Tests of move ratings.

use crate::boards::{BOARDS, start};
use plyd_plugin::testing::{after, legal, random_games};
use plyd_plugin::{CERTAIN_RATING, Game, Outcome, Player, UNLIKELY_RATING};

/// The maximum number of candidates: about 64, plus moves with similar scores.
const MOST: usize = 160;

#[test]
fn candidates_are_rated_by_the_value_after_the_move_and_the_others_are_unlikely() {
    let (mut wins, mut crowded, mut skipped) = (0, 0, 0);
    for board in BOARDS {
        random_games(&start(board), 3, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let sign = if game.turn(state).player() == Some(Player::Max) { 1 } else { -1 };
            let moves = legal(game, state);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            for (mv, score) in moves.iter().zip(&scores) {
                let child = after(game, state, *mv);
                let is_win = game.outcome(&child) != Outcome::Ongoing;
                assert_eq!(*score == CERTAIN_RATING, is_win);
                wins += u32::from(is_win);
                if !is_win && *score != UNLIKELY_RATING {
                    let gain = sign * (game.evaluate(&child) - game.evaluate(state));
                    assert_eq!(*score, (3 * gain).clamp(-4_800, 4_800));
                }
            }
            let candidates = scores.iter().filter(|score| **score != UNLIKELY_RATING).count();
            assert!((moves.len().min(64)..=moves.len().min(MOST)).contains(&candidates), "{candidates}");
            crowded += u32::from(moves.len() > 1_000);
            skipped += moves.len() - candidates;
        });
    }
    assert!(wins > 20 && crowded > 10 && skipped > 10_000, "{wins} {crowded} {skipped}");
}

#[test]
fn the_move_that_gains_most_is_a_candidate() {
    let (mut found, mut positions) = (0, 0);
    random_games(&start(("", "")), 2, |game, state, mv| {
        if mv.is_none() {
            return;
        }
        let moves = legal(game, state);
        let mut scores = vec![0; moves.len()];
        game.order(state, &moves, &mut scores);
        let sign = if game.turn(state).player() == Some(Player::Max) { 1 } else { -1 };
        let worth = |index: &usize| {
            let child = after(game, state, moves[*index]);
            if game.outcome(&child) == Outcome::Ongoing { sign * game.evaluate(&child) } else { i32::MAX }
        };
        let best = (0..moves.len()).max_by_key(worth).unwrap();
        let candidate = (0..moves.len()).filter(|index| scores[*index] != UNLIKELY_RATING).max_by_key(worth).unwrap();
        positions += 1;
        found += u32::from(worth(&best) == worth(&candidate));
    });
    // The quick scores miss the best move in some positions.
    assert!(positions > 100 && found * 10 > positions * 7, "{found} of {positions}");
}
