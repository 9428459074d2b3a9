//! A second, slow and simple implementation of the rules, square by square.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::HashMap;

pub(crate) type Place = (i32, i32);

/// A position: the letter of each square, a dot if it is free; the player to move; the plies on the clock and the
/// number of the full move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) squares: HashMap<Place, char>,
    pub(crate) files: i32,
    pub(crate) ranks: i32,
    pub(crate) turn: Player,
    counters: (u32, u32),
}

pub(crate) const AROUND: [Place; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Plain {
    /// Parses the text of a position.
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (mut squares, mut files) = (HashMap::new(), 0);
        let rows: Vec<&str> = fields[0].rsplit('/').collect();
        for (rank, row) in (0..).zip(&rows) {
            let row = row.replace("10", "..........");
            let letters = row.chars().flat_map(|letter| match letter.to_digit(10) {
                Some(run) => vec!['.'; run as usize],
                None => vec![letter],
            });
            for (file, letter) in (0..).zip(letters) {
                squares.insert((file, rank), letter);
                files = files.max(file + 1);
            }
        }
        Self {
            squares,
            files,
            ranks: rows.len() as i32,
            turn: if fields[1] == "w" { Player::Max } else { Player::Min },
            counters: (fields[4].parse().unwrap(), fields[5].parse().unwrap()),
        }
    }

    /// The board and the player to move as text.
    pub(crate) fn write(&self) -> String {
        let row = |rank| -> String { (0..self.files).map(|file| self.squares[&(file, rank)]).collect() };
        let short = |row: String| (1..=10).rev().fold(row, |row, run| row.replace(&".".repeat(run), &run.to_string()));
        let rows: Vec<String> = (0..self.ranks).rev().map(|rank| short(row(rank))).collect();
        format!("{} {}", rows.join("/"), if self.turn == Player::Max { "w" } else { "b" })
    }

    /// All squares, from a1 along the ranks.
    pub(crate) fn places(&self) -> Vec<Place> {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank))).collect()
    }

    pub(crate) fn amazons(&self, player: Player) -> Vec<Place> {
        self.places().into_iter().filter(|place| self.squares[place] == letter(player)).collect()
    }

    fn is_free(&self, place: &Place) -> bool {
        self.squares.get(place) == Some(&'.')
    }

    /// The free squares on the lines from a square, up to the distance `most`, from a1 along the ranks.
    pub(crate) fn reach(&self, (file, rank): Place, most: i32) -> Vec<Place> {
        let mut found = Vec::new();
        for (right, up) in AROUND {
            let line = (1..=most).map(|far| (file + far * right, rank + far * up));
            found.extend(line.take_while(|place| self.is_free(place)));
        }
        found.sort_unstable_by_key(|(file, rank)| (*rank, *file));
        found
    }

    /// The number of moves in which a player's amazons reach each square, if no other piece moves and each step covers
    /// at most `most` squares.
    pub(crate) fn distances(&self, player: Player, most: i32) -> HashMap<Place, i32> {
        let mut found = HashMap::new();
        let mut edge = self.amazons(player);
        for distance in 1.. {
            edge = edge.into_iter().flat_map(|place| self.reach(place, most)).collect();
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

    pub(crate) fn name((file, rank): Place) -> String {
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }
}

/// The three squares of a move.
fn places(mv: &str) -> [Place; 3] {
    let squares: Vec<String> = mv.replace(',', "").chars().fold(Vec::new(), |mut squares, letter| {
        if letter.is_ascii_digit() {
            squares.last_mut().unwrap().push(letter);
        } else {
            squares.push(letter.to_string());
        }
        squares
    });
    assert_eq!((squares.len(), &squares[1]), (4, &squares[2]), "{mv}");
    let place = |name: &String| (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1);
    [&squares[0], &squares[1], &squares[3]].map(place)
}

fn letter(player: Player) -> char {
    if player == Player::Max { 'Q' } else { 'q' }
}

impl PlainRules for Plain {
    type Move = String;

    fn outcome(&self) -> Outcome {
        let stuck = self.amazons(self.turn).iter().all(|place| self.reach(*place, 1).is_empty());
        if stuck { Outcome::Win(self.turn.other()) } else { Outcome::Ongoing }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.amazons(self.turn) {
            let mut lifted = self.clone();
            lifted.squares.insert(from, '.');
            for to in self.reach(from, 10) {
                for hit in lifted.reach(to, 10) {
                    let [from, to, hit] = [from, to, hit].map(Self::name);
                    moves.push(format!("{from}{to},{to}{hit}"));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: String) {
        let [from, to, hit] = places(&mv);
        for (place, sign) in [(from, '.'), (to, letter(self.turn)), (hit, '*')] {
            self.squares.insert(place, sign);
        }
        self.counters.0 += 1;
        self.counters.1 += u32::from(self.turn == Player::Min);
        self.turn = self.turn.other();
    }
}
