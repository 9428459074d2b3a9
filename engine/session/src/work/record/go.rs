//! Records in SGF, which are of go.

use super::notes::RecordNotes;
use super::replay::{RecordError, ReplayedGame};
use super::{ReadRecord, RecordReader, bad, by_looser_rules};
use crate::position::PositionRefused;
use plyd_formats::go::{GameTree, GoSetup};
use plyd_formats::{FormatError, Place, Text};
use plyd_host::{OpenError, Position};
use plyd_protocol::excerpt;

/// The game of SGF.
const GO: &str = "go";

/// A game that was played by rules that allow its moves.
struct RuleAttempt {
    options: Vec<(String, String)>,
    /// As in [`ReadRecord`].
    setup: String,
    written: String,
    replay: ReplayedGame,
    notes: RecordNotes,
}

impl RecordReader<'_> {
    /// A record in SGF. As a text with tags, it does not depend on the options of the session.
    pub(super) fn go(mut self, text: &Text) -> Result<ReadRecord, PositionRefused> {
        let tree = GameTree::of(text).map_err(|FormatError { place, text }| bad(place, &text))?;
        self.notes.add_all(&tree.game.warnings);
        if self.library.id() != GO {
            let (setup, written) = (String::new(), String::new());
            let (id, options, notes) = (GO.to_owned(), Vec::new(), self.notes);
            return Ok(ReadRecord { id, options, setup, written, game: tree.game, replay: None, notes });
        }
        let is_illegal = |wrong: &RecordError| matches!(wrong, RecordError::Move { .. });
        let (played, rules) = by_looser_rules(self.library, &[], |options| self.play(&tree, options), is_illegal)?;
        let RuleAttempt { options, setup, written, replay, mut notes } = played;
        if let Some(rules) = rules {
            notes.add(Place::START, rules);
        }
        Ok(ReadRecord { id: GO.to_owned(), options, setup, written, game: tree.game, replay: Some(replay), notes })
    }

    fn play(&self, tree: &GameTree, options: Vec<(String, String)>) -> Result<RuleAttempt, RecordError> {
        let usual = Position::open(self.library, &options, "").map_err(PositionRefused::from)?.setup()?;
        // A record without a komi has the game's.
        let komi = GoSetup::read(&usual).as_ref().map_or(0, GoSetup::komi);
        let written = tree.start(komi).to_string();
        let position = match Position::open(self.library, &options, &written) {
            Ok(position) => position,
            Err(OpenError::Refused(reason)) => {
                let text = format!("the position at the start of the record is refused: {}", excerpt(&reason));
                return Err(bad(tree.place, &text).into());
            }
            Err(OpenError::Fault(fault)) => return Err(fault.into()),
        };
        let setup = position.setup()?;
        let (setup, written) = if setup == usual { (String::new(), String::new()) } else { (setup, written) };
        let mut notes = self.notes.clone();
        let replay = ReplayedGame::of(&tree.game, position, usize::MAX, &mut notes, self.is_given_up)?;
        Ok(RuleAttempt { options, setup, written, replay, notes })
    }
}
