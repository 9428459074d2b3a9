//! Precomputed piece movements: lists of cells from each cell.

use crate::grid::{Board, Set};
use crate::terms::{Over, Term, Way};
use std::ops::Range;

/// The maximum total length of all lists.
const MOST_LISTED: usize = 1 << 19;
/// The maximum total length of all lists of a text, over all combinations of choices.
pub(crate) const MOST_LISTED_WITH_CHOICES: usize = 2 * MOST_LISTED;

/// A sequence of cells, with the conditions for a move along it.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    pub(crate) kind: RayKind,
    /// Whether a move captures the pieces hopped over, or the piece on the last cell.
    pub(crate) takes: bool,
    /// The number, from 1, of the first cell at which a move may end; for hops, of the first landing cell.
    pub(crate) least: u32,
    /// The cells of the ray, as a range of [`Tables::listed`].
    pub(crate) cells: Range<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RayKind {
    /// Over empty cells to an empty cell.
    Slide,
    /// Over empty cells to the last one of them.
    Far,
    /// Over empty cells to an enemy.
    Take,
    /// Pairs of an occupied and an empty cell. Bit 0: over own pieces, bit 1: over enemies.
    Hop(u8),
}

/// All rays of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    listed: Vec<u16>,
    rays: Vec<Ray>,
    /// The rays of quiet moves and of captures, for each player, kind and cell.
    index: Vec<[Range<u32>; 2]>,
    /// The targets of moves to an adjacent or leaped-to cell, as bit sets with as many words as the board.
    steps: Vec<u64>,
    kinds: usize,
    size: usize,
    words: usize,
}

/// Error: the pieces have too many ways to move.
#[derive(Debug)]
pub(crate) struct TooMany;

impl Tables {
    /// Returns the total length of all lists.
    pub(crate) fn count_listed(&self) -> usize {
        self.listed.len()
    }

    pub(crate) fn new(board: &Board, kinds: usize) -> Self {
        let (size, words, empty) = (board.size() as usize, board.words(), [0..0, 0..0]);
        let count = 2 * kinds * size;
        Self { index: vec![empty; count], steps: vec![0; 2 * count * words], kinds, size, words, ..Self::default() }
    }

    /// Adds the moves of a kind for a player; `turn` converts a step to the player's viewpoint.
    pub(crate) fn add(
        &mut self,
        board: &Board,
        (side, kind): (usize, usize),
        terms: [&[Term]; 2],
        turn: impl Fn((i32, i32)) -> (i32, i32),
    ) -> Result<(), TooMany> {
        for cell in board.cells {
            for (captures, terms) in terms.iter().enumerate() {
                let first = self.rays.len() as u32;
                let place = self.place(side, kind, cell, captures == 1);
                for term in terms.iter().filter(|term| term.from[side].contains(cell)) {
                    if term.way == Way::Fly {
                        self.add_steps(place, board.cells.without(Set::of(cell)));
                    }
                    for step in &term.steps {
                        self.add_ray(board, cell, term, (turn(*step), place), captures == 1);
                    }
                }
                if self.listed.len() > MOST_LISTED {
                    return Err(TooMany);
                }
                self.index[(side * self.kinds + kind) * self.size + cell as usize][captures] =
                    first..self.rays.len() as u32;
            }
        }
        Ok(())
    }

    /// Returns the index of the first word of the steps from a cell.
    #[inline]
    fn place(&self, side: usize, kind: usize, cell: u32, captures: bool) -> usize {
        (2 * ((side * self.kinds + kind) * self.size + cell as usize) + usize::from(captures)) * self.words
    }

    fn add_steps(&mut self, place: usize, cells: Set) {
        for (word, more) in self.steps[place..place + self.words].iter_mut().zip(cells.words()) {
            *word |= more;
        }
    }

