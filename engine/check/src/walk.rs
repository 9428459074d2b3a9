//! A game being played: where it began, the moves since, and the position now.

use super::report::Finding;
use plyd_host::{Library, LoadedGame, OpenError, Slot};
use plyd_rules::{Game, Move, Moves, Outcome, Player, Want};
use std::sync::Arc;

/// A setup and the options it is opened with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Opening {
    /// The setup, empty for the start position.
    pub(super) setup: String,
    /// The options, name and value.
    pub(super) options: Vec<(String, String)>,
}

impl Opening {
    /// The options as lines `name=value`.
    pub(super) fn options_text(&self) -> String {
        self.options.iter().map(|(name, value)| format!("{name}={value}\n")).collect()
    }

    /// Opens it.
    pub(super) fn open(&self, library: &Arc<Library>) -> Result<LoadedGame, OpenError> {
        library.open(&self.setup, &self.options)
    }
}

/// All that is asked.
pub(super) const ALL: Want = Want(Want::MOVES.0 | Want::VALUE.0 | Want::KEY.0);

/// A position and how it was reached.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The instance.
    pub(super) game: LoadedGame,
    /// The position.
    pub(super) state: Slot,
    opening: Arc<Opening>,
    /// The texts of the moves since the opening.
    line: String,
    plies: u32,
}

/// All that a library says about a position, as far as it means something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// The outcome.
    pub(super) outcome: Outcome,
    /// The player to move.
    pub(super) turn: Player,
    /// The legal moves in the game's order, none if the game is over. One that is drawn if claimed has some.
    pub(super) moves: Vec<Move>,
    /// The heuristic value of an unfinished position.
    pub(super) value: Option<i32>,
    /// The key, if the game has keys.
    pub(super) key: Option<u64>,
}

impl View {
    /// Whether the game goes on.
    pub(super) fn is_ongoing(&self) -> bool {
        self.outcome == Outcome::Ongoing
    }

    /// The difference from another view of what should be the same position: `turn: Max, but Min`.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let parts = [
            ("outcome", format!("{:?}", self.outcome), format!("{:?}", other.outcome)),
            ("player to move", format!("{:?}", self.turn), format!("{:?}", other.turn)),
            ("moves", numbers(&self.moves), numbers(&other.moves)),
            ("heuristic value", number(self.value), number(other.value)),
            ("key", hexadecimal(self.key), hexadecimal(other.key)),
        ];
        let different = parts.into_iter().find(|(_, this, that)| this != that);
        different.map(|(what, this, that)| format!("{what}: {this}, but {that}"))
    }
}

fn numbers(moves: &[Move]) -> String {
    let numbers: Vec<_> = moves.iter().map(|mv| mv.0.to_string()).collect();
    format!("[{}]", numbers.join(" "))
}

fn number(value: Option<i32>) -> String {
    value.map_or_else(|| "none".into(), |value| value.to_string())
}

/// A key for people.
pub(super) fn hexadecimal(key: Option<u64>) -> String {
    key.map_or_else(|| "none".into(), |key| format!("{key:#018x}"))
}

impl Walk {
    /// At the position that an opening opens.
    pub(super) fn start(library: &Arc<Library>, opening: Opening) -> Result<Self, Finding> {
        let game = opening.open(library).map_err(|error| {
            Finding::of_setup(format!("the setup does not open: {error}"), &opening.setup, &opening.options_text())
        })?;
        Ok(Self { state: game.root(), game, opening: Arc::new(opening), line: String::new(), plies: 0 })
    }

    /// The setup the walk began with.
    pub(super) fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The number of moves played.
    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// A fault of this position.
    pub(super) fn finding(&self, what: impl Into<String>) -> Finding {
        Finding { position: self.game.format_state(&self.state).ok(), ..self.finding_unasked(what) }
    }

    /// A fault of this position, without asking the library for its text.
    pub(super) fn finding_unasked(&self, what: impl Into<String>) -> Finding {
        let moves = self.line.clone();
        Finding { moves, ..Finding::of_setup(what, &self.opening.setup, &self.opening.options_text()) }
    }

    /// The text of the position.
    pub(super) fn text(&self) -> Result<String, Finding> {
        self.game.format_state(&self.state).map_err(|fault| self.finding_unasked(fault.to_string()))
    }

    /// The text of a legal move.
    pub(super) fn move_text(&self, mv: Move) -> Result<String, Finding> {
        let text = self.game.format_move(&self.state, mv);
        text.map_err(|fault| self.finding(format!("move {} has no usable text: {fault}", mv.0)))
    }

    /// All that the library says about the position, checked by the host.
    pub(super) fn view(&self) -> Result<View, Finding> {
        self.view_of(&self.state)
    }

    /// The same about any state of the instance, which is a child of the position or the position itself.
    pub(super) fn view_of(&self, state: &Slot) -> Result<View, Finding> {
        let mut buffer = vec![Move(0); self.game.facts().max_moves as usize];
        let mut moves = Moves::new(&mut buffer);
        let step = self.game.examine(state, ALL, &mut moves);
        if step.is_error() {
            return Err(self.finding(self.game.last_error(state)));
        }
        let count = moves.len();
        buffer.truncate(count);
        buffer.shrink_to_fit();
        Ok(View {
            outcome: step.outcome(),
            turn: step.player(),
            moves: buffer,
            value: step.is_ongoing().then(|| step.value()),
            key: self.game.facts().has_key.then_some(step.key),
        })
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Finding> {
        let text = self.move_text(mv)?;
        let after = self.game.after(&self.state, mv);
        self.state = after.map_err(|fault| self.finding(format!("the move `{text}` cannot be played: {fault}")))?;
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(&text);
        self.plies += 1;
        Ok(())
    }

    /// The position that the text of this one opens, with the same options.
    pub(super) fn reopened(&self, library: &Arc<Library>) -> Result<Self, Finding> {
        let text = self.text()?;
        let opening = Opening { setup: text.clone(), options: self.opening.options.clone() };
        let again = Self::start(library, opening);
        again.map_err(|fault| self.finding(format!("the text of the position does not open it: {}", fault.what)))
    }
}
