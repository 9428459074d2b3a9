//! A game under way: the position, how it came about, and the rule of repetition.

use crate::{Fault, Library, LoadedGame, OpenError, Slot};
use plyd_rules::{Game, Move, Moves, Outcome, Player, Step, Turn, Verdict, Want};
use std::sync::Arc;

/// A position of a loaded game, and as much of the moves before it as the rule of repetition needs.
///
/// Every method calls the library, which may take its time.
#[derive(Clone, Debug)]
pub struct Position {
    game: LoadedGame,
    state: Slot,
    history: Vec<u64>,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result, never [`Outcome::Ongoing`]. A repetition with the value 0 is a draw, and a position that is drawn if
    /// claimed is a draw too.
    pub outcome: Outcome,
    /// Whether the position occurred too often, although it has legal moves.
    pub by_repetition: bool,
}

/// The legal moves of a position, to be found by their texts.
#[derive(Debug)]
pub struct MoveFinder<'a> {
    position: &'a Position,
    /// Sorted by number.
    legal: Vec<Move>,
}

impl MoveFinder<'_> {
    /// The legal move that a text names, if there is one.
    ///
    /// # Errors
    /// The library failed.
    pub fn find(&self, text: &str) -> Result<Option<Move>, Fault> {
        if self.legal.is_empty() {
            return Ok(None);
        }
        let Position { game, state, .. } = self.position;
        game.parse_move_if(state, text, |mv| Ok(self.legal.binary_search(&mv).is_ok()))
    }
}

impl Position {
    /// The root state of an opened game, with nothing before it.
    #[must_use]
    pub fn new(game: LoadedGame) -> Self {
        let state = game.root();
        Self { game, state, history: Vec::new() }
    }

    /// Opens a setup; an empty one is the start position. The options are names within the game and their values.
    ///
    /// # Errors
    /// The setup or an option makes no sense, or the library failed.
    pub fn open(library: &Arc<Library>, options: &[(String, String)], setup: &str) -> Result<Self, OpenError> {
        Ok(Self::new(library.open(setup, options)?))
    }

    /// The instance of the game.
    #[must_use]
    pub fn game(&self) -> &LoadedGame {
        &self.game
    }

    /// The state of the game.
    #[must_use]
    pub fn state(&self) -> &Slot {
        &self.state
    }

    /// The keys of earlier positions that could occur again, oldest first; empty without a rule of repetition.
    #[must_use]
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// Asks the library about the state. No moves are taken.
    ///
    /// # Errors
    /// The library failed, or cannot give the outcome.
    pub fn examine(&self, want: Want) -> Result<Step, Fault> {
        let step = self.game.examine(&self.state, want, &mut Moves::new(&mut []));
        if step.is_error() { Err(Fault::new(self.game.last_error(&self.state))) } else { Ok(step) }
    }

    /// Whose turn it is.
    ///
    /// # Errors
    /// The library failed.
    pub fn turn(&self) -> Result<Turn, Fault> {
        Ok(self.examine(Want::OUTCOME)?.turn())
    }

    /// The outcome of the position alone, without its history.
    ///
    /// # Errors
    /// The library failed, or cannot give it.
    pub fn outcome(&self) -> Result<Outcome, Fault> {
        Ok(self.examine(Want::OUTCOME)?.outcome())
    }

    /// The end of the game by all of its rules, if every draw is claimed; `None` if it goes on. There may still be
    /// legal moves, after a repetition or where a player has to claim the draw.
    ///
    /// # Errors
    /// The library failed, or cannot give it.
    pub fn ending(&self) -> Result<Option<Ending>, Fault> {
        Ok(match self.outcome()? {
            Outcome::Ongoing | Outcome::Unknown => {
                self.repetition().map(|outcome| Ending { outcome, by_repetition: true })
            }
            Outcome::DrawIfClaimed => Some(Ending { outcome: Outcome::Draw, by_repetition: false }),
            outcome => Some(Ending { outcome, by_repetition: false }),
        })
    }

    /// The result by the rule of repetition, if the position has come up often enough to end the game.
    fn repetition(&self) -> Option<Outcome> {
        let rule = self.game.facts().repetition?;
        let key = self.game.key(&self.state);
        let times = 1 + self.history.iter().filter(|&&earlier| earlier == key).count();
        let Verdict::Worth(worth) = rule.verdict else { return None };
        let outcome = if worth == 0 { Outcome::Draw } else { Outcome::Utility(worth) };
        (times >= rule.times as usize).then_some(outcome)
    }

