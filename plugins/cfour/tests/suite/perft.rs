//! The counts of `perft.txt`, and those that the library tells.

use crate::boards::open;
use crate::plain::Plain;
use cfour::ConnectFour;
use plyd_plugin::Plugin;
use plyd_trials::{Count, assert_tells_only, counts};

fn suite() -> Vec<Count> {
    counts(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    suite().iter().filter(|count| !count.long).for_each(Count::check::<ConnectFour>);
}

// Half a minute, so a command of its own: `cargo test --release -p cfour --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn long_counts_are_as_known() {
    suite().iter().filter(|count| count.long).for_each(Count::check::<ConnectFour>);
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    for count in suite().iter().filter(|count| count.leaves < 20_000) {
        let (game, root) = open(count.setup, count.options).unwrap();
        assert_eq!(Plain::read(&game.format_state(&root)).perft(count.depth), count.leaves);
    }
}

#[test]
fn what_the_library_tells_is_in_the_suite() {
    assert_tells_only::<ConnectFour>(&suite());
}
