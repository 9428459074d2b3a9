//! Tests of known sequences and outcomes, and of the invariants of every game, in random games on boards of all sizes.

use crate::boards::{SIZES, open, start};
use crate::plain::Plain;
use flipello::{Flipello, PASS, State};
use plyd_plugin::testing::{Keys, after, key_of, legal, list, played, random_games};
use plyd_plugin::{Game, Move, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

fn outcome(setup: &str, options: &str) -> Outcome {
    let (game, state) = open(setup, options).unwrap();
    game.outcome(&state)
}

/// The board and the player to move as text.
fn board(game: &Flipello, state: &State) -> String {
    Plain::read(&game.format_state(state)).write()
}

#[test]
fn outcomes_and_moves_are_those_of_the_plain_rules() {
    for size in SIZES {
        let first = Plain::read(&start(size).0.format_state(&start(size).1));
        let mut plain = first.clone();
        let mut passes = 0;
        random_games(&start(size), 50, |game, state, mv| {
            assert_eq!(board(game, state), plain.write());
            assert_eq!(game.outcome(state), plain.outcome(), "{}", plain.write());
            assert_eq!(legal(game, state), plain.moves(), "{}", plain.write());
            match mv {
                Some(mv) => plain.play(mv),
                None => plain = first.clone(),
            }
            passes += u32::from(mv == Some(PASS));
        });
        assert!(passes >= 10, "{passes} passes on size {size}");
    }
}

#[test]
fn the_counters_of_plies_know_passes() {
    random_games(&start(8), 50, |game, state, mv| {
        let Some(mv) = mv else { return };
        let next = after(game, state, mv);
        assert_eq!(game.turn(&next), game.turn(state).player().unwrap().other());
        let text = game.format_state(&next);
        let clock = text.split_whitespace().nth(4);
        assert_eq!(clock, Some(if mv == PASS { "1" } else { "0" }), "{text}");
    });
}

#[test]
fn the_quickest_game_ends_after_nine_plies_with_all_discs_taken() {
    const MOVES: &str = "e3 f5 e6 f3 g4 d3 e2 f4 c4";
    for (options, outcome) in [("", Outcome::Win(Player::Max)), ("DiscDifference=true", Outcome::Utility(64))] {
        let (game, root) = open("", options).unwrap();
        let state = played(&game, &root, MOVES);
        assert_eq!(board(&game, &state), "8/8/4P3/3PPP2/2PPPPP1/3PPP2/4P3/8 b");
        assert_eq!(game.outcome(&state), outcome);
        assert_eq!(game.parse_move(&state, "0000"), None);
    }
}

#[test]
fn a_game_ends_when_neither_player_can_place_a_disc() {
    // All discs belong to X; the result does not depend on the player to move.
    for turn in ["w", "b"] {
        let setup = format!("8/8/3P4/3PP3/3PP3/8/8/8 {turn}");
        assert_eq!(outcome(&setup, ""), Outcome::Win(Player::Max));
        assert_eq!(outcome(&setup, "DiscDifference=true"), Outcome::Utility(64));
        let setup = setup.replace('P', "p");
        assert_eq!(outcome(&setup, ""), Outcome::Win(Player::Min));
        assert_eq!(outcome(&setup, "DiscDifference=true"), Outcome::Utility(-64));
    }
    // Two squares stay empty and count for the winner.
    assert_eq!(outcome("PPPP/PPPP/PPPP/p1p1 w", "DiscDifference=true"), Outcome::Utility(12));
    assert_eq!(outcome("PPPP/PPPP/pppp/pppp w", ""), Outcome::Draw);
    assert_eq!(outcome("PPPP/PPPP/pppp/pppp b", "DiscDifference=true"), Outcome::Utility(0));
    assert_eq!(outcome("PPPP/PPPP/Pppp/pppp b", "DiscDifference=true"), Outcome::Utility(2));
    assert_eq!(outcome("PPPP/PPPP/Pppp/pppp b", ""), Outcome::Win(Player::Max));
}

#[test]
fn who_cannot_place_a_disc_passes_and_the_other_goes_on() {
    let (game, state) = open("pppP/ppPP/pPPP/4 w", "").unwrap();
    assert_eq!(legal(&game, &state), [PASS]);
    let next = played(&game, &state, "0000");
    assert_eq!(board(&game, &next), "pppP/ppPP/pPPP/4 b");
    assert_eq!(legal(&game, &next), Plain::read("pppP/ppPP/pPPP/4 b").moves());
    assert!(!legal(&game, &next).contains(&PASS));
    // A player who can place a disc must not pass.
    let (game, root) = start(8);
    assert_eq!(game.parse_move(&root, "0000"), None);
    assert_eq!(game.parse_move(&root, "d4d4"), None);
}

#[test]
fn rows_do_not_wrap_around_the_edges() {
    // If rows wrapped around edges, the row from h4 would continue on a5, and the row from a5 downwards on h4.
    let (game, state) = open("8/8/8/pP1PP3/3PP2p/8/8/8 w", "").unwrap();
    assert_eq!(legal(&game, &state), [PASS]);
    let (game, state) = open("8/8/8/p2PP3/3PP1Pp/8/8/8 b", "").unwrap();
    assert_eq!(legal(&game, &state), Plain::read("8/8/8/p2PP3/3PP1Pp/8/8/8 b").moves());
    // The longest run that can be enclosed has six discs.
    let (game, state) = open("8/8/8/3pp3/3pp3/8/8/Pppppppp w", "").unwrap();
    assert_eq!(game.parse_move(&state, "h1"), None);
    let (game, state) = open("8/8/8/3pp3/3pp3/8/8/Ppppppp1 w", "").unwrap();
    assert_eq!(board(&game, &played(&game, &state, "h1")), "8/8/8/3pp3/3pp3/8/8/PPPPPPPP b");
}

#[test]
fn the_value_is_bounded_and_changes_its_sign_with_the_colours() {
    for size in SIZES {
        random_games(&start(size), 20, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let value = game.evaluate(state);
            assert!(value.abs() < game.facts().win);
            let text = board(game, state);
            let swapped: String = text.chars().map(swap_colour).collect();
            let (game, state) = open(&swapped, "").unwrap();
            assert_eq!(game.evaluate(&state), -value, "{text}");
            let (game, state) = open(&text, "DiscDifference=true").unwrap();
            assert_eq!(game.evaluate(&state), value / 100, "{text}");
            assert!(game.evaluate(&state).unsigned_abs() <= size * size);
        });
    }
}

