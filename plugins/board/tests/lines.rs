//! Rays, groups and hexagons, against the same one cell at a time.

use plyd_board::{
    BoardField, Cells, Direction, Geometry, Hexes, Rays, Sizes, enclosed, flood, groups, is_joined, words,
};
use plyd_plugin::splitmix64;
use std::collections::BTreeSet;

/// Sets of cells of a board: none, all, and random ones of few, half and most of them.
fn samples<const STRIDE: u32, const WORDS: usize>(board: &Geometry<STRIDE, WORDS>) -> Vec<Cells<WORDS>> {
    let mut random = 7;
    let mut samples = vec![Cells::EMPTY, board.cells()];
    for share in [1, 2, 4, 5, 6, 7] {
        let mut chosen = || -> Cells<WORDS> {
            board.cells().into_iter().filter(|_| splitmix64::next(&mut random) % 8 < share).collect()
        };
        samples.extend([chosen(), chosen(), chosen()]);
    }
    samples
}

/// The cells in a direction, one after the other.
fn walk<const STRIDE: u32, const WORDS: usize>(board: &Geometry<STRIDE, WORDS>, from: u32, way: Direction) -> Vec<u32> {
    let steps = (1..).map_while(|steps| board.ahead(from, way, steps));
    let walked: Vec<u32> = steps.collect();
    // One step of a set of one cell says the same.
    let mut here = Cells::of(from);
    for cell in &walked {
        here = board.step(here, way);
        assert_eq!(here, Cells::of(*cell));
    }
    assert!(board.step(here, way).is_empty());
    walked
}

fn check_rays<const STRIDE: u32, const WORDS: usize, const NUMBERS: usize>(board: &Geometry<STRIDE, WORDS>) {
    let rays: Rays<NUMBERS, WORDS> = board.rays();
    for set in samples(board) {
        for from in board.cells() {
            let mut all = Cells::EMPTY;
            for way in Direction::ALL {
                let (ahead, behind) = (walk(board, from, way), walk(board, from, way.opposite()));
                assert_eq!(rays.beyond(from, way), ahead.iter().copied().collect());
                assert_eq!(rays.nearest(from, way, set), ahead.iter().copied().find(|cell| set.contains(*cell)));
                let run = |cells: &[u32]| cells.iter().take_while(|cell| set.contains(**cell)).count();
                let slide: Cells<WORDS> = ahead[..run(&ahead)].iter().copied().collect();
                assert_eq!(rays.slide(from, way, set), slide, "{from} {way:?} {set:?}");
                assert_eq!(rays.row(from, way, set) as usize, 1 + run(&ahead) + run(&behind));
                let line = ahead.iter().chain(&behind).chain([&from]);
                assert_eq!(rays.on_line(from, way, set) as usize, line.filter(|cell| set.contains(**cell)).count());
                for (place, to) in ahead.iter().enumerate() {
                    assert_eq!(rays.between(from, *to, way), ahead[..place].iter().copied().collect());
                }
                let over = ahead.first().is_some_and(|cell| set.contains(*cell));
                let jump: Cells<WORDS> = ahead.get(1).filter(|_| over).into_iter().copied().collect();
                assert_eq!(board.jumps(Cells::of(from), way, set), jump);
                all |= slide;
            }
            assert_eq!(rays.slides(from, &Direction::ALL, set), all);
            let [rook, bishop] = [Direction::STRAIGHT, Direction::DIAGONAL].map(|ways| rays.slides(from, &ways, set));
            assert_eq!((rays.rook(from, set), rays.bishop(from, set), rays.queen(from, set)), (rook, bishop, all));
        }
    }
}

#[test]
fn rays_end_at_edges_and_at_what_is_not_free() {
    check_rays::<8, 1, 64>(&Geometry::new(8, 8));
    check_rays::<8, 1, 64>(&Geometry::new(5, 7));
    check_rays::<1, 1, 5>(&Geometry::new(1, 5));
    check_rays::<10, 2, 100>(&Geometry::new(10, 10));
    check_rays::<11, 2, 110>(&Geometry::new(10, 9));
    check_rays::<13, 3, 169>(&Geometry::new(13, 13));
    // With a hole, and a corner that is missing.
    let board = Geometry::<8>::new(6, 6);
    check_rays::<8, 1, 64>(&board.only(board.cells().without(Cells::of(board.cell(2, 3)).with(0))));
}

