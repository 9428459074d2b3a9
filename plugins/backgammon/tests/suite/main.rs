//! The tests of backgammon.

mod bear_off;
mod boards;
mod judges;
mod laws;
mod plain;
mod rules;
mod text;
mod values;

plyd_plugin::kit! {
    backgammon::Backgammon,
    the_laws_hold: [
        ("", ""),
        ("", "Scoring=wins\nOpening=any\nEvaluate=pips"),
        ("4HPwATDgc/ABMA b 66", "Scoring=wins"),
        // Both players are shut out, so two plays without steps lead back to the same position.
        ("/j4HAAD9OQCAWA w -", ""),
        (&crate::boards::setup(plyd_plugin::Player::Min, &[25, 25, 24, 13, 6, 6], &[6, 6, 5, 5, 4, 3, 3, 20], "-"), ""),
        (&crate::boards::setup(plyd_plugin::Player::Max, &[6, 5, 4, 3, 2, 1], &[6, 6, 6], "-"), "Scoring=wins"),
    ];
    inputs: [("", "")], alike: 0,
    exchanged: [("", "4HPwATDgc/ABMA b", ""), ("4HPwATDgc/ABMA w 66", "4HPwATDgc/ABMA b 66", "")]
}

plyd_trials::counts!(backgammon::Backgammon; long_counts_are_as_known, |count| count.leaves < 10_000, |text, count| {
    Plain::read(text, !count.options.contains("Opening=any")).perft(count.depth)
});

plyd_trials::play!(backgammon::Backgammon, "");
