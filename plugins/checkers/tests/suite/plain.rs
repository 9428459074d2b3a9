//! The rules written a second time, slowly and plainly: square by square.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;

/// A position: the letter of each cell, `cells[row][file]` from the top left: `b` and `w` for men, `B` and `W` for
/// kings, a dot for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    cells: [[char; 8]; 8],
    pub(crate) turn: Player,
    quiet: u32,
}

type Place = (i32, i32);

/// A move: the squares that the piece stands on, and those that are jumped over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainMove {
    path: Vec<Place>,
    jumped: Vec<Place>,
}

/// Row and file of a square.
fn place(square: i32) -> Place {
    let row = (square - 1) / 4;
    (row, 2 * ((square - 1) % 4) + 1 - row % 2)
}

fn number((row, file): Place) -> i32 {
    4 * row + file / 2 + 1
}

fn owner(letter: char) -> Option<Player> {
    match letter.to_ascii_lowercase() {
        'b' => Some(Player::Max),
        'w' => Some(Player::Min),
        _ => None,
    }
}

impl Plain {
    /// Reads a text as the game writes it.
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(':').collect();
        let mut cells = [['.'; 8]; 8];
        for field in &fields[1..3] {
            let (letter, list) = field.split_at(1);
            for item in list.split(',').filter(|item| !item.is_empty()) {
                let range = item.trim_start_matches('K');
                let letter = if range == item { letter.to_lowercase() } else { letter.to_string() };
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                for square in first.parse().unwrap()..=last.parse().unwrap() {
                    let (row, file) = place(square);
                    cells[row as usize][file as usize] = letter.chars().next().unwrap();
                }
            }
        }
        let turn = if fields[0] == "B" { Player::Max } else { Player::Min };
        Self { cells, turn, quiet: fields.get(3).map_or(0, |clock| clock[1..].parse().unwrap()) }
    }

    /// The board and the player to move, without the clock, as a text of its own.
    pub(crate) fn picture(&self) -> String {
        let letters: String = self.cells.iter().flatten().collect();
        letters + ["b", "w"][self.turn as usize]
    }

    /// The position seen from the other side, with the colours exchanged.
    pub(crate) fn turned(&self) -> String {
        let list = |letters: [char; 2]| {
            let squares = (1..=32).filter_map(|square| match self.at(place(33 - square)) {
                Some(letter) if letter == letters[0] => Some(square.to_string()),
                Some(letter) if letter == letters[1] => Some(format!("K{square}")),
                _ => None,
            });
            squares.collect::<Vec<_>>().join(",")
        };
        let turn = ["W", "B"][self.turn as usize];
        format!("{turn}:W{}:B{}:H{}", list(['b', 'B']), list(['w', 'W']), self.quiet)
    }

    fn at(&self, (row, file): Place) -> Option<char> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn put(&mut self, (row, file): Place, letter: char) {
        self.cells[row as usize][file as usize] = letter;
    }

    fn ways(letter: char) -> &'static [Place] {
        match letter {
            'b' => &[(1, -1), (1, 1)],
            'w' => &[(-1, -1), (-1, 1)],
            _ => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
        }
    }

    fn is_crowned_at((row, _): Place, letter: char) -> bool {
        letter == 'b' && row == 7 || letter == 'w' && row == 0
    }

    /// All ways to go on with a capture by a piece that stands at the end of its path, which is lifted off the board.
    fn captures(&self, letter: char, so_far: PlainMove, found: &mut Vec<PlainMove>) {
        let here = *so_far.path.last().unwrap();
        let mut goes_on = false;
        for (down, right) in Self::ways(letter) {
            let over = (here.0 + down, here.1 + right);
            let to = (here.0 + 2 * down, here.1 + 2 * right);
            let is_enemy = self.at(over).and_then(owner) == Some(self.turn.other());
            let is_done = so_far.path.len() > 1 && Self::is_crowned_at(here, letter);
            if is_enemy && self.at(to) == Some('.') && !so_far.jumped.contains(&over) && !is_done {
                goes_on = true;
                let mut next = so_far.clone();
                next.path.push(to);
                next.jumped.push(over);
                self.captures(letter, next, found);
            }
        }
        if !goes_on && so_far.path.len() > 1 {
            found.push(so_far);
        }
    }

    fn own(&self) -> Vec<(Place, char)> {
        let pieces = (1..=32).map(place).map(|place| (place, self.at(place).unwrap()));
        pieces.filter(|(_, letter)| owner(*letter) == Some(self.turn)).collect()
    }

    fn all_moves(&self) -> Vec<PlainMove> {
        let mut found = Vec::new();
        for (from, letter) in self.own() {
            let mut lifted = self.clone();
            lifted.put(from, '.');
            lifted.captures(letter, PlainMove { path: vec![from], jumped: vec![] }, &mut found);
        }
        if !found.is_empty() {
            return found;
        }
        for (from, letter) in self.own() {
            for (down, right) in Self::ways(letter) {
                let to = (from.0 + down, from.1 + right);
                if self.at(to) == Some('.') {
                    found.push(PlainMove { path: vec![from, to], jumped: vec![] });
                }
            }
        }
        found
    }

    /// The texts of the moves, in their order.
    pub(crate) fn texts(&self) -> Vec<String> {
        let moves = self.moves();
        let ends = |mv: &PlainMove| (mv.path[0], *mv.path.last().unwrap());
        let text = |mv: &PlainMove| {
            let is_alone = moves.iter().filter(|other| ends(other) == ends(mv)).count() == 1;
            let path = if is_alone { vec![ends(mv).0, ends(mv).1] } else { mv.path.clone() };
            let numbers: Vec<String> = path.into_iter().map(|place| number(place).to_string()).collect();
            numbers.join(if mv.jumped.is_empty() { "-" } else { "x" })
        };
        moves.iter().map(text).collect()
    }

    /// The pieces that a move captures.
    pub(crate) fn captured(mv: &PlainMove) -> usize {
        mv.jumped.len()
    }

    /// The heuristic value by its definition, with a win of White negative.
    pub(crate) fn value(&self) -> i32 {
        let (mut places, mut worth) = (0, [0; 2]);
        let all: Vec<(Place, char)> = (1..=32).map(place).map(|place| (place, self.at(place).unwrap())).collect();
        for ((row, file), letter) in &all {
            let Some(player) = owner(*letter) else { continue };
            let sign = if player == Player::Max { 1 } else { -1 };
            let advanced = if player == Player::Max { *row } else { 7 - row };
            worth[player as usize] += if letter.is_lowercase() { 100 } else { 165 };
            if (2..6).contains(row) && (2..6).contains(file) {
                places += 5 * sign;
            }
            if letter.is_lowercase() {
                places += [0, 0, 0, 0, 0, 8, 16][advanced as usize] * sign;
                let opponent = if player == Player::Max { 'w' } else { 'b' };
                if advanced == 0 && all.iter().any(|(_, letter)| *letter == opponent) {
                    places += 16 * sign;
                }
            }
        }
        let [black, white] = worth;
        let mut value = black - white + places + 300 * (black - white) / (black + white);
        value += if self.turn == Player::Max { 4 } else { -4 };
        let (hunter, prey, sign) = if black > white { ('B', Player::Min, -1) } else { ('W', Player::Max, 1) };
        let hunted: Vec<Place> = all.iter().filter(|(_, letter)| owner(*letter) == Some(prey)).map(|it| it.0).collect();
        if black != white && hunted.len() <= 3 {
            for (king, _) in all.iter().filter(|(_, letter)| *letter == hunter) {
                let apart = |other: &Place| (king.0 - other.0).abs().max((king.1 - other.1).abs());
                value += 2 * sign * hunted.iter().map(apart).sum::<i32>();
            }
        }
        value
    }
}

impl PlainRules for Plain {
    type Move = PlainMove;

    fn outcome(&self) -> Outcome {
        if self.all_moves().is_empty() {
            Outcome::Win(self.turn.other())
        } else if self.quiet >= 80 {
            Outcome::DrawIfClaimed
        } else {
            Outcome::Ongoing
        }
    }

    fn moves(&self) -> Vec<PlainMove> {
        self.all_moves()
    }

    fn play(&mut self, mv: PlainMove) {
        let (from, to) = (mv.path[0], *mv.path.last().unwrap());
        let letter = self.at(from).unwrap();
        self.quiet = if mv.jumped.is_empty() && letter.is_uppercase() { self.quiet + 1 } else { 0 };
        mv.jumped.iter().for_each(|place| self.put(*place, '.'));
        self.put(from, '.');
        self.put(to, if Self::is_crowned_at(to, letter) { letter.to_ascii_uppercase() } else { letter });
        self.turn = self.turn.other();
    }
}
