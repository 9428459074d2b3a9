//! The tests of gomoku.

mod boards;
mod laws;
mod lines;
mod open_spiel;
mod plain;
mod rules;
mod text;

plyd_plugin::kit! {
    gomoku::Gomoku,
    the_laws_hold: [
        ("", "Size=5"),
        ("", "Size=7"),
        ("", "Size=7 Rule=freestyle"),
        ("XXXX3/OOOO3/7/7/7/7/7 b", ""),
        ("XXX1XX1/OO1OO2/7/7/3O3/7/7 w", ""),
        ("XXXXX/O1O1O/5/5/OO3 w", ""),
    ],
    the_laws_hold_on_the_usual_board: [("", "")];
    inputs: [("", "Size=7"), ("", "Size=15")], alike: 0
}

plyd_trials::counts!(gomoku::Gomoku; long_counts_are_as_known, |count| count.leaves < 60_000, |text, count| {
    Plain::read(text, crate::boards::is_exact(count.options)).perft(count.depth)
});

plyd_trials::play!(gomoku::Gomoku, "Size=9");
