//! The counts of `perft.txt`, and those that the library tells.

use crate::boards::pads;
use crate::plain::Plain;
use isola::Isola;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<Isola> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts().check_shallow(
        |count| count.leaves < 60_000,
        |text, count| Plain::read(text, pads(count.options).is_empty()).perft(count.depth),
    );
}
