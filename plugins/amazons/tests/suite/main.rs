//! The tests of the Game of the Amazons.

mod boards;
mod fairy;
mod laws;
mod lines;
mod plain;
mod ratings;
mod rules;
mod search;
mod text;

plyd_plugin::kit! {
    amazons::Amazons,
    the_laws_hold: [
        ("", "Size=5"),
        ("q2q/1*2/Q2Q b", ""),
        ("***q**2**/**1***Q1**/1*6*1 w", ""),
        ("q2*1Q3q w", ""),
        ("qQ w", ""),
    ],
    the_laws_hold_on_the_usual_boards: [("", "Size=6"), ("", "")];
    inputs: [("q3q/5/2Q2/5/q3q w", ""), ("q2q/4/1Q2/4/4 w", "")], alike: 0
}

plyd_trials::counts!(amazons::Amazons, |count| count.leaves < 60_000, |text, count| Plain::read(text)
    .perft(count.depth));

plyd_trials::play!(amazons::Amazons, "Size=6");
