//! The position a session stands at.

use plyd_host::{Fault, Library, LoadedGame, OpenError, Slot};
use plyd_protocol::{ErrorCode, Position, Standing};
use plyd_rules::{Game, Move, Moves, Outcome, Player, Step, Want};
use std::sync::Arc;

/// An opened game and the state that the moves of the `position` line led to.
#[derive(Clone, Debug)]
pub struct Board {
    /// The instance of the game.
    pub game: LoadedGame,
    /// Where it stands.
    pub state: Slot,
    /// The keys of the positions before it that could come again, oldest first; empty without a rule of repetition.
    pub history: Vec<u64>,
}

/// Why a position was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct PositionRefused {
    /// The code for the client.
    pub code: ErrorCode,
    /// What is wrong, where, and what would be right.
    pub text: String,
}

impl From<Fault> for PositionRefused {
    fn from(fault: Fault) -> Self {
        Self { code: ErrorCode::Plugin, text: fault.to_string() }
    }
}

/// How many legal moves an error lists.
const LISTED_MOVES: usize = 40;

impl Board {
    /// Opens the setup and plays the moves. Calls the library, which may take its time.
    ///
    /// # Errors
    /// The setup makes no sense, a move is not legal (its number and what is legal are told), or the library failed.
    pub fn open(
        library: &Arc<Library>,
        options: &[(String, String)],
        position: &Position,
    ) -> Result<Self, PositionRefused> {
        let setup = position.setup.as_deref().unwrap_or_default();
        let game = library.open(setup, options).map_err(|error| match error {
            OpenError::Refused(text) => PositionRefused { code: ErrorCode::BadPosition, text },
            OpenError::Fault(fault) => fault.into(),
        })?;
        let state = game.root();
        let mut board = Self { game, state, history: Vec::new() };
        for (index, text) in position.moves.iter().enumerate() {
            board.play(text).map_err(|error| match error.code {
                ErrorCode::IllegalMove => {
                    PositionRefused { text: format!("move {}: {}", index + 1, error.text), ..error }
                }
                _ => error,
            })?;
        }
        Ok(board)
    }

    /// Plays the move that the text names.
    ///
    /// # Errors
    /// It is not legal, or the library failed; the board has not changed then.
    pub fn play(&mut self, text: &str) -> Result<(), PositionRefused> {
        let mv = self.find_move(text)?;
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

    /// The legal move that the text names.
    ///
    /// # Errors
    /// It is not legal, or the library failed.
    pub fn find_move(&self, text: &str) -> Result<Move, PositionRefused> {
        let standing = self.standing()?;
        let legal = if standing == Standing::Ongoing { self.game.parse_move(&self.state, text)? } else { None };
        if let Some(mv) = legal {
            return Ok(mv);
        }
        let text = if standing == Standing::Ongoing {
            let moves = self.move_texts()?;
            let more = moves.len().saturating_sub(LISTED_MOVES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let listed = moves[..moves.len().min(LISTED_MOVES)].join(" ");
            format!("`{text}` is not legal; legal are {listed}{more}")
        } else {
            format!("`{text}` comes after the end of the game ({standing})")
        };
        Err(PositionRefused { code: ErrorCode::IllegalMove, text })
    }

    fn examine(&self, want: Want) -> Result<Step, PositionRefused> {
        let step = self.game.examine(&self.state, want, &mut Moves::new(&mut []));
        if step.is_error() {
            return Err(PositionRefused { code: ErrorCode::Plugin, text: self.game.last_error(&self.state) });
        }
        Ok(step)
    }

    /// How the game stands by the whole of the rules: it may be over because the position stands again, though there are
    /// legal moves.
    ///
    /// # Errors
    /// The library failed, or the game cannot tell.
    pub fn result(&self) -> Result<Standing, PositionRefused> {
        let standing = self.standing()?;
        if let (Standing::Ongoing, Some(rule)) = (standing, self.game.facts().repetition) {
            let key = self.game.key(&self.state);
            let times = 1 + self.history.iter().filter(|&&earlier| earlier == key).count();
            if times >= rule.times as usize {
                return Ok(if rule.worth == 0 { Standing::Draw } else { Standing::Utility(rule.worth) });
            }
        }
        Ok(standing)
    }

    /// How the position stands, whatever came before it.
    ///
    /// # Errors
    /// The library failed, or the game cannot tell.
    pub fn standing(&self) -> Result<Standing, PositionRefused> {
        Ok(match self.examine(Want::OUTCOME)?.outcome() {
            Outcome::Ongoing | Outcome::Unknown => Standing::Ongoing,
            Outcome::Win(Player::Max) => Standing::P1Win,
            Outcome::Win(Player::Min) => Standing::P2Win,
            Outcome::Draw => Standing::Draw,
            Outcome::Utility(value) => Standing::Utility(value),
        })
    }

    /// Whose turn it is.
    ///
    /// # Errors
    /// The library failed.
    pub fn turn(&self) -> Result<Player, PositionRefused> {
        Ok(self.examine(Want::OUTCOME)?.turn())
    }

    /// The heuristic value from MAX's view; of a finished game its worth.
    ///
    /// # Errors
    /// The library failed.
    pub fn evaluate(&self) -> Result<i32, PositionRefused> {
        let step = self.examine(Want::VALUE)?;
        let win = self.game.facts().win;
        Ok(match step.outcome() {
            Outcome::Win(Player::Max) => win,
            Outcome::Win(Player::Min) => -win,
            Outcome::Draw => 0,
            Outcome::Ongoing | Outcome::Utility(_) | Outcome::Unknown => step.value(),
        })
    }

    /// The legal moves as text, in the game's order; none of a finished game.
    ///
    /// # Errors
    /// The library failed.
    pub fn move_texts(&self) -> Result<Vec<String>, PositionRefused> {
        if self.standing()? != Standing::Ongoing {
            return Ok(Vec::new());
        }
        let moves = self.game.legal_moves(&self.state)?;
        moves.into_iter().map(|mv| Ok(self.game.format_move(&self.state, mv)?)).collect()
    }

    /// The first legal move as text; none of a finished game.
    ///
    /// # Errors
    /// The library failed.
    pub fn first_move_text(&self) -> Result<Option<String>, PositionRefused> {
        if self.standing()? != Standing::Ongoing {
            return Ok(None);
        }
        let first = self.game.legal_moves(&self.state)?.first().copied();
        Ok(first.map(|mv| self.game.format_move(&self.state, mv)).transpose()?)
    }

    /// The text of a line of moves from here.
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

    /// The position as a setup.
    ///
    /// # Errors
    /// The library failed.
    pub fn fen(&self) -> Result<String, PositionRefused> {
        Ok(self.game.format_state(&self.state)?)
    }

    /// A picture of the position, if the game has one.
    ///
    /// # Errors
    /// The library failed.
    pub fn picture(&self) -> Result<Option<String>, PositionRefused> {
        Ok(self.game.picture(&self.state)?)
    }
}
