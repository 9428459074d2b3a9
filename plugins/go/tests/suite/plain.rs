//! A second, slow and simple implementation of the rules: a list of all earlier boards, and stones handled one by one.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;

/// The letter of each point, `board[rank][file]`; a dot is an empty point.
type Board = Vec<Vec<char>>;
type Place = (usize, usize);

/// A game: all boards so far with the player to move, the current one last, and the rules.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) boards: Vec<(Board, Player)>,
    passes: u32,
    /// The ko of the setup, which is needed because the boards before the setup are unknown.
    ko: Option<String>,
    half_komi: i32,
    rule: String,
    suicide: bool,
}

impl Plain {
    /// Parses the text of a position with the options of the game.
    pub(crate) fn read(text: &str, options: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows = fields[0].split('/').rev().map(|row| {
            let (mut points, mut run) = (Vec::new(), 0);
            for letter in row.chars().chain(['/']) {
                match letter.to_digit(10) {
                    Some(digit) => run = 10 * run + digit as usize,
                    None => {
                        points.extend(vec!['.'; std::mem::take(&mut run)]);
                        points.push(letter);
                    }
                }
            }
            points.pop();
            points
        });
        let turn = if fields[1] == "b" { Player::Max } else { Player::Min };
        let option = |name: &str, default: &str| {
            let set = options.split_whitespace().find_map(|word| word.strip_prefix(&format!("{name}=")));
            set.unwrap_or(default).to_string()
        };
        Self {
            boards: vec![(rows.collect(), turn)],
            passes: fields[3].parse().unwrap(),
            ko: Some(fields[2].to_string()).filter(|ko| ko != "-"),
            half_komi: (2.0 * fields[4].parse::<f64>().unwrap()) as i32,
            rule: option("Ko", "positional"),
            suicide: option("Suicide", "true") == "true",
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1].0
    }

    pub(crate) fn turn(&self) -> Player {
        self.boards[self.boards.len() - 1].1
    }

    /// The rows of the board in the order of a picture.
    pub(crate) fn rows(&self) -> Vec<String> {
        self.board().iter().rev().map(|row| row.iter().collect()).collect()
    }

    fn own(&self) -> char {
        if self.turn() == Player::Max { 'X' } else { 'O' }
    }

    fn places(board: &Board) -> Vec<Place> {
        (0..board.len()).flat_map(|rank| (0..board[0].len()).map(move |file| (rank, file))).collect()
    }

    fn beside(board: &Board, (rank, file): Place) -> impl Iterator<Item = Place> + use<> {
        let (ranks, files) = (board.len(), board[0].len());
        let near = [(rank + 1, file), (rank, file + 1), (rank.wrapping_sub(1), file), (rank, file.wrapping_sub(1))];
        near.into_iter().filter(move |place| place.0 < ranks && place.1 < files)
    }

    /// The connected points with the same letter as this one, and the letters around them.
    fn region(board: &Board, place: Place) -> (Vec<Place>, Vec<char>) {
        let letter = board[place.0][place.1];
        let (mut region, mut around, mut next) = (vec![place], Vec::new(), 0);
        while next < region.len() {
            for near in Self::beside(board, region[next]) {
                if board[near.0][near.1] != letter {
                    around.push(board[near.0][near.1]);
                } else if !region.contains(&near) {
                    region.push(near);
                }
            }
            next += 1;
        }
        (region, around)
    }

    fn name((rank, file): Place) -> String {
        format!("{}{}", "ABCDEFGHJKLMNOPQRST".chars().nth(file).unwrap(), rank + 1)
    }

    /// The board after placing a stone; `None` if the move is an illegal suicide.
    fn placed(&self, place: Place) -> Option<Board> {
        let (own, mut board) = (self.own(), self.board().clone());
        board[place.0][place.1] = own;
        for near in Self::beside(&board, place) {
            if [own, '.'].contains(&board[near.0][near.1]) {
                continue;
            }
            let (group, around) = Self::region(&board, near);
            if !around.contains(&'.') {
                group.into_iter().for_each(|(rank, file)| board[rank][file] = '.');
            }
        }
        let (group, around) = Self::region(&board, place);
        if !around.contains(&'.') {
            group.into_iter().for_each(|(rank, file)| board[rank][file] = '.');
            return self.suicide.then_some(board);
        }
        Some(board)
    }

    fn is_permitted(&self, board: &Board) -> bool {
        let next = self.turn().other();
        match self.rule.as_str() {
            "positional" => self.boards.iter().all(|(earlier, _)| earlier != board),
            "situational" => self.boards.iter().all(|(earlier, turn)| earlier != board || *turn != next),
            // Only retaking a ko would recreate the board before the opponent's move.
            _ => self.boards.iter().rev().take(2).all(|(earlier, _)| earlier != board),
        }
    }

    /// The area of Black minus the area of White and the komi, in half points.
    pub(crate) fn margin(&self) -> i32 {
        let (board, mut difference) = (self.board(), 0);
        for place in Self::places(board) {
            let (_, mut around) = Self::region(board, place);
            if board[place.0][place.1] != '.' {
                around = vec![board[place.0][place.1]];
            }
            difference += match (around.contains(&'X'), around.contains(&'O')) {
                (true, false) => 1,
                (false, true) => -1,
                _ => 0,
            };
        }
        2 * difference - self.half_komi
    }
}

impl PlainRules for Plain {
    type Move = String;

    fn outcome(&self) -> Outcome {
        if self.passes < 2 {
            return Outcome::Ongoing;
        }
        match self.margin() {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::Max),
            _ => Outcome::Win(Player::Min),
        }
    }

    /// Lists the moves by rank from A1, with the pass last.
    fn moves(&self) -> Vec<String> {
        if self.outcome() != Outcome::Ongoing {
            return Vec::new();
        }
        let is_legal = |&place: &Place| {
            self.board()[place.0][place.1] == '.'
                && self.ko != Some(Self::name(place))
                && self.placed(place).is_some_and(|board| self.is_permitted(&board))
        };
        let places = Self::places(self.board()).into_iter().filter(is_legal);
        places.map(Self::name).chain(["pass".to_string()]).collect()
    }

    fn play(&mut self, mv: String) {
        let place = Self::places(self.board()).into_iter().find(|place| Self::name(*place) == mv);
        let board = place.map_or_else(|| self.board().clone(), |place| self.placed(place).unwrap());
        self.passes = if place.is_some() { 0 } else { self.passes + 1 };
        self.ko = None;
        self.boards.push((board, self.turn().other()));
    }
}
