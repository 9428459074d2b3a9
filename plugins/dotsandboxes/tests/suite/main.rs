//! The tests of dots and boxes.

mod boards;
mod endings;
mod laws;
mod open_spiel;
mod plain;
mod rules;
mod text;
mod values;

plyd_plugin::kit! {
    dotsandboxes::DotsAndBoxes,
    the_laws_hold: [
        ("", "Rows=3 Columns=3"),
        ("", "Rows=2 Columns=3 BoxDifference=false"),
        ("", "Rows=1 Columns=4"),
        ("", "Rows=5 Columns=1 BoxDifference=false"),
        ("", "Rows=1 Columns=1"),
        ("111/100/101/111 1101/1001/1011 R../.../..B b", ""),
        ("110/011/111 1100/1111 .../.BR r", "BoxDifference=false"),
    ],
    the_laws_hold_on_the_usual_board: [("", "")];
    inputs: [("", "Rows=3 Columns=3"), ("", "Rows=2 Columns=3 BoxDifference=false"), ("", "Rows=7 Columns=7")], alike: 0,
    exchanged: [("110/111/011 1100/0011 R../..B b", "110/111/011 1100/0011 B../..R r", ""), ("110/111/011 1111/0011 RR./..B b", "110/111/011 1111/0011 BB./..R r", "")]
}

plyd_trials::counts!(
    dotsandboxes::DotsAndBoxes; long_counts_are_as_known,
    |count| count.leaves < 6_000,
    |text, count| { Plain::read(text, crate::boards::counts_boxes(count.options)).perft(count.depth) }
);

plyd_trials::play!(dotsandboxes::DotsAndBoxes, "BoxDifference=false");
