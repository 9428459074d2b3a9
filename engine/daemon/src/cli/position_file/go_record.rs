//! A record of go in SGF as moves. Where it puts stones, or a colour moves out of turn, it begins anew with a setup.

use plyd_formats::go::{Colour, GameRecord, GoSetup, RecordStep};
use plyd_formats::{Place, Warning};
use plyd_host::{Library, Position};
use plyd_protocol::{ErrorCode, quote};
use plyd_session::position::{self, PositionRefused};
use plyd_session::record::{MainLine, by_looser_rules};
use std::sync::Arc;

/// The number of moves of a record.
pub(super) fn moves(record: &GameRecord) -> usize {
    record.steps.iter().filter(|step| is_move(step)).count()
}

fn is_move(step: &RecordStep) -> bool {
    matches!(step, RecordStep::Move(..))
}

/// The first moves of a record, by the rules of these options, or else by the first looser ones that allow them, as
/// `loadsgf` does.
///
/// # Errors
/// A move is against all of these rules (the error has its place), or the library failed.
pub(super) fn main_line(
    library: &Arc<Library>,
    options: &[(String, String)],
    record: &GameRecord,
    plies: usize,
) -> Result<MainLine, PositionRefused> {
    let read = |options| replay(library, options, record, plies);
    let is_illegal = |refused: &PositionRefused| refused.code == ErrorCode::IllegalMove;
    let (line, rules) = by_looser_rules(library, options, read, is_illegal)?;
    let warnings = rules.map(|text| Warning { place: Place::START, text }).into_iter().collect();
    Ok(MainLine { warnings, ..line })
}

/// A record while it is played.
struct Run<'a> {
    library: &'a Arc<Library>,
    options: &'a [(String, String)],
    position: Position,
    /// The setup of the position in which the moves begin.
    setup: String,
    moves: Vec<String>,
}

fn replay(
    library: &Arc<Library>,
    options: Vec<(String, String)>,
    record: &GameRecord,
    plies: usize,
) -> Result<MainLine, PositionRefused> {
    let position = Position::open(library, &options, "")?;
    let mut run = Run { library, options: &options, position, setup: String::new(), moves: Vec::new() };
    let komi = match record.komi {
        Some(komi) => komi,
        None => run.board()?.komi(),
    };
    run.begin(&GoSetup::empty(record.size, komi))?;
    let mut count = 0;
    for (step, place) in record.steps.iter().zip(&record.places) {
        if is_move(step) {
            if count == plies {
                break;
            }
            count += 1;
        }
        run.step(step).map_err(|refused| {
            let text = match step {
                RecordStep::Move(colour, vertex) => {
                    format!("{place}: move {count}, {colour} {vertex}: {}", refused.text)
                }
                RecordStep::Put(_) | RecordStep::Turn(_) => format!("{place}: {}", refused.text),
            };
            PositionRefused { text, ..refused }
        })?;
    }
    let (setup, moves) = (run.setup, run.moves);
    Ok(MainLine { options, setup, moves, ..MainLine::default() })
}

impl Run<'_> {
    /// The board as it is.
    fn board(&self) -> Result<GoSetup, PositionRefused> {
        let setup = self.position.setup()?;
        GoSetup::read(&setup).ok_or_else(|| {
            let text = format!("{} is no setup of go", quote(&setup));
            PositionRefused { code: ErrorCode::BadPosition, text }
        })
    }

    /// Goes on from this board.
    fn begin(&mut self, board: &GoSetup) -> Result<(), PositionRefused> {
        self.setup = board.to_string();
        self.position = Position::open(self.library, self.options, &self.setup)?;
        self.moves.clear();
        Ok(())
    }

    fn step(&mut self, step: &RecordStep) -> Result<(), PositionRefused> {
        match step {
            RecordStep::Put(points) => {
                let mut board = self.board()?;
                for &(point, stone) in points {
                    board.put(point, stone);
                }
                let turn = board.to_move;
                self.begin(&board.with_turn(turn))
            }
            RecordStep::Turn(colour) => self.turn_to(*colour, false),
            RecordStep::Move(colour, vertex) => {
                let is_over = !self.position.outcome()?.has_moves();
                self.turn_to(*colour, is_over)?;
                let text = vertex.to_string();
                position::play(&mut self.position, &text)?;
                self.moves.push(text);
                Ok(())
            }
        }
    }

    /// Makes it a colour's turn. After the end of a game too the board begins anew.
    fn turn_to(&mut self, colour: Colour, is_over: bool) -> Result<(), PositionRefused> {
        let board = self.board()?;
        if board.to_move == colour && !is_over {
            return Ok(());
        }
        self.begin(&board.with_turn(colour))
    }
}
