//! A board for playouts without undo: chains of stones that keep track of their liberties.

mod area;

use super::chain::Chain;
use super::field::{CELLS, Field};

/// The index of a point in a field.
pub(super) type Cell = u16;

/// The absence of a cell.
const NOWHERE: Cell = 0;

/// The colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Colour(u8);

impl Colour {
    pub(super) const EMPTY: Self = Self(0);
    pub(crate) const BLACK: Self = Self(1);
    pub(crate) const WHITE: Self = Self(2);
    pub(super) const BORDER: Self = Self(3);

    /// The colour of the other player.
    #[inline]
    pub(super) const fn other(self) -> Self {
        Self(3 - self.0)
    }

    #[inline]
    fn is_stone(self) -> bool {
        self == Self::BLACK || self == Self::WHITE
    }
}

/// A position in a playout.
pub(super) struct Board<'a> {
    field: &'a Field,
    colours: [Colour; CELLS],
    /// The head of the chain of each stone, and the next stone of the chain, in a circular list.
    heads: [Cell; CELLS],
    next: [Cell; CELLS],
    chains: [Chain; CELLS],
    /// The list of empty points, and the index of each of them in the list.
    empty: [Cell; CELLS],
    empty_count: usize,
    places: [Cell; CELLS],
    /// The cell on which the ko forbids a stone.
    ko: Cell,
}

impl<'a> Board<'a> {
    /// Creates the position with the stones at these points.
    pub(super) fn new(field: &'a Field, stones: [impl Iterator<Item = u32>; 2], ko: Option<u32>) -> Self {
        let mut board = Self {
            field,
            colours: field.colours,
            heads: [NOWHERE; CELLS],
            next: [NOWHERE; CELLS],
            chains: [Chain::default(); CELLS],
            empty: [NOWHERE; CELLS],
            empty_count: 0,
            places: [NOWHERE; CELLS],
            ko: ko.map_or(NOWHERE, |point| field.cell(point)),
        };
        for (colour, points) in [Colour::BLACK, Colour::WHITE].into_iter().zip(stones) {
            for point in points {
                board.colours[field.cell(point) as usize] = colour;
            }
        }
        for &cell in field.cells() {
            if board.colours[cell as usize] == Colour::EMPTY {
                board.add_empty(cell);
            } else if board.heads[cell as usize] == NOWHERE {
                board.find_chain(cell);
            }
        }
        board
    }

    /// Builds the chain of all stones that are connected with `head`.
    fn find_chain(&mut self, head: Cell) {
        let colour = self.colour(head);
        let mut chain = Chain::STONE;
        (self.heads[head as usize], self.next[head as usize]) = (head, head);
        let mut cell = head;
        // New stones are inserted behind the current one, so one pass around the list visits them all.
        loop {
            for neighbour in self.beside(cell) {
                let there = self.colour(neighbour);
                if there == Colour::EMPTY {
                    chain.add(neighbour);
                } else if there == colour && self.heads[neighbour as usize] == NOWHERE {
                    self.heads[neighbour as usize] = head;
                    self.next[neighbour as usize] = self.next[cell as usize];
                    self.next[cell as usize] = neighbour;
                    chain.stones += 1;
                }
            }
            cell = self.next[cell as usize];
            if cell == head {
                break;
            }
        }
        self.chains[head as usize] = chain;
    }

    #[inline]
    fn add_empty(&mut self, cell: Cell) {
        self.places[cell as usize] = self.empty_count as Cell;
        self.empty[self.empty_count] = cell;
        self.empty_count += 1;
    }

    #[inline]
    fn remove_empty(&mut self, cell: Cell) {
        let place = self.places[cell as usize];
        self.empty_count -= 1;
        let moved = self.empty[self.empty_count];
        self.empty[place as usize] = moved;
        self.places[moved as usize] = place;
    }

