//! Sets, steps, neighbourhoods and symmetries on boards of many sizes, against the same on lists of files and ranks.

use plyd_board::{Cells, Direction, Geometry, Symmetry, words};
use plyd_plugin::splitmix64;
use std::collections::BTreeSet;

/// Files and ranks of cells.
type Places = BTreeSet<(i32, i32)>;

/// A board, and a generator of sets on it.
struct Trial<const STRIDE: u32, const WORDS: usize = 1> {
    grid: Geometry<STRIDE, WORDS>,
    random: u64,
}

impl<const STRIDE: u32, const WORDS: usize> Trial<STRIDE, WORDS> {
    fn new(files: u32, ranks: u32) -> Self {
        Self { grid: Geometry::new(files, ranks), random: 1 }
    }

    fn size(&self) -> (i32, i32) {
        (self.grid.files() as i32, self.grid.ranks() as i32)
    }

    fn has(&self, (file, rank): (i32, i32)) -> bool {
        let (files, ranks) = self.size();
        (0..files).contains(&file) && (0..ranks).contains(&rank)
    }

    fn places(&self) -> Places {
        let (files, ranks) = self.size();
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
    }

    fn cells(&self, places: &Places) -> Cells<WORDS> {
        places.iter().map(|(file, rank)| self.grid.cell(*file as u32, *rank as u32)).collect()
    }

    /// Sets of few cells, of about half, of nearly all; none; all; and each cell alone.
    fn samples(&mut self) -> Vec<Places> {
        let all = self.places();
        let mut samples = vec![Places::new(), all.clone()];
        samples.extend(all.iter().map(|place| Places::from([*place])));
        for share in [1, 4, 7] {
            for _ in 0..10 {
                let random = &mut self.random;
                let mut chosen = || {
                    *random += 1;
                    splitmix64::mixed(*random) % 8 < share
                };
                samples.push(all.iter().filter(|_| chosen()).copied().collect());
            }
        }
        samples
    }

    /// The places on the board that some steps from the set lead to.
    fn reached(&self, places: &Places, steps: &[(i32, i32)]) -> Places {
        let from = |(file, rank): &(i32, i32)| steps.iter().map(move |(right, up)| (file + right, rank + up)).collect();
        places.iter().flat_map(|place| -> Vec<(i32, i32)> { from(place) }).filter(|place| self.has(*place)).collect()
    }

    fn check(&mut self) {
        let all = self.places();
        assert_eq!(self.grid.cells(), self.cells(&all));
        for places in self.samples() {
            let set = self.cells(&places);
            self.check_set(&places, set);
            self.check_steps(&places, set);
            self.check_within(&places, set);
            self.check_symmetries(&places, set);
        }
        self.check_rings();
        self.check_names();
    }

    fn check_set(&self, places: &Places, set: Cells<WORDS>) {
        let mut cells: Vec<u32> = places.iter().map(|(file, rank)| STRIDE * *rank as u32 + *file as u32).collect();
        cells.sort_unstable();
        assert_eq!(set.into_iter().collect::<Vec<u32>>(), cells);
        assert_eq!(set.into_iter().len(), cells.len());
        assert_eq!((set.len() as usize, set.first()), (cells.len(), cells.first().copied()));
        assert_eq!(set.is_empty(), cells.is_empty());
        assert!((0..64 * WORDS as u32 + 70).all(|cell| set.contains(cell) == cells.contains(&cell)));
        let rest = self.grid.cells().without(set);
        assert_eq!((rest | set, rest & set, rest ^ set), (self.grid.cells(), Cells::EMPTY, self.grid.cells()));
        assert_eq!(!set & self.grid.cells(), rest);
        assert!(!set.meets(rest) && set.meets(self.grid.cells()) != set.is_empty());
        for places in [0, 1, 7, 63, 64, 65, 200, 64 * WORDS as u32, 1_000] {
            let up: Vec<u32> =
                cells.iter().map(|cell| cell + places).filter(|cell| *cell < 64 * WORDS as u32).collect();
            let down: Vec<u32> = cells.iter().filter_map(|cell| cell.checked_sub(places)).collect();
            assert_eq!((set << places).into_iter().collect::<Vec<u32>>(), up, "{places}");
            assert_eq!((set >> places).into_iter().collect::<Vec<u32>>(), down, "{places}");
        }
    }

    fn check_steps(&self, places: &Places, set: Cells<WORDS>) {
        for direction in Direction::ALL {
            let expected = self.reached(places, &[direction.step()]);
            assert_eq!(self.grid.step(set, direction), self.cells(&expected), "{direction:?} {:?}", self.size());
        }
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let minus = |reached: Places| self.cells(&reached.difference(places).copied().collect());
        assert_eq!(self.grid.beside(set), minus(self.reached(places, &straight)));
        assert_eq!(self.grid.around(set), minus(self.reached(places, &Direction::ALL.map(Direction::step))));
    }

    fn check_within(&self, places: &Places, set: Cells<WORDS>) {
        let mut reached = places.clone();
        for steps in 0..4 {
            assert_eq!(self.grid.within(set, steps), self.cells(&reached), "{steps} {:?}", self.size());
            reached.extend(self.reached(&reached.clone(), &Direction::ALL.map(Direction::step)));
        }
    }

