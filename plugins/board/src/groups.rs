//! Groups: cells that hang together.
//!
//! What is next to a set of cells is for the game to say: `|set| BOARD.beside(set)` if edges count, `|set|
//! BOARD.around(set)` if corners do too, `|set| HEXES.beside(set)` for hexagons, or a rule of the game's own. The cells
//! of the set itself may be among its neighbours or not.

use crate::Cells;

/// The cells of `within` that are joined with `start`, which is a part of it.
///
/// The neighbours of a group are `BOARD.beside(group)`; in go the empty ones among them are its liberties.
///
/// ```
/// use plyd_board::{Cells, Geometry, flood, groups, is_joined, words};
///
/// const GO: Geometry<19, { words(361) }> = Geometry::new(19, 19);
/// let beside = |set| GO.beside(set);
///
/// let stones = Cells::from_iter([GO.cell(0, 0), GO.cell(0, 1), GO.cell(1, 0), GO.cell(3, 3)]);
/// let group = flood(Cells::of(GO.cell(0, 0)), stones, beside);
/// assert_eq!(GO.names(group).join(" "), "a1 b1 a2");
/// assert_eq!(GO.beside(group).without(stones).len(), 3, "its liberties");
/// assert_eq!(groups(stones, beside).count(), 2);
/// assert!(is_joined(group, beside) && !is_joined(stones, beside));
/// ```
#[inline]
#[must_use]
pub fn flood<const WORDS: usize>(
    start: Cells<WORDS>,
    within: Cells<WORDS>,
    near: impl Fn(Cells<WORDS>) -> Cells<WORDS>,
) -> Cells<WORDS> {
    let mut found = start;
    loop {
        let more = (near(found) & within).without(found);
        if more.is_empty() {
            return found;
        }
        found |= more;
    }
}

/// The cells of `within` that are joined with `start`, if none of `open` is next to them: a group without liberties. It
/// is given up at the first one that is.
#[inline]
#[must_use]
pub fn enclosed<const WORDS: usize>(
    start: Cells<WORDS>,
    within: Cells<WORDS>,
    open: Cells<WORDS>,
    near: impl Fn(Cells<WORDS>) -> Cells<WORDS>,
) -> Option<Cells<WORDS>> {
    let mut found = start;
    loop {
        let next = near(found);
        if next.meets(open) {
            return None;
        }
        let larger = found | next & within;
        if larger == found {
            return Some(found);
        }
        found = larger;
    }
}

/// The groups of a set, that with the lowest cell first.
#[inline]
pub fn groups<const WORDS: usize>(
    set: Cells<WORDS>,
    near: impl Fn(Cells<WORDS>) -> Cells<WORDS>,
) -> impl Iterator<Item = Cells<WORDS>> {
    let mut left = set;
    std::iter::from_fn(move || {
        let group = flood(Cells::of(left.first()?), left, &near);
        left = left.without(group);
        Some(group)
    })
}

/// Whether the cells of a set hang together, in one group or in none.
#[inline]
#[must_use]
pub fn is_joined<const WORDS: usize>(set: Cells<WORDS>, near: impl Fn(Cells<WORDS>) -> Cells<WORDS>) -> bool {
    set.first().is_none_or(|cell| flood(Cells::of(cell), set, near) == set)
}
