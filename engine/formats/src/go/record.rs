//! The main line of the first game in a file of SGF: what the properties of go mean. What cannot be read and changes no
//! stone, such as a komi, costs no record; it is a warning.

use super::{Colour, GoSetup, MAX_SIZE, Point, Vertex, fixed_handicap};
use crate::sgf::{self, Game, Node, Property, Value};
use crate::{Fault, Place, Warnings};
use thiserror::Error;

/// The most moves and setups of a record.
const MOST_STEPS: usize = 10_000;

/// The size of a board whose record does not say one.
const USUAL_SIZE: u8 = 19;

/// Properties that the game has once.
const FACTS: [&str; 3] = ["SZ", "HA", "KM"];

/// The most characters of a value in a message.
const EXCERPT: usize = 20;

/// The main line of a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// `SZ`, files and rows.
    pub size: u8,
    /// `KM`, in half points, if there is one that can be read.
    pub komi: Option<i32>,
    /// What happens, in this order.
    pub steps: Vec<RecordStep>,
    /// Where each step is.
    pub places: Vec<Place>,
    /// What was read in another way than it is written, or left out: a line each, with its place.
    pub warnings: Vec<String>,
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
    /// There is no game in the text.
    #[error(transparent)]
    Unreadable(#[from] Fault),
    /// A property has a value that it cannot have.
    #[error("{place}: the property {name} has the value `{value}`, and needs {needed}")]
    Value {
        /// Where the value is.
        place: Place,
        /// The property.
        name: String,
        /// The beginning of the value.
        value: String,
        /// What would be right.
        needed: &'static str,
    },
    /// The record has more steps than any game.
    #[error("{0}: it has more than {MOST_STEPS} moves")]
    TooLong(Place),
}

impl GameRecord {
    /// Reads a record. What is before the first game, and its variations, do not matter.
    ///
    /// # Errors
    /// It is none, or not of a game of go on a square board that plyd has.
    pub fn read(bytes: Vec<u8>) -> Result<Self, RecordFault> {
        let game = Game::read(bytes)?;
        let mut record =
            Self { size: USUAL_SIZE, komi: None, steps: Vec::new(), places: Vec::new(), warnings: Vec::new() };
        record.warnings.extend(game.note.clone());
        record.warnings.extend(game.warnings.kept().iter().map(ToString::to_string));
        // The size has to be known before the first point, and is in the first node, where any order is allowed.
        let mut handicap = None;
        for (number, node) in game.main_line().enumerate() {
            if number == 0 {
                handicap = record.take_facts(node)?;
            }
            record.take_node(node)?;
            if number == 0 {
                record.take_handicap(handicap, node.place);
            }
        }
        Ok(record)
    }

    fn warn(&mut self, place: Place, text: &str) {
        // As many as the reader of the text keeps.
        if self.warnings.len() < Warnings::MOST {
            self.warnings.push(format!("{place}: {text}"));
        }
    }

    fn push(&mut self, step: RecordStep, place: Place) {
        self.steps.push(step);
        self.places.push(place);
    }

    /// Takes the facts of the game from its first node. Returns the handicap.
    fn take_facts(&mut self, node: &Node) -> Result<Option<usize>, RecordFault> {
        self.warn_of_doubles(node);
        let mut handicap = None;
        let facts = node.properties.iter().filter_map(|property| Some((property, property.values.first()?)));
        for (property, value) in facts.clone() {
            let text = value.text.trim();
            match property.name.as_str() {
                "GM" if !matches!(text, "" | "1") && !text.eq_ignore_ascii_case("go") => {
                    return Err(fault(property, value, "1, for go"));
                }
                "SZ" if !text.is_empty() => {
                    let size = size_of(text).or_else(|| size_of(&self.joined(property, value)));
                    let size = size.filter(|size| (1..=MAX_SIZE).contains(size));
                    self.size = size.ok_or_else(|| fault(property, value, "a number from 1 to 19"))?;
                }
                "HA" if !text.is_empty() => {
                    handicap = text.parse::<usize>().ok().or_else(|| self.joined(property, value).parse().ok());
                    if handicap.is_none() {
                        self.warn(
                            value.place,
                            &format!("the handicap `{}` is no number, and is left out", excerpt(text)),
                        );
                    }
                }
                _ => {}
            }
        }
        for (property, value) in facts.filter(|(property, _)| property.name == "KM") {
            let text = value.text.trim();
            let area = u32::from(self.size) * u32::from(self.size);
            let read = sgf::half_points(text, node.value("AP"), area);
            match read.filter(|&(halves, _)| GoSetup::is_komi(halves)) {
                Some((halves, warning)) => {
                    self.komi = Some(halves);
                    warning.iter().for_each(|warning| self.warn(value.place, warning));
                }
                None if text.is_empty() => {}
                None => {
                    let name = &property.name;
                    self.warn(
                        value.place,
                        &format!("{name} has the value `{}`, which is no komi, and is left out", excerpt(text)),
                    );
                }
            }
        }
        Ok(handicap)
    }

