//! The rules written a second time, slowly and plainly.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;

/// A position: the letter of each square, `cells[rank][file]`, a dot if it is free; the player to move; and the plies
/// since the last clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    pub(crate) cells: Vec<Vec<char>>,
    pub(crate) turn: Player,
    clock: u32,
}

type Place = (usize, usize);

impl Plain {
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows = fields[0].split('/').rev().map(|row| {
            let cells = row.chars().flat_map(|letter| match letter.to_digit(10) {
                Some(run) => vec!['.'; run as usize],
                None => vec![letter],
            });
            cells.collect()
        });
        let turn = if fields[1] == "w" { Player::Max } else { Player::Min };
        Self { cells: rows.collect(), turn, clock: fields.get(4).map_or(0, |clock| clock.parse().unwrap()) }
    }

    /// The board and the player to move as text.
    pub(crate) fn write(&self) -> String {
        let rows = self.cells.iter().rev().map(|row| {
            let text: String = row.iter().collect();
            (1..=7).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
        });
        format!("{} {}", rows.collect::<Vec<_>>().join("/"), if self.turn == Player::Max { "w" } else { "b" })
    }

    pub(crate) fn count(&self, letter: char) -> i32 {
        self.cells.iter().flatten().filter(|cell| **cell == letter).count() as i32
    }

    fn places(letter: char, cells: &[Vec<char>]) -> Vec<Place> {
        let all = (0..7).flat_map(|rank| (0..7).map(move |file| (file, rank)));
        all.filter(|(file, rank)| cells[*rank][*file] == letter).collect()
    }

    fn apart(a: Place, b: Place) -> usize {
        a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
    }

    fn name((file, rank): Place) -> String {
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    /// Clones and jumps, ordered by the square they go to, the clone first, then by the square they leave.
    fn placements(&self, player: Player) -> Vec<String> {
        let stones = Self::places(letter(player), &self.cells);
        let mut moves = Vec::new();
        for to in Self::places('.', &self.cells) {
            if stones.iter().any(|from| Self::apart(*from, to) == 1) {
                moves.push(format!("P@{}", Self::name(to)));
            }
            let jumps = stones.iter().filter(|from| Self::apart(**from, to) == 2);
            moves.extend(jumps.map(|from| Self::name(*from) + &Self::name(to)));
        }
        moves
    }

    fn place(name: &str) -> Place {
        let bytes = name.as_bytes();
        ((bytes[0] - b'a').into(), (bytes[1] - b'1').into())
    }
}

fn letter(player: Player) -> char {
    if player == Player::Max { 'P' } else { 'p' }
}

impl PlainRules for Plain {
    type Move = String;

    fn outcome(&self) -> Outcome {
        let (max, min) = (self.count('P'), self.count('p'));
        let stuck = self.placements(Player::Max).is_empty() && self.placements(Player::Min).is_empty();
        if max > 0 && min > 0 && !stuck {
            return if self.clock < 100 { Outcome::Ongoing } else { Outcome::Draw };
        }
        match max.cmp(&min) {
            std::cmp::Ordering::Less => Outcome::Win(Player::Min),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(Player::Max),
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome() != Outcome::Ongoing {
            return Vec::new();
        }
        let moves = self.placements(self.turn);
        if moves.is_empty() {
            let first = Self::name(Self::places(letter(self.turn), &self.cells)[0]);
            return vec![first.repeat(2)];
        }
        moves
    }

    fn play(&mut self, mv: String) {
        let (own, other) = (letter(self.turn), letter(self.turn.other()));
        self.clock += 1;
        let to = Self::place(&mv[2..]);
        if mv.starts_with("P@") {
            self.clock = 0;
        } else {
            let (file, rank) = Self::place(&mv);
            self.cells[rank][file] = '.';
        }
        self.cells[to.1][to.0] = own;
        if mv[..2] != mv[2..] {
            for (file, rank) in Self::places(other, &self.cells) {
                if Self::apart((file, rank), to) == 1 {
                    self.cells[rank][file] = own;
                }
            }
        }
        self.turn = self.turn.other();
    }
}
