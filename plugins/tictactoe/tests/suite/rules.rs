//! Tests of move counts, outcomes, and the invariants of every game, over all positions.

use crate::positions::all;
use plyd_plugin::testing::{after, legal, perft};
use plyd_plugin::{Game, Move, Options, Outcome, Player, Plugin};
use std::collections::HashSet;
use tictactoe::{State, TicTacToe};

fn open(setup: &str) -> State {
    TicTacToe::open(setup, &Options::new(&[], "")).unwrap().1
}

#[test]
fn move_sequences_are_as_many_as_known() {
    for (depth, count) in (1..).zip([9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]) {
        assert_eq!(perft(&TicTacToe, &State::START, depth), count, "depth {depth}");
    }
}

#[test]
fn all_positions_are_found_and_finished_as_often_as_known() {
    let positions = all();
    assert_eq!(positions.len(), 5_478);
    let count = |outcome| positions.iter().filter(|state| TicTacToe.outcome(state) == outcome).count();
    assert_eq!(count(Outcome::Win(Player::Max)), 626);
    assert_eq!(count(Outcome::Win(Player::Min)), 316);
    assert_eq!(count(Outcome::Draw), 16);
}

#[test]
fn keys_tell_all_positions_apart_and_ignore_the_counters() {
    let keys: HashSet<u64> = all().iter().map(|state| TicTacToe.key(state)).collect();
    assert_eq!(keys.len(), 5_478);
    // Tables are indexed by some of the bits, so each half of the key should distinguish nearly all positions.
    for shift in [0, 32] {
        let halves: HashSet<u32> = keys.iter().map(|key| (key >> shift) as u32).collect();
        assert!(halves.len() > 5_470, "{} different halves at bit {shift}", halves.len());
    }
    let key = |setup| TicTacToe.key(&open(setup));
    assert_eq!(key("3/1P1/3 b - - 0 1"), key("3/1P1/3 b - - 7 12"));
    assert_ne!(key("3/1P1/3 b"), key("3/1P1/3 w"));
    assert_ne!(key("3/1P1/3 b"), key("3/1p1/3 b"));
}

#[test]
fn moves_are_the_empty_cells_in_reading_order() {
    for state in all() {
        let empty: Vec<Move> = (0..9).filter(|&cell| state.stone(cell).is_none()).map(Move).collect();
        if TicTacToe.outcome(&state) == Outcome::Ongoing {
            assert_eq!(legal(&TicTacToe, &state), empty);
        } else {
            assert!(legal(&TicTacToe, &state).is_empty());
        }
    }
}

#[test]
fn a_move_places_a_stone_for_good_and_passes_the_turn() {
    for state in all() {
        for mv in legal(&TicTacToe, &state) {
            let child = after(&TicTacToe, &state, mv);
            assert!(TicTacToe.is_irreversible(&state, mv));
            assert_eq!(TicTacToe.turn(&child), TicTacToe.turn(&state).player().unwrap().other());
            assert_eq!(child.stone(mv.0), TicTacToe.turn(&state).player());
            assert_eq!(TicTacToe.key(&child), TicTacToe.key(&open(&TicTacToe.format_state(&child))));
        }
    }
}

#[test]
fn every_line_wins_for_either_player_whoever_is_to_move() {
    for line in ["PPP/3/3", "3/PPP/3", "3/3/PPP", "P2/P2/P2", "1P1/1P1/1P1", "2P/2P/2P", "P2/1P1/2P", "2P/1P1/P2"] {
        for turn in ["w", "b"] {
            let outcome = |board: &str| TicTacToe.outcome(&open(&format!("{board} {turn}")));
            assert_eq!(outcome(line), Outcome::Win(Player::Max), "{line}");
            assert_eq!(outcome(&line.to_lowercase()), Outcome::Win(Player::Min), "{line}");
        }
    }
    assert_eq!(TicTacToe.outcome(&open("PpP/PpP/pPp w")), Outcome::Draw);
    assert_eq!(TicTacToe.outcome(&open("PPp/ppP/PP1 b")), Outcome::Ongoing);
}

#[test]
fn the_declared_facts() {
    let facts = TicTacToe.facts();
    assert_eq!((facts.max_moves, facts.max_plies, facts.win), (9, 9, 10));
    assert!(facts.has_key && facts.moves_are_actions);
}
