//! Pictures of small trees with one indented line per node.

use crate::bound::shown;
use crate::tree::Node;
use crate::weights::{probability, total};
use crate::{LeafTree, State};
use plyd_plugin::{Game, Move, Turn};

/// The maximum number of nodes in a picture; larger ones would be unreadable. A binary tree of height 5 has 63 nodes.
const MOST_NODES: usize = 64;

/// Draws the tree below a state with one line per node; returns an empty text if the tree is too large.
pub(crate) fn draw(game: &LeafTree, state: &State) -> String {
    let mut lines = Vec::new();
    match add(game, state, String::new(), 0, &mut lines) {
        Some(()) => lines.join("\n"),
        None => String::new(),
    }
}

fn add(game: &LeafTree, state: &State, label: String, indent: usize, lines: &mut Vec<String>) -> Option<()> {
    if lines.len() == MOST_NODES {
        return None;
    }
    let node = game.node(state);
    let content = match (node, state.turn()) {
        (Node::Leaf(value), _) => shown(value, game.tree.bound(state.place())),
        (Node::Inner(_), Turn::Max) => "MAX".to_string(),
        (Node::Inner(_), Turn::Min) => "MIN".to_string(),
        (Node::Inner(_), Turn::Chance) => "CHANCE".to_string(),
    };
    lines.push(format!("{:indent$}{label}{content}", ""));
    if let Node::Inner(count) = node {
        let weights = game.tree.weights(state.place());
        let total = total(weights);
        for number in 0..count {
            let mut child = *state;
            game.play(&mut child, Move(number));
            let label = match state.turn() {
                Turn::Chance => format!("{number} ({}): ", probability(weights[number as usize], total)),
                Turn::Max | Turn::Min => format!("{number}: "),
            };
            add(game, &child, label, indent + 2, lines)?;
        }
    }
    Some(())
}
