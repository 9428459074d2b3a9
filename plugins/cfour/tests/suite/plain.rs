//! A second, slow and simple implementation of the rules.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;

/// A position as columns of stones. Every line is checked cell by cell.
#[derive(Clone)]
pub(crate) struct Plain {
    ranks: usize,
    columns: Vec<Vec<Player>>,
    turn: Player,
}

impl Plain {
    pub(crate) fn empty(files: u32, ranks: u32) -> Self {
        Self { ranks: ranks as usize, columns: vec![Vec::new(); files as usize], turn: Player::Max }
    }

    /// Parses the board in the text of a position.
    pub(crate) fn read(text: &str) -> Self {
        let board = text.split('[').next().unwrap();
        let rows: Vec<&str> = board.split('/').collect();
        let mut columns = Vec::new();
        for row in rows.iter().rev() {
            let mut file = 0;
            let mut digits = String::new();
            for letter in row.chars().chain(['.']) {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                file += digits.parse().unwrap_or(0);
                digits.clear();
                columns.resize(columns.len().max(file + usize::from(letter != '.')), Vec::new());
                if letter != '.' {
                    columns[file].push(if letter == 'P' { Player::Max } else { Player::Min });
                    file += 1;
                }
            }
        }
        let turn = if text.contains("] w") { Player::Max } else { Player::Min };
        Self { ranks: rows.len(), columns, turn }
    }

    fn at(&self, file: i32, rank: i32) -> Option<Player> {
        let column = self.columns.get(usize::try_from(file).ok()?)?;
        column.get(usize::try_from(rank).ok()?).copied()
    }

    /// The heuristic value by its definition: the sum of 1, 4 or 16 over all lines with stones of only one player.
    pub(crate) fn value(&self) -> i32 {
        let mut total = 0;
        for (file, rank) in self.cells() {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = [0, 1, 2, 3].map(|place| (file + place * right, rank + place * up));
                let on_board = |(file, rank): &(i32, i32)| {
                    (0..self.columns.len() as i32).contains(file) && (0..self.ranks as i32).contains(rank)
                };
                if !cells.iter().all(on_board) {
                    continue;
                }
                let count = |player| cells.iter().filter(|cell| self.at(cell.0, cell.1) == Some(player)).count();
                total += match (count(Player::Max), count(Player::Min)) {
                    (0, 0) => 0,
                    (stones, 0) => [1, 4, 16][stones - 1],
                    (0, stones) => -[1, 4, 16][stones - 1],
                    _ => 0,
                };
            }
        }
        total
    }

    fn cells(&self) -> Vec<(i32, i32)> {
        let (files, ranks) = (self.columns.len() as i32, self.ranks as i32);
        (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank))).collect()
    }
}

impl PlainRules for Plain {
    type Move = usize;

    fn outcome(&self) -> Outcome {
        for (file, rank) in self.cells() {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line = [0, 1, 2, 3].map(|place| self.at(file + place * right, rank + place * up));
                if let (Some(winner), true) = (line[0], line.iter().all(|cell| *cell == line[0])) {
                    return Outcome::Win(winner);
                }
            }
        }
        if self.moves().is_empty() { Outcome::Draw } else { Outcome::Ongoing }
    }

    /// The files that are not full.
    fn moves(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&file| self.columns[file].len() < self.ranks).collect()
    }

    fn play(&mut self, file: usize) {
        self.columns[file].push(self.turn);
        self.turn = self.turn.other();
    }
}
