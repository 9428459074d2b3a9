//! The tests of connect four.

mod boards;
mod fairy;
mod plain;
mod rules;
mod solved;
mod text;

plyd_plugin::kit! {
    cfour::ConnectFour,
    the_laws_hold: [
        ("", ""),
        ("", "Files=4 Ranks=4"),
        ("", "Files=12 Ranks=4"),
        ("", "Files=6 Ranks=9"),
        ("7/7/3p3/2pP3/1PPpP2/1pPPpp1 b", ""),
    ];
    inputs: [("", ""), ("", "Files=6 Ranks=9")], alike: 0
}

plyd_trials::counts!(cfour::ConnectFour; long_counts_are_as_known, |count| count.leaves < 20_000, |text, count| {
    Plain::read(text).perft(count.depth)
});
