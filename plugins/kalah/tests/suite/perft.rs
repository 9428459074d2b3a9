//! The counts of `perft.txt`, and those that the library tells.

use crate::plain::Plain;
use kalah::Kalah;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<Kalah> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts().check_shallow(
        |count| count.leaves < 20_000,
        |text, count| Plain::read(text, count.options.contains("EmptyCapture=true")).perft(count.depth),
    );
}
