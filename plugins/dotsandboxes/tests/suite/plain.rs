//! The rules written a second time, slowly and plainly: line by line.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::BTreeMap;

/// A position: each line by its name, and whether it is drawn; each box by row and column, and who owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) lines: BTreeMap<String, bool>,
    pub(crate) owners: BTreeMap<(usize, usize), char>,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) turn: Player,
    pub(crate) counts_boxes: bool,
}

/// The names of the four lines of a box.
pub(crate) fn sides(row: usize, column: usize) -> [String; 4] {
    [
        format!("h{row}{column}"),
        format!("h{}{column}", row + 1),
        format!("v{row}{column}"),
        format!("v{row}{}", column + 1),
    ]
}

impl Plain {
    /// Reads a text as the game writes it.
    pub(crate) fn read(text: &str, counts_boxes: bool) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut lines = BTreeMap::new();
        let mut owners = BTreeMap::new();
        for (letter, field) in ["h", "v", "b"].into_iter().zip(&fields) {
            for (row, signs) in (1..).zip(field.split('/')) {
                for (column, sign) in (1..).zip(signs.chars()) {
                    if letter == "b" {
                        owners.insert((row, column), sign);
                    } else {
                        lines.insert(format!("{letter}{row}{column}"), sign == '1');
                    }
                }
            }
        }
        let (rows, columns) = *owners.keys().last().unwrap();
        let turn = if fields[3] == "r" { Player::Max } else { Player::Min };
        Self { lines, owners, rows, columns, turn, counts_boxes }
    }

    /// The position as the game writes it.
    pub(crate) fn write(&self) -> String {
        let drawn = |letter: char, row: usize, column: usize| u8::from(self.lines[&format!("{letter}{row}{column}")]);
        let table = |rows: usize, columns: usize, sign: &dyn Fn(usize, usize) -> String| {
            let row = |row| (1..=columns).map(|column| sign(row, column)).collect::<String>();
            (1..=rows).map(row).collect::<Vec<_>>().join("/")
        };
        let across = table(self.rows + 1, self.columns, &|row, column| drawn('h', row, column).to_string());
        let down = table(self.rows, self.columns + 1, &|row, column| drawn('v', row, column).to_string());
        let owners = table(self.rows, self.columns, &|row, column| self.owners[&(row, column)].to_string());
        format!("{across} {down} {owners} {}", if self.turn == Player::Max { "r" } else { "b" })
    }

    pub(crate) fn count(&self, owner: char) -> i32 {
        self.owners.values().filter(|found| **found == owner).count() as i32
    }

    /// Red's boxes minus Blue's.
    pub(crate) fn difference(&self) -> i32 {
        self.count('R') - self.count('B')
    }

    /// The lines drawn of a box.
    pub(crate) fn drawn(&self, row: usize, column: usize) -> usize {
        sides(row, column).iter().filter(|name| self.lines[*name]).count()
    }

    /// The places of the boxes.
    pub(crate) fn places(&self) -> Vec<(usize, usize)> {
        self.owners.keys().copied().collect()
    }

    /// The same position with other names of lines and places of boxes.
    fn renamed(&self, place: impl Fn(usize, usize) -> (usize, usize), size: (usize, usize)) -> Self {
        let mut image = self.clone();
        (image.rows, image.columns) = size;
        image.lines.clear();
        image.owners.clear();
        for ((row, column), owner) in &self.owners {
            image.owners.insert(place(*row, *column), *owner);
        }
        // A line is known by the two places beside it, of which one may lie outside.
        for (name, is_drawn) in &self.lines {
            let digit = |at: usize| usize::from(name.as_bytes()[at] - b'0');
            let (row, column) = (digit(1), digit(2));
            let other = if name.starts_with('h') { (row - 1, column) } else { (row, column - 1) };
            let (one, other) = (place(row, column), place(other.0, other.1));
            let letter = if one.0 == other.0 { 'v' } else { 'h' };
            image.lines.insert(format!("{letter}{}{}", one.0.max(other.0), one.1.max(other.1)), *is_drawn);
        }
        image
    }

    /// The images in the mirrors of the board, itself among them.
    pub(crate) fn images(&self) -> Vec<Self> {
        let (rows, columns) = (self.rows, self.columns);
        let flipped = |plain: &Self| plain.renamed(|row, column| (rows + 1 - row, column), (rows, columns));
        let mirrored = |plain: &Self| plain.renamed(|row, column| (row, columns + 1 - column), (rows, columns));
        let mut images = vec![self.clone(), flipped(self), mirrored(self), mirrored(&flipped(self))];
        if rows == columns {
            let turned = |plain: &Self| plain.renamed(|row, column| (column, row), (rows, columns));
            images.extend(images.clone().iter().map(turned));
        }
        images
    }

    /// The position with the owners and the players exchanged.
    pub(crate) fn exchanged(&self) -> Self {
        let mut other = self.clone();
        other.turn = self.turn.other();
        for owner in other.owners.values_mut() {
            *owner = match owner {
                'R' => 'B',
                'B' => 'R',
                _ => '.',
            };
        }
        other
    }
}

impl PlainRules for Plain {
    type Move = String;

    fn outcome(&self) -> Outcome {
        if self.lines.values().any(|is_drawn| !is_drawn) {
            return Outcome::Ongoing;
        }
        match self.difference() {
            difference if self.counts_boxes => Outcome::Utility(difference),
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::Max),
            _ => Outcome::Win(Player::Min),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.lines.iter().filter(|(_, is_drawn)| !**is_drawn).map(|(name, _)| name.clone()).collect()
    }

    fn play(&mut self, mv: String) {
        self.lines.insert(mv, true);
        let letter = if self.turn == Player::Max { 'R' } else { 'B' };
        let mut closed = 0;
        for (row, column) in self.places() {
            if self.drawn(row, column) == 4 && self.owners[&(row, column)] == '.' {
                self.owners.insert((row, column), letter);
                closed += 1;
            }
        }
        if closed == 0 {
            self.turn = self.turn.other();
        }
    }
}
