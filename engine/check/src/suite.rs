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
    "options" "the declared defaults are true, and every value gives a valid game or a reason" library::options;
    "about" "the text about the game can be read, and names options and choices that the game has" library::about;
    "setups" "empty, random, damaged and over-long setups open, or are refused with a reason" setups::setups;
    "games" "in random games moves are within the limit, unique and stable; exactly the finished games have none" games::games;
    "texts" "the texts of states and moves are read back correctly, and are unique" games::texts;
    "limits" "played on from the largest numbers of a setup, positions have texts that open them" limits::limits;
    "values" "the heuristic is within its bounds, and the same at every call" games::values;
    "reopened" "a game goes on from the text of a position as from the position itself" repetition::reopened;
    "heuristic" "the heuristic is from the first player's view, whoever is to move" heuristic::heuristic;
    "parameters" "numbers of the heuristic change what positions are worth, and no rule" parameters::parameters;
    "chance" "outcomes are no more than declared, their weights above zero, and all values within the bounds" chance::chance;
    "keys" "equal texts have equal keys, and positions that continue differently have different keys" keys::keys;
    "horizon" "draws by counters that keys leave out come when the game says" horizon::horizon;
    "irreversible" "no earlier position occurs again after an irreversible move" keys::irreversible;
    "repetition" "keys that a rule of repetition compares are the same when a position comes back" repetition::repetition;
    "step" "`step` answers as `examine` after the move, in any memory, and leaves the parent unchanged" memory::step;
    "buffers" "nothing is written beyond a buffer, and a lack of room is reported" memory::buffers;
    "states" "instances and states do not disturb each other" independence::states;
    "threads" "several threads on one instance get the same answers" independence::threads;
    "order" "scores depend on move and position alone, promised losses are losses, and the order changes no value" order::order;
    "noisy" "noisy moves are legal and in the game's order" abilities::noisy;
    "in-check" "whether the player to move is in check is told alike by `step` and `examine`, and only if asked" abilities::in_check;
    "null-move" "after a null move the other player is to move in a valid position" abilities::null_move;
    "symmetry" "positions with one symmetric key are images of each other" symmetry::symmetry;
    "futility" "the margin of a quiet move is within its bounds, and the same at every call" abilities::futility;
    "winnable" "a player who cannot win any more, as the game says, never wins" horizon::winnable;
    "playout" "random games are the same for the same seed, and legal moves lead to their ends" abilities::playout;
    "features" "the inputs of a network are those declared, seen by the player to move, and symmetric where the rules are" features::features;
    "picture" "the picture is the same at every call" abilities::picture;
    "view" "views obey their rules, and each move has a gesture of its own, on spots that exist" view::view;
    "notation" "each move has a word of people's notation of its own, which is read back as the move" notation::notation;
    "perft" "the library's own counts of leaves are right" searches::known_counts;
    "algorithms" "minimax, alphabeta and pvs agree" searches::algorithms;
    "timing" "the time of each call" searches::timing;
}
