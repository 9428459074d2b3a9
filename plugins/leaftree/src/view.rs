//! Views of trees: nodes, the edges between them, and the values of the leaves.

use crate::bound::shown;
use crate::tree::Node;
use crate::{LeafTree, State, in_words};
use plyd_plugin::view::{LONGEST_NAME, Label, Mark, MarkKind, Owner, Shape, Spot, Token, View};
use plyd_plugin::{Game, Move};

/// The maximum number of nodes in a drawing; larger drawings would be unreadable.
const MOST_NODES: usize = 1_024;
/// The vertical distance between two levels of a drawing.
const LEVEL: f64 = 1.5;

/// The view of the whole tree or, if it is too large, of as many levels below the state as fit; `None` if not even the
/// children fit.
pub(crate) fn view(game: &LeafTree, state: &State) -> Option<View> {
    let whole = Levels::below(game, game.root());
    let levels = if whole.is_whole { whole } else { Levels::below(game, *state) };
    let has_children = matches!(game.node(state), Node::Inner(_));
    if has_children && levels.nodes.len() == 1 {
        return None;
    }
    let mut view = levels.drawn(game);
    view.marks.push(Mark::new(MarkKind::Here, [id(state)]));
    Some(view)
}

/// The id of a node: its depth and its place.
pub(crate) fn id(state: &State) -> String {
    format!("{}.{}", state.depth(), state.place())
}

/// The nodes of a drawing, level by level, each level from left to right.
struct Levels {
    nodes: Vec<Drawn>,
    /// Whether the drawing contains all nodes below the first one.
    is_whole: bool,
}

struct Drawn {
    state: State,
    level: u32,
    parent: usize,
}

impl Levels {
    /// Collects as many complete levels below a node as fit.
    fn below(game: &LeafTree, root: State) -> Self {
        let mut nodes = vec![Drawn { state: root, level: 0, parent: 0 }];
        let mut level = 0..1;
        while !level.is_empty() {
            let (begin, depth) = (nodes.len(), nodes[level.start].level + 1);
            for parent in level {
                let Node::Inner(count) = game.node(&nodes[parent].state) else { continue };
                if nodes.len() + count as usize > MOST_NODES {
                    nodes.truncate(begin);
                    return Self { nodes, is_whole: false };
                }
                for number in 0..count {
                    let mut state = nodes[parent].state;
                    game.play(&mut state, Move(number));
                    nodes.push(Drawn { state, level: depth, parent });
                }
            }
            level = begin..nodes.len();
        }
        Self { nodes, is_whole: true }
    }

    /// The centres of the nodes. Each node is centred above its descendants.
    fn centres(&self) -> Vec<[f64; 2]> {
        let mut widths = vec![0.0; self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            // A node without children is one unit wide.
            widths[index] = f64::max(widths[index], 1.0);
            if index > 0 {
                widths[self.nodes[index].parent] += widths[index];
            }
        }
        // The left edge of the next child of each node.
        let mut free = vec![0.0; self.nodes.len()];
        let place = |(index, node): (usize, &Drawn)| {
            let left = if index == 0 { 0.0 } else { free[node.parent] };
            free[node.parent] = left + widths[index];
            free[index] = left;
            [left + widths[index] / 2.0, f64::from(node.level) * LEVEL + 0.5]
        };
        self.nodes.iter().enumerate().map(place).collect()
    }

    fn drawn(&self, game: &LeafTree) -> View {
        let mut view = View::default();
        let centres = self.centres();
        for (index, node) in self.nodes.iter().enumerate() {
            let (state, at) = (&node.state, centres[index]);
            view.spots.push(spot(game, state, at));
            if index > 0 {
                let [x, y] = centres[node.parent];
                view.lines.push([x, y, at[0], at[1]]);
            }
            if let Node::Leaf(value) = game.node(state) {
                view.put(id(state), Token::text(shown(value, game.tree.bound(state.place()))));
            }
            if let Some(name) = game.name(state) {
                view.labels.push(Label::new([at[0], at[1] + 0.6], shortened(name.to_owned())));
            }
        }
        view
    }
}

fn spot(game: &LeafTree, state: &State, at: [f64; 2]) -> Spot {
    let (shape, owner) = match game.node(state) {
        Node::Leaf(_) => (Shape::Leaf, Owner::None),
        Node::Inner(_) => (Shape::Node, game.turn(state).into()),
    };
    let name = match game.path(state).as_slice() {
        [] => "root".to_string(),
        path => format!("path {}", in_words(path)),
    };
    Spot { owner, name: Some(shortened(name)), ..Spot::new(id(state), at, shape) }
}

/// Truncates a name to the maximum length in a view.
fn shortened(name: String) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name;
    }
    name.chars().take(LONGEST_NAME - 3).chain("...".chars()).collect()
}
