//! Groups of stones, their liberties, and the captures of a move.

use plyd_board::{Cells, Geometry, enclosed, flood};

/// The stones on the board from the point of view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<'a, const S: u32, const W: usize> {
    pub(crate) geometry: &'a Geometry<S, W>,
    /// The stones of the player to move.
    pub(crate) own: Cells<W>,
    /// The stones of the opponent.
    pub(crate) other: Cells<W>,
}

/// The effect of placing a stone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<const W: usize> {
    /// The captured stones of the opponent.
    pub(crate) captured: Cells<W>,
    /// The stones of the moving player that are removed because their group has no liberty, including the new stone.
    pub(crate) suicide: Cells<W>,
    /// The point of a captured single stone, if the opponent could recapture there at once.
    pub(crate) ko: Option<u32>,
}

impl<const S: u32, const W: usize> Board<'_, S, W> {
    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self) -> Cells<W> {
        self.geometry.cells().without(self.own | self.other)
    }

    /// The group of a stone, if none of its neighbours is in `empty`.
    #[inline]
    fn dead(&self, stone: u32, stones: Cells<W>, empty: Cells<W>) -> Option<Cells<W>> {
        enclosed(Cells::of(stone), stones, empty, |set| self.geometry.beside(set))
    }

    /// All points of `within` that are connected with `start`, a subset of `within`.
    #[inline]
    fn connected(&self, start: Cells<W>, within: Cells<W>) -> Cells<W> {
        flood(start, within, |set| self.geometry.touched(set))
    }

    /// The groups of `stones` that have exactly one liberty and contain a point in or beside `near`.
    #[inline]
    pub(crate) fn in_atari(&self, stones: Cells<W>, near: Cells<W>) -> Cells<W> {
        let empty = self.empty();
        let mut left = (near | self.geometry.beside(near)) & stones;
        let mut found = Cells::EMPTY;
        while let Some(stone) = left.first() {
            let group = self.connected(Cells::of(stone), stones);
            left = left.without(group);
            if (self.geometry.beside(group) & empty).len() == 1 {
                found |= group;
            }
        }
        found
    }

    /// The stones of both players without a liberty. A position reached by legal moves has none.
    pub(crate) fn without_liberty(&self) -> Cells<W> {
        let empty = self.empty();
        let free = |stones: Cells<W>| self.connected(self.geometry.beside(empty) & stones, stones);
        (self.own.without(free(self.own))) | (self.other.without(free(self.other)))
    }

    /// The empty points on which a new stone has a liberty or captures.
    #[inline]
    pub(crate) fn placements(&self) -> Cells<W> {
        let empty = self.empty();
        let open = empty & self.geometry.touched(empty);
        let closed = empty.without(open);
        if closed.is_empty() {
            return open;
        }
        // A group beside a closed point has a liberty there. With a second liberty, it keeps the new stone alive if it
        // belongs to the player. An opponent's group without a second liberty is captured.
        let near = self.geometry.beside(closed);
        let lending = (self.own & near).without(self.in_atari(self.own, closed));
        let captured = self.in_atari(self.other, closed);
        open | closed & self.geometry.beside(lending | captured)
    }

    /// The effect of placing a stone of the player to move on an empty point.
    #[inline]
    pub(crate) fn placed(&self, point: u32) -> Placed<W> {
        let stone = Cells::of(point);
        let around = self.geometry.beside(stone);
        let empty = self.empty().without(stone);
        let mut captured = Cells::EMPTY;
        for neighbour in around & self.other {
            if !captured.contains(neighbour) {
                captured |= self.dead(neighbour, self.other, empty).unwrap_or(Cells::EMPTY);
            }
        }
        if captured.is_empty() {
            let suicide = self.dead(point, self.own | stone, empty).unwrap_or(Cells::EMPTY);
            return Placed { captured, suicide, ko: None };
        }
        let is_ko = captured.len() == 1 && !around.meets(self.own | empty);
        let ko = if is_ko { captured.first() } else { None };
        Placed { captured, suicide: Cells::EMPTY, ko }
    }

    /// The areas of the player to move and of the opponent: the stones of a player and the empty points from which only
    /// these stones can be reached through empty points.
    #[inline]
    pub(crate) fn areas(&self) -> [Cells<W>; 2] {
        let empty = self.empty();
        let reached = |stones: Cells<W>| self.connected(self.geometry.beside(stones) & empty, empty);
        let [by_own, by_other] = [self.own, self.other].map(reached);
        [self.own | by_own.without(by_other), self.other | by_other.without(by_own)]
    }
}
