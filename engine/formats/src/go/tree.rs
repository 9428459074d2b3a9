//! A go game in SGF with its variations, as a tree of moves.

mod remarks;

use super::meaning::{FACTS, NodeMeaning, Steps};
use super::{Colour, GoSetup, RecordStep, Vertex};
use crate::pgn::{AnnotatedGame, MoveComment, Tag, WordKind};
use crate::sgf::{self, SgfNode};
use crate::{FormatError, Place, Text, pgn};

/// Properties of the first node that become tags, named after their PGN equivalents if there are any.
const TAGS: [(&str, &str); 20] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PW", "White"),
    ("PB", "Black"),
    ("WR", "WhiteRank"),
    ("BR", "BlackRank"),
    ("WT", "WhiteTeam"),
    ("BT", "BlackTeam"),
    ("RE", "Result"),
    ("KM", "Komi"),
    ("HA", "Handicap"),
    ("RU", "Rules"),
    ("TM", "TimeControl"),
    ("OT", "Overtime"),
    ("ON", "Opening"),
    ("AN", "Annotator"),
    ("SO", "Source"),
    ("CP", "Copyright"),
];

/// The first game of an SGF text: its start position, and a tree in which each move is a word.
///
/// A move tree cannot represent stones added after the first move, so such a line ends there. If a colour moves twice
/// in a row, a pass of the other colour is inserted. Each of these causes a warning.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The board before the first move; its komi is 0 if the record has none.
    board: GoSetup,
    has_komi: bool,
    /// The place of the setup in the text.
    pub place: Place,
    /// The game: tags, moves in GTP notation (`D4`, `pass`), and comments.
    pub game: AnnotatedGame,
}

impl GameTree {
    /// Reads the first game of a text.
    ///
    /// # Errors
    /// The text contains no game of go on a square board of a size that plyd supports, or a property of the main line
    /// has an invalid value.
    pub fn of(text: &Text) -> Result<Self, FormatError> {
        let mut record = sgf::SgfGame::of(text)?;
        let meaning = NodeMeaning::new(std::mem::take(&mut record.warnings), usize::MAX);
        let mut growth = GoTreeBuilder { meaning, game: AnnotatedGame::default() };
        let beginning = growth.begin(&record)?;
        let (board, place) = (beginning.board.clone(), record.nodes[beginning.start].place);
        growth.add_nodes(&record, beginning)?;
        let GoTreeBuilder { meaning, game } = growth;
        let game = AnnotatedGame { warnings: meaning.warnings, ..game };
        Ok(Self { board, has_komi: meaning.komi.is_some(), place, game })
    }

    /// Returns the start position. `komi`, in half points, applies if the record has none.
    #[must_use]
    pub fn start(&self, komi: i32) -> GoSetup {
        let komi = if self.has_komi { self.board.komi() } else { komi };
        self.board.clone().with_komi(komi)
    }
}

/// The part of a record before the first move.
#[derive(Debug)]
struct Beginning {
    board: GoSetup,
    /// The last node that places stones or changes the turn.
    start: usize,
    /// The node of the first move, or the last node of the main line if that has no move. Both directly continue the
    /// first node in the text, because the main line comes first.
    first: usize,
    /// The steps of the node `first`.
    steps: Steps,
}

/// The position of a record node relative to the tree.
#[derive(Clone, Copy, Debug)]
enum Spot {
    /// Before the setup of the board.
    Early,
    Line(OpenLine),
    /// After input that the tree cannot represent.
    Lost,
}

/// The end of a line of moves.
#[derive(Clone, Copy, Debug)]
struct OpenLine {
    /// The last move of the line.
    last: Option<usize>,
    turn: Colour,
    /// Whether the last move is a pass.
    has_passed: bool,
    is_variation: bool,
}

/// Builder of a game tree.
#[derive(Debug)]
struct GoTreeBuilder {
    meaning: NodeMeaning,
    game: AnnotatedGame,
}

impl GoTreeBuilder {
    /// Reads the main line up to its first move.
    fn begin(&mut self, record: &sgf::SgfGame) -> Result<Beginning, FormatError> {
        let Some(root) = record.nodes.first() else {
            return Err(FormatError { place: Place::START, text: "there is no node in the game".to_owned() });
        };
        let mut steps = self.meaning.of_first(root)?;
        self.take_tags(root);
        let mut board = GoSetup::empty(self.meaning.size, self.meaning.komi.unwrap_or_default());
        let (mut start, mut first) = (0, 0);
        for (index, node) in record.main_line().enumerate() {
            if index > 0 {
                steps = self.meaning.of_node(node)?;
            }
            let before = steps.iter().position(|(step, _)| matches!(step, RecordStep::Move(..))).unwrap_or(steps.len());
            for (step, _) in steps.drain(..before) {
                start = index;
                match step {
                    RecordStep::Put(points) => board = board.with_stones(&points),
                    RecordStep::Turn(colour) => board.to_move = colour,
                    RecordStep::Move(..) => {}
                }
            }
            first = index;
            if let Some((RecordStep::Move(colour, _), _)) = steps.first() {
                board.to_move = *colour;
                break;
            }
        }
        Ok(Beginning { board, start, first, steps })
    }