    /// The heuristic value from MAX's view; of a finished position its worth.
    ///
    /// # Errors
    /// The library failed.
    pub fn evaluate(&self) -> Result<i32, Fault> {
        let step = self.examine(Want::VALUE)?;
        let win = self.game.facts().win;
        Ok(match step.outcome() {
            Outcome::Win(Player::Max) => win,
            Outcome::Win(Player::Min) => -win,
            Outcome::Draw | Outcome::DrawIfClaimed => 0,
            Outcome::Ongoing | Outcome::Utility(_) | Outcome::Unknown => step.value(),
        })
    }

    /// The legal moves, in the game's order; none if the game cannot continue.
    ///
    /// # Errors
    /// The library failed.
    pub fn legal_moves(&self) -> Result<Vec<Move>, Fault> {
        self.game.legal_moves(&self.state)
    }

    /// The legal move with this text, if there is one. If the game cannot continue there is none, and the library is
    /// not asked.
    ///
    /// # Errors
    /// The library failed.
    pub fn find_move(&self, text: &str) -> Result<Option<Move>, Fault> {
        if self.outcome()?.has_moves() { self.game.parse_move(&self.state, text) } else { Ok(None) }
    }

    /// Finds many moves of this position by their texts. It fetches the legal moves only once, because there may be
    /// many.
    ///
    /// # Errors
    /// The library failed.
    pub fn move_finder(&self) -> Result<MoveFinder<'_>, Fault> {
        let mut legal = self.legal_moves()?;
        legal.sort_unstable();
        Ok(MoveFinder { position: self, legal })
    }

    /// The text of a legal move.
    ///
    /// # Errors
    /// The library failed.
    pub fn move_text(&self, mv: Move) -> Result<String, Fault> {
        self.game.format_move(&self.state, mv)
    }

    /// The texts of a line of legal moves from here.
    ///
    /// # Errors
    /// The library failed.
    pub fn line_texts(&self, line: &[Move]) -> Result<Vec<String>, Fault> {
        let mut state = self.state.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            texts.push(self.game.format_move(&state, mv)?);
            self.game.play(&mut state, mv);
        }
        Ok(texts)
    }

    /// The weights of outcomes of this position, which is one of chance: the chance of each is its share of the sum of
    /// all.
    ///
    /// # Errors
    /// The library failed.
    pub fn weights(&self, outcomes: &[Move]) -> Result<Vec<u32>, Fault> {
        let mut weights = vec![0; outcomes.len()];
        self.game.weights(&self.state, outcomes, &mut weights);
        if weights.contains(&0) {
            let reason = self.game.fault().unwrap_or_else(|| Fault::new("an outcome of chance has the weight 0"));
            return Err(reason);
        }
        Ok(weights)
    }

    /// A legal move as people write it; `None` if the game has no notation beside its own texts.
    ///
    /// # Errors
    /// The library failed.
    pub fn notate(&self, mv: Move) -> Result<Option<String>, Fault> {
        self.game.notate(&self.state, mv)
    }

    /// The legal move that a word of people's notation means. If the game cannot continue, or has no such notation, there
    /// is none.
    ///
    /// # Errors
    /// The library failed.
    pub fn read_notation(&self, word: &str) -> Result<Option<Move>, Fault> {
        if self.outcome()?.has_moves() { self.game.read_notation(&self.state, word) } else { Ok(None) }
    }

    /// The key under which opening books have the position; `None` if they cannot have it, or the game has no books.
    ///
    /// # Errors
    /// The library failed.
    pub fn book_key(&self) -> Result<Option<u64>, Fault> {
        self.game.book_key(&self.state)
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The library failed; the position has not changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), Fault> {
        let next = self.game.after(&self.state, mv)?;
        if self.game.facts().repetition.is_some() {
            self.history.push(self.game.key(&self.state));
            if self.game.is_irreversible(&self.state, mv) {
                self.history.clear();
            }
        }
        self.state = next;
        Ok(())
    }

    /// The position as a setup.
    ///
    /// # Errors
    /// The library failed.
    pub fn setup(&self) -> Result<String, Fault> {
        self.game.format_state(&self.state)
    }

    /// A picture of the position as lines of text, if the game draws one.
    ///
    /// # Errors
    /// The library failed.
    pub fn picture(&self) -> Result<Option<String>, Fault> {
        self.game.picture(&self.state)
    }
}

#[cfg(test)]
mod tests;
