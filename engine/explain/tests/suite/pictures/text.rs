//! The tree for the terminal.

use super::{all_kinds, drawn};
use plyd_explain::Format;

/// Of each figure, whether it is that of a node that was entered.
const FIGURES: [(char, bool); 6] = [
    ('\u{25b2}', true),
    ('\u{25bc}', true),
    ('\u{25a0}', true),
    ('\u{25b3}', false),
    ('\u{25bd}', false),
    ('\u{25a1}', false),
];

#[test]
fn every_node_has_a_line_hollow_if_it_was_pruned() {
    for explanation in all_kinds() {
        let text = drawn(Format::Text, explanation);
        let tree = text.split("\n\n").next().expect("has a first part");
        let count = |entered: bool| {
            let is_one = |c: &char| FIGURES.iter().any(|&(figure, of_entered)| figure == *c && of_entered == entered);
            tree.chars().filter(is_one).count()
        };
        let pruned = explanation.nodes.iter().filter(|node| node.visits == 0).count();
        assert_eq!(count(false), pruned, "{}", explanation.setup);
        assert_eq!(count(true), explanation.nodes.len() - pruned, "{}", explanation.setup);
        // Two strokes cross the edge to each of the topmost pruned nodes.
        assert_eq!(tree.matches('\u{2573}').count(), explanation.pruned().len(), "{}", explanation.setup);
        // Each node of the principal variation but the root hangs from a thick edge.
        assert_eq!(tree.matches("\u{2501}\u{25cf}").count(), explanation.line().len() - 1, "{}", explanation.setup);
    }
}
