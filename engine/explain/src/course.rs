//! A course in one file: examples and exercises with all that their searches do, the quiz and worksheets. It needs no
//! server, so anyone can host it, or show it within another page.

use crate::explanation::{Explanation, Panel};
use crate::style::Style;
use crate::{ExplainRequest, Worksheet, WorksheetError, html};

/// The examples: trees of textbooks and tutorials first, then one for each thing that can be learned from a tree.
pub(crate) const EXAMPLES: [&str; 20] = [
    "((3 12 8) (2 4 6) (14 5 2))",
    "((3 5 10) (2 a b) (2 7 3))",
    "((3 5) (2 9))",
    "(((3 5) (2 9)) ((12 5) (23 23)))",
    "(((13 8) (24 -5)) ((23 15) (-14 -20)))",
    "((3 5 10) (2 2))",
    // The order of the children: the best one first, and last.
    "((14 5 8) (2 4 6) (3 12 2))",
    "((2 4 6) (3 12 8) (5 14 7))",
    "((6 5 4) (3 2 1) (0 9 8))",
    "((1 2 3) (4 5 6) (7 8 9))",
    // Equal values, which one convention cuts at and the other does not.
    "((4 6) (4 9))",
    "((5 5) (5 5))",
    // MIN begins.
    "MIN((3 12 8) (2 4 6) (14 5 2))",
    // A cut that a bound from two plies above makes.
    "((5 ((4 9) (7 8))) (3 6))",
    "(((10 9) (14 18)) ((5 4) (50 3)))",
    "((((8 7) (3 9)) ((9 8) (2 4))) (((1 8) (8 9)) ((9 9) (3 4))))",
    // Chance.
    "(CHANCE(3 5) CHANCE(2 9))",
    "(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4}) low=1 high=4",
    "(CHANCE((3 5) (2 9)) CHANCE((1 8) (4 6)))",
    // A leaf at the root.
    "(7 2 9)",
];

/// How many exercises a level has.
const OF_LEVEL: u32 = 25;

/// The levels of exercises: the plies and the children of each inner node.
const LEVELS: [(u32, u32); 4] = [(2, 3), (3, 2), (3, 3), (4, 2)];

/// The trees of a course: the examples, and behind them the exercises, in each of which this search cuts. The same seed
/// makes the same ones.
///
/// # Errors
/// The search cuts in hardly any tree.
pub fn course_trees(seed: u64, request: &ExplainRequest) -> Result<Vec<String>, WorksheetError> {
    let mut trees = EXAMPLES.map(str::to_owned).to_vec();
    for (level, (depth, branching)) in (0..).zip(LEVELS) {
        let level = Worksheet { count: OF_LEVEL, seed: seed.wrapping_add(level), depth, branching, cuts: None };
        trees.extend(level.trees(request)?);
    }
    Ok(trees)
}

/// The page of the course, from the searches of its trees.
#[must_use]
pub fn write_course(searches: &[Explanation], style: &Style) -> String {
    let panels: Vec<_> = searches.iter().map(|explanation| Panel { title: "", explanation }).collect();
    html::write_course(&panels, EXAMPLES.len(), style)
}
