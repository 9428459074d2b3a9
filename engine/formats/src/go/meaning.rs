//! The meaning of the SGF properties of go. An unreadable value that affects no stone, such as a komi, is only a
//! warning.

use super::{Colour, GoPoint, GoSetup, MAX_SIZE, RecordStep, Vertex, fixed_handicap};
use crate::sgf::{self, Property, SgfNode, SgfValue};
use crate::{FormatError, Place, Warnings};

/// The board size of a record without one.
const USUAL_SIZE: u8 = 19;

/// Properties that occur once per game.
pub(super) const FACTS: [&str; 3] = ["SZ", "HA", "KM"];

/// The maximum length, in characters, of a value quoted in a message.
const EXCERPT: usize = 20;

/// The steps of a node in order, each with its place.
pub(super) type Steps = Vec<(RecordStep, Place)>;

/// Interpreter for the nodes of a record.
#[derive(Debug)]
pub(super) struct NodeMeaning {
    /// The number of files and rows.
    pub(super) size: u8,
    /// The komi in half points, if the record has a valid one.
    pub(super) komi: Option<i32>,
    /// The warnings about input that was interpreted differently from how it is written, or left out.
    pub(super) warnings: Warnings,
    /// The number of moves still to be read. The record may be invalid after them.
    wanted: usize,
    /// Whether a move beyond the wanted ones has been reached.
    pub(super) is_done: bool,
}

impl NodeMeaning {
    /// Starts a record with the warnings of its text, and limits the number of moves to read.
    pub(super) fn new(warnings: Warnings, wanted: usize) -> Self {
        Self { size: USUAL_SIZE, komi: None, warnings, wanted, is_done: false }
    }

    /// Adds a warning at a place.
    pub(super) fn warn(&mut self, place: Place, text: &str) {
        self.warnings.add(|| place, || text.to_owned());
    }

    /// Interprets the first node, which contains the game information.
    ///
    /// # Errors
    /// A property has an invalid value.
    pub(super) fn of_first(&mut self, node: &SgfNode) -> Result<Steps, FormatError> {
        // The board size must be known before the first point. It is in the first node, in which properties may come in
        // any order.
        let handicap = self.take_facts(node)?;
        let steps = self.of_node(node)?;
        Ok(self.with_handicap(steps, handicap, node.place))
    }

