//! The laws that searches rely on, in random games.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use checkers::Checkers;
use plyd_plugin::testing::{Keys, after, check_keys_differ, key_of, legal, list, random_games};
use plyd_plugin::{Game, Move, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

#[test]
fn values_are_those_of_the_definition_and_change_sides_with_the_colours() {
    for setup in SETUPS {
        random_games(&open(setup), 60, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let text = game.format_state(state);
            let plain = Plain::read(&text);
            let value = game.evaluate(state);
            assert_eq!(value, plain.value(), "{text}");
            let (game, other) = open(&plain.turned());
            assert_eq!(game.evaluate(&other), -value, "{text}");
            assert_eq!(legal(&game, &other).len(), plain.moves().len(), "{text}");
            assert!(value.abs() < game.facts().win);
        });
    }
    let (game, state) = open("B:W32:BK1-12");
    assert!(game.evaluate(&state) < game.facts().win);
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for setup in SETUPS {
        random_games(&open(setup), 60, |game, state, _| {
            let text = game.format_state(state);
            assert_eq!(game.key(state), key_of::<Checkers>(&text));
            keys.add(game.key(state), &Plain::read(&text).picture());
        });
    }
    assert!(keys.count() > 10_000, "{} positions", keys.count());
    assert_eq!(key_of::<Checkers>("B:WK32:BK1"), key_of::<Checkers>("B:WK32:BK1:H40"));
    check_keys_differ::<Checkers>(&[
        "B:W32:B1",
        "W:W32:B1",
        "B:WK32:B1",
        "B:W32:BK1",
        "B:WK32:BK1",
        "B:W31:B1",
        "B:W31:B2",
        "B:W20:B1,K32",
        "B:W20:BK1,K32",
    ]);
}

#[test]
fn captures_and_steps_of_men_cannot_be_undone() {
    let mut undone = 0;
    for setup in SETUPS {
        random_games(&open(setup), 30, |game, state, mv| {
            let Some(mv) = mv else { return };
            let child = after(game, state, mv);
            assert_eq!(game.is_irreversible(state, mv), !game.format_state(&child).contains(":H"));
            assert_eq!(game.turn(&child), game.turn(state).player().unwrap().other());
            undone += u32::from(!game.is_irreversible(state, mv));
        });
    }
    assert!(undone > 100, "only {undone} moves of kings");
}

#[test]
fn plies_left_go_down_with_moves_of_kings_and_are_set_back_by_others() {
    // Two kings a side, so that games are long; near the limit, and with limits of other lengths.
    let late = "W:WK18,K15,K14:BK1,K5:H70";
    let games =
        [("", 80), ("QuietMoves=5", 10), ("QuietMoves=1000", 2_000)].map(|(options, most)| (options, most, late));
    let mut drawn = 0;
    for (options, most, setup) in games.into_iter().chain(SETUPS.map(|setup| ("", 80, setup))) {
        random_games(&plyd_plugin::testing::open::<Checkers>(setup, options), 20, |game, state, mv| {
            let (left, text) = (game.plies_left(state), game.format_state(state));
            let quiet = text.split_once(":H").map_or(0, |(_, clock)| clock.parse().expect("a number follows"));
            assert_eq!(u32::from(left), most - most.min(quiet), "{text}");
            match game.outcome(state) {
                Outcome::Ongoing => assert!(left > 0, "{text}"),
                Outcome::Win(_) => {}
                _ => assert_eq!(left, 0, "{text}"),
            }
            drawn += u32::from(left == 0);
            let Some(mv) = mv else { return };
            let next = if game.is_irreversible(state, mv) { most as u16 } else { left.saturating_sub(1) };
            assert_eq!(game.plies_left(&after(game, state, mv)), next, "{text}");
        });
    }
    assert!(drawn > 10, "{drawn} positions without plies left");
    let (game, state) = plyd_plugin::testing::open::<Checkers>(late, "QuietMoves=0");
    assert!(!game.facts().abilities.horizon && game.plies_left(&state) == u16::MAX);
}

#[test]
fn noisy_moves_are_the_captures_and_those_of_the_most_pieces_are_rated_highest() {
    let mut captures = 0;
    for setup in SETUPS {
        random_games(&open(setup), 30, |game, state, mv| {
            if mv.is_none() || game.outcome(state) != Outcome::Ongoing {
                return;
            }
            let moves = legal(game, state);
            let plain = Plain::read(&game.format_state(state)).moves();
            let noisy: Vec<Move> =
                moves.iter().zip(&plain).filter(|(_, plain)| Plain::captured(plain) > 0).map(|(mv, _)| *mv).collect();
            assert_eq!(list(game, |out| game.noisy(state, out)), noisy);
            captures += usize::from(noisy.len() > 1);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            // The rating grows with the pieces that are captured; kings count for more, but not as much as two men.
            for (one, other) in (0..moves.len()).zip(1..moves.len()) {
                let taken = [one, other].map(|place| Plain::captured(&plain[place]));
                if taken[0] >= taken[1] + 2 {
                    assert!(scores[one] > scores[other], "{}", game.format_state(state));
                }
            }
        });
    }
    assert!(captures > 100, "only {captures} choices of captures");
}

#[test]
fn declared_limits_hold() {
    let mut longest = 0;
    for setup in SETUPS {
        let mut plies = 0;
        random_games(&open(setup), 60, |game, _, mv| {
            // The room for moves is checked by what lists them.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            longest = longest.max(plies);
            assert!(plies <= game.facts().max_plies);
        });
    }
    assert!(longest > 100);
    let facts = open("").0.facts();
    // Twelve men of each with 7, 6 and 5 rows to go, and 24 pieces.
    assert_eq!((facts.max_moves, facts.max_plies, facts.win), (192, (2 * 4 * (7 + 6 + 5) + 24 + 1) * 80, 10_000));
    assert!(facts.has_key && facts.moves_are_actions && !facts.abilities.null_move && !facts.abilities.symmetry);
    assert_eq!(open("").0.turn(&open("").1).player(), Some(Player::Max));
}
