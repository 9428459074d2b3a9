//! What searches rely on, in random games of many sizes.

use crate::boards::{BOARDS, count, counts_boxes, games, open, start};
use crate::plain::{Plain, sides};
use dotsandboxes::DotsAndBoxes;
use plyd_plugin::testing::{Keys, after, check_keys_differ, legal, random_games};
use plyd_plugin::{CERTAIN_RATING, Game, LOSING_RATING, Plugin};
use plyd_trials::PlainRules;

#[test]
fn values_are_within_what_the_rest_of_the_game_can_bring() {
    for options in BOARDS {
        random_games(&start(options), 10, |game, state, mv| {
            let plain = Plain::read(&game.format_state(state), counts_boxes(options));
            let (value, difference) = (game.evaluate(state), plain.difference());
            assert!((value - difference).abs() <= plain.count('.'), "{value} in {}", plain.write());
            assert!(value.abs() < game.facts().win);
            if mv.is_none() {
                assert_eq!(value, difference);
            }
        });
    }
}

#[test]
fn values_are_opposite_for_exchanged_players_and_the_same_for_images() {
    for options in BOARDS {
        random_games(&start(options), 3, |game, state, _| {
            let plain = Plain::read(&game.format_state(state), counts_boxes(options));
            let value = |plain: &Plain| {
                let (game, state) = open(&plain.write(), count(options)).unwrap();
                game.evaluate(&state)
            };
            assert_eq!(value(&plain.exchanged()), -game.evaluate(state), "{}", plain.write());
            for image in plain.images() {
                assert_eq!(value(&image), game.evaluate(state), "{} and {}", plain.write(), image.write());
            }
        });
    }
}

/// A text that is the same for positions that go on alike: with the number of Red's boxes in place of their owners.
fn without_owners(plain: &Plain) -> String {
    let text = plain.write();
    let fields: Vec<&str> = text.split(' ').collect();
    format!("{} {} {} {} {}", fields[0], fields[1], plain.count('R'), fields[3], plain.counts_boxes)
}

#[test]
fn keys_are_equal_exactly_for_positions_that_go_on_alike() {
    let mut keys = Keys::default();
    for options in BOARDS {
        random_games(&start(options), 20, |game, state, _| {
            let text = game.format_state(state);
            let (reopened, same) = open(&text, count(options)).unwrap();
            assert_eq!((&same, game.key(state)), (state, reopened.key(&same)), "{text}");
            keys.add(game.key(state), &without_owners(&Plain::read(&text, counts_boxes(options))));
        });
    }
    assert!(keys.count() > 3_000, "{} positions", keys.count());
    check_keys_differ::<DotsAndBoxes>(&[
        "1/1 11 R r",
        "1/1 11 B r",
        "1/1 11 R b",
        "1/1 10 . r",
        "1/0 11 . r",
        "00/00 000 .. r",
        "0/0/0 00/00 ./. r",
    ]);
    // It does not matter who owns which box.
    let key = |setup, options| {
        let (game, state) = open(setup, options).unwrap();
        game.key(&state)
    };
    assert_eq!(key("110/110 1110 RB. r", ""), key("110/110 1110 BR. r", ""));
    assert_ne!(key("110/110 1110 RB. r", ""), key("110/110 1110 RR. r", ""));
    assert_ne!(key("110/110 1110 RB. r", ""), key("110/110 1110 RB. r", "BoxDifference=false"));
}

/// The least text of the images, in each of which a lone vertical line at a corner is made a horizontal one.
fn class(plain: &Plain) -> String {
    let settled = |mut image: Plain| {
        let corners = [(1, 1), (1, image.columns), (image.rows, 1), (image.rows, image.columns)];
        for (row, column) in corners.into_iter().filter(|_| image.rows > 1 && image.columns > 1) {
            let [top, bottom, left, right] = sides(row, column);
            let horizontal = if row == 1 { top } else { bottom };
            let vertical = if column == 1 { left } else { right };
            if image.lines[&vertical] && !image.lines[&horizontal] {
                image.lines.insert(vertical, false);
                image.lines.insert(horizontal, true);
            }
        }
        without_owners(&image)
    };
    plain.images().into_iter().map(settled).min().unwrap()
}

#[test]
fn symmetric_keys_are_equal_exactly_for_images() {
    let mut keys = Keys::default();
    for options in BOARDS {
        random_games(&start(options), games(options, 8), |game, state, _| {
            let plain = Plain::read(&game.format_state(state), counts_boxes(options));
            keys.add(game.symmetric_key(state), &class(&plain));
            for image in plain.images() {
                let (other, same) = open(&image.write(), count(options)).unwrap();
                assert_eq!(other.symmetric_key(&same), game.symmetric_key(state), "{}", image.write());
            }
        });
    }
    assert!(keys.count() > 600, "{} classes", keys.count());
    let key = |setup| {
        let (game, state) = open(setup, "").unwrap();
        game.symmetric_key(&state)
    };
    // The two lines at a corner, and at all corners in turn.
    assert_eq!(key("10/00/00 000/000 ../.. r"), key("00/00/00 100/000 ../.. r"));
    assert_eq!(key("11/00/00 000/000 ../.. r"), key("00/00/00 101/000 ../.. r"));
    assert_eq!(key("11/00/00 000/000 ../.. r"), key("00/00/01 000/100 ../.. r"));
    assert_ne!(key("11/00/00 000/000 ../.. r"), key("10/00/00 100/000 ../.. r"));
}

