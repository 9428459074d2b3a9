//! The rules written a second time, slowly and plainly: cell by cell.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::HashMap;

/// File and rank, counted from 0 at a1.
pub(crate) type Place = (i32, i32);

const DIRECTIONS: [Place; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A position: the letter of each cell, a dot if it is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) cells: HashMap<Place, char>,
    pub(crate) size: i32,
    pub(crate) turn: Player,
    is_exact: bool,
}

impl Plain {
    /// Reads a text as the game writes it.
    pub(crate) fn read(text: &str, is_exact: bool) -> Self {
        let (board, turn) = text.split_once(' ').unwrap();
        let size = board.split('/').count() as i32;
        let mut cells = HashMap::new();
        for (row, letters) in (1..).zip(board.split('/')) {
            // Numbers of one and two digits become so many dots.
            let mut line = letters.to_string();
            for run in (1..=19).rev() {
                line = line.replace(&run.to_string(), &".".repeat(run));
            }
            for (file, letter) in (0..).zip(line.chars()) {
                cells.insert((file, size - row), letter);
            }
        }
        Self { cells, size, turn: if turn == "b" { Player::Max } else { Player::Min }, is_exact }
    }

    /// The position as the game writes it.
    pub(crate) fn write(&self) -> String {
        let row = |rank| -> String { (0..self.size).map(|file| self.cells[&(file, rank)]).collect() };
        let short = |row: String| (1..=19).rev().fold(row, |row, run| row.replace(&".".repeat(run), &run.to_string()));
        let rows: Vec<String> = (0..self.size).rev().map(|rank| short(row(rank))).collect();
        format!("{} {}", rows.join("/"), if self.turn == Player::Max { "b" } else { "w" })
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        (0..self.size).flat_map(|rank| (0..self.size).map(move |file| (file, rank))).collect()
    }

    /// The text of the move to a place.
    pub(crate) fn name((file, rank): Place) -> String {
        format!("P@{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    pub(crate) fn is(&self, place: Place, letter: char) -> bool {
        self.cells.get(&place) == Some(&letter)
    }

    /// Whether a player has a row that wins: each is looked at from its first stone.
    pub(crate) fn has_row(&self, player: Player) -> bool {
        let letter = letter(player);
        self.places().into_iter().any(|(file, rank)| {
            DIRECTIONS.into_iter().any(|(right, up)| {
                let at = |step: i32| self.is((file + step * right, rank + step * up), letter);
                let length = (0..).take_while(|step| at(*step)).count();
                !at(-1) && if self.is_exact { length == 5 } else { length >= 5 }
            })
        })
    }

    /// The lines of five cells that a player can still fill, by the stones of the player on them: from none to five.
    pub(crate) fn lines(&self, player: Player) -> [i32; 6] {
        let mut lines = [0; 6];
        for (file, rank) in self.places() {
            for (right, up) in DIRECTIONS {
                let at = |step: i32| self.cells.get(&(file + step * right, rank + step * up)).copied();
                let own = |step: i32| at(step) == Some(letter(player));
                let is_open = (0..5).all(|step| own(step) || at(step) == Some('.'));
                let is_long = self.is_exact && (own(-1) || own(5));
                if is_open && !is_long {
                    lines[(0..5).filter(|step| own(*step)).count()] += 1;
                }
            }
        }
        lines
    }

    /// The free cells with which a player gets a row that wins: the stones on either side of the cell are counted.
    pub(crate) fn wins(&self, player: Player) -> Vec<Place> {
        let mut places = self.places();
        places.retain(|&(file, rank)| {
            let own = |step: i32, (right, up): Place| self.is((file + step * right, rank + step * up), letter(player));
            let length = |direction: Place| {
                let on = (1..).take_while(|step| own(*step, direction)).count();
                on + 1 + (1..).take_while(|step| own(-step, direction)).count()
            };
            let wins = |direction| if self.is_exact { length(direction) == 5 } else { length(direction) >= 5 };
            self.is((file, rank), '.') && DIRECTIONS.into_iter().any(wins)
        });
        places
    }

    /// The position mirrored or turned, by the images of its places.
    pub(crate) fn image(&self, number: usize) -> Self {
        let last = self.size - 1;
        let map = |(file, rank): Place| {
            let (file, rank) = if number & 1 == 0 { (file, rank) } else { (rank, file) };
            (if number & 2 == 0 { file } else { last - file }, if number & 4 == 0 { rank } else { last - rank })
        };
        let cells = self.cells.iter().map(|(place, letter)| (map(*place), *letter)).collect();
        Self { cells, ..*self }
    }
}

pub(crate) fn letter(player: Player) -> char {
    if player == Player::Max { 'X' } else { 'O' }
}

impl PlainRules for Plain {
    type Move = Place;

    fn outcome(&self) -> Outcome {
        let winner = [Player::Max, Player::Min].into_iter().find(|player| self.has_row(*player));
        match winner {
            Some(player) => Outcome::Win(player),
            None if self.moves().is_empty() => Outcome::Draw,
            None => Outcome::Ongoing,
        }
    }

    fn moves(&self) -> Vec<Place> {
        let mut places = self.places();
        places.retain(|place| self.is(*place, '.'));
        places
    }

    fn play(&mut self, mv: Place) {
        self.cells.insert(mv, letter(self.turn));
        self.turn = self.turn.other();
    }
}