    /// The place that a symmetry brings another one to, by its name.
    fn image(&self, symmetry: Symmetry, (file, rank): (i32, i32)) -> (i32, i32) {
        let (last_file, last_rank) = (self.size().0 - 1, self.size().1 - 1);
        match symmetry {
            Symmetry::Mirror => (last_file - file, rank),
            Symmetry::Flip => (file, last_rank - rank),
            Symmetry::HalfTurn => (last_file - file, last_rank - rank),
            Symmetry::Transpose => (rank, file),
            Symmetry::AntiTranspose => (last_rank - rank, last_file - file),
            // From the lower left to the upper left, from there to the upper right.
            Symmetry::QuarterTurn => (rank, last_rank - file),
            Symmetry::QuarterTurnBack => (last_file - rank, file),
        }
    }

    fn check_symmetries(&self, places: &Places, set: Cells<WORDS>) {
        let square = self.grid.files() == self.grid.ranks();
        assert_eq!(self.grid.symmetries().len(), if square { 7 } else { 3 });
        let mut least = [set, self.grid.step(set, Direction::North)];
        let images = self.grid.symmetries().iter().map(|symmetry| {
            let expected: Places = places.iter().map(|place| self.image(*symmetry, *place)).collect();
            assert!(expected.iter().all(|place| self.has(*place)));
            assert_eq!(self.grid.image(*symmetry, set), self.cells(&expected), "{symmetry:?} {:?}", self.size());
            least = least.min([set, self.grid.step(set, Direction::North)].map(|set| self.grid.image(*symmetry, set)));
            *symmetry
        });
        let images: Vec<Symmetry> = images.collect();
        let pair = [set, self.grid.step(set, Direction::North)];
        for symmetry in images {
            assert_eq!(self.grid.least_image(pair.map(|set| self.grid.image(symmetry, set))), least, "{symmetry:?}");
        }
        assert_eq!(self.grid.least_image(pair), least);
    }

    fn check_rings(&self) {
        let places = self.places();
        for distance in 0..4 {
            let rings = self.grid.rings::<448>(distance);
            for (number, ring) in (0..).zip(rings) {
                let (file, rank) = self.grid.place(number);
                let from = (file as i32, rank as i32);
                let apart = |place: &(i32, i32)| (place.0 - from.0).abs().max((place.1 - from.1).abs());
                let far: Places = places.iter().filter(|place| apart(place) == distance as i32).copied().collect();
                let expected = if places.contains(&from) { self.cells(&far) } else { Cells::EMPTY };
                assert_eq!(ring, expected, "{distance} from {from:?} of {:?}", self.size());
            }
        }
    }

    fn check_names(&self) {
        let (files, ranks) = (self.grid.files(), self.grid.ranks());
        for (file, rank) in (0..=files).flat_map(|file| (0..=ranks).map(move |rank| (file, rank))) {
            let name = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            let cell = (file < files && rank < ranks).then(|| self.grid.cell(file, rank));
            assert_eq!(self.grid.named(&name), cell, "{name}");
            if let Some(cell) = cell {
                assert_eq!(self.grid.name(cell), name);
                assert_eq!(self.grid.place(cell), (file, rank));
                assert!(self.grid.file(file).contains(cell) && self.grid.rank(rank).contains(cell));
            }
        }
        assert!((0..files).all(|file| self.grid.file(file).len() == ranks));
        assert!((0..ranks).all(|rank| self.grid.rank(rank).len() == files));
    }
}

#[test]
fn boards_of_one_word() {
    Trial::<1>::new(1, 1).check();
    Trial::<8>::new(1, 1).check();
    Trial::<3>::new(3, 3).check();
    Trial::<7>::new(7, 7).check();
    Trial::<8>::new(8, 8).check();
    Trial::<8>::new(7, 7).check();
    Trial::<8>::new(5, 8).check();
    Trial::<8>::new(8, 3).check();
    Trial::<8>::new(1, 8).check();
    Trial::<26>::new(26, 2).check();
    Trial::<1>::new(1, 64).check();
}

#[test]
fn boards_of_two_words() {
    Trial::<9, { words(81) }>::new(9, 9).check();
    Trial::<10, { words(100) }>::new(10, 10).check();
    Trial::<16, 2>::new(11, 8).check();
    Trial::<8, 2>::new(8, 8).check();
}

#[test]
fn a_board_of_361_cells() {
    Trial::<19, { words(361) }>::new(19, 19).check();
}

#[test]
fn a_board_of_400_cells() {
    Trial::<20, { words(400) }>::new(20, 20).check();
    Trial::<20, 7>::new(17, 20).check();
}

#[test]
fn sets_count_their_words() {
    assert_eq!([1, 64, 65, 361, 400].map(words), [1, 1, 2, 6, 7]);
    assert_eq!(size_of::<Cells>(), size_of::<u64>());
    assert_eq!(Cells::from(5).word(), 5);
    assert_eq!(Cells::of_words([1, 2]).words(), [1, 2]);
    assert_eq!(Cells::<3>::default(), Cells::EMPTY);
    let (mut either, mut both, mut one) = (Cells::from(5), Cells::from(5), Cells::from(5));
    either |= Cells::from(3);
    both &= Cells::from(3);
    one ^= Cells::from(3);
    assert_eq!([either, both, one].map(Cells::word), [7, 1, 6]);
}

#[test]
#[should_panic(expected = "the words have no room for all cells")]
fn a_grid_beyond_its_words_is_refused() {
    let _ = Geometry::<9, 1>::new(9, 9);
}

#[test]
#[should_panic(expected = "at most 26 files and 400 cells")]
fn a_grid_of_more_than_400_cells_is_refused() {
    let _ = Geometry::<20, 7>::new(20, 21);
}
