//! One position, and its moves.

use crate::points::{ALL, beside, closing, images, in_mills};
use plyd_board::{Cells, Tail, key};
use plyd_plugin::{Move, Moves, Player};

/// The men that each player begins with.
pub(crate) const MEN: u32 = 9;
/// A player with fewer men has lost.
pub(crate) const FEWEST: u32 = 3;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The men on the board, of White, who is MAX, and of Black.
    pub(crate) men: [Cells; 2],
    /// The men that are not yet on the board.
    pub(crate) hand: [u32; 2],
    /// The player to move and the counters. The clock counts plies since a man was placed or captured.
    pub(crate) tail: Tail,
}

impl State {
    /// The empty board.
    pub(crate) const START: Self = Self { men: [Cells::EMPTY; 2], hand: [MEN; 2], tail: Tail::START };

    #[inline]
    pub(crate) fn turn(&self) -> Player {
        self.tail.turn()
    }

    /// The men of a player on the board.
    #[inline]
    pub(crate) fn of(&self, player: Player) -> Cells {
        self.men[player as usize]
    }

    /// The men of a player on the board and in the hand.
    #[inline]
    pub(crate) fn count(&self, player: Player) -> u32 {
        self.of(player).len() + self.hand[player as usize]
    }

    /// The points without a man.
    #[inline]
    pub(crate) fn free(&self) -> Cells {
        ALL.without(self.men[0] | self.men[1])
    }

    /// Whether the player to move still places men.
    #[inline]
    fn places(&self) -> bool {
        self.hand[self.turn() as usize] > 0
    }

    /// The points that a man of the player to move can go to from somewhere; `flying` says whether the last three may go
    /// anywhere.
    #[inline]
    fn targets(&self, from: Cells, flying: bool) -> Cells {
        let flies = flying && self.of(self.turn()).len() == FEWEST;
        if flies { self.free() } else { beside(from) & self.free() }
    }

    /// Whether the player to move can.
    #[inline]
    pub(crate) fn can_move(&self, flying: bool) -> bool {
        self.places() || !self.targets(self.of(self.turn()), flying).is_empty()
    }

    /// The men of a player that the other one may take: those in no mill, or if all are in mills any.
    #[inline]
    pub(crate) fn takeable(&self, player: Player) -> Cells {
        let men = self.of(player);
        let open = men.without(in_mills(men));
        if open.is_empty() { men } else { open }
    }

    /// Writes the moves by their first points, then by their last ones, then by the men that they take.
    #[inline]
    pub(crate) fn moves(&self, flying: bool, out: &mut Moves<'_>) {
        let takeable = self.takeable(self.turn().other());
        self.each_target(flying, |from, to, closes| {
            push(from, to, if closes { takeable } else { Cells::EMPTY }, out);
        });
    }

    /// Writes the moves that take a man.
    pub(crate) fn captures(&self, flying: bool, out: &mut Moves<'_>) {
        let takeable = self.takeable(self.turn().other());
        if takeable.is_empty() {
            return;
        }
        self.each_target(flying, |from, to, closes| {
            if closes {
                push(from, to, takeable, out);
            }
        });
    }

    /// Visits the ways to place or move a man: from where, unless it is placed, to where, and whether it closes a mill.
    #[inline]
    fn each_target(&self, flying: bool, mut visit: impl FnMut(Option<u32>, u32, bool)) {
        let own = self.of(self.turn());
        if self.places() {
            let closing = closing(own);
            for to in self.free() {
                visit(None, to, closing.contains(to));
            }
            return;
        }
        for from in own {
            let man = Cells::of(from);
            let closing = closing(own.without(man));
            for to in self.targets(man, flying) {
                visit(Some(from), to, closing.contains(to));
            }
        }
    }

    /// The position after a legal move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        let (turn, parts) = (self.turn(), Parts::of(mv));
        let own = &mut self.men[turn as usize];
        *own |= Cells::of(parts.to);
        match parts.from {
            Some(from) => *own = own.without(Cells::of(from)),
            None => self.hand[turn as usize] -= 1,
        }
        if let Some(taken) = parts.taken {
            let other = &mut self.men[turn.other() as usize];
            *other = other.without(Cells::of(taken));
        }
        self.tail.quiet = if parts.is_irreversible() { 0 } else { self.tail.quiet.saturating_add(1) };
        self.tail.ply += 1;
    }

    /// The men of both, those in the hands, and the player to move in a word of their own.
    #[inline]
    fn word(&self, [white, black]: [Cells; 2]) -> u64 {
        let hands = u64::from(self.hand[0] | self.hand[1] << 4);
        white.word() | black.word() << 24 | hands << 48 | (self.turn() as u64) << 56
    }

    /// A hash of the men and the player to move, different for different positions.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        key::mixed(self.word(self.men))
    }

    /// A hash that all images of the position share.
    #[inline]
    pub(crate) fn symmetric_key(&self) -> u64 {
        let words = images(self.men).map(|men| self.word(men));
        key::mixed(words.min().unwrap_or_default())
    }
}

/// A move: its points in words of five bits, the last one lowest, then one more than the first, then one more than that
/// of the man that is taken; 0 stands for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) from: Option<u32>,
    pub(crate) to: u32,
    pub(crate) taken: Option<u32>,
}

impl Parts {
    #[inline]
    pub(crate) fn of(mv: Move) -> Self {
        let (from, taken) = (mv.0 >> 5 & 31, mv.0 >> 10);
        Self { from: from.checked_sub(1), to: mv.0 & 31, taken: taken.checked_sub(1) }
    }

    #[inline]
    fn number(self) -> Move {
        let word = |point: Option<u32>| point.map_or(0, |point| point + 1);
        Move(self.to | word(self.from) << 5 | word(self.taken) << 10)
    }

    /// Whether no earlier position can come back: no man on the board goes back to a hand, and no taken one comes back.
    #[inline]
    pub(crate) fn is_irreversible(self) -> bool {
        self.from.is_none() || self.taken.is_some()
    }
}

/// Writes a move once for each man that it may take, or once if there is none.
#[inline]
fn push(from: Option<u32>, to: u32, takeable: Cells, out: &mut Moves<'_>) {
    let quiet = Parts { from, to, taken: None };
    if takeable.is_empty() {
        out.push(quiet.number());
    }
    for taken in takeable {
        out.push(Parts { taken: Some(taken), ..quiet }.number());
    }
}
