//! The counts of `perft.txt`, and those that the library tells.

use crate::plain::Plain;
use morris::Morris;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<Morris> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

// Some minutes, so a command of its own: `cargo test --release -p morris --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn long_counts_are_as_known() {
    counts().check_long();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts().check_shallow(|count| count.leaves < 40_000, |text, count| Plain::read(text).perft(count.depth));
}