fn swap_colour(letter: char) -> char {
    match letter {
        'P' => 'p',
        'p' => 'P',
        'w' => 'b',
        'b' => 'w',
        other => other,
    }
}

#[test]
fn the_value_knows_corners_and_what_gives_them_away() {
    let value = |setup: &str| {
        let (game, state) = open(setup, "").unwrap();
        game.evaluate(&state)
    };
    // The same discs, except that one is in the corner, diagonally next to it, or farther away.
    let corner = value("8/8/2p5/2pPpP2/3PpP2/2P5/8/P7 b");
    let next = value("8/8/2p5/2pPpP2/3PpP2/2P5/1P6/8 b");
    let farther = value("8/8/2p5/2pPpP2/3PpP2/2P5/8/2P5 b");
    assert!(corner > farther && farther > next, "{corner} {farther} {next}");
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for size in SIZES {
        random_games(&start(size), 50, |game, state, _| {
            let text = board(game, state);
            let (reopened, same) = open(&text, "").unwrap();
            assert_eq!(game.key(state), reopened.key(&same));
            assert_ne!(
                game.key(state),
                open(&text, "DiscDifference=true").map(|(game, state)| game.key(&state)).unwrap()
            );
            keys.add(game.key(state), &text);
        });
    }
    let key = key_of::<Flipello>;
    assert_eq!(key("8/8/8/3pP3/3PPP2/8/8/8 b - - 0 1"), key("8/8/8/3pP3/3PPP2/8/8/8[PPp] b - - 7 12"));
    assert_ne!(key("8/8/8/3pP3/3PPP2/8/8/8 b"), key("8/8/8/3pP3/3PPP2/8/8/8 w"));
}

#[test]
fn no_position_comes_back() {
    random_games(&start(8), 50, |game, state, mv| assert!(mv.is_none_or(|mv| game.is_irreversible(state, mv))));
}

#[test]
fn corners_are_noisy_and_come_first() {
    for size in SIZES {
        let last = size - 1;
        let corners = [0, last, 8 * last, 9 * last];
        random_games(&start(size), 20, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let moves = legal(game, state);
            let noisy = list(game, |noisy| game.noisy(state, noisy));
            let expected: Vec<Move> = moves.iter().copied().filter(|mv| corners.contains(&mv.0)).collect();
            assert_eq!(noisy, expected, "{}", board(game, state));
            let mut scores = vec![i32::MIN; moves.len()];
            game.order(state, &moves, &mut scores);
            let best = (0..moves.len()).max_by_key(|&place| scores[place]).unwrap();
            assert!(expected.is_empty() || expected.contains(&moves[best]), "{}", board(game, state));
        });
    }
    // A disc on b2 gives the corner a1 away.
    let (game, state) = open("8/8/5p2/3pP3/3Pp3/2P5/8/8 b", "").unwrap();
    let moves = legal(&game, &state);
    let mut scores = vec![0; moves.len()];
    game.order(&state, &moves, &mut scores);
    let worst = (0..moves.len()).min_by_key(|&place| scores[place]).unwrap();
    assert_eq!(Some(moves[worst]), game.parse_move(&state, "b2"));
}

#[test]
fn the_declared_facts() {
    for (size, moves, plies) in [(8, 60, 120), (6, 32, 64), (4, 12, 24)] {
        let facts = start(size).0.facts();
        assert_eq!((facts.max_moves, facts.max_plies, facts.win), (moves, plies, 10_000));
        assert!(facts.has_key && facts.moves_are_actions && facts.repetition.is_none());
        assert!(facts.abilities.order && facts.abilities.noisy && facts.abilities.symmetry);
        assert!(!facts.abilities.null_move);
    }
}
