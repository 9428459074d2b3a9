//! What searches rely on, in random games of many sizes.

use crate::boards::{BOARDS, has_swap, open, start, swap};
use crate::plain::Plain;
use hex::Hex;
use plyd_plugin::testing::{Keys, after, check_keys_differ, legal, random_games};
use plyd_plugin::{CERTAIN_RATING, Game, LOSING_RATING, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

#[test]
fn values_are_those_of_the_definition_and_smaller_than_a_win() {
    for options in ["Size=7", "Size=5 Swap=false", "Size=3", "Size=2"] {
        random_games(&start(options), 6, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let text = game.format_state(state);
            let plain = Plain::read(&text, has_swap(options));
            let worth = |player| {
                let (length, cells) = plain.paths(player);
                6 * cells - 200 * length
            };
            let tempo = if plain.turn == Player::Max { 100 } else { -100 };
            assert_eq!(game.evaluate(state), worth(Player::Max) - worth(Player::Min) + tempo, "{text}");
            assert!(game.evaluate(state).abs() < game.facts().win);
        });
    }
}

#[test]
fn values_are_opposite_in_the_mirror_and_the_same_after_a_half_turn() {
    for options in BOARDS {
        random_games(&start(options), 3, |game, state, mv| {
            let text = game.format_state(state);
            let plain = Plain::read(&text, has_swap(options));
            let [mirrored, turned] = [plain.mirrored(), plain.turned()].map(|image| image.write());
            let (mirror, mirrored) = open(&mirrored, swap(options)).unwrap();
            let (turn, turned) = open(&turned, swap(options)).unwrap();
            if mv.is_some() {
                assert_eq!(game.evaluate(state), -mirror.evaluate(&mirrored), "{text}");
                assert_eq!(game.evaluate(state), turn.evaluate(&turned), "{text}");
            }
            match (game.outcome(state), mirror.outcome(&mirrored)) {
                (Outcome::Win(one), Outcome::Win(other)) => assert_eq!(one, other.other(), "{text}"),
                (one, other) => assert_eq!(one, other, "{text}"),
            }
            assert_eq!(game.outcome(state), turn.outcome(&turned), "{text}");
        });
    }
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for options in BOARDS {
        random_games(&start(options), 20, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, swap(options)).unwrap();
            assert_eq!(&same, state, "{text}");
            assert_eq!(game.key(state), reopened.key(&same));
            keys.add(game.key(state), &format!("{text} {}", swap(options)));
        });
    }
    assert!(keys.count() > 3_000, "{} positions", keys.count());
    check_keys_differ::<Hex>(&[
        "3/1X1/3 b",
        "3/1X1/3 r",
        "3/1O1/3 b",
        "3/X2/3 b",
        "3/3/1X1 b",
        "4/1X2/4/4 b",
        "X b",
        "O b",
    ]);
    let key = |options| {
        let (game, state) = open("3/1X1/3 b", options).unwrap();
        game.key(&state)
    };
    assert_ne!(key("Swap=true"), key("Swap=false"));
}

#[test]
fn a_position_shares_its_symmetric_key_with_its_half_turn_alone() {
    let mut keys = Keys::default();
    for options in BOARDS {
        random_games(&start(options), 10, |game, state, _| {
            let text = game.format_state(state);
            let image = Plain::read(&text, has_swap(options)).turned().write();
            let (other, same) = open(&image, swap(options)).unwrap();
            assert_eq!(other.symmetric_key(&same), game.symmetric_key(state), "{text}");
            keys.add(game.symmetric_key(state), &format!("{} {}", text.min(image), swap(options)));
        });
    }
    assert!(keys.count() > 1_500, "{} classes", keys.count());
}

#[test]
fn ratings_know_who_wins_with_the_next_stone() {
    let (mut wins, mut losses) = (0, 0);
    for options in ["Size=2", "Size=3", "Size=4 Swap=false", "Size=5"] {
        random_games(&start(options), 12, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let plain = Plain::read(&game.format_state(state), has_swap(options));
            let moves = legal(game, state);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            let decides =
                |position: &Plain| position.children().iter().any(|child| child.outcome() != Outcome::Ongoing);
            let can_win = decides(&plain);
            for (mv, score) in moves.into_iter().zip(scores) {
                let text = game.format_move(state, mv);
                let child = plain.after(text.clone());
                let is_win = child.outcome() != Outcome::Ongoing;
                let loses = !is_win && decides(&child);
                assert_eq!(score == LOSING_RATING, loses, "{text} in {}", plain.write());
                if can_win {
                    assert_eq!(score == CERTAIN_RATING, is_win, "{text} in {}", plain.write());
                }
                wins += u32::from(is_win);
                losses += u32::from(loses);
            }
        });
    }
    assert!(wins > 50 && losses > 200, "{wins} wins, {losses} losses");
}

#[test]
fn passing_gives_the_turn_away_but_never_the_swap() {
    for (setup, passes) in [("3/3/3 r", false), ("3/1X1/3 b", false), ("3/1O1/3 r", false), ("3/1XO/3 r", true)] {
        let (game, mut state) = open(setup, "").unwrap();
        let before = state;
        assert_eq!(game.pass(&mut state), passes, "{setup}");
        assert_eq!(state.turn() != before.turn(), passes);
    }
}

#[test]
fn declared_limits_hold_and_are_reached() {
    let facts = |setup, options| {
        let (game, _) = open(setup, options).unwrap();
        (game.facts().max_moves, game.facts().max_plies)
    };
    assert_eq!(facts("", ""), (121, 122));
    assert_eq!(facts("", "Swap=false"), (121, 121));
    assert_eq!(facts("", "Size=19"), (361, 362));
    assert_eq!(facts("3/1X1/3 b", ""), (9, 9));
    assert_eq!(facts("3/1X1/3 r", ""), (8, 8));
    assert_eq!(facts("X r", ""), (1, 1));
    for options in BOARDS {
        let mut plies = 0;
        random_games(&start(options), 10, |game, state, mv| {
            // The room for moves is checked by what lists them.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            assert!(plies <= game.facts().max_plies, "{}", game.format_state(state));
            if let Some(mv) = mv {
                assert!(game.is_irreversible(state, mv));
                assert_eq!(game.turn(&after(game, state, mv)), game.turn(state).player().unwrap().other());
            }
        });
    }
}