#[test]
fn rays_of_the_largest_board_are_a_constant() {
    const GO: Geometry<19, { words(361) }> = Geometry::new(19, 19);
    static RAYS: Rays<361, { words(361) }> = GO.rays();
    let middle = GO.cell(9, 9);
    assert_eq!(RAYS.slides(middle, &Direction::ALL, GO.cells()).len(), 8 * 9);
    assert_eq!(RAYS.nearest(middle, Direction::SouthWest, GO.cells()), Some(GO.cell(8, 8)));
    assert_eq!(RAYS.on_line(0, Direction::NorthEast, GO.cells()), 19);
}

/// The groups of a set, cell by cell, and each with its neighbours.
fn check_groups<const WORDS: usize>(all: Cells<WORDS>, set: Cells<WORDS>, near: impl Fn(Cells<WORDS>) -> Cells<WORDS>) {
    let mut left: BTreeSet<u32> = set.into_iter().collect();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut group, mut waiting) = (Cells::of(first), vec![first]);
        while let Some(cell) = waiting.pop() {
            for next in near(Cells::of(cell)) {
                if left.remove(&next) {
                    group = group.with(next);
                    waiting.push(next);
                }
            }
        }
        found.push(group);
    }
    assert_eq!(groups(set, &near).collect::<Vec<_>>(), found);
    assert_eq!(is_joined(set, &near), found.len() < 2);
    for group in found {
        let start = Cells::of(group.last().expect("a group has a cell"));
        assert_eq!(flood(start, set, &near), group);
        let open = all.without(set);
        let is_free = near(group).meets(open);
        assert_eq!(enclosed(start, set, open, &near), (!is_free).then_some(group));
    }
}

#[test]
fn groups_hang_together_over_edges_corners_and_sides() {
    const BOARD: Geometry<8> = Geometry::new(8, 8);
    const GO: Geometry<19, { words(361) }> = Geometry::new(19, 19);
    const HEX: Hexes<12, { words(132) }> = Hexes::rhombus(11, 11);
    for set in samples(&BOARD) {
        check_groups(BOARD.cells(), set, |set| BOARD.beside(set));
        check_groups(BOARD.cells(), set, |set| BOARD.around(set));
    }
    for set in samples(&GO) {
        check_groups(GO.cells(), set, |set| GO.touched(set));
        assert_eq!(GO.touched(set).without(set), GO.beside(set));
    }
    samples(HEX.grid()).into_iter().for_each(|set| check_groups(HEX.grid().cells(), set, |set| HEX.touched(set)));
}

fn check_hexes<const STRIDE: u32, const WORDS: usize>(board: &Hexes<STRIDE, WORDS>) {
    let grid = board.grid();
    let next = |cell: u32| Hexes::<STRIDE, WORDS>::WAYS.into_iter().filter_map(move |way| grid.ahead(cell, way, 1));
    for cell in grid.cells() {
        let neighbours: Cells<WORDS> = next(cell).collect();
        assert_eq!(board.beside(Cells::of(cell)), neighbours);
        for to in grid.cells() {
            assert_eq!(board.distance(cell, to) == 1, neighbours.contains(to));
            assert_eq!(board.distance(cell, to), board.distance(to, cell));
        }
    }
    for set in samples(grid) {
        assert_eq!(board.touched(set), set.into_iter().flat_map(next).collect());
        let free = grid.cells().without(set);
        for cell in grid.cells() {
            // A bridge is two steps away, over two cells that are both free.
            let is_bridge = |to: &u32| {
                let between = board.beside(Cells::of(cell)) & board.beside(Cells::of(*to));
                board.distance(cell, *to) == 2 && between.len() == 2 && !between.meets(set)
            };
            let bridges: Cells<WORDS> = grid.cells().into_iter().filter(is_bridge).collect();
            assert_eq!(board.bridged(Cells::of(cell), free), bridges | board.beside(Cells::of(cell)));
        }
        const LETTERS: [char; 2] = ['X', 'O'];
        let field = BoardField::new(Sizes::Only(0), Sizes::Only(0), ["X", "O"]);
        let sets = [set, board.touched(set).without(set)];
        assert_eq!(board.read(&field, &board.write(LETTERS, sets), LETTERS), Ok(sets));
    }
    let view = board.with_tokens(|_, _| None);
    view.check().expect("the view is sound");
    // Neighbours are 1 apart on the screen, and no other cells are as near.
    let at = |cell: u32| view.spots.iter().find(|spot| spot.id == grid.name(cell)).expect("each cell is a spot").at;
    for (from, to) in grid.cells().into_iter().flat_map(|from| grid.cells().into_iter().map(move |to| (from, to))) {
        let ([x, y], [to_x, to_y]) = (at(from), at(to));
        assert_eq!((x - to_x).hypot(y - to_y) < 1.01, board.distance(from, to) < 2);
    }
}

