//! The tests, in the order in which they run.

mod abilities;
mod games;
mod independence;
mod keys;
mod library;
mod memory;
mod searches;
mod setups;

use super::examination::{Examination, Verdict};

/// One test.
#[derive(Debug)]
pub(super) struct Test {
    /// The name by which it is chosen.
    pub(super) name: &'static str,
    /// The part of a game that it examines.
    pub(super) meaning: &'static str,
    /// Does it.
    pub(super) run: fn(&mut Examination) -> Verdict,
}

/// The test without which no other can run.
pub(super) const FIRST: &str = "loads";

macro_rules! tests {
    ($($name:literal $meaning:literal $run:path;)*) => {
        /// All tests.
        pub(super) const ALL: &[Test] = &[$(Test { name: $name, meaning: $meaning, run: $run }),*];
    };
}

tests! {
    "loads" "the library loads, its header is sane, it says the same at every call" library::loads;
    "extensions" "unknown extensions are refused, known ones are found without a zero byte" library::extensions;
    "options" "the defaults are what they say, every value gives a sound game or a reason" library::options;
    "setups" "empty, random, spoilt and over-long setups open or are refused with a reason" setups::setups;
    "games" "in random games moves are within the limit, unique, steady, and none exactly when finished" games::games;
    "texts" "the texts of states and moves are read as what they were written for, and are unique" games::texts;
    "values" "the heuristic is within its bounds, and the same at every call" games::values;
    "keys" "equal texts have equal keys, and positions that go on differently have different ones" keys::keys;
    "irreversible" "no position comes again after a move that is called irreversible" keys::irreversible;
    "step" "`step` is `examine` after the move, whatever memory it is given, and leaves the parent alone" memory::step;
    "buffers" "nothing is written beyond a buffer, and too little room is told" memory::buffers;
    "states" "instances and states do not disturb each other" independence::states;
    "threads" "several threads on one instance get the same answers" independence::threads;
    "order" "rated moves have the same scores whenever and in whichever order they are rated, and those promised to lose at once do" abilities::order;
    "noisy" "noisy moves are legal and in the game's order" abilities::noisy;
    "null-move" "after a null move the other player is to move in a sound position" abilities::null_move;
    "symmetry" "positions with one symmetric key are images of each other" abilities::symmetry;
    "futility" "the margin of a quiet move is within its bounds, and the same at every call" abilities::futility;
    "picture" "the picture is the same at every call" abilities::picture;
    "perft" "the library's own counts of leaves are right" searches::known_counts;
    "algorithms" "minimax, alphabeta and pvs agree" searches::algorithms;
    "timing" "what the calls take" searches::timing;
}
