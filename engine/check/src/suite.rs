//! The tests, in the order in which they run.

mod abilities;
mod against;
mod arranged;
mod chance;
mod covered;
mod features;
mod games;
mod growth;
mod heuristic;
mod horizon;
mod independence;
mod keys;
mod library;
mod limits;
mod memory;
mod needless;
mod notation;
mod order;
mod parameters;
mod players;
mod repetition;
mod searches;
mod setups;
mod symmetry;
mod touched;
mod view;

use crate::examination::{Examination, TestResult};

pub(super) use needless::needless;

/// One test.
#[derive(Debug)]
pub(super) struct Test {
    /// The name by which it is chosen.
    pub(super) name: &'static str,
    /// The part of a game that it examines.
    pub(super) meaning: &'static str,
    /// Does it.
    pub(super) run: fn(&mut Examination) -> TestResult,
    /// Whether it judges the library: one that only measures finds no fault.
    pub(super) judges: bool,
}

/// The comparison with another library, which is not one of the tests.
pub(super) const AGAINST: Test = Test {
    name: "against",
    meaning: "both libraries have the same positions, moves, turns and outcomes",
    run: against::against,
    judges: true,
};

/// The test without which no other can run.
pub(super) const FIRST: &str = "loads";

macro_rules! tests {
    ($($name:literal $meaning:literal $run:path;)*) => {
        /// All tests.
        pub(super) const ALL: &[Test] = &[$(Test { name: $name, meaning: $meaning, run: $run, judges: !matches!($name.as_bytes(), b"timing") }),*];
    };
}

tests! {
    "loads" "the library loads, its header is valid, and every call gives the same answer" library::loads;
    "extensions" "unknown extensions are refused, and known ids are recognised without a final zero byte" library::extensions;
    "options" "the declared defaults are true, and the values that are tried give a valid game or a reason" library::options;
    "about" "the text about the game can be read, and names options and choices that the game has" library::about;
    "setups" "empty, random, damaged and over-long setups open, or are refused with a reason" setups::setups;
    "games" "in random games, moves are within the limit, unique and stable; exactly the finished games have none" games::games;
    "texts" "the texts of states and moves are read back correctly, and are unique" games::texts;
    "limits" "positions reached from the largest numbers of a setup have texts that can be opened" limits::limits;
    "values" "the heuristic is within its bounds, and the same at every call" games::values;
    "reopened" "a game continues in the same way from a position's text as from the position" repetition::reopened;
    "heuristic" "the heuristic is from the first player's view, regardless of who is to move" heuristic::heuristic;
    "parameters" "numbers of the heuristic change the values of positions, but not the rules" parameters::parameters;
    "chance" "outcomes are no more than declared, their weights above zero, and all values within the bounds" chance::chance;
    "keys" "equal texts have equal keys, and positions that continue differently have different keys" keys::keys;
    "horizon" "draws by counters that aren't part of the key come when the game predicts" horizon::horizon;
    "irreversible" "no earlier position occurs again after an irreversible move" keys::irreversible;
    "repetition" "keys that a repetition rule compares are equal when a position recurs" repetition::repetition;
    "step" "`step` returns the same as `examine` after the move, in any memory, and leaves the parent unchanged" memory::step;
    "buffers" "no bytes are written beyond a buffer, and a lack of room is reported" memory::buffers;
    "states" "instances and states do not disturb each other" independence::states;
    "threads" "several threads on one instance get the same answers" independence::threads;
    "order" "scores depend only on the move and the position, promised losses are losses, and the order changes no value" order::order;
    "noisy" "noisy moves are legal and in the game's order" abilities::noisy;
    "in-check" "`step` and `examine` agree on whether the player to move is in check, and report it only if asked" abilities::in_check;
    "null-move" "after a null move, the other player is to move in a valid position" abilities::null_move;
    "symmetry" "positions with one symmetric key are images of each other" symmetry::symmetry;
    "futility" "the margin of a quiet move is within its bounds, and the same at every call" abilities::futility;
    "winnable" "a player who can no longer win according to the game never wins" horizon::winnable;
    "playout" "random games are the same for the same seed, and reach their ends by legal moves" abilities::playout;
    "features" "inputs of a network are among those declared, seen from the player to move, and symmetric if the rules are" features::features;
    "picture" "the picture is the same at every call" abilities::picture;
    "view" "views obey their rules, and each move has its own gesture, on spots that exist" view::view;
    "notation" "each move has its own word in human notation, which is read back as that move" notation::notation;
    "perft" "the library's own counts of leaves are right" searches::known_counts;
    "algorithms" "minimax, alphabeta and pvs agree" searches::algorithms;
    "timing" "the time of each call" searches::timing;
}