#[test]
fn positions_with_the_same_symmetric_key_have_the_same_value() {
    // By the search of the game itself to the end, a value that no heuristic enters.
    let (game, root) = start("Rows=2 Columns=2");
    let mut values = std::collections::HashMap::new();
    random_games(&(game, root), 60, |game, state, _| {
        let plain = Plain::read(&game.format_state(state), true);
        let known = *values.entry(game.symmetric_key(state)).or_insert_with(|| rest(&plain));
        if plain.moves().len() <= 5 {
            assert_eq!(rest(&plain), known, "{}", plain.write());
        }
    });
    assert!(values.len() > 60, "{}", values.len());
}

/// The result under best play from Red's view, for positions near the end; 0 for all others.
fn rest(plain: &Plain) -> i32 {
    let moves = plain.moves();
    if moves.is_empty() || moves.len() > 5 {
        return if moves.is_empty() { plain.difference() } else { 0 };
    }
    let values = plain.children().into_iter().map(|child| rest(&child));
    if plain.turn == plyd_plugin::Player::Max { values.max() } else { values.min() }.unwrap()
}

#[test]
fn ratings_put_captures_before_safe_lines_and_these_before_gifts() {
    let (mut captures, mut safe, mut gifts) = (0, 0, 0);
    for options in BOARDS {
        random_games(&start(options), games(options, 6), |game, state, _| {
            let plain = Plain::read(&game.format_state(state), counts_boxes(options));
            let threes = |plain: &Plain| plain.places().into_iter().filter(|at| plain.drawn(at.0, at.1) == 3).count();
            let moves = legal(game, state);
            let mut scores = vec![0; moves.len()];
            game.order(state, &moves, &mut scores);
            for (mv, score) in moves.into_iter().zip(scores) {
                let text = game.format_move(state, mv);
                let child = plain.after(text.clone());
                assert_ne!(score, LOSING_RATING);
                let is_capture = child.turn == plain.turn;
                assert_eq!(score >= CERTAIN_RATING, is_capture, "{text} in {}", plain.write());
                captures += u32::from(is_capture);
                if threes(&plain) == 0 {
                    let is_safe = threes(&child) == 0;
                    assert_eq!(score == 1_000, is_safe, "{text} in {}", plain.write());
                    assert!(is_safe || score < 0);
                    safe += u32::from(is_safe);
                    gifts += u32::from(!is_safe);
                }
            }
        });
    }
    assert!(captures > 300 && safe > 300 && gifts > 300, "{captures} captures, {safe} safe, {gifts} gifts");
}

#[test]
fn smaller_gifts_come_first() {
    // A chain of three boxes, one of one, and one of two; a line between two boxes leaves none of them to be given back.
    let (game, state) = open("111/111/000 0000/0101 .../... r", "").unwrap();
    let moves = legal(&game, &state);
    let mut scores = vec![0; moves.len()];
    game.order(&state, &moves, &mut scores);
    let mut rated: Vec<_> = scores.into_iter().zip(moves).collect();
    rated.sort_by_key(|(score, _)| -score);
    let texts: Vec<String> = rated.into_iter().map(|(_, mv)| game.format_move(&state, mv)).collect();
    assert_eq!(texts.join(" "), "h31 v21 v23 h32 h33 v12 v13 v11 v14");
}

#[test]
fn captures_of_a_chain_that_could_be_left_come_last_of_all_captures() {
    // A chain of three boxes that is open at its left end, and a box alone.
    let (game, state) = open("111/111/000 1000/0011 .../... r", "").unwrap();
    let moves = legal(&game, &state);
    let mut scores = vec![0; moves.len()];
    game.order(&state, &moves, &mut scores);
    let score = |text| scores[moves.iter().position(|mv| game.format_move(&state, *mv) == text).unwrap()];
    assert_eq!((score("h33"), score("v12"), score("v13"), score("v14")), (10_030, 10_020, 4_000, 0));
}

#[test]
fn declared_limits_hold_and_are_reached() {
    let facts = |setup, options| {
        let (game, _) = open(setup, options).unwrap();
        (game.facts().max_moves, game.facts().max_plies)
    };
    assert_eq!(facts("", ""), (40, 40));
    assert_eq!(facts("", "Rows=7 Columns=7"), (112, 112));
    assert_eq!(facts("1/0 10 . r", ""), (2, 2));
    assert_eq!(facts("1/1 11 R r", ""), (1, 1));
    for options in BOARDS {
        let mut plies = 0;
        random_games(&start(options), 10, |game, state, mv| {
            // The room for moves is checked by what lists them.
            plies = if mv.is_some() { plies + 1 } else { 0 };
            assert!(plies <= game.facts().max_plies, "{}", game.format_state(state));
            if let Some(mv) = mv {
                assert!(game.is_irreversible(state, mv));
                assert_eq!(legal(game, &after(game, state, mv)).len() + 1, legal(game, state).len());
            }
        });
    }
}
