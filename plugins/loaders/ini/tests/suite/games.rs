//! The games shipped with the library: laws and perft counts.

use crate::given::{Ini, give};
use ini::Rules;
use plyd_plugin::testing::{check_features, laws, open, perft};
use plyd_plugin::{Game, LoadedOption, Loader, Plugin};

/// The maximum number of leaves of a count that is checked; without optimisation a million leaves take about a second.
const MOST_LEAVES: u64 = 300_000;

/// Defines a module of tests for each game, with additional setups.
macro_rules! games {
    ($($(#[$when:meta])* $module:ident $file:literal [$($setup:literal),*];)*) => {
        const TEXTS: &[(&str, &str)] = &[$(($file, include_str!(concat!("../../games/", $file, ".ini")))),*];

        $(mod $module {
            use super::*;

            const TEXT: &str = include_str!(concat!("../../games/", $file, ".ini"));

            $(#[$when])*
            #[test]
            fn it_keeps_the_laws() {
                let choices = choices(give(TEXT));
                let mut setups = vec![("", "") $(, ($setup, ""))*];
                if cfg!(feature = "long-tests") {
                    setups.extend(choices.iter().map(|choice| ("", choice.as_str())));
                }
                laws::<Ini>(&setups);
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
                let rules = give(TEXT);
                let known = rules.loaded().perft;
                for choice in choices(rules).iter().map(String::as_str).chain([""]) {
                    let of_choice = known.iter().filter(|known| known.options == choice && known.leaves <= MOST_LEAVES);
                    let (game, state) = open::<Ini>("", choice);
                    let mut count = 0;
                    for known in of_choice {
                        assert_eq!(perft(&game, &state, known.depth), known.leaves, "{choice} {}", known.depth);
                        count += 1;
                    }
                    assert!(count >= 2, "the text has counts, {choice}");
                }
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

/// Lists the choices other than the defaults.
fn choices(rules: &Rules) -> Vec<String> {
    let of_option = |option: LoadedOption| {
        let choices = option.choices.into_iter().skip(1);
        choices.map(move |choice| format!("{}={choice}", option.name))
    };
    rules.loaded().options.into_iter().flat_map(of_option).collect()
}

/// A game shipped as a library provides the languages that all of them must have.
#[test]
fn each_has_its_texts_in_all_languages() {
    let hex = <hex::Hex as Plugin>::ABOUT.expect("it has texts");
    let languages: Vec<&str> = hex.lines().filter(|line| line.starts_with('[') && !line.contains('.')).collect();
    assert!(languages.len() >= 4, "{languages:?}");
    for (file, text) in TEXTS {
        let loaded = Rules::read(text).expect("the game is sound").loaded();
        assert!(loaded.sides.is_some(), "{file} has no sides");
        let about = loaded.about.unwrap_or_default();
        let has = |heading: &str, key: &str| {
            let section = about.split_once(&format!("{heading}\n")).map(|(_, rest)| rest);
            let own = section.and_then(|rest| rest.split("\n[").next()).unwrap_or_default();
            assert!(own.lines().any(|line| line.starts_with(&format!("{key} = "))), "{file} has no {key} in {heading}");
        };
        for heading in &languages {
            // The English names are declared by the library.
            let names: &[&str] = if *heading == "[en]" { &[] } else { &["name", "sides"] };
            names.iter().chain(&["rules", "moves"]).for_each(|key| has(heading, key));
            for option in &loaded.options {
                let heading = format!("{}.options.\"{}\"]", heading.trim_end_matches(']'), option.name);
                ["label", "about"].iter().for_each(|key| has(&heading, key));
            }
        }
    }
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