    fn take_tags(&mut self, root: &SgfNode) {
        for property in &root.properties {
            let Some((_, name)) = TAGS.iter().find(|(known, _)| *known == property.name) else { continue };
            let Some(value) = property.values.first() else { continue };
            if !FACTS.contains(&property.name.as_str()) {
                self.meaning.warn_of_values(property);
            }
            let value = value.text.split_whitespace().collect::<Vec<_>>().join(" ");
            if !value.is_empty() {
                self.game.tags.push(Tag { name: (*name).to_owned(), value, place: property.place });
            }
        }
        self.game.outcome = root.value("RE").map(remarks::outcome_of);
    }

    fn add_nodes(&mut self, record: &sgf::SgfGame, beginning: Beginning) -> Result<(), FormatError> {
        let Beginning { board, start, first, mut steps } = beginning;
        let main = record.main_line().count();
        let line = OpenLine { last: None, turn: board.to_move, has_passed: false, is_variation: false };
        let mut spots: Vec<Spot> = Vec::with_capacity(record.nodes.len());
        for (index, node) in record.nodes.iter().enumerate() {
            let before = match node.parent {
                _ if index <= start => Spot::Line(line),
                None => Spot::Early,
                Some(parent) => spots[parent],
            };
            // If the main line ended early at input that the tree cannot represent, a variation may come first.
            let before = match before {
                Spot::Line(line) => Spot::Line(OpenLine { is_variation: index >= main, ..line }),
                other => other,
            };
            let spot = match before {
                Spot::Early => self.lost(node.place, "this line begins before the game is set up, and is left out"),
                Spot::Lost => Spot::Lost,
                // The nodes up to the first move are read already.
                Spot::Line(line) if index < first => self.grow(node, Steps::new(), line),
                Spot::Line(line) if index == first => self.grow(node, std::mem::take(&mut steps), line),
                Spot::Line(line) => match self.meaning.of_node(node) {
                    Ok(steps) => self.grow(node, steps, line),
                    Err(fault) if index < main => return Err(fault),
                    Err(FormatError { place, text }) => {
                        self.lost(place, &format!("{text}; the variation is read up to here"))
                    }
                },
            };
            spots.push(if index < start { Spot::Early } else { spot });
        }
        Ok(())
    }

    /// Ends a line with a warning.
    fn lost(&mut self, place: Place, text: &str) -> Spot {
        self.meaning.warn(place, text);
        Spot::Lost
    }

    /// Adds the steps of a node to a line.
    fn grow(&mut self, node: &SgfNode, steps: Steps, mut line: OpenLine) -> Spot {
        let mut played = Vec::new();
        for (step, place) in steps {
            let (colour, vertex) = match step {
                RecordStep::Put(_) => {
                    return self
                        .lost(place, "stones are put on the board behind the start; the line is read up to here");
                }
                RecordStep::Turn(colour) => (colour, None),
                RecordStep::Move(colour, vertex) => (colour, Some(vertex)),
            };
            if line.turn != colour {
                if line.has_passed {
                    let text =
                        format!("it is not {colour}'s turn, and two passes end a game; the line is read up to here");
                    return self.lost(place, &text);
                }
                self.meaning.warn(place, &format!("it is not {colour}'s turn; {} passes first", line.turn));
                self.play(&mut line, Vertex::Pass, place);
            }
            if let Some(vertex) = vertex {
                played.push((colour, self.play(&mut line, vertex, place)));
            }
        }
        self.add_remarks(node, line.last, &played);
        Spot::Line(line)
    }

    /// Appends a move to a line. Returns its index.
    fn play(&mut self, line: &mut OpenLine, vertex: Vertex, place: Place) -> usize {
        let index = self.game.nodes.len();
        match line.last {
            Some(last) => self.game.nodes[last].children.push(index),
            None => self.game.children.push(index),
        }
        self.game.nodes.push(pgn::PgnMove {
            word: vertex.to_string(),
            place,
            kind: WordKind::Move,
            is_variation: line.is_variation,
            parent: line.last,
            children: Vec::new(),
            glyphs: Vec::new(),
            before: MoveComment::default(),
            after: MoveComment::default(),
        });
        *line = OpenLine { last: Some(index), turn: line.turn.other(), has_passed: vertex == Vertex::Pass, ..*line };
        index
    }
}
