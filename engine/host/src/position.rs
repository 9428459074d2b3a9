//! A game under way: the position, how it came about, and the rule of repetition.

mod history;

use crate::{Library, LibraryFault, LoadedGame, OpenError, StateSlot};
use history::KeyHistory;
use plyd_network::Network;
use plyd_rules::{Game, Move, Moves, Outcome, Player, Repetition, Ruling, Step, Turn, Want};
use std::sync::Arc;

/// A position of a loaded game, and as much of the moves before it as the rule of repetition needs.
///
/// Every method calls the library, which may take its time.
#[derive(Clone, Debug)]
pub struct Position {
    game: LoadedGame,
    state: StateSlot,
    history: KeyHistory,
    /// Who moved to this position; `None` if it is the root of the instance.
    mover: Option<Turn>,
    /// The state before the last move, and that move; `None` if none was played.
    last: Option<(StateSlot, Move)>,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// The result, never [`Outcome::Ongoing`]. A repetition with the value 0 is a draw, and a position that is drawn if
    /// claimed is a draw too.
    pub outcome: Outcome,
    /// Whether the rule of repetition ended it: the position occurred too often, although it has legal moves, or all of
    /// its moves are forbidden.
    pub by_repetition: bool,
}

/// The legal moves of a position, to be found by their texts.
#[derive(Debug)]
pub struct MoveFinder<'a> {
    position: &'a Position,
    /// Sorted by number.
    legal: Vec<Move>,
}

/// A rule of repetition that forbids moves, at a position with all that it compares.
struct Ban<'a> {
    position: &'a Position,
    rule: Repetition,
    /// Whose turn it is.
    turn: Turn,
    /// The key of the position.
    here: u64,
}

impl Ban<'_> {
    /// Whether a move is forbidden that is legal otherwise.
    fn forbids(&self, mv: Move) -> bool {
        let (rule, Position { game, state, history, .. }) = (self.rule, self.position);
        if rule.ruling(self.turn, mv) != Ruling::Forbidden {
            return false;
        }
        let mut child = state.clone();
        // A step that fails is left to the code that plays the move.
        let step = game.step(state, mv, &mut child, rule.key.want(), &mut Moves::new(&mut []));
        let can_repeat = step.is_ongoing() && !step.is_irreversible();
        can_repeat && history.times(step.key) + usize::from(step.key == self.here) + 1 >= rule.times as usize
    }
}