    /// Of facts that the first node has more than once, the last property counts, and the first one of its values.
    fn warn_of_doubles(&mut self, node: &Node) {
        let mut seen = Vec::new();
        for property in node.properties.iter().filter(|property| FACTS.contains(&property.name.as_str())) {
            let name = property.name.as_str();
            if seen.contains(&name) {
                self.warn(property.place, &format!("{name} comes more than once; the last one counts"));
            } else {
                seen.push(name);
            }
            self.warn_of_values(property);
        }
    }

    /// Of a property with one value the first one counts.
    fn warn_of_values(&mut self, property: &Property) {
        if let [value, _, ..] = property.values.as_slice() {
            self.warn(value.place, &format!("{} has more than one value; the first one counts", property.name));
        }
    }

    /// A value without the blanks and ends of lines in it. Where lines are broken at a column, they are anywhere.
    fn joined(&mut self, property: &Property, value: &Value) -> String {
        let joined: String = value.text.split_whitespace().collect();
        let text = value.text.trim();
        if joined != text {
            let name = &property.name;
            self.warn(
                value.place,
                &format!("{name} has the value `{}`, which is read as `{}`", excerpt(text), excerpt(&joined)),
            );
        }
        joined
    }

    /// Takes the stones and the move of a node. A node that has both puts the stones first.
    fn take_node(&mut self, node: &Node) -> Result<(), RecordFault> {
        let mut put = Vec::new();
        let mut later = Vec::new();
        for property in &node.properties {
            let stone = match property.name.as_str() {
                "AB" => Some(Colour::Black),
                "AW" => Some(Colour::White),
                "AE" => None,
                "B" | "W" => {
                    let colour = if property.name == "B" { Colour::Black } else { Colour::White };
                    later.extend(
                        self.vertex(property)?.map(|vertex| (RecordStep::Move(colour, vertex), property.place)),
                    );
                    continue;
                }
                "PL" => {
                    later.extend(self.turn(property).map(|colour| (RecordStep::Turn(colour), property.place)));
                    continue;
                }
                _ => continue,
            };
            for value in &property.values {
                let text = value.text.trim();
                if text.is_empty() {
                    self.warn(value.place, &format!("{} has an empty value, which is left out", property.name));
                    continue;
                }
                let points = self.points(text).or_else(|| {
                    let joined = self.joined(property, value);
                    self.points(&joined)
                });
                let points = points.ok_or_else(|| fault(property, value, "points"))?;
                put.extend(points.into_iter().map(|point| (point, stone)));
            }
        }
        if !put.is_empty() {
            self.push(RecordStep::Put(put), node.place);
        }
        later.into_iter().for_each(|(step, place)| self.push(step, place));
        if self.steps.len() > MOST_STEPS { Err(RecordFault::TooLong(node.place)) } else { Ok(()) }
    }

