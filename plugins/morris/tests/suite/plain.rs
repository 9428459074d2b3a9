//! The rules written a second time, slowly and plainly: point by point, by their names.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::BTreeMap;

/// The squares in the order of the text, each clockwise from the upper left corner.
const SQUARES: [[&str; 8]; 3] = [
    ["a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"],
    ["b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"],
    ["c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"],
];

/// All lines, rank by rank and then file by file.
const LINES: [[&str; 3]; 16] = [
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
    ["a7", "a4", "a1"],
    ["b6", "b4", "b2"],
    ["c5", "c4", "c3"],
    ["d7", "d6", "d5"],
    ["d3", "d2", "d1"],
    ["e5", "e4", "e3"],
    ["f6", "f4", "f2"],
    ["g7", "g4", "g1"],
];

/// A position: the letter of each point, `W`, `B`, or a dot for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    points: BTreeMap<&'static str, char>,
    hand: [u32; 2],
    pub(crate) turn: Player,
    pub(crate) quiet: u32,
    number: u32,
    /// Whether three men fly.
    pub(crate) flying: bool,
}

/// A move: the points that a man goes from and to, and the man that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainMove {
    from: Option<&'static str>,
    to: &'static str,
    pub(crate) taken: Option<&'static str>,
}

fn letter(player: Player) -> char {
    ['W', 'B'][player as usize]
}

/// The points in the order of the game: the inner square first.
fn all() -> impl Iterator<Item = &'static str> {
    SQUARES.into_iter().rev().flatten()
}

fn are_joined(one: &str, other: &str) -> bool {
    LINES.iter().any(|line| {
        let place = |name| line.iter().position(|point| *point == name);
        place(one).zip(place(other)).is_some_and(|(one, other)| one.abs_diff(other) == 1)
    })
}

