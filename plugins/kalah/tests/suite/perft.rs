//! The counts of `perft.txt`, and those that the library tells.

use crate::boards::open;
use crate::plain::Plain;
use kalah::Kalah;
use plyd_plugin::Plugin;
use plyd_trials::{Count, assert_tells_only, counts};

fn suite() -> Vec<Count> {
    counts(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    suite().iter().for_each(Count::check::<Kalah>);
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    for count in suite().iter().filter(|count| count.leaves < 20_000) {
        let (game, root) = open(count.setup, count.options).unwrap();
        let plain = Plain::read(&game.format_state(&root), count.options.contains("EmptyCapture=true"));
        assert_eq!(plain.perft(count.depth), count.leaves, "`{}` `{}`", count.setup, count.options);
    }
}

#[test]
fn what_the_library_tells_is_in_the_suite() {
    assert_tells_only::<Kalah>(&suite());
}