impl MoveFinder<'_> {
    /// The legal move that a text names, if there is one.
    ///
    /// # Errors
    /// The library failed.
    pub fn find(&self, text: &str) -> Result<Option<Move>, LibraryFault> {
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
        Self { game, state, history: KeyHistory::default(), mover: None, last: None }
    }

    /// Opens a setup; an empty one is the start position. The options are names within the game and their values.
    ///
    /// # Errors
    /// The setup or an option makes no sense, or the library failed.
    pub fn open(library: &Arc<Library>, options: &[(String, String)], setup: &str) -> Result<Self, OpenError> {
        Ok(Self::new(library.open(setup, options)?))
    }

    /// The same position, of the game as a network values it: see [`LoadedGame::valued_by`].
    #[must_use]
    pub fn valued_by(self, network: Arc<Network>) -> Self {
        Self { game: self.game.valued_by(network), ..self }
    }

    /// The instance of the game.
    #[must_use]
    pub fn game(&self) -> &LoadedGame {
        &self.game
    }

    /// The state of the game.
    #[must_use]
    pub fn state(&self) -> &StateSlot {
        &self.state
    }

    /// The keys of earlier positions that could occur again, oldest first: those keys that the rule of repetition
    /// compares. Empty without such a rule.
    #[must_use]
    pub fn history(&self) -> &[u64] {
        self.history.keys()
    }

    /// The state before the move that was played last, and that move; `None` if none was played since the setup.
    #[must_use]
    pub fn last(&self) -> Option<(&StateSlot, Move)> {
        self.last.as_ref().map(|(before, mv)| (before, *mv))
    }

    /// Asks the library about the state. No moves are taken.
    ///
    /// # Errors
    /// The library failed, or cannot give the outcome.
    pub fn examine(&self, want: Want) -> Result<Step, LibraryFault> {
        let step = self.game.examine(&self.state, want, &mut Moves::new(&mut []));
        if step.is_error() { Err(LibraryFault::new(self.game.last_error(&self.state))) } else { Ok(step) }
    }

    /// Whose turn it is.
    ///
    /// # Errors
    /// The library failed.
    pub fn turn(&self) -> Result<Turn, LibraryFault> {
        Ok(self.examine(Want::OUTCOME)?.turn())
    }

    /// The outcome of the position. Of its history only counts which moves it forbids: if it forbids all of them the
    /// game is over.
    ///
    /// # Errors
    /// The library failed, or cannot give it.
    pub fn outcome(&self) -> Result<Outcome, LibraryFault> {
        let step = self.examine(Want::OUTCOME)?;
        Ok(self.stuck(step)?.unwrap_or(step.outcome()))
    }

    /// The end of the game by all of its rules, if every draw is claimed; `None` if it goes on. There may still be
    /// legal moves, after a repetition or where a player has to claim the draw.
    ///
    /// # Errors
    /// The library failed, or cannot give it.
    pub fn ending(&self) -> Result<Option<GameEnding>, LibraryFault> {
        let step = self.examine(Want::OUTCOME)?;
        Ok(match step.outcome() {
            Outcome::Ongoing | Outcome::Unknown => {
                let outcome = self.repetition().map_or_else(|| self.stuck(step), |outcome| Ok(Some(outcome)))?;
                outcome.map(|outcome| GameEnding { outcome, by_repetition: true })
            }
            Outcome::DrawIfClaimed => Some(GameEnding { outcome: Outcome::Draw, by_repetition: false }),
            outcome => Some(GameEnding { outcome, by_repetition: false }),
        })
    }

    /// The result by the rule of repetition, if the position has come up often enough to end the game.
    fn repetition(&self) -> Option<Outcome> {
        let (rule, mover, (_, mv)) = (self.game.facts().repetition?, self.mover?, self.last.as_ref()?);
        match rule.ruling(mover, *mv) {
            Ruling::Ends(outcome) => {
                let earlier = self.history.times(self.repetition_key(rule).1);
                (earlier + 1 >= rule.times as usize).then_some(outcome)
            }
            Ruling::GoesOn | Ruling::Forbidden => None,
        }
    }

    /// The result of a position with moves that are all forbidden. If a draw can be claimed, it is drawn.
    fn stuck(&self, step: Step) -> Result<Option<Outcome>, LibraryFault> {
        let (Some(player), true) = (step.turn().player(), step.outcome().has_moves()) else { return Ok(None) };
        let Some(ban) = self.ban() else { return Ok(None) };
        let Some(outcome) = ban.rule.verdict.stuck(player) else { return Ok(None) };
        let is_stuck = self.game.legal_moves(&self.state)?.into_iter().all(|mv| ban.forbids(mv));
        Ok(is_stuck.then_some(if step.is_ongoing() { outcome } else { Outcome::Draw }))
    }

    /// Whether the rule of repetition forbids a move that is legal otherwise.
    fn is_forbidden(&self, mv: Move) -> bool {
        self.ban().is_some_and(|ban| ban.forbids(mv))
    }

    /// The rule of repetition at work here, if it forbids moves.
    fn ban(&self) -> Option<Ban<'_>> {
        let rule = self.game.facts().repetition.filter(|rule| rule.verdict.forbids())?;
        let (turn, here) = self.repetition_key(rule);
        Some(Ban { position: self, rule, turn, here })
    }

    /// Whose turn it is, and the key of the position that this rule compares.
    fn repetition_key(&self, rule: Repetition) -> (Turn, u64) {
        let step = self.game.examine(&self.state, rule.key.want(), &mut Moves::new(&mut []));
        (step.turn(), step.key)
    }

    /// The heuristic value from MAX's view; of a finished position its worth.
    ///
    /// # Errors
    /// The library failed.
    pub fn evaluate(&self) -> Result<i32, LibraryFault> {
        let step = self.examine(Want::VALUE)?;
        let win = self.game.facts().win;
        Ok(match self.stuck(step)?.unwrap_or(step.outcome()) {
            Outcome::Win(Player::Max) => win,
            Outcome::Win(Player::Min) => -win,
            Outcome::Draw | Outcome::DrawIfClaimed => 0,
            Outcome::Utility(value) => value,
            Outcome::Ongoing | Outcome::Unknown => step.value(),
        })
    }

    /// The legal moves, in the game's order, without those that the rule of repetition forbids; none if the game cannot
    /// continue.
    ///
    /// # Errors
    /// The library failed.
    pub fn legal_moves(&self) -> Result<Vec<Move>, LibraryFault> {
        let mut legal = self.game.legal_moves(&self.state)?;
        if let Some(ban) = self.ban() {
            legal.retain(|&mv| !ban.forbids(mv));
        }
        Ok(legal)
    }

    /// The legal move with this text, if there is one. If the game cannot continue there is none, and the library is
    /// not asked.
    ///
    /// # Errors
    /// The library failed.
    pub fn find_move(&self, text: &str) -> Result<Option<Move>, LibraryFault> {
        if !self.examine(Want::OUTCOME)?.outcome().has_moves() {
            return Ok(None);
        }
        Ok(self.game.parse_move(&self.state, text)?.filter(|&mv| !self.is_forbidden(mv)))
    }

    /// Whether the text names a move that would be legal but for the rule of repetition.
    ///
    /// # Errors
    /// The library failed.
    pub fn forbids(&self, text: &str) -> Result<bool, LibraryFault> {
        let Some(ban) = self.ban() else { return Ok(false) };
        let has_moves = self.examine(Want::OUTCOME)?.outcome().has_moves();
        Ok(has_moves && self.game.parse_move(&self.state, text)?.is_some_and(|mv| ban.forbids(mv)))
    }

    /// Finds many moves of this position by their texts. It fetches the legal moves only once, because there may be
    /// many.
    ///
    /// # Errors
    /// The library failed.
    pub fn move_finder(&self) -> Result<MoveFinder<'_>, LibraryFault> {
        let mut legal = self.legal_moves()?;
        legal.sort_unstable();
        Ok(MoveFinder { position: self, legal })
    }

    /// The text of a legal move.
    ///
    /// # Errors
    /// The library failed.
    pub fn move_text(&self, mv: Move) -> Result<String, LibraryFault> {
        self.game.format_move(&self.state, mv)
    }

    /// The texts of a line of legal moves from here.
    ///
    /// # Errors
    /// The library failed.
    pub fn line_texts(&self, line: &[Move]) -> Result<Vec<String>, LibraryFault> {
        let mut state = self.state.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            texts.push(self.game.format_move(&state, mv)?);
            self.game.play(&mut state, mv);
        }
        Ok(texts)
    }

    /// The weights of outcomes of this position, which is one of chance: the chance of each is its share of the sum of
    /// all. A game that is over has no outcomes, and its library is not asked: it may rely on all of them.
    ///
    /// # Errors
    /// The library failed, or gave an outcome no weight.
    pub fn weights(&self, outcomes: &[Move]) -> Result<Vec<u32>, LibraryFault> {
        if outcomes.is_empty() {
            return Ok(Vec::new());
        }
        self.game.weights_of(&self.state, outcomes)
    }

    /// A legal move as people write it; `None` if the game has no notation beside its own texts.
    ///
    /// # Errors
    /// The library failed.
    pub fn notate(&self, mv: Move) -> Result<Option<String>, LibraryFault> {
        self.game.notate(&self.state, mv)
    }

    /// The legal move that a word of people's notation means, unless the rule of repetition forbids it. If the game
    /// cannot continue, or has no such notation, there is none.
    ///
    /// # Errors
    /// The library failed.
    pub fn read_notation(&self, word: &str) -> Result<Option<Move>, LibraryFault> {
        if !self.outcome()?.has_moves() {
            return Ok(None);
        }
        Ok(self.game.read_notation(&self.state, word)?.filter(|&mv| !self.is_forbidden(mv)))
    }

    /// The key under which opening books have the position; `None` if they cannot have it, or the game has no books.
    ///
    /// # Errors
    /// The library failed.
    pub fn book_key(&self) -> Result<Option<u64>, LibraryFault> {
        self.game.book_key(&self.state)
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The library failed; the position has not changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), LibraryFault> {
        let next = self.game.after(&self.state, mv)?;
        if let Some(rule) = self.game.facts().repetition {
            let (turn, key) = self.repetition_key(rule);
            self.mover = Some(turn);
            self.history.push(key);
            if self.game.is_irreversible(&self.state, mv) {
                self.history.clear();
            }
        }
        self.last = Some((std::mem::replace(&mut self.state, next), mv));
        Ok(())
    }

    /// The position as a setup.
    ///
    /// # Errors
    /// The library failed.
    pub fn setup(&self) -> Result<String, LibraryFault> {
        self.game.format_state(&self.state)
    }

    /// A picture of the position as lines of text, if the game draws one.
    ///
    /// # Errors
    /// The library failed.
    pub fn picture(&self) -> Result<Option<String>, LibraryFault> {
        self.game.picture(&self.state)
    }
}

#[cfg(test)]
mod tests;
