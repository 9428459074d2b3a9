//! The tests that every game has.

use super::{check_playthrough, known_perft};
use crate::Plugin;
use std::fs;

/// Counts of leaves up to this one are repeated: a test without optimisation takes a second for three times as many.
const MOST_LEAVES: u64 = 300_000;
/// The folder of games as files.
const PLAYTHROUGHS: &str = "tests/playthroughs";

/// The tests that every game has, as a module `kit`: the laws in some setups, the counts that the library publishes, and the
/// games of the files in `tests/playthroughs`. It goes into the tests of the crate of the rules.
///
/// Each list of setups, with options, is a test with the name before it. For a game with inputs there follows what
/// [`check_features`](crate::testing::check_features) takes: setups, and the most positions that may have alike inputs. For
/// a game whose players see different things, pairs of a setup and one with the players exchanged follow, with options,
/// for [`check_exchange`](crate::testing::check_exchange).
///
/// ```text
/// plyd_plugin::kit! {
///     breakthrough::Breakthrough,
///     the_laws_hold: [("", ""), ("", "Files=2 Ranks=3")];
///     inputs: [("", "")], alike: 0, exchanged: [("", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP b", "")]
/// }
/// ```
#[macro_export]
macro_rules! kit {
    ($game:ty, $($name:ident: $setups:expr),+ $(,)? $(; inputs: $inputs:expr, alike: $alike:expr $(, exchanged: $exchanged:expr)? )?) => {
        /// The laws that every game keeps, the published counts, and games as files.
        mod kit {
            $(#[test]
            fn $name() {
                $crate::testing::laws::<$game>(&$setups);
            })+

            $(#[test]
            fn inputs_are_symmetric_and_tell_positions_apart() {
                $crate::testing::check_features::<$game>(&$inputs, $alike);
            }

            $(#[test]
            fn both_players_see_the_same_if_they_are_exchanged() {
                for (setup, exchanged, options) in $exchanged {
                    $crate::testing::check_exchange::<$game>(setup, exchanged, options);
                }
            })?)?

            #[test]
            fn the_published_counts_are_right() {
                $crate::testing::check_published_counts::<$game>();
            }

            #[test]
            fn the_games_of_the_files_are_played_as_before() {
                $crate::testing::check_playthroughs::<$game>();
            }
        }
    };
}

/// Repeats the counts that the library publishes and that have few leaves.
///
/// # Panics
/// One differs, or all have many leaves.
pub fn check_published_counts<P: Plugin>() {
    assert!(known_perft::<P>(MOST_LEAVES) > 0 || P::PERFT.is_empty(), "no count has at most {MOST_LEAVES} leaves");
}

/// Plays the games in `tests/playthroughs` as [`check_playthrough`] does.
///
/// # Panics
/// One differs, or there is none.
pub fn check_playthroughs<P: Plugin>() {
    let entries = fs::read_dir(PLAYTHROUGHS).unwrap_or_else(|error| panic!("{PLAYTHROUGHS}: {error}"));
    let paths: Vec<_> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    assert!(!paths.is_empty(), "there is no game in {PLAYTHROUGHS}");
    paths.iter().for_each(check_playthrough::<P>);
}
