//! The counts of `perft.txt`, and those that the library tells.

use crate::plain::Plain;
use go::Go;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<Go> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

// Some seconds, so a command of its own: `cargo test --release -p go --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn long_counts_are_as_known() {
    counts().check_long();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts()
        .check_shallow(|count| count.leaves < 6_000, |text, count| Plain::read(text, count.options).perft(count.depth));
}
