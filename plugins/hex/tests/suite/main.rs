//! The tests of hex.

mod boards;
mod laws;
mod open_spiel;
mod plain;
mod rules;
mod solved;
mod text;

plyd_plugin::kit! {
    hex::Hex,
    the_laws_hold: [
        ("", "Size=5"),
        ("", "Size=4 Swap=false"),
        ("", "Size=2"),
        ("", "Size=1"),
        ("XO2X/O1X2/1XO2/2XO1/5 b", ""),
        ("3/1X1/3 b", ""),
    ],
    the_laws_hold_on_the_usual_board: [("", "")];
    inputs: [("", "Size=5"), ("", "Size=4 Swap=false")], alike: 0,
    exchanged: [("", "5/5/5/5/5 b", "Size=5 Swap=false")]
}

plyd_trials::counts!(hex::Hex; long_counts_are_as_known, |count| count.leaves < 60_000, |text, count| Plain::read(
    text,
    crate::boards::has_swap(count.options)
)
.perft(count.depth));

plyd_trials::play!(hex::Hex, "Size=7");
