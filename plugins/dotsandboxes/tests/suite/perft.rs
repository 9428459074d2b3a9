//! The counts of `perft.txt`, and those that the library tells.

use crate::boards::counts_boxes;
use crate::plain::Plain;
use dotsandboxes::DotsAndBoxes;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<DotsAndBoxes> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

// Up to a minute, so a command of its own: `cargo test --release -p dotsandboxes --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn long_counts_are_as_known() {
    counts().check_long();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts().check_shallow(
        |count| count.leaves < 6_000,
        |text, count| Plain::read(text, counts_boxes(count.options)).perft(count.depth),
    );
}
