//! Tic-tac-toe as the tutorials on minimax write it, and for the traits of the crate `minimax`.

use minimax::{Evaluation, Evaluator, Game, Winner};

/// The tutorials' board: characters in rows, scanned from end to end at every node.
pub(crate) struct TutorialBoard {
    cells: [[char; 3]; 3],
    pub(crate) nodes: u64,
}

const FREE: char = '_';

impl TutorialBoard {
    pub(crate) fn empty() -> Self {
        Self { cells: [[FREE; 3]; 3], nodes: 0 }
    }

    #[expect(clippy::needless_range_loop, reason = "this is how the tutorials write it")]
    fn evaluate(&self) -> i32 {
        let cells = &self.cells;
        let worth = |cell| if cell == 'x' { 10 } else { -10 };
        for i in 0..3 {
            if cells[i][0] != FREE && cells[i][0] == cells[i][1] && cells[i][1] == cells[i][2] {
                return worth(cells[i][0]);
            }
            if cells[0][i] != FREE && cells[0][i] == cells[1][i] && cells[1][i] == cells[2][i] {
                return worth(cells[0][i]);
            }
        }
        let has_diagonal = cells[0][0] == cells[1][1] && cells[1][1] == cells[2][2]
            || cells[0][2] == cells[1][1] && cells[1][1] == cells[2][0];
        if has_diagonal && cells[1][1] != FREE { worth(cells[1][1]) } else { 0 }
    }

    fn has_moves(&self) -> bool {
        self.cells.iter().flatten().any(|&cell| cell == FREE)
    }

    /// Minimax, or alpha-beta if `cuts`.
    pub(crate) fn search(&mut self, is_x: bool, mut alpha: i32, mut beta: i32, cuts: bool) -> i32 {
        self.nodes += 1;
        let score = self.evaluate();
        if score != 0 || !self.has_moves() {
            return score;
        }
        let mut best = if is_x { -1_000 } else { 1_000 };
        for i in 0..3 {
            for j in 0..3 {
                if self.cells[i][j] != FREE {
                    continue;
                }
                self.cells[i][j] = if is_x { 'x' } else { 'o' };
                let value = self.search(!is_x, alpha, beta, cuts);
                self.cells[i][j] = FREE;
                if is_x {
                    best = best.max(value);
                    alpha = alpha.max(best);
                } else {
                    best = best.min(value);
                    beta = beta.min(best);
                }
                if cuts && beta <= alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// A position: nine bits for each player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position {
    own: u16,
    other: u16,
}

const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
const FULL: u16 = 0o777;

/// The rules.
pub(crate) struct Noughts;

impl Game for Noughts {
    type S = Position;
    type M = u8;

    fn generate_moves(position: &Position, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            moves.extend((0..9).filter(|cell| (position.own | position.other) >> cell & 1 == 0));
        }
        winner
    }

    fn apply(position: &mut Position, cell: u8) -> Option<Position> {
        Some(Position { own: position.other, other: position.own | 1 << cell })
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        if LINES.iter().any(|line| !position.other & line == 0) {
            Some(Winner::PlayerJustMoved)
        } else if position.own | position.other == FULL {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    fn zobrist_hash(position: &Position) -> u64 {
        let key = (u64::from(position.own) << 9 | u64::from(position.other)) + 1;
        let key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key ^ key >> 32
    }
}

/// Gives every position the same value: all games are searched to their end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nothing;

impl Evaluator for Nothing {
    type G = Noughts;

    fn evaluate(&self, _: &Position) -> Evaluation {
        0
    }
}