#[test]
fn hexagons_have_six_neighbours() {
    check_hexes::<6, 1>(&Hexes::rhombus(5, 5));
    check_hexes::<9, 1>(&Hexes::rhombus(4, 6));
    check_hexes::<2, 1>(&Hexes::rhombus(1, 1));
    check_hexes::<12, 3>(&Hexes::rhombus(11, 11));
    check_hexes::<8, 1>(&Hexes::hexagon(4));
    check_hexes::<10, 2>(&Hexes::hexagon(5));
}

#[test]
fn hexagons_and_rhombuses_have_sides() {
    const BOARD: Hexes<10, 2> = Hexes::hexagon(5);
    let sides = [0, 1, 2, 3, 4, 5].map(|number| BOARD.side(number));
    assert!(sides.iter().all(|side| side.len() == 5));
    assert!((0..6).all(|number| (sides[number] & sides[(number + 1) % 6]).len() == 1), "neighbours share a corner");
    assert_eq!(BOARD.grid().names(sides[4]).join(" "), "e1 f1 g1 h1 i1");
    assert_eq!(BOARD.grid().cells().len(), 61);
    assert_eq!((BOARD.grid().named("a1"), BOARD.grid().named("e1")), (None, Some(4)));
    let rhombus = Hexes::<6>::rhombus(5, 4);
    let grid = rhombus.grid();
    assert_eq!(
        [4, 1, 2, 5].map(|number| rhombus.side(number)),
        [grid.rank(0), grid.rank(3), grid.file(0), grid.file(4)]
    );
    // Each edge is one line, whose points are one after the other.
    for (number, cells) in [(0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5)] {
        let border = BOARD.border(number, plyd_plugin::Player::Max);
        assert_eq!(border.points.len(), 3 * cells);
        let apart = border.points.windows(2).map(|pair| (pair[0][0] - pair[1][0]).hypot(pair[0][1] - pair[1][1]));
        assert!(apart.into_iter().all(|length| length < 0.6), "{number}");
    }
}

#[test]
fn hexagons_are_drawn_and_wrong_rows_are_refused() {
    const BOARD: Hexes<4> = Hexes::hexagon(2);
    let letter = |file, row| ((file, row) == (1, 1)).then_some('X');
    assert_eq!(BOARD.picture(letter), "   a b c\n 1   . .\n  2 . X .\n   3 . .");
    let read = |text| {
        let field = BoardField { counts_excess: true, ..BoardField::new(Sizes::Only(0), Sizes::Only(0), ["X", "O"]) };
        BOARD.read(&field, text, ['X', 'O']).map_err(|error| error.to_string())
    };
    assert_eq!(read("2/1X1/O1"), Ok([Cells::of(BOARD.grid().cell(1, 1)), Cells::of(BOARD.grid().cell(0, 2))]));
    assert_eq!(read("2/3"), Err("the board `2/3` has 2 rows but should have 3".into()));
    assert_eq!(read("2/2/2"), Err("rank 2 of the board, `2`, has 2 squares but should have 3".into()));
    assert_eq!(read("2/3/1x"), Err("unknown piece `x` on rank 3 of the board, square 2: use X or O".into()));
}
