//! One position, and its moves.

use crate::board::{BOARD, DARK, WAYS, back, is_forward, king_row, step};
use crate::route::Route;
use plyd_board::{Cells, key};
use plyd_plugin::{Move, Moves, Player};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The men and kings of Black, who is MAX, and of White.
    pub(crate) pieces: [Cells; 2],
    /// The kings of both.
    pub(crate) kings: Cells,
    /// The player to move.
    pub(crate) turn: Player,
    /// Plies since a capture or the move of a man.
    pub(crate) quiet: u32,
}

impl State {
    /// The men and kings of a player.
    #[inline]
    pub(crate) fn of(&self, player: Player) -> Cells {
        self.pieces[player as usize]
    }

    #[inline]
    pub(crate) fn men(&self, player: Player) -> Cells {
        self.of(player).without(self.kings)
    }

    /// The dark squares without a piece.
    #[inline]
    pub(crate) fn free(&self) -> Cells {
        DARK.without(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of the player to move that may go this way at all.
    #[inline]
    fn going(&self, way: usize) -> Cells {
        let own = self.of(self.turn);
        if is_forward(self.turn, way) { own } else { own & self.kings }
    }

    /// By way the pieces of the player to move that can jump.
    #[inline]
    fn jumpers(&self) -> [Cells; 4] {
        let (free, other) = (self.free(), self.of(self.turn.other()));
        [0, 1, 2, 3].map(|way| BOARD.jumps(free, WAYS[back(way)], other) & self.going(way))
    }

    /// By way the pieces of the player to move that can step.
    #[inline]
    fn steppers(&self) -> [Cells; 4] {
        let free = self.free();
        [0, 1, 2, 3].map(|way| step(free, back(way)) & self.going(way))
    }

    /// Whether the player to move can.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        !any(self.steppers()).is_empty() || self.must_capture()
    }

    /// Whether the player to move can capture, and so has to.
    #[inline]
    pub(crate) fn must_capture(&self) -> bool {
        !any(self.jumpers()).is_empty()
    }

    /// Writes the captures, or if there are none the steps, by their first squares, then by the squares that follow.
    #[inline]
    pub(crate) fn moves(&self, out: &mut Moves<'_>) {
        self.captures(out);
        if !out.is_empty() {
            return;
        }
        let steppers = self.steppers();
        for from in any(steppers) {
            for way in (0..WAYS.len()).filter(|way| steppers[*way].contains(from)) {
                out.push(Route::step(from, way).number());
            }
        }
    }

    /// Writes the captures.
    #[inline]
    pub(crate) fn captures(&self, out: &mut Moves<'_>) {
        for from in any(self.jumpers()) {
            let piece = Cells::of(from);
            // The square that it leaves is free.
            let jump = Jump { free: self.free() | piece, is_king: self.kings.meets(piece), turn: self.turn };
            jump.follow(Route::capture(from), piece, self.of(self.turn.other()), out);
        }
    }

    /// The position after a legal move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        let (route, turn) = (Route::of(mv), self.turn);
        let from = Cells::of(route.from());
        let (to, jumped) = route.end();
        let was_king = self.kings.meets(from);
        self.pieces[turn as usize] ^= from ^ to;
        self.pieces[turn.other() as usize] = self.of(turn.other()).without(jumped);
        self.kings = self.kings.without(from | jumped);
        if was_king || king_row(turn).meets(to) {
            self.kings |= to;
        }
        self.quiet = if was_king && !route.is_capture() { self.quiet.saturating_add(1) } else { 0 };
        self.turn = turn.other();
    }

    /// Whether no earlier position can come back: a man never goes back, and neither do captured pieces.
    #[inline]
    pub(crate) fn is_irreversible(&self, mv: Move) -> bool {
        let route = Route::of(mv);
        route.is_capture() || !self.kings.contains(route.from())
    }

    /// A hash of the pieces and the player to move.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let turn = key::turn(self.turn);
        key::folded(turn, [self.pieces[0], self.pieces[1], self.kings].map(Cells::word))
    }
}

#[inline]
fn any(by_way: [Cells; 4]) -> Cells {
    by_way[0] | by_way[1] | by_way[2] | by_way[3]
}

/// What stays the same during a capture.
struct Jump {
    free: Cells,
    is_king: bool,
    turn: Player,
}

impl Jump {
    /// Writes all captures that begin with a route, which has led to `at`; `left` are the pieces not yet captured. A
    /// capture goes on as long as it can, but it ends where a man becomes a king.
    fn follow(&self, route: Route, at: Cells, left: Cells, out: &mut Moves<'_>) {
        let mut ends = true;
        if self.is_king || !king_row(self.turn).meets(at) {
            for way in (0..WAYS.len()).filter(|way| self.is_king || is_forward(self.turn, *way)) {
                let over = step(at, way) & left;
                let to = step(over, way) & self.free;
                if !to.is_empty() {
                    ends = false;
                    self.follow(route.jumping(way), to, left ^ over, out);
                }
            }
        }
        if ends {
            out.push(route.number());
        }
    }
}
