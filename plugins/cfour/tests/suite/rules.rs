//! Tests of known counts, outcomes, and the invariants of every game, in random games on boards of many sizes.

use crate::boards::{SIZES, empty, open};
use crate::plain::Plain;
use cfour::{ConnectFour, State};
use plyd_plugin::testing::{Keys, after, key_of, legal, list, played, random_games};
use plyd_plugin::{Game, LOSING_RATING, Move, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup, "").unwrap();
    game.outcome(&state)
}

#[test]
fn outcomes_and_moves_are_those_of_the_plain_rules() {
    for (files, ranks) in SIZES {
        let mut plain = Plain::empty(files, ranks);
        random_games(&empty(files, ranks), 300, |game, state, mv| {
            assert_eq!(game.outcome(state), plain.outcome(), "{}", game.format_state(state));
            if let Some(mv) = mv {
                // Cells are numbered up each file, with one extra place above the board.
                let file = |mv: &Move| (mv.0 / (ranks + 1)) as usize;
                let files: Vec<usize> = legal(game, state).iter().map(file).collect();
                assert_eq!(files, plain.moves());
                plain.play(file(&mv));
            } else {
                plain = Plain::empty(files, ranks);
            }
        });
    }
}

#[test]
fn every_line_wins_whoever_is_to_move() {
    for board in [
        "7/7/P6/P6/P6/P6",
        "P6/P6/P6/P6/p6/p6",
        "7/7/7/7/7/PPPP3",
        "7/7/7/7/7/3PPPP",
        "7/7/3P3/2Pp3/1Ppp3/Pppp3",
        "6P/5Pp/4PPp/3Pppp/3pPPP/3pppP",
        "3P3/3pP2/3PpP1/3pppP/3PPpP/3pppP",
        "7/7/P6/pP5/ppP4/pppP3",
    ] {
        for turn in ["w", "b"] {
            assert_eq!(outcome(&format!("{board} {turn}")), Outcome::Win(Player::Max), "{board}");
            let swapped: String = board.chars().map(swap_case).collect();
            assert_eq!(outcome(&format!("{swapped} {turn}")), Outcome::Win(Player::Min), "{swapped}");
        }
    }
    assert_eq!(outcome("7/7/7/7/7/PPP1PPP w"), Outcome::Ongoing);
}

fn swap_case(letter: char) -> char {
    if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

#[test]
fn lines_do_not_wrap_around_the_edges() {
    // The top of one file and the bottom of the next are adjacent in a word, and so are the ends of neighbouring ranks.
    assert_eq!(outcome("P6/P6/P6/p6/p6/pP5 w"), Outcome::Ongoing);
    assert_eq!(outcome("7/7/7/P6/P5P/P4PP w"), Outcome::Ongoing);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let board = "PPPpPPP/pppPppp/PPPpPPP/pppPppp/PPPpPPP/pppPppp";
    assert_eq!(outcome(&format!("{board} w")), Outcome::Draw);
    assert_eq!(outcome(&format!("1{} w", &board[1..])), Outcome::Ongoing);
    assert_eq!(outcome("PPpp/ppPP/PPpp/ppPP b"), Outcome::Draw);
}

#[test]
fn the_value_counts_open_lines() {
    for (files, ranks) in SIZES {
        random_games(&empty(files, ranks), 50, |game, state, mv| {
            if mv.is_some() {
                let value = game.evaluate(state);
                assert_eq!(value, Plain::read(&game.format_state(state)).value(), "{}", game.format_state(state));
                assert!(value.abs() < game.facts().win);
            }
        });
    }
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for (files, ranks) in SIZES {
        random_games(&empty(files, ranks), 300, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, "").unwrap();
            assert_eq!(game.key(state), reopened.key(&same));
            // The text without the counters, which are not part of the position.
            keys.add(game.key(state), text.split(" - ").next().unwrap());
        });
    }
    let key = key_of::<ConnectFour>;
    assert_eq!(key("7/7/7/7/7/3P3 b - - 0 1"), key("7/7/7/7/7/3P3 b - - 7 12"));
    assert_ne!(key("7/7/7/7/7/3P3 b"), key("7/7/7/7/7/3P3 w"));
    assert_ne!(key("7/7/7/7/7/3P3 b"), key("7/7/7/7/7/3p3 b"));
}

