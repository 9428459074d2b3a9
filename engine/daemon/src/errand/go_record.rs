//! The moves of a go record in SGF. If the record starts again, as [`RecordAction`] explains, the moves begin with a
//! setup.

use plyd_formats::go::{GameRecord, GoSetup, RecordAction};
use plyd_formats::{FormatWarning, Place};
use plyd_host::{Library, Position};
use plyd_protocol::{ErrorCode, quote};
use plyd_session::position::{self, PositionRefused};
use plyd_session::record::{MainLine, by_looser_rules};
use std::sync::Arc;

/// The moves of a record, by the rules of these options, or else by the first looser ones that allow them, as `loadsgf`
/// does.
///
/// # Errors
/// A move is against all of these rules (the error has its place), or the library failed.
pub(crate) fn main_line(
    library: &Arc<Library>,
    options: &[(String, String)],
    record: &GameRecord,
) -> Result<MainLine, PositionRefused> {
    let read = |options| replay(library, options, record);
    let is_illegal = |refused: &PositionRefused| refused.code == ErrorCode::IllegalMove;
    let (line, rules) = by_looser_rules(library, options, read, is_illegal)?;
    let warnings = rules.map(|text| FormatWarning { place: Place::START, text }).into_iter().collect();
    Ok(MainLine { warnings, ..line })
}

/// A record while it is played.
struct GoRecordReplay<'a> {
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
) -> Result<MainLine, PositionRefused> {
    let position = Position::open(library, &options, "")?;
    let mut run = GoRecordReplay { library, options: &options, position, setup: String::new(), moves: Vec::new() };
    let komi = match record.komi {
        Some(komi) => komi,
        None => run.board()?.komi(),
    };
    run.begin(&GoSetup::empty(record.size, komi))?;
    let mut count = 0;
    for (action, place) in record.actions() {
        count += usize::from(matches!(action, RecordAction::Play { .. }));
        run.take(action).map_err(|refused| {
            let text = match action {
                RecordAction::Play { colour, vertex, .. } => {
                    format!("{place}: move {count}, {colour} {vertex}: {}", refused.text)
                }
                RecordAction::SetUp { .. } => format!("{place}: {}", refused.text),
            };
            PositionRefused { text, ..refused }
        })?;
    }
    let (setup, moves) = (run.setup, run.moves);
    Ok(MainLine { options, setup, moves, ..MainLine::default() })
}

impl GoRecordReplay<'_> {
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

    fn take(&mut self, action: RecordAction<'_>) -> Result<(), PositionRefused> {
        match action {
            RecordAction::SetUp { points, turn } => self.begin(&self.board()?.with_stones(points).with_turn(turn)),
            RecordAction::Play { colour, vertex, is_in_turn } => {
                if !is_in_turn {
                    self.begin(&self.board()?.with_turn(colour))?;
                }
                let text = vertex.to_string();
                position::play(&mut self.position, &text)?;
                self.moves.push(text);
                Ok(())
            }
        }
    }
}
