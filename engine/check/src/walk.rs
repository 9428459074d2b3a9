//! A game being played: its start, the moves since, and the position now.

use super::report::Finding;
use crate::words::{hexadecimal, moves_differ, number, outcome_words, turn_words};
use plyd_host::probe::Probe;
use plyd_host::{Library, LoadedGame, OpenError, StateSlot};
use plyd_plugin::export::PANICKED;
use plyd_rules::{Game, Move, Moves, Outcome, Turn, Want};
use std::sync::Arc;

/// A setup and the options it is opened with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CheckOpening {
    /// The setup, empty for the start position.
    pub(super) setup: String,
    /// The options, name and value.
    pub(super) options: Vec<(String, String)>,
}

impl CheckOpening {
    /// The options as lines `name=value`.
    pub(super) fn options_text(&self) -> String {
        self.options.iter().map(|(name, value)| format!("{name}={value}\n")).collect()
    }

    /// A fault of this setup.
    pub(super) fn finding(&self, what: impl Into<String>) -> Finding {
        Finding::of_setup(what, &self.setup, &self.options_text())
    }

    /// Opens it.
    pub(super) fn open(&self, library: &Arc<Library>) -> Result<LoadedGame, OpenError> {
        library.open(&self.setup, &self.options)
    }
}

/// What a fault about the number of moves says.
const TOO_MANY: &str = "more than the";

/// All that is asked.
pub(super) const ALL: Want = Want(Want::MOVES.0 | Want::VALUE.0 | Want::KEY.0);

/// A position and how it was reached.
#[derive(Clone, Debug)]
pub(super) struct WalkedPosition {
    /// The instance.
    pub(super) game: LoadedGame,
    /// The position.
    pub(super) state: StateSlot,
    opening: Arc<CheckOpening>,
    /// The moves since the opening, and their texts.
    moves: Vec<Move>,
    line: String,
}

/// Everything meaningful that a library says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LibraryView {
    /// The outcome.
    pub(super) outcome: Outcome,
    /// Whose turn it is.
    pub(super) turn: Turn,
    /// The legal moves in the game's order, none if the game is over. One that is drawn if claimed has some.
    pub(super) moves: Vec<Move>,
    /// The heuristic value of an unfinished position.
    pub(super) value: Option<i32>,
    /// The key, if the game has keys.
    pub(super) key: Option<u64>,
}

impl LibraryView {
    /// Whether the game goes on.
    pub(super) fn is_ongoing(&self) -> bool {
        self.outcome == Outcome::Ongoing
    }

    /// The difference from another view of what should be the same position: `player to move: the first, but the
    /// second`. Moves are named by `name`.
    pub(super) fn difference(&self, other: &Self, name: impl Fn(Move) -> String) -> Option<String> {
        let parts = [
            ("outcome", outcome_words(self.outcome), outcome_words(other.outcome)),
            ("player to move", turn_words(self.turn).into(), turn_words(other.turn).into()),
            ("heuristic value", number(self.value), number(other.value)),
            ("key", hexadecimal(self.key), hexadecimal(other.key)),
        ];
        if let Some((what, this, that)) = parts[..2].iter().find(|(_, this, that)| this != that) {
            return Some(format!("{what}: {this}, but {that}"));
        }
        let different = parts.into_iter().find(|(_, this, that)| this != that);
        moves_differ(&self.moves, &other.moves, name)
            .or_else(|| different.map(|(what, this, that)| format!("{what}: {this}, but {that}")))
    }
}

impl WalkedPosition {
    /// At the position that an opening opens.
    pub(super) fn start(library: &Arc<Library>, opening: CheckOpening) -> Result<Self, Finding> {
        let game = opening.open(library);
        let game = game.map_err(|error| opening.finding(format!("the setup does not open: {error}")))?;
        Ok(Self { state: game.root(), game, opening: Arc::new(opening), moves: Vec::new(), line: String::new() })
    }

    /// The setup the walk began with.
    pub(super) fn opening(&self) -> &CheckOpening {
        &self.opening
    }

    /// The number of moves played.
    pub(super) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// A fault of this position.
    pub(super) fn finding(&self, what: impl Into<String>) -> Finding {
        Finding { position: self.game.format_state(&self.state).ok(), ..self.finding_unasked(what) }
    }

    /// A fault of this position, without asking the library for its text.
    pub(super) fn finding_unasked(&self, what: impl Into<String>) -> Finding {
        let moves = self.line.clone();
        Finding { moves, ..self.opening.finding(what) }
    }

    /// A fault in playing the move of this text, which belongs to the way: without it nothing is wrong.
    pub(super) fn finding_after(&self, text: &str, what: impl Into<String>) -> Finding {
        Finding { moves: self.line_with(text), ..self.opening.finding(what) }
    }

