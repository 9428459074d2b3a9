//! Moves: played, found, taken back.

use super::arguments::{Arguments, syntax};
use super::history::History;
use super::{Front, Session};
use crate::{Colour, Failure, GoSetup, Vertex, session};
use plyd_protocol::{Go, TurnOf};
use std::time::Instant;

/// What a colour is to move from.
enum Turn {
    /// The position as it is.
    Own,
    /// The board, as a setup in which it is the colour's turn.
    Setup(GoSetup),
}

/// The use of a move that is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is played, unless the game is given up.
    Game,
    /// It is played in any case: the game is over, but for stones to be taken.
    CleanUp,
    /// It is told only.
    None,
}

/// The answer instead of a move that gives the game up.
const RESIGN: &str = "resign";

impl<S: Session> Front<S> {
    /// The player of a colour: 0 for the first.
    pub(super) fn player(&self, colour: Colour) -> usize {
        usize::from(colour != self.first)
    }

    /// How a colour comes to its turn. Out of turn, and after the end of a game of go, the board is set up anew for it:
    /// passes and kos are forgotten, and positions before may come again.
    async fn turn(&mut self, colour: Colour) -> Result<Turn, Failure> {
        let own = if self.player(colour) == 0 { TurnOf::First } else { TurnOf::Second };
        let is_turn = self.place.turn == own || self.place.turn == TurnOf::Chance;
        if is_turn && (!self.place.is_over || self.board.is_none()) {
            return Ok(Turn::Own);
        }
        if self.board.is_none() {
            return Err(Failure::IllegalMove);
        }
        Ok(Turn::Setup(self.current().await?.with_turn(colour)))
    }

    /// The position of go as it is now.
    pub(super) async fn current(&mut self) -> Result<GoSetup, Failure> {
        let shown = session::show(&mut self.session).await?;
        GoSetup::read(&shown.setup).ok_or_else(|| Failure::Refused(format!("`{}` is no setup of go", shown.setup)))
    }

    /// The game with another move.
    pub(super) async fn with_move(&mut self, colour: Colour, text: String) -> Result<History, Failure> {
        let mut history = self.history.clone();
        match self.turn(colour).await? {
            Turn::Own => history.push(text),
            Turn::Setup(setup) => history.push_from(setup, text),
        }
        Ok(history)
    }

    pub(super) async fn play(&mut self, mut words: Arguments<'_>) -> Result<String, Failure> {
        let needed = if self.board.is_some() {
            "play needs a colour and a vertex, such as `play b D4` or `play w pass`"
        } else {
            "play needs a colour and a move of the game"
        };
        let colour = words.colour(needed)?;
        let mut text = words.word(needed)?.to_owned();
        if let Some(board) = &self.board {
            let vertex: Vertex = text.parse().map_err(|()| syntax(needed))?;
            if matches!(vertex, Vertex::Point(point) if !board.contains(point)) {
                return Err(Failure::IllegalMove);
            }
            text = vertex.to_string();
        }
        let history = self.with_move(colour, text).await?;
        self.commit(history).await?;
        Ok(String::new())
    }

    /// Whether the game is given up with these chances to win, draw and lose, in parts of a thousand. A draw is half a
    /// win.
    fn is_hopeless(&self, chances: Option<[u16; 3]>) -> bool {
        let (Some(percent), Some([win, draw, _])) = (self.limits.resign, chances) else { return false };
        2 * u32::from(win) + u32::from(draw) < 20 * percent
    }

    /// Searches for a move of a colour, and plays it if it is wanted for that.
    pub(super) async fn generate(&mut self, mut words: Arguments<'_>, wanted: Use) -> Result<String, Failure> {
        let plays = wanted != Use::None;
        let colour = words.colour("a colour is needed, such as `genmove b`")?;
        if self.place.turn == TurnOf::Chance {
            return Err(Failure::CannotMove("it is the turn of chance; play the roll".into()));
        }
        if self.place.is_over && self.board.is_none() {
            return Err(Failure::CannotMove("the game is over".into()));
        }
        let turn = self.turn(colour).await?;
        if let Turn::Setup(setup) = &turn {
            let history = History::new(Some(setup.clone()));
            session::set_up(&mut self.session, history.position(self.board.as_ref())).await?;
        }
        let (go, asked) = (self.go(colour), Instant::now());
        let found = session::search(&mut self.session, go).await;
        let index = usize::from(colour == Colour::White);
        if plays {
            self.clocks[index] = self.clocks[index].map(|clock| clock.after(asked.elapsed()));
        }
        let mut history = self.history.clone();
        if wanted == Use::Game && found.as_ref().is_ok_and(|found| self.is_hopeless(found.chances)) {
            self.commit(history).await?;
            return Ok(RESIGN.into());
        }
        let no_move = || Failure::CannotMove("there is no legal move".into());
        let found = found.and_then(|found| found.best.ok_or_else(no_move));
        let text = match found {
            Ok(text) => text,
            Err(failure) => {
                // The session may have the setup of a colour out of turn.
                self.commit(history).await?;
                return Err(failure);
            }
        };
        if plays {
            match turn {
                Turn::Own => history.push(text.clone()),
                Turn::Setup(setup) => history.push_from(setup, text.clone()),
            }
        }
        match self.commit(history).await {
            // It is asked to end, and this is its last answer.
            Ok(()) | Err(Failure::Gone) => Ok(text),
            Err(failure) => Err(failure),
        }
    }

    /// The limits of a search for this colour: its clock, and those of the command line.
    fn go(&self, colour: Colour) -> Go {
        let limits = self.limits;
        let mut go = Go { depth: limits.depth, nodes: limits.nodes, movetime: limits.move_time, ..Go::default() };
        if let Some(clock) = self.clocks[usize::from(colour == Colour::White)] {
            let time = clock.limits();
            let player = self.player(colour);
            go.time[player] = Some(time.left);
            go.increment[player] = Some(time.increment);
            go.moves_to_go = time.moves_to_go;
        } else if go == Go::default() {
            go.movetime = Some(limits.default_time);
        }
        go
    }

    pub(super) async fn undo(&mut self) -> Result<String, Failure> {
        let mut history = self.history.clone();
        if !history.pop() {
            return Err(Failure::CannotUndo);
        }
        self.commit(history).await?;
        Ok(String::new())
    }
}
