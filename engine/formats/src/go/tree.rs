//! A game in SGF with its variations, as a tree of moves.

mod remarks;

use super::meaning::{FACTS, NodeMeaning, Steps};
use super::{Colour, GoSetup, RecordStep, Vertex};
use crate::pgn::{AnnotatedGame, MoveComment, Tag, WordKind};
use crate::sgf::{self, SgfNode};
use crate::{FormatError, Place, Text, pgn};

/// The properties of the first node that are facts of the game, and their names as tags: those of PGN, where it has
/// one.
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

/// The first game of a text in SGF: where it begins, and a tree in which each move is a word.
///
/// A tree of moves has no place for stones that are put on the board behind the first move; the line ends there. Where
/// a colour moves twice, the other one passes between. Each of these is a warning.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The board before the first move, with no komi if the record has none.
    board: GoSetup,
    has_komi: bool,
    /// The place of the setup in the text.
    pub place: Place,
    /// Its facts as tags, its moves as GTP has them (`D4`, `pass`), and what is said about them.
    pub game: AnnotatedGame,
}

impl GameTree {
    /// Reads the first game.
    ///
    /// # Errors
    /// There is none, it is not of go on a square board that plyd has, or a property of its main line has a value that
    /// it cannot have.
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

    /// Where the game begins. It has this komi, in half points, if the record has none.
    #[must_use]
    pub fn start(&self, komi: i32) -> GoSetup {
        let komi = if self.has_komi { self.board.komi() } else { komi };
        self.board.clone().with_komi(komi)
    }
}

/// What is before the first move.
#[derive(Debug)]
struct Beginning {
    board: GoSetup,
    /// The last node that puts stones, or changes the turn.
    start: usize,
    /// The node of the first move, or the last one of the main line if it has none. In the text both are behind the
    /// first node without a gap, as the main line comes first.
    first: usize,
    /// What happens in it.
    steps: Steps,
}

/// Where a node of the record is in the tree.
#[derive(Clone, Copy, Debug)]
enum Spot {
    /// Before the board was set up.
    Early,
    Line(OpenLine),
    /// Behind something that the tree has no place for.
    Lost,
}

/// The end of a line of moves.
#[derive(Clone, Copy, Debug)]
struct OpenLine {
    /// The last move.
    last: Option<usize>,
    turn: Colour,
    /// Whether the last move is a pass.
    has_passed: bool,
    is_variation: bool,
}

/// A tree while it grows.
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
            // Where the main line has ended at something that the tree has no place for, a variation may be first.
            let before = match before {
                Spot::Line(line) => Spot::Line(OpenLine { is_variation: index >= main, ..line }),
                other => other,
            };
            let spot = match before {
                Spot::Early => self.lost(node.place, "this line begins before the game is set up, and is left out"),
                Spot::Lost => Spot::Lost,
                // Those up to the first move have been read.
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

    /// Ends a line, with a warning.
    fn lost(&mut self, place: Place, text: &str) -> Spot {
        self.meaning.warn(place, text);
        Spot::Lost
    }

    /// Adds what happens in a node behind a line.
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

    /// Adds a move behind a line. Returns its index.
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
