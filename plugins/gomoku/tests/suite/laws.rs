//! What searches rely on, in random games of many sizes.

use crate::boards::{BOARDS, is_exact, open, rule, start};
use crate::plain::{Place, Plain};
use gomoku::Gomoku;
use plyd_plugin::testing::{Keys, after, check_keys_differ, legal, list, random_games};
use plyd_plugin::{CERTAIN_RATING, Game, LOSING_RATING, Outcome, Player, Plugin, UNLIKELY_RATING};

#[test]
fn values_are_those_of_the_definition_and_smaller_than_a_win() {
    for options in BOARDS {
        random_games(&start(options), 2, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let text = game.format_state(state);
            let plain = Plain::read(&text, is_exact(options));
            let worth = |player, worth: [i32; 4]| -> i32 {
                plain.lines(player)[1..5].iter().zip(worth).map(|(lines, worth)| lines * worth).sum()
            };
            let turn = plain.turn;
            let two_fives = if plain.wins(turn.other()).len() > 1 { 5_000 } else { 0 };
            let value = worth(turn, [3, 18, 120, 10_000]) - worth(turn.other(), [2, 12, 60, 160]) - two_fives;
            let value = value.clamp(-40_000, 40_000);
            assert_eq!(game.evaluate(state), if turn == Player::Max { value } else { -value }, "{text}");
            assert!(value.abs() < game.facts().win);
        });
    }
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for options in BOARDS {
        random_games(&start(options), 20, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, rule(options)).unwrap();
            assert_eq!(&same, state, "{text}");
            assert_eq!(game.key(state), reopened.key(&same));
            keys.add(game.key(state), &format!("{text} {}", rule(options)));
        });
    }
    assert!(keys.count() > 3_000, "{} positions", keys.count());
    check_keys_differ::<Gomoku>(&[
        "2X2/5/5/5/5 b",
        "2X2/5/5/5/5 w",
        "2O2/5/5/5/5 b",
        "3X1/5/5/5/5 b",
        "5/2X2/5/5/5 b",
        "6/6/2X3/6/6/6 b",
    ]);
    let key = |options| {
        let (game, state) = open("2X2/5/5/5/5 b", options).unwrap();
        game.key(&state)
    };
    assert_ne!(key("Rule=freestyle"), key("Rule=standard"));
}

#[test]
fn images_of_a_position_have_one_symmetric_key_and_one_value_and_no_others_have_it() {
    let mut keys = Keys::default();
    for options in BOARDS {
        random_games(&start(options), 2, |game, state, mv| {
            let text = game.format_state(state);
            let plain = Plain::read(&text, is_exact(options));
            let mut images: Vec<String> = (0..8).map(|number| plain.image(number).write()).collect();
            images.sort();
            for image in &images {
                let (other, same) = open(image, rule(options)).unwrap();
                assert_eq!(other.symmetric_key(&same), game.symmetric_key(state), "{text} {image}");
                assert_eq!(other.outcome(&same), game.outcome(state), "{text} {image}");
                if mv.is_some() {
                    assert_eq!(other.evaluate(&same), game.evaluate(state), "{text} {image}");
                }
            }
            keys.add(game.symmetric_key(state), &format!("{} {}", images[0], rule(options)));
        });
    }
    assert!(keys.count() > 400, "{} classes", keys.count());
}

/// Whether no stone is within two steps of a place.
fn is_far(plain: &Plain, (file, rank): Place) -> bool {
    let steps = || -2..=2;
    let mut near = steps().flat_map(|right| steps().map(move |up| (file + right, rank + up)));
    !near.any(|place| plain.is(place, 'X') || plain.is(place, 'O'))
}

#[test]
fn ratings_and_forcing_moves_know_who_wins_with_the_next_stone() {
    let (mut wins, mut losses, mut forced) = (0, 0, 0);
    for options in ["Size=7", "Size=7 Rule=freestyle", "Size=6", "Size=9"] {
        random_games(&start(options), 4, |game, state, mv| {
            if mv.is_none() {
                return;
            }
            let text = game.format_state(state);
            let plain = Plain::read(&text, is_exact(options));
            let moves = legal(game, state);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            let [own, other] = [plain.turn, plain.turn.other()].map(|player| plain.wins(player));
            let place = |mv| {
                let name = game.format_move(state, mv);
                plain.places().into_iter().find(|place| Plain::name(*place) == name).unwrap()
            };
            for (&mv, score) in moves.iter().zip(scores) {
                let place = place(mv);
                let is_win = own.contains(&place);
                let loses = !is_win && other.iter().any(|threat| *threat != place);
                assert_eq!(score == LOSING_RATING, loses, "{} in {text}", Plain::name(place));
                assert_eq!(score == CERTAIN_RATING, is_win || !loses && other.contains(&place), "{text}");
                if own.is_empty() && other.is_empty() && text.contains('X') {
                    assert_eq!(score == UNLIKELY_RATING, is_far(&plain, place), "{} in {text}", Plain::name(place));
                }
                wins += u32::from(is_win);
                losses += u32::from(loses);
            }
            let noisy: Vec<Place> = list(game, |out| game.noisy(state, out)).into_iter().map(place).collect();
            if !own.is_empty() {
                assert_eq!(noisy, own, "{text}");
            } else if !other.is_empty() {
                assert_eq!(noisy, other, "{text}");
                forced += 1;
            } else {
                // A forcing move is one after which the player threatens to win.
                let threatens = |place: &Place| {
                    let mut child = plain.clone();
                    child.cells.insert(*place, crate::plain::letter(plain.turn));
                    !child.wins(plain.turn).is_empty()
                };
                let mut expected = plain.places();
                expected.retain(|place| plain.is(*place, '.') && threatens(place));
                assert_eq!(noisy, expected, "{text}");
            }
            let mut passed = *state;
            assert_eq!(game.pass(&mut passed), other.is_empty(), "{text}");
        });
    }
    assert!(wins > 20 && losses > 100 && forced > 10, "{wins} wins, {losses} losses, {forced} forced");
}

#[test]
fn declared_limits_hold_and_are_reached() {
    let facts = |setup, options| {
        let (game, _) = open(setup, options).unwrap();
        (game.facts().max_moves, game.facts().max_plies)
    };
    assert_eq!(facts("", ""), (225, 225));
    assert_eq!(facts("", "Size=19"), (361, 361));
    assert_eq!(facts("XXOXX/OOXOO/XXOXX/OOXOO/XXOX1 b", ""), (1, 1));
    assert_eq!(facts("XXOXX/OOXOO/XXOXX/OOXOO/XXOXO b", ""), (1, 1));
    for options in BOARDS {
        let mut plies = 0;
        random_games(&start(options), 5, |game, state, mv| {
            // The room for moves is checked by what lists them.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            assert!(plies <= game.facts().max_plies, "{}", game.format_state(state));
            if let Some(mv) = mv {
                assert!(game.is_irreversible(state, mv));
                assert_eq!(game.turn(&after(game, state, mv)), game.turn(state).player().unwrap().other());
            } else {
                assert_ne!(game.outcome(state), Outcome::Ongoing);
            }
        });
    }
}
