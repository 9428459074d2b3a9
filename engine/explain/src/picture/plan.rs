//! A drawing with every figure and text in its place, in pixels: what pictures are made of.

use super::layout::{Extent, NodeGaps, TreeLayout, arrange};
use super::placed::{ASIDE, LINE, PlacedNode, SMALL_TYPE};
use crate::NodeId;
use crate::drawing::{PanelDrawing, Shape};

const GAPS: NodeGaps = NodeGaps { siblings: 14, cousins: 22, levels: (26, 150) };
/// In a tree wider than this, leaves are below each other, to the right of a line from their parent.
const WIDE: i32 = 1_600;
/// The minimum number of a node's leaves for a column.
const MIN_COLUMN: usize = 3;
/// The blank between leaves below each other.
const COLUMN_GAP: i32 = 14;
/// The part of the edge to a leaf in a column that has the marks.
const COLUMN_MARK: i32 = 20;

/// A drawing, laid out from 0, 0; y grows downwards.
pub(crate) struct PictureLayout<'a> {
    pub(crate) drawing: PanelDrawing<'a>,
    pub(crate) nodes: Vec<PlacedNode<'a>>,
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// The nodes that are drawn, in order.
    pub(crate) drawn: Vec<NodeId>,
    layout: TreeLayout,
    /// The place of the line down from the parent of leaves in a column.
    spines: Vec<Option<i32>>,
}

/// The edge to a node.
pub(crate) struct Edge<'a> {
    /// Its corners from the parent down. It crosses no node.
    pub(crate) corners: Vec<(i32, i32)>,
    /// The place of the dot that marks a best child.
    pub(crate) dot: (i32, i32),
    /// The place of the strokes that mark a cut.
    pub(crate) strokes: (i32, i32),
    /// The lines of its text, each with the left end of its base.
    pub(crate) texts: Vec<(i32, i32, &'a str)>,
}

impl<'a> PictureLayout<'a> {
    pub(crate) fn new(drawing: PanelDrawing<'a>) -> Self {
        let count = drawing.explanation.nodes.len();
        let drawn = drawing.in_order();
        let mut nodes: Vec<PlacedNode<'a>> = (0..count).map(|_| PlacedNode::nothing()).collect();
        drawn.iter().for_each(|&id| nodes[id] = PlacedNode::measure(&drawing, id));
        let mut children: Vec<&[NodeId]> = vec![&[]; count];
        drawn.iter().for_each(|&id| children[id] = drawing.children(id));
        let lines = nodes.iter().map(|node| node.edge.len()).max().unwrap_or(0);
        let stub = (lines as i32 * LINE + 5).max(16);
        let of_root = |id: NodeId| if id == 0 { 0 } else { stub };
        let mut extents = vec![Extent::default(); count];
        drawn.iter().for_each(|&id| extents[id] = nodes[id].extent(of_root(id)));
        let mut layout = arrange(&children, &extents, GAPS);
        let mut columns: Vec<NodeId> = Vec::new();
        if layout.width > WIDE {
            let is_leaf = |&child: &NodeId| children[child].is_empty();
            let is_column = |&id: &NodeId| children[id].len() >= MIN_COLUMN && children[id].iter().all(is_leaf);
            columns = drawn.iter().copied().filter(is_column).collect();
            layout = arrange_columns(&children, &nodes, extents, &columns);
        }
        let (width, height, spines) = (layout.width, layout.height, vec![None; count]);
        let mut plan = Self { width, height, nodes, layout, spines, drawn, drawing };
        for id in plan.drawn.clone() {
            let top = plan.layout.levels[plan.drawing.node(id).ply].0;
            (plan.nodes[id].x, plan.nodes[id].y) = (plan.layout.x[id], top + of_root(id));
        }
        columns.into_iter().for_each(|id| plan.place_column(id));
        plan
    }

