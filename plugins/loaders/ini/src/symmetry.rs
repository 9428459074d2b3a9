//! Detection of the symmetries of the rules, which map the set of compiled lists onto itself.

use crate::goals::Condition;
use crate::grid::{Set, image, step};
use crate::rules::Rules;
use crate::tables::RayKind;

/// The symmetries of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symmetries {
    /// The cell images under each board symmetry except the identity.
    pub(crate) of_board: Vec<Vec<u16>>,
    /// The cell images under which the second player sees the game exactly as the first player does; `None` if the
    /// sides differ.
    pub(crate) exchange: Option<Vec<u16>>,
}

impl Symmetries {
    /// Finds the symmetries of the rules.
    pub(crate) fn of(rules: &Rules) -> Self {
        let identity: Vec<u16> = (0..rules.board.size() as u16).collect();
        let [first, second] = [0, 1].map(|side| fingerprint(rules, side, &identity));
        let images = rules.board.symmetries().iter().map(|symmetry| rules.board.images(*symmetry));
        let images: Vec<Vec<u16>> =
            images.filter(|images| image(images, rules.board.cells) == rules.board.cells).collect();
        let keeps =
            |images: &Vec<u16>| fingerprint(rules, 0, images) == first && fingerprint(rules, 1, images) == second;
        // An exchange must be its own inverse, because it applies in both directions.
        let comes_back =
            |images: &Vec<u16>| images.iter().zip(0..).all(|(image, cell)| images[*image as usize] == cell);
        let exchanges = |images: &Vec<u16>| {
            comes_back(images) && fingerprint(rules, 0, images) == second && fingerprint(rules, 1, images) == first
        };
        let exchange = Some(identity).into_iter().chain(images.clone()).find(exchanges);
        Self { of_board: images.into_iter().filter(keeps).collect(), exchange }
    }
}

/// Lists all rules of a player with the images of their cells, in a canonical order.
fn fingerprint(rules: &Rules, side: usize, images: &[u16]) -> Vec<Vec<u32>> {
    let of = |cell: u32| u32::from(images[cell as usize]);
    let sorted = |set: Set| image(images, set).into_iter();
    let edge = |cell: u32, other: u32| [of(cell).min(of(other)), of(cell).max(of(other))];
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for (number, kind) in (0..).zip(&rules.kinds) {
        for cell in rules.board.cells {
            for captures in [false, true] {
                let steps = sorted(rules.tables.step_set(side, number, cell, captures));
                lists.push([7, number as u32, u32::from(captures), of(cell)].into_iter().chain(steps).collect());
                for ray in rules.tables.rays(side, number, cell, captures) {
                    let (what, over) = match ray.kind {
                        RayKind::Slide => (0, 0),
                        RayKind::Take => (1, 0),
                        RayKind::Hop(over) => (2, over.into()),
                        RayKind::Far => (3, 0),
                    };
                    let mut list = vec![0, number as u32, u32::from(captures), what, over, ray.least, of(cell)];
                    list.extend(rules.tables.cells(ray).iter().map(|cell| of((*cell).into())));
                    lists.push(list);
                }
            }
        }
        if let Some((regions, _)) = &kind.promotion {
            lists.push([1, number as u32].into_iter().chain(sorted(regions[side])).collect());
        }
    }
    if let Some(placing) = &rules.placing {
        lists.push(vec![8, placing.hands.map_or(u32::MAX, |hands| hands[side])]);
        let shapes = placing.shapes.iter().flat_map(|shapes| &shapes[side]);
        lists.extend(shapes.map(|placed| [2].into_iter().chain(sorted(placed.cells)).collect()));
        if placing.gravity {
            let falls = |cell: u32| Some(vec![3, of(cell), of(rules.board.beside(cell, (0, -1))?)]);
            lists.extend(rules.board.cells.into_iter().filter_map(falls));
        }
    }
    for (cell, lines) in (0..).zip(rules.custody.iter().flat_map(|custody| &custody.lines)) {
        let list =
            |line: &Vec<u16>| [4, of(cell)].into_iter().chain(line.iter().map(|cell| of((*cell).into()))).collect();
        lists.extend(lines.iter().map(list));
    }
    let edges = |first: [u32; 2], ways: &[usize], lists: &mut Vec<Vec<u32>>| {
        for (cell, way) in rules.board.cells.into_iter().flat_map(|cell| ways.iter().map(move |way| (cell, *way))) {
            if let Some(other) = rules.board.beside(cell, step(way)) {
                lists.push(first.into_iter().chain(edge(cell, other)).collect());
            }
        }
    };
    let goals = rules.goals.goals.iter().filter(|goal| goal.players[side]);
    for (number, goal) in (0..).zip(goals) {
        let mut begin = vec![5, number, goal.result as u32];
        match &goal.condition {
            Condition::Reach { kinds, all, region } => {
                begin.extend([0, u32::from(*kinds), u32::from(*all)]);
                begin.extend(sorted(region[side]));
            }
            Condition::Left { kinds, most } => begin.extend([1, u32::from(*kinds), *most]),
            Condition::Line { length, exactly, directions } => {
                begin.extend([2, *length, u32::from(*exactly)]);
                edges([6, number], directions, &mut lists);
            }
            Condition::Square => begin.push(3),
            Condition::Connect { ends, steps } => {
                let mut ends = ends.map(|end| sorted(end[side]).collect::<Vec<u32>>());
                ends.sort_unstable();
                begin.extend(ends.into_iter().flat_map(|end| end.into_iter().chain([u32::MAX])));
                edges([6, number], steps, &mut lists);
            }
            Condition::NoMove => begin.push(5),
            Condition::Passes(count) => begin.extend([6, (*count).into()]),
        }
        lists.push(begin);
    }
    lists.sort_unstable();
    // Edges with two directions occur twice.
    lists.dedup();
    lists
}
