//! The tests of othello.

mod boards;
mod endings;
mod fairy;
mod plain;
mod rules;
mod symmetry;
mod text;

plyd_plugin::kit! {
    flipello::Flipello,
    the_laws_hold: [("", ""), ("", "Size=4"), ("", "Size=6 DiscDifference=true"), ("pppP/ppPP/pPPP/4 w", "")];
    inputs: [("", ""), ("6/1p2p1/2PP2/2PP2/1p2p1/6 w", "")], alike: 0,
    exchanged: [("", "8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1", "")]
}

plyd_trials::counts!(
    flipello::Flipello; long_counts_are_as_known,
    |count| count.leaves < 10_000 && count.depth < 9,
    |text, count| { Plain::read(text).perft(count.depth) }
);