    /// Puts the stones of a handicap that is there without them, as in old records; White has the first move then.
    fn take_handicap(&mut self, handicap: Option<usize>, place: Place) {
        let has_stones = self.steps.iter().any(|step| matches!(step, RecordStep::Put(_)));
        if let (false, Some(stones)) = (has_stones, handicap.and_then(|stones| fixed_handicap(self.size, stones))) {
            let put = stones.into_iter().map(|point| (point, Some(Colour::Black))).collect();
            self.steps.splice(0..0, [RecordStep::Put(put), RecordStep::Turn(Colour::White)]);
            self.places.splice(0..0, [place; 2]);
        } else if handicap >= Some(2)
            && has_stones
            && !self.steps.iter().any(|step| matches!(step, RecordStep::Turn(_)))
        {
            let first = self.steps.iter().position(|step| matches!(step, RecordStep::Move(..)));
            let at = first.unwrap_or(self.steps.len());
            self.steps.insert(at, RecordStep::Turn(Colour::White));
            self.places.insert(at, place);
        }
    }

    /// Whose turn it is: a letter or a name, or the number that old programs write.
    fn turn(&mut self, property: &Property) -> Option<Colour> {
        let value = property.values.first()?;
        let text = value.text.trim();
        let colour = match text {
            "1" => Some(Colour::Black),
            "2" => Some(Colour::White),
            _ => text.parse().ok(),
        };
        if colour.is_none() {
            self.warn(
                value.place,
                &format!("PL has the value `{}`, which is not B or W, and is left out", excerpt(text)),
            );
        }
        colour
    }

    /// A move: no value, `tt` and `pass` are a pass. A word such as `resign` is no move.
    fn vertex(&mut self, property: &Property) -> Result<Option<Vertex>, RecordFault> {
        let Some(value) = property.values.first() else { return Ok(None) };
        self.warn_of_values(property);
        let text = value.text.trim();
        let joined: String = text.split_whitespace().collect();
        if let Some((vertex, is_plain)) = self.vertex_of(&joined) {
            if !is_plain || joined != text {
                self.warn(value.place, &format!("the move `{}` is read as {vertex}", excerpt(text)));
            }
            return Ok(Some(vertex));
        }
        if joined.len() > 2 && joined.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            self.warn(
                value.place,
                &format!("{} has the value `{}`, which is no move, and is left out", property.name, excerpt(text)),
            );
            return Ok(None);
        }
        Err(fault(property, value, "a point of the board"))
    }

    /// A move of a text without blanks, and whether the standard has it so. The others are capitals, and coordinates as
    /// people write them.
    fn vertex_of(&self, text: &str) -> Option<(Vertex, bool)> {
        if matches!(text, "" | "tt") || text.eq_ignore_ascii_case("pass") {
            return Some((Vertex::Pass, true));
        }
        if let Some(point) = self.point(text) {
            return Some((Vertex::Point(point), true));
        }
        let named = || match text.parse() {
            Ok(Vertex::Point(point)) if point.file.max(point.row) < self.size => Some(point),
            _ => None,
        };
        let point = self.point(&text.to_ascii_lowercase()).or_else(named)?;
        Some((Vertex::Point(point), false))
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
        let (one, other) = (self.point(one.trim())?, self.point(other.trim())?);
        let files = one.file.min(other.file)..=one.file.max(other.file);
        let rows = one.row.min(other.row)..=one.row.max(other.row);
        Some(rows.flat_map(|row| files.clone().map(move |file| Point { file, row })).collect())
    }
}

/// The size of a board that is square: `19`, `19:19`, `19x19`.
fn size_of(text: &str) -> Option<u8> {
    let Some((files, rows)) = text.split_once([':', 'x', 'X', ',']) else { return text.parse().ok() };
    let (files, rows): (u8, u8) = (files.trim().parse().ok()?, rows.trim().parse().ok()?);
    (files == rows).then_some(files)
}

fn fault(property: &Property, value: &Value, needed: &'static str) -> RecordFault {
    let (name, text) = (property.name.clone(), excerpt(value.text.trim()));
    RecordFault::Value { place: value.place, name, value: text, needed }
}

/// The beginning of a text, for a message.
fn excerpt(text: &str) -> String {
    plyd_foreign::one_line_of(text, EXCERPT)
}
