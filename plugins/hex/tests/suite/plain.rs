//! The rules written a second time, slowly and plainly: cell by cell.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::HashMap;

/// File and row, counted from 0 at the top left.
pub(crate) type Place = (i32, i32);

/// The steps to the neighbours of a cell, around it.
const AROUND: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A position: the letter of each cell, a dot if it is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) cells: HashMap<Place, char>,
    pub(crate) size: i32,
    pub(crate) turn: Player,
    has_swap: bool,
}

impl Plain {
    /// Reads a text as the game writes it.
    pub(crate) fn read(text: &str, has_swap: bool) -> Self {
        let (board, turn) = text.split_once(' ').unwrap();
        let mut cells = HashMap::new();
        let size = board.split('/').count() as i32;
        for (row, letters) in (0..).zip(board.split('/')) {
            let (mut file, mut run) = (0, 0);
            for letter in letters.chars().chain(['/']) {
                if let Some(digit) = letter.to_digit(10) {
                    run = 10 * run + digit as i32;
                    continue;
                }
                (0..std::mem::take(&mut run)).for_each(|free| {
                    cells.insert((file + free, row), '.');
                });
                file = (0..size).find(|file| !cells.contains_key(&(*file, row))).unwrap_or(size);
                if letter != '/' {
                    cells.insert((file, row), letter);
                    file += 1;
                }
            }
        }
        Self { cells, size, turn: if turn == "r" { Player::Max } else { Player::Min }, has_swap }
    }

    /// The position as the game writes it.
    pub(crate) fn write(&self) -> String {
        let row = |row| -> String { (0..self.size).map(|file| self.cells[&(file, row)]).collect() };
        let short = |row: String| (1..=19).rev().fold(row, |row, run| row.replace(&".".repeat(run), &run.to_string()));
        let rows: Vec<String> = (0..self.size).map(|number| short(row(number))).collect();
        format!("{} {}", rows.join("/"), if self.turn == Player::Max { "r" } else { "b" })
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        (0..self.size).flat_map(|row| (0..self.size).map(move |file| (file, row))).collect()
    }

    pub(crate) fn name((file, row): Place) -> String {
        format!("{}{}", char::from(b'a' + file as u8), row + 1)
    }

    fn count(&self, letter: char) -> usize {
        self.cells.values().filter(|found| **found == letter).count()
    }

    fn is(&self, place: Place, letter: char) -> bool {
        self.cells.get(&place) == Some(&letter)
    }

    /// How far a cell is from the first edge of a player, in rows or files: 0 on it.
    fn depth(&self, (file, row): Place, player: Player) -> i32 {
        if player == Player::Max { row } else { file }
    }

    /// Whether a chain of a player's stones joins the player's edges.
    pub(crate) fn has_won(&self, player: Player) -> bool {
        let letter = letter(player);
        let mut open: Vec<Place> = self.places();
        open.retain(|place| self.is(*place, letter) && self.depth(*place, player) == 0);
        let mut seen = open.clone();
        while let Some((file, row)) = open.pop() {
            if self.depth((file, row), player) == self.size - 1 {
                return true;
            }
            for (right, down) in AROUND {
                let next = (file + right, row + down);
                if self.is(next, letter) && !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
        false
    }

    /// The places next to a place, and those that a bridge joins with it. An edge is a row or file beyond the board: a
    /// bridge to it leads from the second row or file.
    fn near(&self, (file, row): Place) -> Vec<Place> {
        let step = |side: usize| (file + AROUND[side % 6].0, row + AROUND[side % 6].1);
        let bridges = (0..6).filter(|side| self.is(step(*side), '.') && self.is(step(side + 1), '.')).map(|side| {
            let (one, other) = (AROUND[side], AROUND[(side + 1) % 6]);
            (file + one.0 + other.0, row + one.1 + other.1)
        });
        (0..6).map(step).chain(bridges).collect()
    }

    /// The stones missing to join each cell with the first edge of a player, or the last, its own included: by looking
    /// at all cells again and again until nothing changes.
    fn missing(&self, player: Player, is_first: bool) -> HashMap<Place, i32> {
        let beyond = if is_first { -1 } else { self.size };
        let mut missing = HashMap::new();
        loop {
            let before = missing.clone();
            for place in self.places() {
                let own = match self.cells[&place] {
                    '.' => 1,
                    found if found == letter(player) => 0,
                    _ => continue,
                };
                let near = self.near(place);
                let at_edge = near.iter().any(|place| self.depth(*place, player) == beyond);
                let others = near.iter().filter_map(|place| missing.get(place).copied());
                let least = others.chain(at_edge.then_some(0)).min();
                if let Some(least) = least {
                    missing.insert(place, least + own);
                }
            }
            if missing == before {
                return missing;
            }
        }
    }

    /// The stones that a player needs for a path from edge to edge, bridges counting as joined, and the number of free
    /// cells on such shortest paths.
    pub(crate) fn paths(&self, player: Player) -> (i32, i32) {
        let [first, last] = [true, false].map(|is_first| self.missing(player, is_first));
        let own = |place: &Place| i32::from(self.cells[place] == '.');
        let through = |place: &Place| Some(first.get(place)? + last.get(place)? - own(place));
        let length = self.places().iter().filter_map(through).min().unwrap();
        let on_path = |place: &&Place| own(place) == 1 && through(place) == Some(length);
        (length, self.places().iter().filter(on_path).count() as i32)
    }

    /// The position with the colours exchanged, and rows and files with them.
    pub(crate) fn mirrored(&self) -> Self {
        let swapped = |letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let cells = self.cells.iter().map(|(&(file, row), &letter)| ((row, file), swapped(letter))).collect();
        Self { cells, turn: self.turn.other(), ..*self }
    }

    /// The position turned by a half.
    pub(crate) fn turned(&self) -> Self {
        let last = self.size - 1;
        let cells = self.cells.iter().map(|(&(file, row), &letter)| ((last - file, last - row), letter)).collect();
        Self { cells, ..*self }
    }
}

pub(crate) fn letter(player: Player) -> char {
    if player == Player::Max { 'X' } else { 'O' }
}

impl PlainRules for Plain {
    type Move = String;

    fn outcome(&self) -> Outcome {
        let winner = [Player::Max, Player::Min].into_iter().find(|player| self.has_won(*player));
        winner.map_or(Outcome::Ongoing, Outcome::Win)
    }

    fn moves(&self) -> Vec<String> {
        let free = self.places().into_iter().filter(|place| self.is(*place, '.'));
        let mut moves: Vec<String> = free.map(Self::name).collect();
        if self.has_swap && self.turn == Player::Min && (self.count('X'), self.count('O')) == (1, 0) {
            moves.push("swap".into());
        }
        moves
    }

    fn play(&mut self, mv: String) {
        if mv == "swap" {
            let (file, row) = self.places().into_iter().find(|place| self.is(*place, 'X')).unwrap();
            self.cells.insert((file, row), '.');
            self.cells.insert((row, file), 'O');
        } else {
            let place = self.places().into_iter().find(|place| Self::name(*place) == mv).unwrap();
            self.cells.insert(place, letter(self.turn));
        }
        self.turn = self.turn.other();
    }
}
