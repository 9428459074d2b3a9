//! The words of a game, with its variations, as moves.

use super::bad;
use super::notes::RecordNotes;
use crate::position::{PositionRefused, not_legal};
use crate::work::turn_name;
use plyd_formats::pgn::{AnnotatedGame, MoveNumbers, PgnMove, WordKind};
use plyd_formats::{Place, add_glyph, resolve};
use plyd_host::{LibraryFault, Position};
use plyd_protocol::{ErrorCode, quote};
use plyd_rules::Move;

/// The maximum number of moves of a game that is read, including its variations. The answer is one line, and the
/// library is asked about each move.
const MOST_MOVES: usize = 20_000;

/// The maximum number of moves before all positions that are kept for variations, because each position has its
/// history. In SGF a whole line precedes its variations, so a position is kept for each move that has some.
const MOST_KEPT: usize = 2_000_000;

/// A game that was played.
#[derive(Debug)]
pub(super) struct ReplayedGame {
    /// Whose turn it is at the start.
    pub(super) turn: &'static str,
    /// The moves, each after its predecessor. The first one after a move belongs to the main line.
    pub(super) moves: Vec<ReplayedMove>,
    /// Nodes of the game whose words are no moves, so that what is said there is about the start.
    pub(super) at_start: Vec<usize>,
}

/// A move of the game.
#[derive(Debug)]
pub(super) struct ReplayedMove {
    /// The index of the move before it in [`ReplayedGame::moves`].
    pub(super) parent: Option<usize>,
    /// The text of the move, and what people write for it if the game has such a notation.
    pub(super) text: String,
    pub(super) notation: Option<String>,
    /// Whose turn it is after it.
    pub(super) turn: &'static str,
    pub(super) glyphs: Vec<u8>,
    /// The nodes of the game that say something about it: its own, and those behind it whose words are no moves.
    pub(super) nodes: Vec<usize>,
}

/// Why a game cannot be read.
pub(super) enum RecordError {
    /// A word of the main line is no move there.
    Move {
        place: Place,
        /// What it is, and what would be right.
        reason: String,
        /// The number of the move, from 1 on.
        number: usize,
    },
    Other(PositionRefused),
}

impl From<RecordError> for PositionRefused {
    fn from(wrong: RecordError) -> Self {
        match wrong {
            RecordError::Move { place, reason, number } => bad(place, &format!("move {number}: {reason}")),
            RecordError::Other(refused) => refused,
        }
    }
}

impl From<PositionRefused> for RecordError {
    fn from(refused: PositionRefused) -> Self {
        Self::Other(refused)
    }
}

impl From<LibraryFault> for RecordError {
    fn from(fault: LibraryFault) -> Self {
        Self::Other(fault.into())
    }
}

/// What the word of a node is.
#[derive(Debug)]
enum RecordWord {
    Move(ReplayedMove),
    /// No move: the position is that before it.
    Nothing,
    /// It cannot be played, nor can what follows.
    Lost,
}

/// A game while it is played.
struct RecordReplay<'a> {
    game: &'a AnnotatedGame,
    notes: &'a mut RecordNotes,
    /// The position at the start, and that behind each node, as long as a later node needs it: a few at a time, as most
    /// nodes are needed by the next one only.
    positions: Vec<Option<Position>>,
    /// The last node that needs each of these positions.
    last_needed: Vec<Option<usize>>,
    /// The number of moves before each of these positions.
    plies: Vec<usize>,
    /// The sum of these numbers for the positions that are kept.
    kept: usize,
    /// Whether each of these positions is on the main line.
    is_main: Vec<bool>,
    meanings: Vec<RecordWord>,
    /// The first number without a dot on the main line that is no move.
    number: Option<RecordError>,
    /// Whether another one is a move.
    has_numbers: bool,
    /// All of them that are no moves.
    numbers: MoveNumbers,
}

