//! The counts of `perft.txt`, and those that the library tells.

use crate::plain::Plain;
use backgammon::Backgammon;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<Backgammon> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

#[cfg(feature = "long-tests")]
#[test]
fn long_counts_are_as_known() {
    counts().check_long();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts().check_shallow(
        |count| count.leaves < 10_000,
        |text, count| Plain::read(text, !count.options.contains("Opening=any")).perft(count.depth),
    );
}