    /// Places the children of a node below each other.
    fn place_column(&mut self, id: NodeId) {
        let children = self.drawing.children(id);
        let spine = self.layout.x[children[0]];
        let middle = spine + column_middle(&self.nodes, children);
        let mut y = self.layout.levels[self.drawing.node(id).ply + 1].0;
        for &child in children {
            let node = &mut self.nodes[child];
            y += COLUMN_GAP;
            (node.x, node.y, self.spines[child]) = (middle, y, Some(spine));
            y += column_height(node);
        }
    }

    /// The edge to a node; `None` for the root.
    pub(crate) fn edge(&self, id: NodeId) -> Option<Edge<'_>> {
        let node = self.drawing.node(id);
        let (parent, child) = (&self.nodes[node.parent?], &self.nodes[id]);
        let x = self.spines[id].unwrap_or(child.x);
        let from = (parent.x, parent.y + parent.whole_height());
        let turn = (parent.x, self.layout.levels[node.ply - 1].1);
        let end = (x, self.layout.levels[node.ply].0);
        let mut corners = vec![from, turn, end];
        if self.spines[id].is_none() {
            corners.push((x, child.y));
            let texts = child.edge.iter().zip(0..);
            let texts = texts.map(|(text, row)| (x + ASIDE, end.1 + row * LINE + SMALL_TYPE, text.as_str())).collect();
            return Some(Edge { corners, dot: end, strokes: (x, (end.1 + child.y) / 2), texts });
        }
        let y = child.y + child.height() / 2;
        // The side of a triangle is nearer to its middle at half its height.
        let side = if matches!(child.shape, Shape::Leaf | Shape::Chance) { child.half } else { child.half / 2 };
        corners.extend([(x, y), (child.x - side, y)]);
        // One line above the edge, the others below it.
        let texts = child.edge.iter().zip(0..);
        let base = |row: i32| if row == 0 { y - 4 } else { y + row * LINE - 2 };
        let texts = texts.map(|(text, row)| (x + COLUMN_MARK, base(row), text.as_str())).collect();
        let mark = (x + COLUMN_MARK / 2, y);
        Some(Edge { corners, dot: mark, strokes: mark, texts })
    }

    /// All nodes in the order in which their edges are drawn: those last that must not be hidden by others.
    pub(crate) fn edge_order(&self) -> Vec<NodeId> {
        let mut order = self.drawn.clone();
        order.sort_by_key(|&id| self.nodes[id].line);
        order
    }
}

/// Lays out a tree in which the children of some nodes form columns: the first child represents all of a column.
fn arrange_columns(
    children: &[&[NodeId]],
    nodes: &[PlacedNode<'_>],
    mut extents: Vec<Extent>,
    columns: &[NodeId],
) -> TreeLayout {
    let mut first: Vec<&[NodeId]> = children.to_vec();
    for &id in columns {
        let right = column_middle(nodes, children[id]);
        let widest = children[id].iter().map(|&child| nodes[child].right()).max().unwrap_or(0);
        let height = children[id].iter().map(|&child| COLUMN_GAP + column_height(&nodes[child])).sum();
        children[id].iter().for_each(|&child| extents[child] = Extent::default());
        extents[children[id][0]] = Extent { left: 4, right: right + widest, height };
        first[id] = &children[id][..1];
    }
    arrange(&first, &extents, GAPS)
}

/// The distance from the line down from their parent to the middle of the leaves in a column.
fn column_middle(nodes: &[PlacedNode<'_>], children: &[NodeId]) -> i32 {
    let text = children.iter().map(|&child| nodes[child].edge_width()).max().unwrap_or(0);
    let half = children.iter().map(|&child| nodes[child].whole_half()).max().unwrap_or(0);
    COLUMN_MARK + text + ASIDE + half
}

/// The height of a leaf in a column, with the text at its edge.
fn column_height(node: &PlacedNode<'_>) -> i32 {
    let below = node.edge.len().saturating_sub(1) as i32;
    node.whole_height().max(node.height() / 2 + below * LINE + 4)
}
