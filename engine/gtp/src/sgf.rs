//! Game records in SGF, as far as `loadsgf` needs them: the main line of the first game in a file.
//!
//! The source is the description of FF\[4\] by Arno Hollosi. The main line follows the first variation everywhere, so
//! it is all that stands before the first `)`. The reader goes through the text once, and knows no depth.

use crate::{Colour, GoSetup, Point, Vertex, fixed_handicap};
use thiserror::Error;

/// The most moves and setups of a record.
const MOST_STEPS: usize = 10_000;

/// The size of a board whose record does not tell one.
const USUAL_SIZE: u8 = 19;

/// The main line of a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// `SZ`, files and rows.
    pub size: u8,
    /// `KM`, in half points, if it is told.
    pub komi: Option<i32>,
    /// What happens, in this order.
    pub steps: Vec<RecordStep>,
}

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordStep {
    /// `AB`, `AW`, `AE`: points that get a stone, or become free.
    Put(Vec<(Point, Option<Colour>)>),
    /// `PL`: whose turn it is.
    Turn(Colour),
    /// `B`, `W`: a move.
    Move(Colour, Vertex),
}

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordFault {
    /// There is no `(;`.
    #[error("there is no game in it: no `(;`")]
    NoGame,
    /// The text ends within the game.
    #[error("the text ends within the game")]
    Cut,
    /// A character is no part of a record.
    #[error("`{0}` stands where a property or a node should be")]
    Stray(char),
    /// A property has a value that it cannot have.
    #[error("the property {0} has the value `{1}`, and needs {2}")]
    Value(String, String, &'static str),
    /// The record has more steps than any game.
    #[error("it has more than {MOST_STEPS} moves")]
    TooLong,
}

impl GameRecord {
    /// Reads a record. Whatever stands before the first game and after its main line does not matter.
    ///
    /// # Errors
    /// It is none, or not of a game of go on a square board that plyd has.
    pub fn read(text: &str) -> Result<Self, RecordFault> {
        let start = text.find("(;").ok_or(RecordFault::NoGame)?;
        let mut reader = Reader { rest: &text[start..] };
        let mut record = Self { size: USUAL_SIZE, komi: None, steps: Vec::new() };
        // The size has to be known before the first point, and stands in the first node, where any order is allowed.
        let (mut node, mut nodes, mut handicap) = (Vec::new(), 0, None);
        loop {
            match reader.next()? {
                Token::Property(name, values) => node.push((name, values)),
                Token::Other(mark) => {
                    if nodes == 1 {
                        handicap = record.take_facts(&node)?;
                    }
                    record.take_node(&node)?;
                    if nodes == 1 {
                        record.take_handicap(handicap);
                        // What follows a bracket without a semicolon must not change the size below the points.
                        nodes += 1;
                    }
                    node.clear();
                    match mark {
                        ')' => return Ok(record),
                        ';' => nodes += 1,
                        _ => {}
                    }
                }
            }
        }
    }

    /// Takes the facts of the game from its first node. Returns the handicap.
    fn take_facts(&mut self, node: &[(String, Vec<String>)]) -> Result<Option<usize>, RecordFault> {
        let mut handicap = None;
        for (name, values) in node {
            let value = values.first().map_or("", |value| value.trim());
            let fault = |needed| RecordFault::Value(name.clone(), excerpt(value), needed);
            match name.as_str() {
                "GM" if value != "1" => return Err(fault("1, for go")),
                "SZ" => {
                    let size = value.parse().ok().filter(|size| (1..=super::MAX_SIZE).contains(size));
                    self.size = size.ok_or_else(|| fault("a number from 1 to 19"))?;
                }
                "KM" if !value.is_empty() => {
                    let komi = GoSetup::read_komi(value);
                    self.komi = Some(komi.ok_or_else(|| fault("a number from -500 to 500 in steps of a half"))?);
                }
                "HA" => handicap = value.parse().ok(),
                _ => {}
            }
        }
        Ok(handicap)
    }

    /// Takes the stones and the move of a node. A node that has both puts the stones first.
    fn take_node(&mut self, node: &[(String, Vec<String>)]) -> Result<(), RecordFault> {
        let mut put = Vec::new();
        let mut later = Vec::new();
        for (name, values) in node {
            let stone = match name.as_str() {
                "AB" => Some(Colour::Black),
                "AW" => Some(Colour::White),
                "AE" => None,
                "B" | "W" => {
                    let colour = if name == "B" { Colour::Black } else { Colour::White };
                    later.push(RecordStep::Move(colour, self.vertex(name, values)?));
                    continue;
                }
                "PL" => {
                    let value = values.first().map_or("", |value| value.trim());
                    let colour = value.parse().map_err(|()| RecordFault::Value(name.clone(), excerpt(value), "B or W"));
                    later.push(RecordStep::Turn(colour?));
                    continue;
                }
                _ => continue,
            };
            for value in values {
                let points = self.points(value.trim());
                let points = points.ok_or_else(|| RecordFault::Value(name.clone(), excerpt(value), "points"))?;
                put.extend(points.into_iter().map(|point| (point, stone)));
            }
        }
        if !put.is_empty() {
            self.steps.push(RecordStep::Put(put));
        }
        self.steps.append(&mut later);
        if self.steps.len() > MOST_STEPS { Err(RecordFault::TooLong) } else { Ok(()) }
    }

    /// Puts the stones of a handicap that is told without them, as old records do; White has the first move then.
    fn take_handicap(&mut self, handicap: Option<usize>) {
        let has_stones = self.steps.iter().any(|step| matches!(step, RecordStep::Put(_)));
        if let (false, Some(stones)) = (has_stones, handicap.and_then(|stones| fixed_handicap(self.size, stones))) {
            let put = stones.into_iter().map(|point| (point, Some(Colour::Black))).collect();
            self.steps.splice(0..0, [RecordStep::Put(put), RecordStep::Turn(Colour::White)]);
        } else if handicap >= Some(2)
            && has_stones
            && !self.steps.iter().any(|step| matches!(step, RecordStep::Turn(_)))
        {
            let first = self.steps.iter().position(|step| matches!(step, RecordStep::Move(..)));
            self.steps.insert(first.unwrap_or(self.steps.len()), RecordStep::Turn(Colour::White));
        }
    }

    /// A move: no value, and `tt`, are a pass.
    fn vertex(&self, name: &str, values: &[String]) -> Result<Vertex, RecordFault> {
        let value = values.first().map_or("", |value| value.trim());
        match value {
            "" | "tt" => Ok(Vertex::Pass),
            _ => {
                let point = self.point(value);
                let fault = || RecordFault::Value(name.to_owned(), excerpt(value), "a point of the board");
                point.map(Vertex::Point).ok_or_else(fault)
            }
        }
    }

    /// The point of two letters: the file, and the row from the top.
    fn point(&self, text: &str) -> Option<Point> {
        let &[file, row] = text.as_bytes() else { return None };
        let [file, row] = [file, row].map(|letter| letter.is_ascii_lowercase().then(|| letter - b'a'));
        let (file, row) = (file?, row?);
        (file < self.size && row < self.size).then(|| Point { file, row: self.size - 1 - row })
    }

    /// A point, or all of a rectangle.
    fn points(&self, text: &str) -> Option<Vec<Point>> {
        let Some((one, other)) = text.split_once(':') else { return Some(vec![self.point(text)?]) };
        let (one, other) = (self.point(one)?, self.point(other)?);
        let files = one.file.min(other.file)..=one.file.max(other.file);
        let rows = one.row.min(other.row)..=one.row.max(other.row);
        Some(rows.flat_map(|row| files.clone().map(move |file| Point { file, row })).collect())
    }
}

/// The beginning of a text, for a message.
fn excerpt(text: &str) -> String {
    plyd_foreign::one_line_of(text, 20)
}

/// A part of a record.
enum Token {
    /// A property with its values. Of its name only the capitals count, as in old records.
    Property(String, Vec<String>),
    /// `(`, `)` or `;`
    Other(char),
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<Token, RecordFault> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next().ok_or(RecordFault::Cut)?;
        if matches!(first, '(' | ')' | ';') {
            self.rest = &self.rest[1..];
            return Ok(Token::Other(first));
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let name: String = self.rest[..end].chars().filter(char::is_ascii_uppercase).collect();
        self.rest = self.rest[end..].trim_start();
        let mut values = Vec::new();
        while let Some(value) = self.rest.strip_prefix('[') {
            self.rest = value;
            values.push(self.value()?);
            self.rest = self.rest.trim_start();
        }
        match (name.is_empty() || values.is_empty(), self.rest.chars().next()) {
            (false, _) => Ok(Token::Property(name, values)),
            (true, None) => Err(RecordFault::Cut),
            (true, Some(stray)) => Err(RecordFault::Stray(stray)),
        }
    }

    /// A value up to its `]`, before which there may be others that are escaped.
    fn value(&mut self) -> Result<String, RecordFault> {
        let mut value = String::new();
        let mut letters = self.rest.char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.rest = &self.rest[place + 1..];
                    return Ok(value);
                }
                '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
                _ => value.push(letter),
            }
        }
        Err(RecordFault::Cut)
    }
}
