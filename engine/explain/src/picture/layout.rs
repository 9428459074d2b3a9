//! The layout of a drawn tree: each level in its own row, each node above the middle of its children, no two closer
//! than wanted. After Reingold and Tilford, "Tidier Drawings of Trees", 1981, for nodes of different widths.

/// The room that a node takes, in pixels, around the point where the edge from above arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) left: i32,
    pub(crate) right: i32,
    pub(crate) height: i32,
}

/// The room between nodes, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeGaps {
    /// Between two children of a node.
    pub(crate) siblings: i32,
    /// Between neighbours of a level that have different parents.
    pub(crate) cousins: i32,
    /// Between two levels, at least and at most: more where edges reach far to the side.
    pub(crate) levels: (i32, i32),
}

/// An edge falls by at least this part of its way to the side, where the gap between the levels may grow so far.
const SLOPE: i32 = 6;

/// A tidy drawing. It begins at 0, 0; y grows downwards.
#[derive(Debug)]
pub(crate) struct TreeLayout {
    /// Of each node, where the edge from above arrives.
    pub(crate) x: Vec<i32>,
    /// Of each level, its upper and lower end.
    pub(crate) levels: Vec<(i32, i32)>,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// Places nodes by their children, the first being the root, parents before their children. Nodes that are no one's
/// children are left out, and must have no height.
pub(crate) fn arrange(children: &[&[usize]], extents: &[Extent], gaps: NodeGaps) -> TreeLayout {
    let count = children.len();
    // Of each node: how far it stands to the right of its parent, and how far its subtree reaches on each level.
    let mut shift = vec![0; count];
    let mut outlines: Vec<Vec<(i32, i32)>> = vec![Vec::new(); count];
    for id in (0..count).rev() {
        let places = place_children(children[id], &mut outlines, gaps);
        let middle = match (places.first(), places.last()) {
            (Some(first), Some(last)) => (first + last) / 2,
            _ => 0,
        };
        let mut outline = vec![(-extents[id].left, extents[id].right)];
        for (&child, place) in children[id].iter().zip(&places) {
            shift[child] = place - middle;
            let below = std::mem::take(&mut outlines[child]);
            for (level, (left, right)) in below.into_iter().enumerate() {
                let (left, right) = (left + shift[child], right + shift[child]);
                match outline.get_mut(level + 1) {
                    Some(reach) => *reach = (reach.0.min(left), reach.1.max(right)),
                    None => outline.push((left, right)),
                }
            }
        }
        outlines[id] = outline;
    }
    let left = outlines[0].iter().map(|reach| reach.0).min().unwrap_or(0);
    let right = outlines[0].iter().map(|reach| reach.1).max().unwrap_or(0);
    let (mut x, mut level) = (vec![-left; count], vec![0; count]);
    // Of each level the height, and how far an edge from it reaches to the side.
    let mut sizes: Vec<(i32, i32)> = vec![(0, 0); outlines[0].len()];
    for id in 0..count {
        let size = &mut sizes[level[id]];
        size.0 = size.0.max(extents[id].height);
        for &child in children[id] {
            size.1 = size.1.max(shift[child].abs());
            (x[child], level[child]) = (x[id] + shift[child], level[id] + 1);
        }
    }
    let mut levels: Vec<(i32, i32)> = Vec::with_capacity(sizes.len());
    let mut y = 0;
    for (height, reach) in sizes {
        levels.push((y, y + height));
        y += height + (reach / SLOPE).clamp(gaps.levels.0, gaps.levels.1);
    }
    let height = levels.last().map_or(0, |level| level.1);
    TreeLayout { x, levels, width: right - left, height }
}

/// Places subtrees beside each other, each as near to those on its left as the gaps allow; the first at 0.
fn place_children(children: &[usize], outlines: &mut [Vec<(i32, i32)>], gaps: NodeGaps) -> Vec<i32> {
    let mut places: Vec<i32> = Vec::with_capacity(children.len());
    // How far those placed so far reach to the right on each level.
    let mut reached: Vec<i32> = Vec::new();
    for &child in children {
        let gap = |level: usize| if level == 0 { gaps.siblings } else { gaps.cousins };
        let outline = &outlines[child];
        let needed = outline.iter().zip(&reached).enumerate();
        let place = needed.map(|(level, (&(left, _), right))| right + gap(level) - left).max().unwrap_or(0);
        for (level, &(_, right)) in outline.iter().enumerate() {
            match reached.get_mut(level) {
                Some(reach) => *reach = place + right,
                None => reached.push(place + right),
            }
        }
        places.push(place);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{Extent, NodeGaps, TreeLayout, arrange};
    use proptest::prelude::*;

    const GAPS: NodeGaps = NodeGaps { siblings: 6, cousins: 10, levels: (30, 50) };

    /// Trees as lists of children: of each node but the root a parent before it, with the sizes of all.
    fn trees() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<Extent>)> {
        let node = (any::<prop::sample::Index>(), 1..60, 1..60, 1..90);
        prop::collection::vec(node, 1..120).prop_map(|nodes| {
            let mut children = vec![Vec::new(); nodes.len()];
            for (id, (parent, ..)) in nodes.iter().enumerate().skip(1) {
                children[parent.index(id)].push(id);
            }
            let extents = nodes.iter().map(|&(_, left, right, height)| Extent { left, right, height }).collect();
            (children, extents)
        })
    }

    fn place(children: &[Vec<usize>], extents: &[Extent]) -> (TreeLayout, Vec<usize>) {
        let slices: Vec<&[usize]> = children.iter().map(Vec::as_slice).collect();
        let mut level = vec![0; children.len()];
        (0..children.len()).for_each(|id| children[id].iter().for_each(|&child| level[child] = level[id] + 1));
        (arrange(&slices, extents, GAPS), level)
    }

    proptest! {
        #[test]
        fn boxes_never_overlap((children, extents) in trees()) {
            let (layout, level) = place(&children, &extents);
            for rank in 0..layout.levels.len() {
                let mut row: Vec<usize> = (0..children.len()).filter(|&id| level[id] == rank).collect();
                row.sort_by_key(|&id| layout.x[id]);
                for pair in row.windows(2) {
                    let ends = layout.x[pair[0]] + extents[pair[0]].right;
                    prop_assert!(ends + GAPS.siblings <= layout.x[pair[1]] - extents[pair[1]].left);
                }
                for id in row {
                    prop_assert!(layout.x[id] >= extents[id].left && layout.x[id] + extents[id].right <= layout.width);
                    prop_assert!(extents[id].height <= layout.levels[rank].1 - layout.levels[rank].0);
                }
            }
            for pair in layout.levels.windows(2) {
                let gap = pair[1].0 - pair[0].1;
                prop_assert!(GAPS.levels.0 <= gap && gap <= GAPS.levels.1);
            }
            prop_assert_eq!(layout.levels.last().map(|level| level.1), Some(layout.height));
        }

        #[test]
        fn parents_stand_above_the_middle_of_their_children_in_order((children, extents) in trees()) {
            let (layout, _) = place(&children, &extents);
            for (id, below) in children.iter().enumerate() {
                prop_assert!(below.windows(2).all(|pair| layout.x[pair[0]] < layout.x[pair[1]]));
                if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
                    prop_assert!((layout.x[first] + layout.x[last] - 2 * layout.x[id]).abs() <= 1);
                }
            }
        }
    }

    #[test]
    fn no_room_is_wasted() {
        // A root with two leaves: just the gap between them, and the root above its middle.
        let small = Extent { left: 10, right: 10, height: 20 };
        let (layout, _) = place(&[vec![1, 2], vec![], vec![]], &[small; 3]);
        assert_eq!((layout.width, layout.height), (20 + 6 + 20, 20 + 30 + 20));
        assert_eq!(layout.x, [23, 10, 36]);
    }
}
