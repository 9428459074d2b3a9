//! The tests of breakthrough.

mod boards;
mod fairy;
mod laws;
mod plain;
mod rules;
mod search;
mod text;

plyd_plugin::kit! {
    breakthrough::Breakthrough,
    the_laws_hold: [
        ("", "Defended=50 Loose=0 Race=0"),
        ("", "Defended=0 Loose=100 Race=4000"),
        ("", ""),
        ("", "Files=2 Ranks=3"),
        ("", "Files=5 Ranks=6"),
        ("8/8/2p5/p5pp/P5pp/6pp/8/8 w", ""),
    ];
    inputs: [("", ""), ("", "Files=5 Ranks=6")], alike: 0,
    exchanged: [("", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP b", "")]
}

plyd_trials::counts!(
    breakthrough::Breakthrough; long_counts_are_as_known,
    |count| count.leaves < 20_000,
    |text, count| { Plain::read(text).perft(count.depth) }
);
