//! The laws that searches rely on, in random games.

use crate::open;
use crate::plain::Plain;
use crate::rules::SETUPS;
use ataxx::{Ataxx, PASS};
use plyd_plugin::testing::{Keys, after, check_keys_differ, key_of, legal, move_texts, random_games};
use plyd_plugin::{Game, Outcome, Player, Plugin};
use plyd_trials::PlainRules;

#[test]
fn the_value_is_the_difference_of_stones_and_the_right_to_move() {
    for setup in SETUPS {
        random_games(&open(setup), 20, |game, state, mv| {
            if mv.is_some() {
                let plain = Plain::read(&game.format_state(state));
                let tempo = if plain.turn == Player::Max { 100 } else { -100 };
                assert_eq!(game.evaluate(state), 100 * (plain.count('P') - plain.count('p')) + tempo);
                assert!(game.evaluate(state).abs() < game.facts().win);
            }
        });
    }
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut keys = Keys::default();
    for setup in SETUPS {
        random_games(&open(setup), 50, |game, state, _| {
            let text = Plain::read(&game.format_state(state)).write();
            assert_eq!(game.key(state), key_of::<Ataxx>(&text));
            keys.add(game.key(state), &text);
        });
    }
    assert!(keys.count() > 5_000, "{} positions", keys.count());
    check_keys_differ::<Ataxx>(&[
        "P5p/7/7/7/7/7/p5P w",
        "P5p/7/7/7/7/7/p5P b",
        "p5P/7/7/7/7/7/P5p w",
        "P5p/7/7/3*3/7/7/p5P w",
        "P5p/7/7/3P3/7/7/p5P w",
    ]);
}

/// The position of a text, turned by a quarter and mirrored as often as is said.
fn image(text: &str, turns: u32, mirrors: u32) -> String {
    let mut plain = Plain::read(text);
    for _ in 0..turns {
        let turned = (0..7).map(|rank| (0..7).map(|file| plain.cells[file][6 - rank]).collect()).collect();
        plain.cells = turned;
    }
    for _ in 0..mirrors {
        plain.cells.iter_mut().for_each(|row| row.reverse());
    }
    plain.write()
}

#[test]
fn the_eight_images_of_a_position_have_one_symmetric_key_and_no_others_have_it() {
    let mut keys = Keys::default();
    for setup in SETUPS {
        random_games(&open(setup), 10, |game, state, _| {
            let text = game.format_state(state);
            let mut images: Vec<String> = (0..8).map(|number| image(&text, number % 4, number / 4)).collect();
            for image in &images {
                let (game, same) = open(image);
                assert_eq!(game.symmetric_key(&same), game.symmetric_key(state), "{text} {image}");
                assert_eq!(legal(&game, &same).len(), legal(&game, state).len(), "{text} {image}");
            }
            images.sort();
            keys.add(game.symmetric_key(state), &images[0]);
        });
    }
    assert!(keys.count() > 1_000, "{} classes", keys.count());
}

#[test]
fn clones_cannot_be_undone() {
    let mut passes = 0;
    for setup in SETUPS {
        random_games(&open(setup), 20, |game, state, mv| {
            let Some(mv) = mv else { return };
            assert_eq!(game.is_irreversible(state, mv), game.format_move(state, mv).starts_with("P@"));
            passes += u32::from(mv == PASS);
        });
    }
    assert!(passes > 0, "nobody passed");
}

#[test]
fn plies_left_go_down_with_jumps_and_passes_and_are_set_back_by_clones() {
    let mut drawn = 0;
    let late = ["P5p/7/7/7/7/7/p5P w - - 95 60", "P5p/7/2*1*2/3*3/2*1*2/7/p5P b - - 98 60"];
    for setup in SETUPS.into_iter().chain(late) {
        random_games(&open(setup), 40, |game, state, mv| {
            let (left, text) = (game.plies_left(state), game.format_state(state));
            let quiet: u16 = text.split(' ').nth(4).and_then(|clock| clock.parse().ok()).expect("a clock");
            assert_eq!(left, 100 - quiet.min(100), "{text}");
            assert!(left > 0 || game.outcome(state) != Outcome::Ongoing, "{text}");
            drawn += u32::from(left == 0 && game.outcome(state) == Outcome::Draw);
            let Some(mv) = mv else { return };
            let next = if game.is_irreversible(state, mv) { 100 } else { left.saturating_sub(1) };
            assert_eq!(game.plies_left(&after(game, state, mv)), next, "{text}");
        });
    }
    assert!(drawn > 0, "no game was drawn by the clock");
}

#[test]
fn the_most_gain_comes_first() {
    random_games(&open(""), 20, |game, state, mv| {
        if mv.is_none() || game.outcome(state) != Outcome::Ongoing {
            return;
        }
        let plain = Plain::read(&game.format_state(state));
        let own = if plain.turn == Player::Max { 'P' } else { 'p' };
        let names = move_texts(game, state);
        let gain = |name: &String| plain.after(name.clone()).count(own) - plain.count(own);
        let mut scores = vec![0; names.len()];
        game.order(state, &legal(game, state), &mut scores);
        let best = (0..names.len()).max_by_key(|&place| scores[place]).unwrap();
        assert_eq!(gain(&names[best]), names.iter().map(gain).max().unwrap(), "{}", plain.write());
    });
}
