//! The tests of go.

mod boards;
mod laws;
mod open_spiel;
mod plain;
mod play;
mod rules;
mod text;
mod values;

plyd_plugin::kit! {
    go::Go,
    the_laws_hold: crate::rules::small();
    inputs: [("", "Size=5"), ("", "Size=9 KomiHalfPoints=0 Suicide=false"), ("", "Size=4 Ko=simple")], alike: 0
}

plyd_trials::counts!(go::Go; long_counts_are_as_known, |count| count.leaves < 6_000, |text, count| Plain::read(
    text,
    count.options
)
.perft(count.depth));