impl ReplayedGame {
    /// Plays a game from its first position, or this many moves of one without variations. Variations that cannot be
    /// played are left out, with a note.
    ///
    /// # Errors
    /// A word of the main line is no legal move, the game is too long, no one waits any more, or the library failed.
    pub(super) fn of(
        game: &AnnotatedGame,
        start: Position,
        most: usize,
        notes: &mut RecordNotes,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Self, RecordError> {
        if let Some(node) = game.nodes.get(MOST_MOVES).filter(|_| most > MOST_MOVES) {
            return Err(bad(node.place, &format!("a game has at most {MOST_MOVES} moves with its variations")).into());
        }
        let turn = turn_name(start.turn()?);
        let mut stage = RecordReplay::new(game, start, notes);
        for (index, node) in game.nodes.iter().enumerate() {
            // What comes later may be wrong.
            if stage.plies[behind(node.parent)] >= most {
                break;
            }
            if is_given_up() {
                let text = "gave up before the end of the game".to_owned();
                return Err(PositionRefused { code: ErrorCode::Timeout, text }.into());
            }
            let meaning = stage.meaning(index, node)?;
            stage.meanings.push(meaning);
        }
        let has_moves = stage.meanings.iter().any(|meaning| matches!(meaning, RecordWord::Move(_)));
        // A number without a dot is a move in all places or in none.
        match stage.number.take() {
            Some(wrong) if stage.has_numbers || !has_moves => Err(wrong),
            _ => Ok(Self::ordered(game, turn, stage.meanings)),
        }
    }

    /// The moves, the main line first. In a text a variation comes after the move that it replaces.
    fn ordered(game: &AnnotatedGame, turn: &'static str, meanings: Vec<RecordWord>) -> Self {
        let mut replay = Self { turn, moves: Vec::new(), at_start: Vec::new() };
        let mut meanings: Vec<_> = meanings.into_iter().map(Some).collect();
        let mut rest: Vec<_> = game.children.iter().rev().map(|&node| (node, None)).collect();
        while let Some((index, parent)) = rest.pop() {
            let node = &game.nodes[index];
            let after = match meanings.get_mut(index).and_then(Option::take) {
                Some(RecordWord::Move(played)) => {
                    replay.moves.push(ReplayedMove { parent, ..played });
                    Some(replay.moves.len() - 1)
                }
                Some(RecordWord::Nothing) => {
                    let Some(parent) = parent else {
                        replay.at_start.push(index);
                        rest.extend(node.children.iter().rev().map(|&child| (child, None)));
                        continue;
                    };
                    let before = &mut replay.moves[parent];
                    before.nodes.push(index);
                    let sign = if let WordKind::MoveOrSign(glyph @ 1..) = node.kind { Some(glyph) } else { None };
                    sign.iter().chain(&node.glyphs).for_each(|&glyph| add_glyph(&mut before.glyphs, glyph));
                    Some(parent)
                }
                Some(RecordWord::Lost) | None => continue,
            };
            rest.extend(node.children.iter().rev().map(|&child| (child, after)));
        }
        replay
    }
}

/// The place of the position behind a node, or of the start.
fn behind(node: Option<usize>) -> usize {
    node.map_or(0, |node| node + 1)
}

impl<'a> RecordReplay<'a> {
    fn new(game: &'a AnnotatedGame, start: Position, notes: &'a mut RecordNotes) -> Self {
        let mut last_needed = vec![None; game.nodes.len() + 1];
        for (index, node) in game.nodes.iter().enumerate() {
            last_needed[behind(node.parent)] = Some(index);
        }
        let (positions, plies, is_main) = (vec![Some(start)], vec![0], vec![true]);
        Self {
            game,
            notes,
            positions,
            last_needed,
            plies,
            kept: 0,
            is_main,
            meanings: Vec::new(),
            number: None,
            has_numbers: false,
            numbers: MoveNumbers::default(),
        }
    }

    /// What the next node means. The position behind it is kept for those that need it.
    fn meaning(&mut self, index: usize, node: &PgnMove) -> Result<RecordWord, RecordError> {
        let before = behind(node.parent);
        let is_main = self.is_main[before] && self.game.main_after(node.parent) == Some(index);
        let is_last = self.last_needed[before] == Some(index);
        let position = if is_last { self.positions[before].take() } else { self.positions[before].clone() };
        let mut plies = self.plies[before];
        if is_last && position.is_some() {
            self.kept -= plies;
        }
        let (meaning, position) = match position {
            Some(mut position) => {
                let meaning = self.read(&mut position, node, is_main, plies + 1)?;
                plies += usize::from(matches!(meaning, RecordWord::Move(_)));
                (meaning, Some(position))
            }
            None => (RecordWord::Lost, None),
        };
        let is_kept = self.last_needed[behind(Some(index))].is_some() && !matches!(meaning, RecordWord::Lost);
        if is_kept && position.is_some() {
            self.kept += plies;
        }
        if self.kept > MOST_KEPT {
            return Err(bad(node.place, "too many variations begin late in lines that are too long").into());
        }
        self.positions.push(position.filter(|_| is_kept));
        self.plies.push(plies);
        self.is_main.push(is_main);
        Ok(match meaning {
            RecordWord::Move(played) => RecordWord::Move(ReplayedMove { nodes: vec![index], ..played }),
            other => other,
        })
    }

    /// Reads a word, and plays it if it is a move.
    fn read(
        &mut self,
        position: &mut Position,
        node: &PgnMove,
        is_main: bool,
        number: usize,
    ) -> Result<RecordWord, RecordError> {
        if let Some(mv) = find(position, &node.word)? {
            self.has_numbers |= node.kind == WordKind::MoveOrNumber;
            let text = position.move_text(mv)?;
            let notation = position.notate(mv)?.filter(|notation| *notation != text);
            position.play(mv)?;
            let (parent, turn, glyphs) = (None, turn_name(position.turn()?), node.glyphs.clone());
            return Ok(RecordWord::Move(ReplayedMove { parent, text, notation, turn, glyphs, nodes: Vec::new() }));
        }
        match node.kind {
            WordKind::MoveOrSign(_) => return Ok(RecordWord::Nothing),
            // In a variation of a game whose moves are numbers it is a wrong move.
            WordKind::MoveOrNumber if is_main || !self.has_numbers => {
                if is_main && self.number.is_none() {
                    self.number = Some(wrong(position, node, number)?);
                }
                if let Some(doubt) = self.numbers.doubt(&node.word, number - 1) {
                    self.notes.add(node.place, doubt);
                }
                return Ok(RecordWord::Nothing);
            }
            WordKind::Move | WordKind::MoveOrNumber => {}
        }
        let word = quote(&node.word);
        if !position.outcome()?.has_moves() {
            self.notes.add(node.place, format!("{word} comes after the end of the game; it is read up to here"));
        } else if is_main {
            return Err(wrong(position, node, number)?);
        } else {
            self.notes.add(node.place, format!("{word} is not a legal move; the variation is read up to here"));
        }
        Ok(RecordWord::Lost)
    }
}

/// The word is no move there.
fn wrong(position: &Position, node: &PgnMove, number: usize) -> Result<RecordError, LibraryFault> {
    Ok(RecordError::Move { place: node.place, reason: not_legal(position, &node.word)?.text, number })
}

/// The legal move that a word means: as people write it, or in the game's own text.
fn find(position: &Position, word: &str) -> Result<Option<Move>, LibraryFault> {
    resolve(word, |word| match position.read_notation(word)? {
        Some(mv) => Ok(Some(mv)),
        None => position.find_move(word),
    })
}
