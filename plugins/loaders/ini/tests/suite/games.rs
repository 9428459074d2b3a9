//! The games that come with the library: laws and counts.

use crate::given::{Ini, counts, give};
use ini::Rules;
use plyd_plugin::testing::{check_features, laws, open};
use plyd_plugin::{Game, Loader, Plugin};

/// Counts of at most so many leaves are repeated; in a test without optimisation a million takes about a second.
const MOST_LEAVES: u64 = 300_000;

/// A module of tests for each game, with further setups.
macro_rules! games {
    ($($(#[$when:meta])* $module:ident $file:literal [$($setup:literal),*];)*) => {
        const TEXTS: &[(&str, &str)] = &[$(($file, include_str!(concat!("../../games/", $file, ".ini")))),*];

        $(mod $module {
            use super::*;

            const TEXT: &str = include_str!(concat!("../../games/", $file, ".ini"));

            $(#[$when])*
            #[test]
            fn it_keeps_the_laws() {
                give(TEXT);
                laws::<Ini>(&[("", "") $(, ($setup, ""))*]);
            }

            $(#[$when])*
            #[test]
            fn its_inputs_are_those_of_images_too() {
                give(TEXT);
                let (game, start) = open::<Ini>("", "");
                let images = (0..).map_while(|number| game.image(&start, number));
                let mut texts: Vec<String> = images.map(|image| game.format_state(&image)).collect();
                texts.sort();
                texts.dedup();
                let setups: Vec<(&str, &str)> = [""].into_iter().chain(texts.iter().map(String::as_str)).map(|text| (text, "")).collect();
                check_features::<Ini>(&setups, usize::MAX);
            }

            #[test]
            fn its_counts_are_those_of_the_text() {
                let known = give(TEXT).loaded().perft;
                let known: Vec<u64> = known.iter().map(|known| known.leaves).filter(|leaves| *leaves <= MOST_LEAVES).collect();
                assert!(known.len() >= 3, "the text has counts");
                assert_eq!(counts(known.len() as u32), known);
            }
        })*
    };
}
games! {
    achi "achi" ["pPp/P1p/PpP[] w - - 0 5"];
    bagh_chal "bagh-chal" ["t1GGt/1GGGG/GG1GG/GGGG1/tG1Gt[] b - - 0 30"];
    clobber "clobber" [];
    cram "cram" [];
    dao "dao" ["P1pp/2p1/1pP1/P2P b - - 3 9"];
    domineering "domineering" [];
    five_field_kono "five-field-kono" [];
    fox_and_hounds "fox-and-hounds" ["8/8/8/4F3/3h4/8/8/8 b - - 0 1"];
    #[cfg_attr(not(feature = "long-tests"), ignore = "it takes four seconds")]
    hasami_shogi "hasami-shogi" ["3p5/9/9/9/4Pp3/9/6P2/9/9 w - - 3 7"];
    hexapawn "hexapawn" [];
    knightthrough "knightthrough" [];
    konane "konane" [];
    nine_holes "nine-holes" ["P1p/1P1/p1P[p] b - - 0 3"];
    squava "squava" [];
    teeko "teeko" ["PP1P1/5/p1ppp/5/2P2[] w - - 2 9"];
}

#[test]
fn the_library_loads_them() {
    let mut loaded = 0;
    for (file, text) in TEXTS {
        let rules = Rules::read(text).expect("the game is sound");
        assert_eq!(rules.loaded().id, *file);
        loaded += 1;
    }
    assert_eq!(loaded, std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games")).expect("a folder").count());
    assert_eq!(ini::Ini::load("[desktop]\nIcon = a\n"), Ok(None));
    assert!(ini::Ini::load(TEXTS[0].1).expect("the game is sound").is_some());
    assert!(ini::Ini::load(TEXTS[0].1).is_err(), "a library has one game");
}
