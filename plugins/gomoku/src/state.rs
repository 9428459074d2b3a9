//! One position, and what moves do to it.

use crate::board::{Board, IMAGES, NUMBERS, Set};
use plyd_board::key::{self, Zobrist};
use plyd_plugin::{Move, Outcome, Player};

static KEYS: Zobrist<2, NUMBERS> = Zobrist::new(0x60);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of MAX, and those of MIN.
    pub(crate) stones: [Set; 2],
    /// The key of the stones, and those of their images.
    keys: [u64; IMAGES],
    pub(crate) turn: Player,
    winner: Option<Player>,
}

impl State {
    /// The position with these stones, which have no cell in common. At most one player has a row that wins.
    pub(crate) fn new(board: &Board, stones: [Set; 2], turn: Player) -> Self {
        let has_line = |player: &Player| board.line(stones[*player as usize]).is_some();
        let winner = [Player::Max, Player::Min].into_iter().find(has_line);
        let mut state = Self { stones, keys: [0; IMAGES], turn, winner };
        for (kind, set) in stones.into_iter().enumerate() {
            set.into_iter().for_each(|cell| state.mix(board, kind, cell));
        }
        state
    }

    /// The player to move; in a finished game, the one who would move next.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn mix(&mut self, board: &Board, kind: usize, cell: u32) {
        for (key, image) in self.keys.iter_mut().zip(board.images(cell)) {
            *key ^= KEYS.of(kind, image.into());
        }
    }

    /// Places a stone of the player to move on a free cell.
    #[inline]
    pub(crate) fn play(&mut self, board: &Board, mv: Move) {
        let (player, cell) = (self.turn as usize, mv.0);
        self.stones[player] |= Set::of(cell);
        self.mix(board, player, cell);
        if board.line_through(self.stones[player], cell).is_some() {
            self.winner = Some(self.turn);
        }
        self.turn = self.turn.other();
    }

    /// The stones of the player to move, and those of the opponent.
    #[inline]
    pub(crate) fn sides(&self) -> [Set; 2] {
        let [max, min] = self.stones;
        if self.turn == Player::Max { [max, min] } else { [min, max] }
    }

    #[inline]
    pub(crate) fn outcome(&self, board: &Board) -> Outcome {
        match self.winner {
            Some(player) => Outcome::Win(player),
            None if board.free(self.stones).is_empty() => Outcome::Draw,
            None => Outcome::Ongoing,
        }
    }

    /// A hash of the position.
    #[inline]
    pub(crate) fn key(&self, board: &Board) -> u64 {
        self.salted(board, self.keys[0])
    }

    /// A hash that the position shares with its images.
    #[inline]
    pub(crate) fn symmetric_key(&self, board: &Board) -> u64 {
        self.salted(board, self.keys.into_iter().fold(self.keys[0], u64::min))
    }

    #[inline]
    fn salted(&self, board: &Board, key: u64) -> u64 {
        key ^ board.salt() ^ key::turn(self.turn)
    }
}