    /// All points.
    pub(super) fn cells(&self) -> &'a [Cell] {
        self.field.cells()
    }

    /// The empty points, in no particular order.
    #[inline]
    pub(super) fn empty(&self) -> &[Cell] {
        &self.empty[..self.empty_count]
    }

    #[inline]
    pub(super) fn colour(&self, cell: Cell) -> Colour {
        self.colours[cell as usize]
    }

    /// The four cells adjacent to a point.
    #[inline]
    pub(super) fn beside(&self, cell: Cell) -> [Cell; 4] {
        let width = self.field.width as Cell;
        [cell - width, cell - 1, cell + 1, cell + width]
    }

    /// The eight cells around a point, in circular order.
    #[inline]
    pub(super) fn around(&self, cell: Cell) -> [Cell; 8] {
        let width = self.field.width as Cell;
        let (south, north) = (cell - width, cell + width);
        [south - 1, south, south + 1, cell + 1, north + 1, north, north - 1, cell - 1]
    }

    /// The colours around a point with two bits each, in the order of [`Board::around`].
    #[inline]
    pub(super) fn code(&self, cell: Cell) -> u16 {
        self.around(cell).into_iter().rev().fold(0, |code, near| code << 2 | u16::from(self.colour(near).0))
    }

    #[inline]
    fn chain(&self, stone: Cell) -> &Chain {
        &self.chains[self.heads[stone as usize] as usize]
    }

    /// Whether a stone is the head of its chain.
    pub(super) fn is_head(&self, stone: Cell) -> bool {
        self.heads[stone as usize] == stone
    }

    /// The only liberty of the chain of a stone, if it has exactly one.
    #[inline]
    pub(super) fn last_liberty(&self, stone: Cell) -> Option<Cell> {
        self.chain(stone).last()
    }

    /// A point that captures a chain adjacent to the chain of this stone.
    #[inline]
    pub(super) fn capture_beside(&self, stone: Cell) -> Option<Cell> {
        let other = self.colour(stone).other();
        let mut cell = stone;
        loop {
            for neighbour in self.beside(cell) {
                if self.colour(neighbour) == other
                    && let Some(liberty) = self.last_liberty(neighbour)
                {
                    return Some(liberty);
                }
            }
            cell = self.next[cell as usize];
            if cell == stone {
                return None;
            }
        }
    }

    /// Whether a stone on an empty point has a liberty or captures, and does not retake a ko.
    #[inline]
    pub(super) fn may_place(&self, cell: Cell, turn: Colour) -> bool {
        cell != self.ko
            && self.beside(cell).into_iter().any(|neighbour| {
                let colour = self.colour(neighbour);
                colour == Colour::EMPTY
                    || colour.is_stone() && (colour == turn) == self.last_liberty(neighbour).is_none()
            })
    }

    /// Whether an empty point is an eye: stones of the player are on all sides, and the opponent does not have enough
    /// of the corners to destroy it.
    #[inline]
    pub(super) fn is_eye(&self, cell: Cell, turn: Colour) -> bool {
        let is_own = |colour: Colour| colour == turn || colour == Colour::BORDER;
        if !self.beside(cell).into_iter().all(|near| is_own(self.colour(near))) {
            return false;
        }
        let [a, _, b, _, c, _, d, _] = self.around(cell).map(|near| self.colour(near));
        let corners = [a, b, c, d];
        let count = |colour: Colour| corners.iter().filter(|&&corner| corner == colour).count();
        count(turn.other()) + usize::from(count(Colour::BORDER) > 0) < 2
    }

    /// The number of stones in the new chain if it would have exactly one liberty after this move; 0 if it has more or
    /// if the move captures. The move must be legal.
    #[inline]
    pub(super) fn lost_by(&self, cell: Cell, turn: Colour) -> u32 {
        // The heads of the chains that the move joins. One chain may be adjacent on several sides.
        let mut joined = [NOWHERE; 4];
        let (mut stones, mut liberty) = (1, NOWHERE);
        for (index, neighbour) in self.beside(cell).into_iter().enumerate() {
            let colour = self.colour(neighbour);
            if colour == Colour::EMPTY {
                if liberty != NOWHERE {
                    return 0;
                }
                liberty = neighbour;
            } else if colour == turn {
                let head = self.heads[neighbour as usize];
                if joined.contains(&head) {
                    continue;
                }
                joined[index] = head;
                let chain = &self.chains[head as usize];
                stones += chain.stones;
                if chain.last().is_none() {
                    // The chain has another liberty besides this cell. Removing this cell from its counts shows whether
                    // there is only one.
                    let mut rest = *chain;
                    for beside in self.beside(cell) {
                        if self.colour(beside) == turn && self.heads[beside as usize] == head {
                            rest.remove(cell);
                        }
                    }
                    match rest.last() {
                        Some(other) if liberty == NOWHERE || liberty == other => liberty = other,
                        _ => return 0,
                    }
                }
            } else if colour.is_stone() && self.last_liberty(neighbour).is_some() {
                return 0;
            }
        }
        stones
    }

    /// Passes, which lifts the ko.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.ko = NOWHERE;
    }

    /// Places a stone on an empty point. The move must be legal.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell, turn: Colour) {
        self.remove_empty(cell);
        self.colours[cell as usize] = turn;
        (self.heads[cell as usize], self.next[cell as usize]) = (cell, cell);
        let beside = self.beside(cell);
        let mut chain = Chain::STONE;
        for neighbour in beside {
            let colour = self.colour(neighbour);
            if colour == Colour::EMPTY {
                chain.add(neighbour);
            } else if colour.is_stone() {
                self.chains[self.heads[neighbour as usize] as usize].remove(cell);
            }
        }
        self.chains[cell as usize] = chain;
        let was_closed = chain.count == 0;
        let mut captured = (0, NOWHERE);
        for neighbour in beside {
            let colour = self.colour(neighbour);
            if colour == turn {
                self.join(self.heads[neighbour as usize], self.heads[cell as usize]);
            } else if colour == turn.other() && self.chain(neighbour).count == 0 {
                captured = (captured.0 + self.capture(neighbour), neighbour);
            }
        }
        let is_alone = self.chain(cell).stones == 1;
        self.ko = if captured.0 == 1 && was_closed && is_alone { captured.1 } else { NOWHERE };
    }

    /// Merges two chains.
    fn join(&mut self, one: Cell, other: Cell) {
        if one == other {
            return;
        }
        let [a, b] = [one, other].map(|head| self.chains[head as usize]);
        let (larger, smaller) = if a.stones >= b.stones { (one, other) } else { (other, one) };
        let mut cell = smaller;
        loop {
            self.heads[cell as usize] = larger;
            cell = self.next[cell as usize];
            if cell == smaller {
                break;
            }
        }
        self.next.swap(one as usize, other as usize);
        self.chains[larger as usize] = a.with(&b);
    }

    /// Removes the chain of a stone from the board. Returns the number of stones removed.
    fn capture(&mut self, stone: Cell) -> u32 {
        let other = self.colour(stone).other();
        let mut cell = stone;
        let mut count = 0;
        loop {
            self.colours[cell as usize] = Colour::EMPTY;
            self.add_empty(cell);
            for neighbour in self.beside(cell) {
                if self.colour(neighbour) == other {
                    self.chains[self.heads[neighbour as usize] as usize].add(cell);
                }
            }
            count += 1;
            cell = self.next[cell as usize];
            if cell == stone {
                return count;
            }
        }
    }
}
