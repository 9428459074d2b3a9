//! Tests of invariants in every position of random games.

use crate::games::visit;
use crate::setups::{open, try_open};
use chess::{Chess, State};
use cozy_chess::{GameStatus, Piece};
use plyd_plugin::testing::{legal, list};
use plyd_plugin::{Game, Move, Moves, Outcome, Player, Plugin, Step, Want};
use std::collections::{HashMap, HashSet};

/// The number of games from each start position.
const GAMES: u64 = if cfg!(debug_assertions) { 2 } else { 12 };

const NO_MOVE: Move = Move(0);

fn after(game: Chess, state: &State, mv: Move) -> State {
    let mut child = state.clone();
    game.play(&mut child, mv);
    child
}

/// The text of a position without the counters: everything that determines how the game continues.
fn position(game: Chess, state: &State) -> String {
    let text = game.format_state(state);
    text.rsplitn(3, ' ').last().expect("a text has six fields").to_string()
}

#[test]
fn a_game_ends_or_can_be_claimed_when_cozy_chess_says_so_or_the_men_are_too_few() {
    let mut seen = HashSet::new();
    visit(GAMES, |game, state| {
        let outcome = game.outcome(state);
        match state.status() {
            GameStatus::Won => assert_eq!(outcome, Outcome::Win(game.turn(state).player().unwrap().other()), "{state}"),
            // Stalemate. The next arm is the fifty-move rule.
            GameStatus::Drawn if !state.generate_moves(|_| true) => assert_eq!(outcome, Outcome::Draw, "{state}"),
            GameStatus::Drawn => assert_eq!(outcome, Outcome::DrawIfClaimed, "{state}"),
            GameStatus::Ongoing if outcome == Outcome::DrawIfClaimed => {
                assert!(state.occupied().len() < 8, "{state}");
            }
            GameStatus::Ongoing => assert_eq!(outcome, Outcome::Ongoing, "{state}"),
        }
        seen.insert(format!("{outcome:?} {:?}", state.status()));
    });
    assert!(seen.len() > 5, "{seen:?}");
}

#[test]
fn moves_are_those_of_cozy_chess_each_once_and_in_the_same_order_again() {
    visit(GAMES, |game, state| {
        let moves = legal(&game, state);
        let played: HashSet<String> = moves.iter().map(|mv| after(game, state, *mv).to_string()).collect();
        assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{state}");
        assert_eq!(played.len(), moves.len(), "{state}");
        assert_eq!(moves, legal(&game, state));
        if game.outcome(state).has_moves() {
            let mut theirs = HashSet::new();
            state.generate_moves(|several| {
                for mv in several {
                    let mut child = state.clone();
                    child.play(mv);
                    theirs.insert(child.to_string());
                }
                false
            });
            assert_eq!(played, theirs, "{state}");
        }
    });
}

#[test]
fn texts_of_positions_and_moves_come_back() {
    visit(GAMES, |game, state| {
        let text = game.format_state(state);
        let again = try_open(&text, game.chess960).unwrap().1;
        assert_eq!(game.format_state(&again), text);
        assert_eq!(game.key(&again), game.key(state));
        assert_eq!(game.outcome(&again), game.outcome(state));
        assert_eq!(legal(&game, &again), legal(&game, state));
        let moves = legal(&game, state);
        let texts: HashSet<String> = moves.iter().map(|mv| game.format_move(state, *mv)).collect();
        assert_eq!(texts.len(), moves.len(), "{text}");
        for mv in moves {
            assert_eq!(game.parse_move(state, &game.format_move(state, mv)), Some(mv), "{text}");
        }
    });
}

#[test]
fn a_step_is_play_then_examine_whatever_is_wanted() {
    visit(GAMES.div_ceil(4), |game, state| {
        for mv in legal(&game, state) {
            let played = after(game, state, mv);
            for want in (0..8).map(Want) {
                let mut child = State::startpos();
                let mut step = Step::FAILED;
                let moves = list(&game, |out| step = game.step(state, mv, &mut child, want, out));
                assert_eq!(child, played);
                assert_eq!(step.outcome(), game.outcome(&played));
                assert_eq!(step.turn(), game.turn(&played));
                assert_eq!(step.is_irreversible(), game.is_irreversible(state, mv));
                if want.contains(Want::MOVES) {
                    assert_eq!(moves, legal(&game, &played));
                }
                assert_eq!(step.count(), moves.len());
                if step.is_ongoing() && want.contains(Want::VALUE) {
                    assert_eq!(step.value(), game.evaluate(&played));
                }
                if want.contains(Want::KEY) {
                    assert_eq!(step.key, game.key(&played));
                }
            }
        }
    });
}

/// The half-move clock in the text of a position. In plyd, it stops at 100.
fn clock(game: Chess, state: &State) -> u16 {
    let text = game.format_state(state);
    text.split(' ').nth(4).and_then(|clock| clock.parse().ok()).expect("the fifth field is the clock")
}