#[test]
fn mirrored_games_have_one_symmetric_key_and_one_value() {
    for (files, ranks) in SIZES {
        let (_, mut mirrored) = empty(files, ranks);
        random_games(&empty(files, ranks), 100, |game, state, mv| {
            assert_eq!(game.symmetric_key(state), game.symmetric_key(&mirrored));
            assert_eq!(game.evaluate(state), game.evaluate(&mirrored));
            assert_eq!(game.outcome(state), game.outcome(&mirrored));
            let is_symmetric = *state == mirrored;
            assert_eq!(game.key(state) == game.key(&mirrored), is_symmetric);
            mirrored = match mv {
                // Moves to the same rank in the mirrored file.
                Some(mv) => after(game, &mirrored, Move((files - 1) * (ranks + 1) + 2 * (mv.0 % (ranks + 1)) - mv.0)),
                None => empty(files, ranks).1,
            };
        });
    }
}

#[test]
fn no_position_comes_back_and_the_players_take_turns() {
    random_games(&empty(7, 6), 200, |game, state, mv| {
        let Some(mv) = mv else { return };
        assert!(game.is_irreversible(state, mv));
        assert_eq!(game.turn(&after(game, state, mv)), game.turn(state).player().unwrap().other());
    });
}

#[test]
fn order_and_noisy_moves_know_wins_and_threats() {
    let scores = |game: &ConnectFour, state: &State| {
        let moves = legal(game, state);
        let mut scores = vec![0; moves.len()];
        game.order(state, &moves, &mut scores);
        scores
    };
    let noisy = |game: &ConnectFour, state: &State| list(game, |moves| game.noisy(state, moves));
    random_games(&empty(7, 6), 300, |game, state, mv| {
        if mv.is_none() {
            return;
        }
        let wins = |mv: &Move| matches!(game.outcome(&after(game, state, *mv)), Outcome::Win(_));
        let moves = legal(game, state);
        let scores = scores(game, state);
        let best = (0..moves.len()).max_by_key(|&place| scores[place]).unwrap();
        for (mv, score) in moves.iter().zip(&scores).filter(|(mv, _)| !wins(mv)) {
            let child = after(game, state, *mv);
            let is_over = game.outcome(&child) != Outcome::Ongoing;
            let replies = if is_over { Vec::new() } else { legal(game, &child) };
            let loses =
                replies.iter().any(|reply| matches!(game.outcome(&after(game, &child, *reply)), Outcome::Win(_)));
            assert_eq!(*score == LOSING_RATING, loses, "{} {}", game.format_state(state), game.format_move(state, *mv));
        }
        let winning: Vec<Move> = moves.iter().copied().filter(wins).collect();
        if !winning.is_empty() {
            assert!(wins(&moves[best]), "{}", game.format_state(state));
            assert_eq!(noisy(game, state), winning);
        }
        assert!(noisy(game, state).iter().all(|mv| moves.contains(mv)));
    });
    let (game, start) = empty(7, 6);
    assert_eq!(scores(&game, &start), [0, 1, 2, 3, 2, 1, 0].map(|from_edge| 1_000 * from_edge));
    assert!(noisy(&game, &start).is_empty());
    // O has to stop a1 to d1, and no other move is noisy.
    let state = played(&game, &start, "a a b b c");
    assert_eq!(noisy(&game, &state), [game.parse_move(&state, "d1").unwrap()]);
    assert_eq!(scores(&game, &state).iter().max(), Some(&scores(&game, &state)[3]));
}

#[test]
fn the_declared_facts() {
    let (game, _) = empty(7, 6);
    let facts = game.facts();
    assert_eq!((facts.max_moves, facts.max_plies, facts.win), (7, 42, 10_000));
    assert!(facts.has_key && facts.moves_are_actions && facts.repetition.is_none());
    assert!(facts.abilities.order && facts.abilities.noisy && facts.abilities.symmetry);
    assert!(!facts.abilities.null_move);
}
