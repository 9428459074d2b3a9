//! A second, slow and simple implementation of the rules.

use flipello::PASS;
use plyd_plugin::{Move, Outcome, Player};
use plyd_trials::PlainRules;

/// A position: the owner of each square, `cells[rank][file]`, and the player to move. Every line is followed square by
/// square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    pub(crate) cells: Vec<Vec<Option<Player>>>,
    pub(crate) turn: Player,
}

impl Plain {
    /// Parses the board and the player to move from the text of a position.
    pub(crate) fn read(text: &str) -> Self {
        let board = text.split(['[', ' ']).next().unwrap();
        let rows = board.split('/').rev().map(|row| {
            let cells = row.chars().flat_map(|letter| match letter {
                'P' => vec![Some(Player::Max)],
                'p' => vec![Some(Player::Min)],
                digit => vec![None; digit.to_digit(10).unwrap() as usize],
            });
            cells.collect()
        });
        let turn = if text.split_whitespace().nth(1) == Some("w") { Player::Max } else { Player::Min };
        Self { cells: rows.collect(), turn }
    }

    /// The board and the player to move as text.
    pub(crate) fn write(&self) -> String {
        let row = |row: &Vec<Option<Player>>| -> String {
            let letters = row.iter().map(|cell| match cell {
                Some(Player::Max) => 'P',
                Some(Player::Min) => 'p',
                None => '.',
            });
            let text: String = letters.collect();
            (1..=8).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
        };
        let rows: Vec<String> = self.cells.iter().rev().map(row).collect();
        format!("{} {}", rows.join("/"), if self.turn == Player::Max { "w" } else { "b" })
    }

    fn at(&self, file: i32, rank: i32) -> Option<Player> {
        *self.cells.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?)?
    }

    /// The discs that a player flips with a disc on a square.
    fn turned(&self, player: Player, file: i32, rank: i32) -> Vec<(i32, i32)> {
        let mut turned = Vec::new();
        for (right, up) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let mut row = Vec::new();
            let (mut file, mut rank) = (file + right, rank + up);
            while self.at(file, rank) == Some(player.other()) {
                row.push((file, rank));
                (file, rank) = (file + right, rank + up);
            }
            if self.at(file, rank) == Some(player) {
                turned.append(&mut row);
            }
        }
        turned
    }

    fn placements(&self, player: Player) -> Vec<Move> {
        let size = self.cells.len() as i32;
        let squares = (0..size).flat_map(|rank| (0..size).map(move |file| (file, rank)));
        let legal = squares.filter(|&(file, rank)| {
            self.cells[rank as usize][file as usize].is_none() && !self.turned(player, file, rank).is_empty()
        });
        legal.map(|(file, rank)| Move((8 * rank + file) as u32)).collect()
    }

    fn count(&self, of: Option<Player>) -> i32 {
        self.cells.iter().flatten().filter(|cell| **cell == of).count() as i32
    }

    pub(crate) fn empty(&self) -> i32 {
        self.count(None)
    }

    /// The disc difference from MAX's point of view. Empty squares count for the player with more discs.
    pub(crate) fn difference(&self) -> i32 {
        let (max, min) = (self.count(Some(Player::Max)), self.count(Some(Player::Min)));
        match max.cmp(&min) {
            std::cmp::Ordering::Less => max - min - self.empty(),
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => max - min + self.empty(),
        }
    }
}

impl PlainRules for Plain {
    type Move = Move;

    fn outcome(&self) -> Outcome {
        match (self.moves().is_empty(), self.difference()) {
            (false, _) => Outcome::Ongoing,
            (true, 0) => Outcome::Draw,
            (true, 1..) => Outcome::Win(Player::Max),
            (true, _) => Outcome::Win(Player::Min),
        }
    }

    /// The legal moves, ordered by square; empty if neither player can place a disc.
    fn moves(&self) -> Vec<Move> {
        let moves = self.placements(self.turn);
        if moves.is_empty() && !self.placements(self.turn.other()).is_empty() {
            return vec![PASS];
        }
        moves
    }

    fn play(&mut self, mv: Move) {
        if mv != PASS {
            let (file, rank) = (mv.0 as i32 % 8, mv.0 as i32 / 8);
            for (file, rank) in self.turned(self.turn, file, rank).into_iter().chain([(file, rank)]) {
                self.cells[rank as usize][file as usize] = Some(self.turn);
            }
        }
        self.turn = self.turn.other();
    }
}
