//! One position, and what moves do to it.

use crate::board::{Board, Edge, NUMBERS, Set};
use plyd_board::key::{self, Zobrist};
use plyd_plugin::{Move, Outcome, Player};

/// The move by which the second player takes over the first stone. Cells have smaller numbers.
pub(crate) const SWAP: Move = Move(NUMBERS as u32);

static KEYS: Zobrist<2, NUMBERS> = Zobrist::new(0x4E58);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of MAX, and those of MIN.
    pub(crate) stones: [Set; 2],
    /// Those of them that are joined with the first edge of their player.
    rooted: [Set; 2],
    /// The key of the stones, and that of their image under the half turn.
    keys: [u64; 2],
    pub(crate) turn: Player,
}

impl State {
    /// The position with these stones, which have no cell in common.
    pub(crate) fn new(board: &Board, stones: [Set; 2], turn: Player) -> Self {
        let rooted = [Player::Max, Player::Min].map(|player| {
            let own = stones[player as usize];
            board.joined(own & board.edge(player, Edge::First), own)
        });
        let mut keys = [0; 2];
        for (kind, set) in stones.into_iter().enumerate() {
            for cell in set {
                keys[0] ^= KEYS.of(kind, cell);
                keys[1] ^= KEYS.of(kind, board.turned(cell));
            }
        }
        Self { stones, rooted, keys, turn }
    }

    /// The player to move; in a finished game, the one who would move next.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The cells without a stone.
    #[inline]
    pub(crate) fn free(&self, board: &Board) -> Set {
        board.grid().cells().without(self.stones[0] | self.stones[1])
    }

    /// The first stone, if it is the only one and the second player is to move: then the player may take it over.
    #[inline]
    pub(crate) fn swappable(&self) -> Option<u32> {
        let [max, min] = self.stones;
        if self.turn == Player::Max || max.len() != 1 || !min.is_empty() { None } else { max.first() }
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, board: &Board, mv: Move) {
        if mv == SWAP {
            let stone = self.swappable().map_or(Set::EMPTY, |cell| Set::of(board.mirrored(cell)));
            *self = Self::new(board, [Set::EMPTY, stone], Player::Max);
            return;
        }
        let (player, cell) = (self.turn as usize, mv.0);
        let stone = Set::of(cell);
        self.stones[player] |= stone;
        self.keys[0] ^= KEYS.of(player, cell);
        self.keys[1] ^= KEYS.of(player, board.turned(cell));
        let root = board.edge(self.turn, Edge::First) | board.hexes.touched(self.rooted[player]);
        if root.contains(cell) {
            let loose = self.stones[player].without(self.rooted[player]);
            self.rooted[player] |= board.joined(stone, loose);
        }
        self.turn = self.turn.other();
    }

    /// A player wins whose chain of stones joins the player's edges. Only one can.
    #[inline]
    pub(crate) fn outcome(&self, board: &Board) -> Outcome {
        for player in [Player::Max, Player::Min] {
            if self.rooted[player as usize].meets(board.edge(player, Edge::Last)) {
                return Outcome::Win(player);
            }
        }
        Outcome::Ongoing
    }

    /// The free cells with which a player who has not won joins the edges at once.
    #[inline]
    pub(crate) fn winning(&self, board: &Board, player: Player) -> Set {
        let (first, last) = (board.edge(player, Edge::First), board.edge(player, Edge::Last));
        let near_first = first | board.hexes.touched(self.rooted[player as usize]);
        let near_first = near_first & self.free(board);
        if near_first.is_empty() {
            return near_first;
        }
        let own = self.stones[player as usize];
        near_first & (last | board.hexes.touched(board.joined(own & last, own)))
    }

    /// A hash of the position, the image of which has another one.
    #[inline]
    pub(crate) fn key(&self, salt: u64) -> u64 {
        self.salted(self.keys[0], salt)
    }

    /// A hash that the position shares with its image under the half turn.
    #[inline]
    pub(crate) fn symmetric_key(&self, salt: u64) -> u64 {
        self.salted(self.keys[0].min(self.keys[1]), salt)
    }

    #[inline]
    fn salted(&self, key: u64, salt: u64) -> u64 {
        key ^ salt ^ key::turn(self.turn)
    }
}