impl Plain {
    /// Reads a text as the game writes it.
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (board, pocket) = fields[0].split_once('[').unwrap();
        let mut points = BTreeMap::new();
        for (square, row) in SQUARES.iter().zip(board.split('/')) {
            let letters = row.chars().flat_map(|letter| match letter.to_digit(10) {
                Some(gap) => vec!['.'; gap as usize],
                None => vec![letter],
            });
            points.extend(square.iter().copied().zip(letters));
        }
        let hand = ['W', 'B'].map(|letter| pocket.matches(letter).count() as u32);
        let turn = if fields[1] == "w" { Player::Max } else { Player::Min };
        let counter = |place: usize| fields[place].parse().unwrap();
        Self { points, hand, turn, quiet: counter(4), number: counter(5), flying: true }
    }

    /// The text of the position.
    pub(crate) fn write(&self) -> String {
        let row = |square: &[&str; 8]| {
            let letters: String = square.iter().map(|point| self.points[point]).collect();
            // The longest gaps first, so that none is read as two.
            (1..=8).rev().fold(letters, |text, gap| text.replace(&".".repeat(gap), &gap.to_string()))
        };
        let rows: Vec<String> = SQUARES.iter().map(row).collect();
        let hand = |player: usize| ["W", "B"][player].repeat(self.hand[player] as usize);
        let turn = ["w", "b"][self.turn as usize];
        format!("{}[{}{}] {turn} - - {} {}", rows.join("/"), hand(0), hand(1), self.quiet, self.number)
    }

    /// Everything but the counters.
    pub(crate) fn picture(&self) -> String {
        self.write().split(" - ").next().unwrap().to_owned()
    }

    /// The same position with the colours and the player to move exchanged.
    pub(crate) fn turned(&self) -> Self {
        let letter = |letter: &char| match letter {
            'W' => 'B',
            'B' => 'W',
            _ => '.',
        };
        let points = self.points.iter().map(|(point, man)| (*point, letter(man))).collect();
        Self { points, hand: [self.hand[1], self.hand[0]], turn: self.turn.other(), ..self.clone() }
    }

    /// The 16 images of the position: turned by quarters, mirrored, and with the inner square outside.
    pub(crate) fn images(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for number in 0..16 {
            let place = |square: usize, place: usize| {
                let square = if number & 8 == 0 { square } else { 2 - square };
                let place = if number & 4 == 0 { place } else { 8 - place };
                SQUARES[square][(place + 2 * (number & 3)) % 8]
            };
            let places = (0..3).flat_map(|square| (0..8).map(move |place| (square, place)));
            let points = places.map(|(one, other)| (SQUARES[one][other], self.points[place(one, other)])).collect();
            found.push(Self { points, ..self.clone() });
        }
        found
    }

    fn men(&self, player: Player) -> Vec<&'static str> {
        all().filter(|point| self.points[point] == letter(player)).collect()
    }

    fn count(&self, player: Player) -> usize {
        self.men(player).len() + self.hand[player as usize] as usize
    }

    fn is_mill(&self, line: &[&str; 3], player: Player) -> bool {
        line.iter().all(|point| self.points[point] == letter(player))
    }

    fn is_in_mill(&self, point: &str, player: Player) -> bool {
        LINES.iter().any(|line| line.contains(&point) && self.is_mill(line, player))
    }

    fn takeable(&self, player: Player) -> Vec<&'static str> {
        let men = self.men(player);
        let open: Vec<&str> = men.iter().copied().filter(|point| !self.is_in_mill(point, player)).collect();
        if open.is_empty() { men } else { open }
    }

    fn all_moves(&self) -> Vec<PlainMove> {
        let own = self.men(self.turn);
        let free = || all().filter(|point| self.points[point] == '.');
        let pairs: Vec<(Option<&str>, &str)> = if self.hand[self.turn as usize] > 0 {
            free().map(|to| (None, to)).collect()
        } else {
            let flies = self.flying && own.len() == 3;
            let ways = own.iter().flat_map(|from| free().map(move |to| (*from, to)));
            ways.filter(|(from, to)| flies || are_joined(from, to)).map(|(from, to)| (Some(from), to)).collect()
        };
        let mut found = Vec::new();
        for (from, to) in pairs {
            let mut after = self.clone();
            after.put(from, to);
            let takeable = if after.is_in_mill(to, self.turn) { after.takeable(self.turn.other()) } else { Vec::new() };
            if takeable.is_empty() {
                found.push(PlainMove { from, to, taken: None });
            }
            found.extend(takeable.into_iter().map(|taken| PlainMove { from, to, taken: Some(taken) }));
        }
        found
    }

    fn put(&mut self, from: Option<&'static str>, to: &'static str) {
        match from {
            Some(from) => drop(self.points.insert(from, '.')),
            None => self.hand[self.turn as usize] -= 1,
        }
        self.points.insert(to, letter(self.turn));
    }

    /// The texts of the moves, in their order.
    pub(crate) fn texts(&self) -> Vec<String> {
        let text = |PlainMove { from, to, taken }: PlainMove| {
            let taken = taken.map(|point| format!("x{point}")).unwrap_or_default();
            format!("{}{to}{taken}", from.unwrap_or_default())
        };
        self.moves().into_iter().map(text).collect()
    }

    /// The heuristic value by its definition.
    pub(crate) fn value(&self) -> i32 {
        let side = |player: Player| {
            let men = self.men(player);
            let lines_with = |count: usize| {
                let own = |line: &[&str; 3]| line.iter().filter(|point| self.points[*point] == letter(player)).count();
                LINES.into_iter().filter(move |line| own(line) == count)
            };
            let free = || all().filter(|point| self.points[point] == '.');
            let joined = men.iter().map(|man| free().filter(|point| are_joined(man, point)).count()).sum::<usize>();
            let ways = if self.count(player) > 3 { joined } else { 0 };
            let gaps = free().filter(|point| lines_with(2).any(|line| line.contains(point))).count();
            (100 * self.count(player) + 5 * ways + 12 * lines_with(3).count() + 20 * gaps) as i32
        };
        side(Player::Max) - side(Player::Min) + if self.turn == Player::Max { 4 } else { -4 }
    }
}

impl PlainRules for Plain {
    type Move = PlainMove;

    fn outcome(&self) -> Outcome {
        if self.count(self.turn) < 3 || self.all_moves().is_empty() {
            Outcome::Win(self.turn.other())
        } else if self.count(self.turn.other()) < 3 {
            Outcome::Win(self.turn)
        } else if self.quiet >= 100 {
            Outcome::DrawIfClaimed
        } else {
            Outcome::Ongoing
        }
    }

    fn moves(&self) -> Vec<PlainMove> {
        if matches!(self.outcome(), Outcome::Win(_)) { Vec::new() } else { self.all_moves() }
    }

    fn play(&mut self, mv: PlainMove) {
        self.put(mv.from, mv.to);
        self.quiet = if mv.from.is_none() || mv.taken.is_some() { 0 } else { self.quiet + 1 };
        if let Some(taken) = mv.taken {
            self.points.insert(taken, '.');
        }
        self.number += u32::from(self.turn == Player::Min);
        self.turn = self.turn.other();
    }
}
