//! Tic-tac-toe for the second time, as naive as can be, to judge the engine by.

use std::collections::HashSet;
use std::sync::LazyLock;

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// What a win is worth to X if it needs no move at all; every ply until then takes one off.
const SOONEST: i32 = 100;

/// Nine cells in reading order, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    cells: [char; 9],
    turn: char,
}

impl Board {
    const EMPTY: Self = Self { cells: [' '; 9], turn: 'X' };

    /// Every different position that games from the empty board come to.
    fn all() -> Vec<Self> {
        let mut boards = vec![Self::EMPTY];
        let mut seen = HashSet::from([Self::EMPTY]);
        let mut next = 0;
        while let Some(&board) = boards.get(next) {
            boards.extend(board.moves().into_iter().map(|cell| board.after(cell)).filter(|child| seen.insert(*child)));
            next += 1;
        }
        boards
    }

    fn winner(&self) -> Option<char> {
        let owner = |line: &[usize; 3]| {
            let stone = self.cells[line[0]];
            (stone != ' ' && line.iter().all(|&cell| self.cells[cell] == stone)).then_some(stone)
        };
        LINES.iter().find_map(owner)
    }

    /// The empty cells; none of a finished game.
    fn moves(&self) -> Vec<usize> {
        if self.winner().is_some() {
            return Vec::new();
        }
        (0..9).filter(|&cell| self.cells[cell] == ' ').collect()
    }

    fn after(&self, cell: usize) -> Self {
        let mut child = *self;
        child.cells[cell] = self.turn;
        child.turn = if self.turn == 'X' { 'O' } else { 'X' };
        child
    }

    /// What it is worth to the player to move: 0 for a draw, more for a win the sooner it comes, less for a loss.
    fn worth(&self) -> i32 {
        let moves = self.moves();
        if moves.is_empty() {
            return self.winner().map_or(0, |winner| if winner == self.turn { SOONEST } else { -SOONEST });
        }
        let later = |worth: i32| worth - worth.signum();
        moves.into_iter().map(|cell| later(-self.after(cell).worth())).max().unwrap()
    }

    /// The notation, with all cells written as the stones on them or as single empty ones.
    pub(crate) fn fen(&self) -> String {
        let cell = |&stone: &char| match stone {
            'X' => 'P',
            'O' => 'p',
            _ => '1',
        };
        let rows: Vec<String> = self.cells.chunks(3).map(|row| row.iter().map(cell).collect()).collect();
        format!("{} {}", rows.join("/"), if self.turn == 'X' { 'w' } else { 'b' })
    }

    pub(crate) fn move_text(cell: usize) -> String {
        format!("P@{}{}", ['a', 'b', 'c'][cell % 3], 3 - cell / 3)
    }
}

/// A position and what perfect play makes of it.
pub(crate) struct Judged {
    pub(crate) board: Board,
    /// The sign of who wins, for the player to move.
    pub(crate) side: i32,
    /// In how many plies the player to move wins or loses, unless it is a draw.
    pub(crate) distance: Option<u32>,
    /// The moves that neither throw away a win nor turn a draw into a loss, in reading order.
    pub(crate) right: Vec<usize>,
    /// The right moves that win as soon, or lose as late, as possible.
    pub(crate) perfect: Vec<usize>,
}

impl Judged {
    fn new(board: Board) -> Self {
        let worth = board.worth();
        let after: Vec<_> = board.moves().into_iter().map(|cell| (cell, -board.after(cell).worth())).collect();
        let cells = |is_kept: &dyn Fn(i32) -> bool| {
            after.iter().filter(|&&(_, worth)| is_kept(worth)).map(|&(cell, _)| cell).collect()
        };
        Self {
            board,
            side: worth.signum(),
            distance: (worth != 0).then(|| (SOONEST - worth.abs()).unsigned_abs()),
            right: cells(&|after| after.signum() == worth.signum()),
            perfect: cells(&|after| after - after.signum() == worth),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.right.is_empty()
    }
}

/// Every position that can come up, judged.
pub(crate) static ALL: LazyLock<Vec<Judged>> = LazyLock::new(|| Board::all().into_iter().map(Judged::new).collect());
