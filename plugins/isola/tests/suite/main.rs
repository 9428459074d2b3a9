//! The tests of Isola.

mod boards;
mod fairy;
mod laws;
mod plain;
mod rules;
mod search;
mod text;

plyd_plugin::kit! {
    isola::Isola,
    the_laws_hold: [
        ("", "Files=5 Ranks=5"),
        ("", "Files=4 Ranks=4 Pads=false"),
        ("", "Files=2 Ranks=3"),
        ("***1p*/***1**/******/1*1***/1P*1**/1*2**/**1***/**1*** w", ""),
        ("*1p1*/*1*1*/2*2/1P3/***** b", "Pads=false"),
    ],
    the_laws_hold_on_the_usual_board: [("", "")];
    inputs: [("5/5/2P2/5/p4 w", "Pads=false"), ("5/5/2P2/5/4p w", "Pads=false"), ("p4/5/2P2/5/5 w", "Pads=false"), ("4p/5/2P2/5/5 w", "Pads=false"), ("2p2/5/5/5/2P2 w", ""), ("2P2/5/5/5/2p2 w", "")], alike: 0
}

plyd_trials::counts!(isola::Isola, |count| count.leaves < 60_000, |text, count| Plain::read(
    text,
    crate::boards::pads(count.options).is_empty()
)
.perft(count.depth));

plyd_trials::play!(isola::Isola, "");
