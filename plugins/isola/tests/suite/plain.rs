//! A second, slow and simple implementation of the rules, square by square.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::HashMap;

pub(crate) type Place = (i32, i32);

/// A position: the letter of each square, a dot if it is free; the squares that cannot be removed; the player to move;
/// the plies on the clock and the number of the full move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) squares: HashMap<Place, char>,
    pub(crate) files: i32,
    pub(crate) ranks: i32,
    pub(crate) pads: Vec<Place>,
    pub(crate) turn: Player,
    counters: (u32, u32),
}

impl Plain {
    /// Parses the text of a position.
    pub(crate) fn read(text: &str, has_pads: bool) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (mut squares, mut files) = (HashMap::new(), 0);
        let rows: Vec<&str> = fields[0].rsplit('/').collect();
        for (rank, row) in (0..).zip(&rows) {
            let letters = row.chars().flat_map(|letter| match letter.to_digit(10) {
                Some(run) => vec!['.'; run as usize],
                None => vec![letter],
            });
            for (file, letter) in (0..).zip(letters) {
                squares.insert((file, rank), letter);
                files = files.max(file + 1);
            }
        }
        let ranks = rows.len() as i32;
        // On the usual boards, the kings start on c1 and d8, or on d1 and d7.
        let middle = |number: i32| number / 2 + number % 2 - 1;
        let pads = vec![(middle(files), 0), (files - 1 - middle(files), ranks - 1)];
        Self {
            squares,
            files,
            ranks,
            pads: if has_pads { pads } else { Vec::new() },
            turn: if fields[1] == "w" { Player::Max } else { Player::Min },
            counters: (fields[4].parse().unwrap(), fields[5].parse().unwrap()),
        }
    }

    /// The board and the player to move as text.
    pub(crate) fn write(&self) -> String {
        let row = |rank| -> String { (0..self.files).map(|file| self.squares[&(file, rank)]).collect() };
        let short = |row: String| (1..=8).rev().fold(row, |row, run| row.replace(&".".repeat(run), &run.to_string()));
        let rows: Vec<String> = (0..self.ranks).rev().map(|rank| short(row(rank))).collect();
        format!("{} {}", rows.join("/"), if self.turn == Player::Max { "w" } else { "b" })
    }

    pub(crate) fn king(&self, player: Player) -> Place {
        *self.squares.iter().find(|(_, found)| **found == letter(player)).unwrap().0
    }

    fn places(&self) -> Vec<Place> {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank))).collect()
    }

    /// The free squares next to a square, from a1 along the ranks.
    pub(crate) fn steps(&self, (file, rank): Place) -> Vec<Place> {
        let near = |place: &Place| (place.0 - file).abs().max((place.1 - rank).abs()) == 1;
        self.places().into_iter().filter(|place| near(place) && self.squares[place] == '.').collect()
    }

    pub(crate) fn name((file, rank): Place) -> String {
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    fn place(name: &str) -> Place {
        let bytes = name.as_bytes();
        (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
    }

    /// The number of king steps to each square in reach, if no other piece moves.
    pub(crate) fn distances(&self, player: Player) -> HashMap<Place, i32> {
        let mut found = HashMap::new();
        let mut edge = vec![self.king(player)];
        for distance in 1.. {
            edge = edge.into_iter().flat_map(|place| self.steps(place)).collect();
            edge.sort_unstable();
            edge.dedup();
            edge.retain(|place| !found.contains_key(place));
            if edge.is_empty() {
                break;
            }
            found.extend(edge.iter().map(|place| (*place, distance)));
        }
        found
    }
}

fn letter(player: Player) -> char {
    if player == Player::Max { 'P' } else { 'p' }
}

impl PlainRules for Plain {
    type Move = String;

    fn outcome(&self) -> Outcome {
        if self.moves().is_empty() { Outcome::Win(self.turn.other()) } else { Outcome::Ongoing }
    }

    fn moves(&self) -> Vec<String> {
        let from = self.king(self.turn);
        let mut moves = Vec::new();
        for to in self.steps(from) {
            for gone in self.places() {
                let is_free = gone == from || self.squares[&gone] == '.' && gone != to;
                if is_free && !self.pads.contains(&gone) {
                    let [from, to, gone] = [from, to, gone].map(Self::name);
                    moves.push(format!("{from}{to},{to}{gone}"));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: String) {
        for (place, sign) in [(&mv[..2], '.'), (&mv[2..4], letter(self.turn)), (&mv[7..], '*')] {
            self.squares.insert(Self::place(place), sign);
        }
        self.counters.0 += 1;
        self.counters.1 += u32::from(self.turn == Player::Min);
        self.turn = self.turn.other();
    }
}