    /// Takes the game information from the first node. Returns the handicap.
    fn take_facts(&mut self, node: &SgfNode) -> Result<Option<usize>, FormatError> {
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

    /// Warns of game information that the first node repeats. The last property counts, and the first of its values.
    fn warn_of_doubles(&mut self, node: &SgfNode) {
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

    /// Warns if a single-value property has several values, of which the first one counts.
    pub(super) fn warn_of_values(&mut self, property: &Property) {
        if let [value, _, ..] = property.values.as_slice() {
            self.warn(value.place, &format!("{} has more than one value; the first one counts", property.name));
        }
    }

    /// Removes all whitespace from a value. A program that wraps lines at a fixed column inserts line ends anywhere.
    fn joined(&mut self, property: &Property, value: &SgfValue) -> String {
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

    /// Interprets a node after the first one, up to a move beyond the wanted ones. If a node contains setup stones and
    /// a move, the stones come first.
    ///
    /// # Errors
    /// A property has an invalid value.
    pub(super) fn of_node(&mut self, node: &SgfNode) -> Result<Steps, FormatError> {
        // Rectangles can name each point a million times; the last stone on a point counts.
        let mut put = Vec::new();
        let mut indices = Vec::new();
        let mut later = Vec::new();
        for property in &node.properties {
            let stone = match property.name.as_str() {
                "AB" => Some(Colour::Black),
                "AW" => Some(Colour::White),
                "AE" => None,
                "B" | "W" => {
                    let colour = if property.name == "B" { Colour::Black } else { Colour::White };
                    later.extend(
                        self.wanted_vertex(property)?.map(|vertex| (RecordStep::Move(colour, vertex), property.place)),
                    );
                    continue;
                }
                "PL" if self.is_done => continue,
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
                indices.resize(usize::from(self.size) * usize::from(self.size), None);
                for point in points {
                    let index = &mut indices[usize::from(point.row) * usize::from(self.size) + usize::from(point.file)];
                    match *index {
                        Some(known) => put[known] = (point, stone),
                        None => {
                            *index = Some(put.len());
                            put.push((point, stone));
                        }
                    }
                }
            }
        }
        let put = (!put.is_empty()).then_some((RecordStep::Put(put), node.place));
        Ok(put.into_iter().chain(later).collect())
    }

    /// Adds the handicap stones that old records imply by a handicap without placing them; White then moves first.
    fn with_handicap(&self, mut steps: Steps, handicap: Option<usize>, place: Place) -> Steps {
        let has_stones = steps.iter().any(|(step, _)| matches!(step, RecordStep::Put(_)));
        let has_turn = steps.iter().any(|(step, _)| matches!(step, RecordStep::Turn(_)));
        let turn = (RecordStep::Turn(Colour::White), place);
        if let (false, Some(stones)) = (has_stones, handicap.and_then(|stones| fixed_handicap(self.size, stones))) {
            let put = stones.into_iter().map(|point| (point, Some(Colour::Black))).collect();
            steps.splice(0..0, [(RecordStep::Put(put), place), turn]);
        } else if handicap >= Some(2) && has_stones && !has_turn {
            let first = steps.iter().position(|(step, _)| matches!(step, RecordStep::Move(..)));
            steps.insert(first.unwrap_or(steps.len()), turn);
        }
        steps
    }

    /// Parses the player to move: a letter, a colour name, or the number that old programs write.
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

    /// Reads a move if more moves are wanted.
    fn wanted_vertex(&mut self, property: &Property) -> Result<Option<Vertex>, FormatError> {
        match self.vertex(property) {
            Ok(Some(_)) | Err(_) if self.wanted == 0 => {
                self.is_done = true;
                Ok(None)
            }
            Ok(Some(vertex)) => {
                self.wanted -= 1;
                Ok(Some(vertex))
            }
            other => other,
        }
    }

    /// Reads a move. An empty value, `tt` and `pass` mean a pass. A word such as `resign` is no move.
    fn vertex(&mut self, property: &Property) -> Result<Option<Vertex>, FormatError> {
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

    /// Parses a move from text without blanks, and reports whether it is in standard form. Non-standard forms are
    /// capital letters and board coordinates such as `D4`.
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

    /// Parses a point given by two letters: the file, and the row from the top.
    fn point(&self, text: &str) -> Option<GoPoint> {
        let &[file, row] = text.as_bytes() else { return None };
        let [file, row] = [file, row].map(|letter| letter.is_ascii_lowercase().then(|| letter - b'a'));
        let (file, row) = (file?, row?);
        (file < self.size && row < self.size).then(|| GoPoint { file, row: self.size - 1 - row })
    }

    /// Parses a point, or all points of a rectangle.
    fn points(&self, text: &str) -> Option<Vec<GoPoint>> {
        let Some((one, other)) = text.split_once(':') else { return Some(vec![self.point(text)?]) };
        let (one, other) = (self.point(one.trim())?, self.point(other.trim())?);
        let files = one.file.min(other.file)..=one.file.max(other.file);
        let rows = one.row.min(other.row)..=one.row.max(other.row);
        Some(rows.flat_map(|row| files.clone().map(move |file| GoPoint { file, row })).collect())
    }
}

/// Parses the size of a square board: `19`, `19:19`, `19x19`.
fn size_of(text: &str) -> Option<u8> {
    let Some((files, rows)) = text.split_once([':', 'x', 'X', ',']) else { return text.parse().ok() };
    let (files, rows): (u8, u8) = (files.trim().parse().ok()?, rows.trim().parse().ok()?);
    (files == rows).then_some(files)
}

fn fault(property: &Property, value: &SgfValue, needed: &str) -> FormatError {
    let (name, text) = (&property.name, excerpt(value.text.trim()));
    FormatError { place: value.place, text: format!("the property {name} has the value `{text}`, and needs {needed}") }
}

/// Shortens a text for a message.
fn excerpt(text: &str) -> String {
    plyd_foreign::one_line_of(text, EXCERPT)
}
