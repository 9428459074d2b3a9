//! The README of the language: each text in it is a valid game.

use crate::given::{Ini, counts, give};
use ini::Rules;
use plyd_plugin::testing::laws;

const README: &str = include_str!("../../README.md");

fn texts() -> Vec<&'static str> {
    let blocks = README.split("```ini\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn every_text_of_the_readme_is_a_game() {
    for text in texts() {
        if let Err(error) = Rules::read(text) {
            panic!("{error} in\n{text}");
        }
    }
    assert!(texts().len() >= 9);
}

#[test]
fn every_game_of_the_readme_keeps_the_laws() {
    for text in texts() {
        give(text);
        laws::<Ini>(&[("", "")]);
    }
}

#[test]
fn the_readme_has_all_games_of_the_box() {
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games")).expect("a folder") {
        let name = file.expect("a file").file_name();
        assert!(README.contains(&format!("`{}`", name.display())), "{} is missing", name.display());
    }
}

#[test]
fn the_first_text_has_its_counts() {
    let known: Vec<u64> = give(texts()[0]).loaded().perft.iter().map(|known| known.leaves).collect();
    assert_eq!((counts(3), 3), (known.clone(), known.len()));
}
