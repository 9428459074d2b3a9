//! The counts of `perft.txt`, and those that the library tells.

use crate::boards::is_exact;
use crate::plain::Plain;
use gomoku::Gomoku;
use plyd_trials::{Counts, PlainRules};

fn counts() -> Counts<Gomoku> {
    Counts::of(include_str!("../../perft.txt"))
}

#[test]
fn counts_are_as_known() {
    counts().check();
}

// Up to a minute, so a command of its own: `cargo test --release -p gomoku --features long-tests`.
#[cfg(feature = "long-tests")]
#[test]
fn long_counts_are_as_known() {
    counts().check_long();
}

#[test]
fn shallow_counts_are_those_of_the_plain_rules() {
    counts().check_shallow(
        |count| count.leaves < 60_000,
        |text, count| Plain::read(text, is_exact(count.options)).perft(count.depth),
    );
}
