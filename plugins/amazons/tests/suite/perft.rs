//! The counts of `perft.txt`, and those that the library tells.

use crate::plain::Plain;
use amazons::Amazons;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<Amazons> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts().check_shallow(|count| count.leaves < 60_000, |text, count| Plain::read(text).perft(count.depth));
}