    fn line_with(&self, text: &str) -> String {
        if self.line.is_empty() { text.to_owned() } else { format!("{} {text}", self.line) }
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
    pub(super) fn view(&self) -> Result<LibraryView, Finding> {
        self.view_of(&self.state)
    }

    /// The same about any state of the instance, which is a child of the position or the position itself.
    pub(super) fn view_of(&self, state: &StateSlot) -> Result<LibraryView, Finding> {
        let mut buffer = vec![Move(0); self.game.facts().max_moves as usize];
        let mut moves = Moves::new(&mut buffer);
        let step = self.game.examine(state, ALL, &mut moves);
        if step.is_error() {
            let reason = self.game.last_error(state);
            return Err(self.finding(self.too_many(state).unwrap_or(reason)));
        }
        let count = moves.len();
        buffer.truncate(count);
        buffer.shrink_to_fit();
        Ok(LibraryView {
            outcome: step.outcome(),
            turn: step.turn(),
            moves: buffer,
            value: step.is_ongoing().then(|| step.value()),
            key: self.game.facts().has_key.then_some(step.key),
        })
    }

    /// How many moves a position has that has more than were declared; a library says only that they do not fit.
    fn too_many(&self, state: &StateSlot) -> Option<String> {
        const FACTOR: u32 = 8;
        let declared = self.game.facts().max_moves;
        let room = declared.saturating_mul(FACTOR).min(1 << 20);
        let answer = Probe::new(&self.game).examine(state, Want::MOVES, room);
        let count = answer.step.count();
        let is_more = !answer.step.is_error() && answer.step.outcome().has_moves() && count > declared as usize;
        is_more.then(|| format!("a position has {count} moves, {TOO_MANY} {declared} moves that were declared"))
    }

    /// Whether the library can judge the position. Of an odd setup, and of what it leads to, it may say that it cannot,
    /// but it may not panic, nor have more moves than it declares.
    pub(super) fn is_judged(&self) -> bool {
        let Err(fault) = self.view() else { return true };
        fault.what.contains(PANICKED) || fault.what.contains(TOO_MANY)
    }

    /// The difference of two views of this position, with the texts of the moves.
    pub(super) fn difference(&self, one: &LibraryView, other: &LibraryView) -> Option<String> {
        one.difference(other, |mv| self.name(mv))
    }

    /// A move of this position for a sentence: its text, or its number if it has no usable text.
    pub(super) fn name(&self, mv: Move) -> String {
        match self.game.format_move(&self.state, mv) {
            Ok(text) => format!("`{text}`"),
            Err(_) => mv.0.to_string(),
        }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Finding> {
        let text = self.move_text(mv)?;
        self.state = self.after(mv)?;
        self.line = self.line_with(&text);
        self.moves.push(mv);
        Ok(())
    }

    /// The state after a legal move.
    pub(super) fn after(&self, mv: Move) -> Result<StateSlot, Finding> {
        self.game.after(&self.state, mv).map_err(|fault| {
            let text = self.game.format_move(&self.state, mv).unwrap_or_else(|_| mv.0.to_string());
            self.finding_after(&text, format!("the move `{text}` cannot be played: {fault}"))
        })
    }

    /// The position that the text of this one opens, with the same options.
    pub(super) fn reopened(&self, library: &Arc<Library>) -> Result<Self, Finding> {
        let text = self.text()?;
        let opening = CheckOpening { setup: text.clone(), options: self.opening.options.clone() };
        let again = Self::start(library, opening);
        again.map_err(|fault| self.finding(format!("the text of the position does not open it: {}", fault.what)))
    }

    /// The position that the first `count` moves lead to.
    pub(super) fn replayed(&self, library: &Arc<Library>, count: usize) -> Result<Self, Finding> {
        let mut walk = Self::start(library, (*self.opening).clone())?;
        self.moves[..count].iter().try_for_each(|&mv| walk.play(mv))?;
        Ok(walk)
    }

    /// The same position by a shorter way: from the text of the position before the last `count` moves, and then by
    /// them.
    pub(super) fn shortened(&self, library: &Arc<Library>, count: usize) -> Result<Self, Finding> {
        let (before, last) = self.moves.split_at(self.moves.len().saturating_sub(count));
        let mut walk = self.replayed(library, before.len())?.reopened(library)?;
        for &mv in last {
            // The text may have opened another position, and a library may do anything with a move that is not legal.
            if !walk.view()?.moves.contains(&mv) {
                return Err(walk.finding_unasked("a move of the longer way is not legal here"));
            }
            walk.play(mv)?;
        }
        Ok(walk)
    }

    /// How to reach the position: a line for a session, in backquotes. It uses the text of the position, if that opens
    /// the same position.
    pub(super) fn way(&self, library: &Arc<Library>) -> String {
        let is_same = |again: &Self| again.view().is_ok_and(|view| Ok(view) == self.view());
        let short = self.reopened(library).ok().filter(is_same);
        let line = short.as_ref().unwrap_or(self).finding_unasked("").position_line();
        format!("`{}`", line.unwrap_or_default())
    }
}
