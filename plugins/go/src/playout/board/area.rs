//! Area scoring at the end of a playout.

use super::{Board, CELLS, Cell, Colour, NOWHERE};

impl Board<'_> {
    /// The area of Black minus the area of White. An area consists of stones and of the empty regions that touch no
    /// stones of the opponent. The board must not be used for play afterwards.
    pub(in crate::playout) fn margin(&mut self) -> i32 {
        let mut margin = 0;
        for &cell in self.cells() {
            margin += match self.colour(cell) {
                Colour::BLACK => i32::from(self.heads[cell as usize] != NOWHERE),
                Colour::WHITE => -i32::from(self.heads[cell as usize] != NOWHERE),
                _ => self.region(cell),
            };
        }
        margin
    }

    /// The points of Black minus the points of White in the region of an empty point. The region is filled with stones
    /// without a chain.
    fn region(&mut self, start: Cell) -> i32 {
        let (mut open, mut count) = ([NOWHERE; CELLS], 1);
        let mut reached = [false; 4];
        open[0] = start;
        self.take(start);
        let mut looked = 0;
        while looked < count {
            for neighbour in self.beside(open[looked]) {
                let colour = self.colour(neighbour);
                if colour == Colour::EMPTY {
                    self.take(neighbour);
                    (open[count], count) = (neighbour, count + 1);
                } else if colour.is_stone() && self.heads[neighbour as usize] != NOWHERE {
                    reached[colour.0 as usize] = true;
                }
            }
            looked += 1;
        }
        let points = |colour: Colour| if reached[colour.0 as usize] { count as i32 } else { 0 };
        let (black, white) = (points(Colour::BLACK), points(Colour::WHITE));
        if black > 0 && white > 0 { 0 } else { black - white }
    }

    /// Marks an empty point as counted.
    fn take(&mut self, cell: Cell) {
        self.colours[cell as usize] = Colour::BLACK;
        self.heads[cell as usize] = NOWHERE;
    }
}
