//! The tests of kalah.

mod boards;
mod laws;
mod oracle;
mod plain;
mod rules;
mod search;
mod text;
mod values;

plyd_plugin::kit! {
    kalah::Kalah,
    the_laws_hold: [
        ("", "House Seed=0 Second Turn=75"),
        ("", "Houses=12 Seeds=10 House Seed=75 Second Turn=75"),
        ("", ""),
        ("", "EmptyCapture=true"),
        ("", "Houses=1 Seeds=127 EmptyCapture=true"),
        ("", "Houses=12 Seeds=10"),
        ("", "Houses=3 Seeds=3"),
        ("1,0,2/3,0,0 b", ""),
    ];
    inputs: [("", ""), ("", "Houses=3 Seeds=9"), ("", "Houses=12 Seeds=10")], alike: 0,
    exchanged: [("", "4,4,4,4,4,4/4,4,4,4,4,4 b", ""), ("1,0,2/3,5,0 w 4 2", "0,5,3/2,0,1 b 2 4", "")]
}

plyd_trials::counts!(kalah::Kalah, |count| count.leaves < 20_000, |text, count| Plain::read(
    text,
    count.options.contains("EmptyCapture=true")
)
.perft(count.depth));