#[test]
fn plies_left_until_a_draw_are_those_of_the_half_move_clock() {
    let (mut claims, mut set_back) = (0, 0);
    visit(GAMES, |game, state| {
        let left = game.plies_left(state);
        assert_eq!(left, 100 - clock(game, state).min(100), "{state}");
        match game.outcome(state) {
            Outcome::Ongoing => assert!(left > 0, "{state}"),
            // Otherwise it is a draw by insufficient material.
            Outcome::DrawIfClaimed if left > 0 => assert!(state.occupied().len() < 8, "{state}"),
            _ => {}
        }
        claims += u32::from(left == 0);
        for mv in legal(&game, state) {
            let child = after(game, state, mv);
            let changes = child.occupied().len() != state.occupied().len()
                || state.pieces(Piece::Pawn) != child.pieces(Piece::Pawn);
            let expected = if changes { 100 } else { left.saturating_sub(1) };
            assert_eq!(game.plies_left(&child), expected, "{state} {}", game.format_move(state, mv));
            set_back += u32::from(changes);
        }
    });
    assert!(claims > 20 && set_back > 1_000, "{claims} claims, {set_back} captures and moves of pawns");
}

#[test]
fn who_cannot_win_any_more_never_does() {
    let mut out_of_reach = 0;
    visit(GAMES, |game, state| {
        for player in [Player::Max, Player::Min] {
            if game.can_win(state, player) {
                continue;
            }
            out_of_reach += 1;
            assert_ne!(game.outcome(state), Outcome::Win(player), "{state}");
            for mv in legal(&game, state) {
                assert!(!game.can_win(&after(game, state, mv), player), "{state}");
            }
        }
    });
    assert!(out_of_reach > 100, "{out_of_reach}");
}

#[test]
fn too_small_a_buffer_is_an_error() {
    let (game, state) = open("", false);
    let mut room = [NO_MOVE; 19];
    assert!(game.examine(&state, Want::MOVES, &mut Moves::new(&mut room)).is_error());
    assert!(game.examine(&state, Want::MOVES, &mut Moves::new(&mut [])).is_error());
    assert!(!game.examine(&state, Want::VALUE, &mut Moves::new(&mut [])).is_error());
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys: HashMap<u64, String> = HashMap::new();
    visit(GAMES, |game, state| {
        let position = position(game, state);
        // Chess960 uses other letters for castling rights, and its games have other start positions.
        let known = keys.entry(game.key(state)).or_insert_with(|| position.clone());
        assert_eq!(*known, position);
    });
    let positions: HashSet<&String> = keys.values().collect();
    assert_eq!(positions.len(), keys.len());
}

#[test]
fn noisy_moves_are_the_captures_and_promotions() {
    visit(GAMES, |game, state| {
        let noisy = list(&game, |out| game.noisy(state, out));
        let men = |state: &State| state.occupied().len();
        let pawns = |state: &State| state.pieces(Piece::Pawn).len();
        let changes = |mv: &Move| {
            let child = after(game, state, *mv);
            men(&child) != men(state) || pawns(&child) != pawns(state)
        };
        let moves = list(&game, |out| game.moves(state, out));
        let expected: Vec<Move> = moves.into_iter().filter(changes).collect();
        assert_eq!(noisy, expected, "{state}");
    });
}

#[test]
fn irreversible_moves_are_those_that_change_men_pawns_or_rights() {
    visit(GAMES, |game, state| {
        for mv in legal(&game, state) {
            let child = after(game, state, mv);
            let lasting = |state: &State| position(game, state).split(' ').nth(2).map(ToString::to_string);
            let expected = child.halfmove_clock() == 0 || lasting(&child) != lasting(state);
            assert_eq!(game.is_irreversible(state, mv), expected, "{state} {}", game.format_move(state, mv));
        }
    });
}

/// The position with exchanged colours, which has the same value for the other side.
fn flipped(text: &str) -> String {
    let swap = |text: &str| -> String {
        let change = |letter: char| {
            if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        text.chars().map(change).collect()
    };
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    format!("{} {turn} {} {en_passant} {} {}", ranks.join("/"), swap(fields[2]), fields[4], fields[5])
}

#[test]
fn the_heuristic_is_the_same_for_both_sides_and_within_its_bounds() {
    visit(GAMES, |game, state| {
        let (_, other) = open(&flipped(&game.format_state(state)), game.chess960);
        let value = game.evaluate(state);
        assert_eq!(game.evaluate(&other), -value, "{state}");
        assert!(value.abs() < game.facts().win);
        assert_eq!(value, game.evaluate(state));
    });
}

#[test]
fn every_move_is_rated_and_the_same_again() {
    visit(GAMES, |game, state| {
        let moves = legal(&game, state);
        let rated = || {
            let mut scores = vec![i32::MIN; moves.len()];
            game.order(state, &moves, &mut scores);
            scores
        };
        let scores = rated();
        assert_eq!(scores, rated());
        assert!(scores.iter().all(|score| score.abs() < 100_000), "{state}");
    });
}
