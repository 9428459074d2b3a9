//! Records in SGF, which are of go, and the rules by which they are read.

use super::notes::RecordNotes;
use super::replay::{RecordError, ReplayedGame};
use super::{ReadRecord, RecordReader, bad};
use crate::position::PositionRefused;
use plyd_formats::go::{GameTree, GoSetup, looser_rules};
use plyd_formats::{FormatError, Place, Text};
use plyd_host::{Library, OpenError, Position};
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

/// The options of go that say which moves are legal.
const RULES: [&str; 2] = ["Ko", "Suicide"];

/// Reads a record of go by the rules of these options, or else by the first looser ones that allow its moves, as `loadsgf`
/// does. Returns, beside what `read` makes of it, what is to be said if these are other rules.
///
/// # Errors
/// The last one of `read`; at once if it is none about an illegal move.
pub fn by_looser_rules<T, E>(
    library: &Library,
    options: &[(String, String)],
    mut read: impl FnMut(Vec<(String, String)>) -> Result<T, E>,
    is_illegal: impl Fn(&E) -> bool,
) -> Result<(T, Option<String>), E> {
    let own: Vec<(String, String)> = RULES.iter().filter_map(|name| value(library, options, name)).collect();
    let mut last = read(options.to_vec()).map(|record| (record, None));
    for rules in looser_rules(&own) {
        match &last {
            Err(error) if is_illegal(error) => {}
            _ => break,
        }
        let changed: Vec<_> = rules.into_iter().filter(|rule| !own.contains(rule)).collect();
        let is_changed = |name: &str| changed.iter().any(|(other, _)| other == name);
        let mut options: Vec<_> = options.iter().filter(|(name, _)| !is_changed(name)).cloned().collect();
        options.extend(changed.iter().cloned());
        last = read(options).map(|record| {
            let used: Vec<_> = changed.iter().map(|(name, value)| format!("{}.{name}={value}", library.id())).collect();
            let text = format!("the record has moves that need {}, and is read with that", used.join(" and "));
            (record, Some(text))
        });
    }
    last
}

/// The value of an option of the game.
fn value(library: &Library, options: &[(String, String)], name: &str) -> Option<(String, String)> {
    let option = library.option(name)?;
    let set = options.iter().find(|(set, _)| *set == option.name);
    Some((option.name.clone(), set.map_or_else(|| option.default_text(), |(_, value)| value.clone())))
}
