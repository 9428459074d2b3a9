//! The rules written a second time, slowly and plainly: square by square.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;

/// The defaults of the numbers of the heuristic: Defended, Loose and Race.
pub(crate) const WEIGHTS: [i32; 3] = [10, 30, 1_000];

/// A position: the ranks from White's side, each with its squares from file a.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    ranks: Vec<Vec<Option<Player>>>,
    pub(crate) turn: Player,
    quiet: u32,
    move_number: u32,
}

impl Plain {
    /// Reads a text as the game writes it.
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let rank = |row: &str| {
            let mut squares = Vec::new();
            for letter in row.chars() {
                match letter {
                    'P' => squares.push(Some(Player::Max)),
                    'p' => squares.push(Some(Player::Min)),
                    _ => squares.extend(vec![None; letter.to_digit(10).unwrap() as usize]),
                }
            }
            squares
        };
        Self {
            ranks: fields[0].rsplit('/').map(rank).collect(),
            turn: if fields[1] == "w" { Player::Max } else { Player::Min },
            quiet: fields[4].parse().unwrap(),
            move_number: fields[5].parse().unwrap(),
        }
    }

    /// Whose pawn is on a square, if there is such a square: `Some(None)` for a free one.
    fn at(&self, file: i32, rank: i32) -> Option<Option<Player>> {
        let squares = self.ranks.get(usize::try_from(rank).ok()?)?;
        squares.get(usize::try_from(file).ok()?).copied()
    }

    fn squares(&self) -> Vec<(i32, i32)> {
        let (files, ranks) = (self.ranks[0].len() as i32, self.ranks.len() as i32);
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
    }

    /// The position without its counters, as a text of its own.
    pub(crate) fn picture(&self) -> String {
        let letters =
            self.ranks.iter().flatten().map(|square| square.map_or('.', |player| ['P', 'p'][player as usize]));
        letters.chain([['w', 'b'][self.turn as usize]]).collect()
    }

    fn steps(&self) -> Vec<((i32, i32), (i32, i32))> {
        let up = if self.turn == Player::Max { 1 } else { -1 };
        let mut steps = Vec::new();
        for (file, rank) in self.squares() {
            if self.at(file, rank) != Some(Some(self.turn)) {
                continue;
            }
            for aside in [-1, 0, 1] {
                let to = (file + aside, rank + up);
                let Some(square) = self.at(to.0, to.1) else { continue };
                if square.is_none() || aside != 0 && square == Some(self.turn.other()) {
                    steps.push(((file, rank), to));
                }
            }
        }
        steps
    }

    /// The heuristic value by its definition.
    pub(crate) fn value(&self, [defends, loose, race]: [i32; 3]) -> i32 {
        let (mut value, mut races) = (0, [i32::MAX; 2]);
        for (file, rank) in self.squares() {
            let Some(Some(player)) = self.at(file, rank) else { continue };
            let up = if player == Player::Max { 1 } else { -1 };
            let distance = if player == Player::Max { self.ranks.len() as i32 - 1 - rank } else { rank };
            let stands_beside =
                |rank: i32, owner| [file - 1, file + 1].iter().any(|&file| self.at(file, rank) == Some(Some(owner)));
            let defended = stands_beside(rank - up, player);
            let attacked = stands_beside(rank + up, player.other());
            let mut worth = 100 + [0, 60, 36, 22, 12, 6, 2, 2][distance as usize];
            worth += if defended { defends } else { 0 } - if attacked && !defended { loose } else { 0 };
            value += worth * up;
            let stops = |(other_file, other_rank): &(i32, i32)| {
                let ahead = (other_rank - rank) * up;
                self.at(*other_file, *other_rank) == Some(Some(player.other())) && (other_file - file).abs() <= ahead
            };
            if !self.squares().iter().any(stops) {
                let plies = 2 * distance + i32::from(player != self.turn);
                races[player as usize] = races[player as usize].min(plies);
            }
        }
        value + race * races[1].cmp(&races[0]) as i32
    }
}

impl PlainRules for Plain {
    type Move = String;

    fn outcome(&self) -> Outcome {
        for player in [Player::Max, Player::Min] {
            let goal = if player == Player::Max { self.ranks.len() - 1 } else { 0 };
            let reached = self.ranks[goal].contains(&Some(player));
            let took_all = !self.ranks.iter().flatten().any(|square| *square == Some(player.other()));
            if reached || took_all {
                return Outcome::Win(player);
            }
        }
        Outcome::Ongoing
    }

    /// The legal moves as text, by origin from a1 along the ranks, from left to right.
    fn moves(&self) -> Vec<String> {
        self.steps().into_iter().map(|(from, to)| name(from) + &name(to)).collect()
    }

    fn play(&mut self, text: String) {
        let found = self.steps().into_iter().find(|(from, to)| name(*from) + &name(*to) == text);
        let (from, to) = found.unwrap_or_else(|| panic!("{text} is illegal"));
        self.ranks[from.1 as usize][from.0 as usize] = None;
        let taken = self.ranks[to.1 as usize][to.0 as usize].replace(self.turn);
        self.quiet = if taken.is_some() { 0 } else { self.quiet + 1 };
        self.move_number += u32::from(self.turn == Player::Min);
        self.turn = self.turn.other();
    }
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