    fn add_ray(&mut self, board: &Board, cell: u32, term: &Term, (step, place): ((i32, i32), usize), captures: bool) {
        let (least, most) = term.range;
        match term.way {
            Way::Slide | Way::Far => {
                let line: Vec<u32> = board.line(cell, step).take(most as usize).collect();
                match line[..] {
                    [end] if least == 1 => self.add_steps(place, Set::of(end)),
                    _ => {
                        let kind = match (term.way, captures) {
                            (Way::Far, _) => RayKind::Far,
                            (_, true) => RayKind::Take,
                            (_, false) => RayKind::Slide,
                        };
                        self.push(kind, captures, least, line.into_iter());
                    }
                }
            }
            Way::Hop(over) => {
                let over = match over {
                    Over::Own => 1,
                    Over::Enemy => 2,
                    Over::Any => 3,
                };
                let line: Vec<u32> = board.line(cell, step).take(2 * most as usize).collect();
                let whole = line.len() / 2 * 2;
                self.push(RayKind::Hop(over), captures, least, line.into_iter().take(whole));
            }
            Way::Fly => {}
        }
    }

    fn push(&mut self, kind: RayKind, takes: bool, least: u32, cells: impl Iterator<Item = u32>) {
        let first = self.listed.len() as u32;
        self.listed.extend(cells.map(|cell| cell as u16));
        let cells = first..self.listed.len() as u32;
        let count = if matches!(kind, RayKind::Hop(_)) { cells.len() / 2 } else { cells.len() };
        if count < least as usize {
            self.listed.truncate(first as usize);
            return;
        }
        self.rays.push(Ray { kind, takes, least, cells });
    }

    /// Returns the rays of quiet moves or captures of a player's piece of this kind on a cell.
    #[inline]
    pub(crate) fn rays(&self, side: usize, kind: usize, cell: u32, captures: bool) -> &[Ray] {
        let range = &self.index[(side * self.kinds + kind) * self.size + cell as usize][usize::from(captures)];
        &self.rays[range.start as usize..range.end as usize]
    }

    /// Returns the targets of quiet moves or captures that pass over no other cell, as words of bits.
    #[inline]
    pub(crate) fn steps(&self, side: usize, kind: usize, cell: u32, captures: bool) -> &[u64] {
        let place = self.place(side, kind, cell, captures);
        &self.steps[place..place + self.words]
    }

    /// Returns the targets of [`steps`](Self::steps) as a set.
    pub(crate) fn step_set(&self, side: usize, kind: usize, cell: u32, captures: bool) -> Set {
        let mut set = Set::EMPTY;
        set.words_mut()[..self.words].copy_from_slice(self.steps(side, kind, cell, captures));
        set
    }

    /// Returns the cells of a ray.
    #[inline]
    pub(crate) fn cells(&self, ray: &Ray) -> &[u16] {
        &self.listed[ray.cells.start as usize..ray.cells.end as usize]
    }

    /// Returns the maximum number of moves of a player's piece of this kind from any cell, which is the number of
    /// targets. A target of both a capturing hop and a quiet move counts twice.
    pub(crate) fn most_targets(&self, side: usize, kind: usize) -> u32 {
        let of_cell = |cell: u32| {
            let ways = [false, true];
            let rays = ways.iter().flat_map(|captures| self.rays(side, kind, cell, *captures));
            let mut reached: Vec<(bool, u16)> = rays.flat_map(|ray| self.landings(ray)).collect();
            let steps = ways.iter().flat_map(|captures| self.step_set(side, kind, cell, *captures));
            reached.extend(steps.map(|cell| (false, cell as u16)));
            reached.sort_unstable();
            reached.dedup();
            reached.len() as u32
        };
        (0..self.size as u32).map(of_cell).max().unwrap_or(0)
    }

    /// Iterates over the end cells of moves along a ray, and whether the move is a capturing hop.
    fn landings(&self, ray: &Ray) -> impl Iterator<Item = (bool, u16)> {
        let (every, captures) = match ray.kind {
            RayKind::Hop(_) => (2, ray.takes),
            _ => (1, false),
        };
        // Such a ray has one move, to its last empty cell; no other ray shares its first cell.
        let most = if ray.kind == RayKind::Far { 1 } else { usize::MAX };
        let cells = self.cells(ray).iter().skip(every * ray.least as usize - 1).step_by(every).take(most);
        cells.map(move |cell| (captures, *cell))
    }
}
