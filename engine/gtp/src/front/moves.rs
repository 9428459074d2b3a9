//! Moves: played, found, taken back.

use super::arguments::{GtpArguments, syntax};
use super::history::GtpHistory;
use super::{GtpFrontend, GtpSession};
use crate::questions::{self, SearchOutcome};
use crate::{GtpFailure, refusal};
use plyd_formats::go::{Colour, GoSetup, Vertex, looser_ko};
use plyd_protocol::{GoLimits, TurnOf};
use std::time::Instant;

/// What a colour is to move from.
#[derive(Clone, Debug)]
pub(super) enum ColourTurn {
    /// The position as it is.
    Own,
    /// A setup of the board in which it is the colour's turn.
    Setup(GoSetup),
}

/// The use of a move that is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is played, unless the game is given up.
    Game,
    /// It is played in any case: the game is over, but for stones to be taken.
    CleanUp,
    /// It is only reported.
    None,
}

/// The answer instead of a move that gives the game up.
const RESIGN: &str = "resign";

/// The move of a game that the session writes in one way, and programs for the game in another: the game, and both.
/// Reading, the game takes either.
const OTHER_TEXTS: [(&str, &str, &str); 1] = [("hex", "swap", "swap-pieces")];

/// A search for a move.
#[derive(Clone, Debug)]
pub(super) struct GtpSearch {
    pub(super) colour: Colour,
    pub(super) turn: ColourTurn,
    pub(super) wanted: Use,
    /// When it began.
    pub(super) asked: Instant,
}

impl<S: GtpSession> GtpFrontend<S> {
    /// The player of a colour: 0 for the first.
    pub(super) fn player(&self, colour: Colour) -> usize {
        usize::from(colour != self.first)
    }

    /// How a colour gets its turn. Out of turn, and after the end of a game of go, it needs a new setup of the board:
    /// passes and kos are forgotten, and earlier positions may come again.
    async fn turn(&mut self, colour: Colour) -> Result<ColourTurn, GtpFailure> {
        let own = if self.player(colour) == 0 { TurnOf::First } else { TurnOf::Second };
        let is_turn = self.place.turn == own || self.place.turn == TurnOf::Chance;
        if is_turn && (!self.place.is_over || self.board.is_none()) {
            return Ok(ColourTurn::Own);
        }
        if self.board.is_none() {
            return Err(GtpFailure::IllegalMove(
                if self.place.is_over { "the game is over" } else { "it is not its turn" }.into(),
            ));
        }
        Ok(ColourTurn::Setup(self.current().await?.with_turn(colour)))
    }

    /// Gives the session the position in which it is a colour's turn.
    pub(super) async fn bring_to_turn(&mut self, colour: Colour) -> Result<ColourTurn, GtpFailure> {
        let turn = self.turn(colour).await?;
        if let ColourTurn::Setup(setup) = &turn {
            let history = GtpHistory::new(Some(setup.clone()));
            questions::set_up(&mut self.session, history.position(self.board.as_ref())).await?;
        }
        Ok(turn)
    }

    /// A move as the controller knows it.
    pub(super) fn told(&self, text: String) -> String {
        let other = OTHER_TEXTS.iter().find(|(game, own, _)| *game == self.facts.id && *own == text);
        other.map_or(text, |(.., other)| (*other).to_owned())
    }

    /// The position of go as it is now.
    pub(super) async fn current(&mut self) -> Result<GoSetup, GtpFailure> {
        let shown = questions::show(&mut self.session).await?;
        GoSetup::read(&shown.setup).ok_or_else(|| GtpFailure::Refused(format!("`{}` is no setup of go", shown.setup)))
    }

    /// The game with another move.
    pub(super) async fn with_move(&mut self, colour: Colour, text: String) -> Result<GtpHistory, GtpFailure> {
        let mut history = self.history.clone();
        match self.turn(colour).await? {
            ColourTurn::Own => history.push(text),
            ColourTurn::Setup(setup) => history.push_from(setup, text),
        }
        Ok(history)
    }

    /// The colour and the move that a command names, in the texts of the session. In go, whether the board has the
    /// point is still to be seen.
    pub(super) fn named_move(
        &self,
        command: &str,
        words: &mut GtpArguments<'_>,
    ) -> Result<(Colour, String), GtpFailure> {
        let needed = if self.board.is_some() {
            format!("{command} needs a colour and a vertex, such as `{command} b D4` or `{command} w pass`")
        } else {
            format!("{command} needs a colour and a move of the game")
        };
        let colour = words.colour(&needed)?;
        let text = words.word(&needed)?;
        if self.board.is_none() {
            return Ok((colour, text.to_owned()));
        }
        let vertex: Vertex = text.parse().map_err(|()| syntax(&needed))?;
        Ok((colour, vertex.to_string()))
    }

    pub(super) async fn play(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let (colour, text) = self.named_move("play", &mut words)?;
        if let (Some(board), Ok(Vertex::Point(point))) = (&self.board, text.parse())
            && !board.contains(point)
        {
            return Err(self.refused(colour, &text, "").await);
        }
        match self.play_move(colour, &text).await {
            Err(GtpFailure::IllegalMove(_)) if self.play_by_looser_ko(colour, &text).await? => Ok(String::new()),
            Err(GtpFailure::IllegalMove(why)) => Err(self.refused(colour, &text, &why).await),
            played => played.map(|()| String::new()),
        }
    }

    async fn play_move(&mut self, colour: Colour, text: &str) -> Result<(), GtpFailure> {
        let history = self.with_move(colour, text.to_owned()).await?;
        self.commit(history).await
    }

    /// Plays a move that the usual rule of ko alone forbids, by a looser rule from now on; whether there is one.
    /// Programs differ in this rule, and a move that is refused ends their game. A rule that the user has chosen stays.
    async fn play_by_looser_ko(&mut self, colour: Colour, text: &str) -> Result<bool, GtpFailure> {
        let (before, looser) = (self.rules.clone(), self.looser_ko());
        if looser.is_empty() {
            return Ok(false);
        }
        for rules in looser {
            self.use_rules(rules).await?;
            match self.play_move(colour, text).await {
                Err(GtpFailure::IllegalMove(_)) => {}
                Err(failure) => return Err(failure),
                Ok(()) => {
                    let used = self.rules_text(&before);
                    self.add_remark(&format!("{colour} {text} needs {used}, which is used from now on"));
                    return Ok(true);
                }
            }
        }
        self.use_rules(before).await?;
        self.restore().await?;
        Ok(false)
    }

    /// The rules by which a move is played that those in force forbid, the strictest first.
    pub(super) fn looser_ko(&self) -> Vec<Vec<(String, String)>> {
        if self.facts.is_ko_chosen { Vec::new() } else { looser_ko(&self.rules) }
    }

    /// The refusal of a move: whose it is, where, and why. `why` is what the session says of it.
    async fn refused(&mut self, colour: Colour, text: &str, why: &str) -> GtpFailure {
        // It lists the legal moves too, and names the move as one of many.
        let why = why.split(';').next().unwrap_or_default();
        let why = why.split_once(&format!("`{text}` ")).map_or(why, |(_, why)| why);
        let vertex = if self.board.is_some() { text.parse().ok() } else { None };
        let Some(Vertex::Point(point)) = vertex.filter(|_| !why.starts_with("repeats")) else {
            return GtpFailure::IllegalMove(format!("{colour} {text}: {why}"));
        };
        match self.current().await {
            Ok(board) => {
                GtpFailure::IllegalMove(format!("{colour} {text}: {}", refusal::reason(&board, colour, point)))
            }
            Err(failure) => failure,
        }
    }

    /// Whether the game is given up with these chances to win, draw and lose, in parts of a thousand. A draw is half a
    /// win.
    fn is_hopeless(&self, chances: Option<[u16; 3]>) -> bool {
        let (Some(percent), Some([win, draw, _])) = (self.limits.resign, chances) else { return false };
        2 * u32::from(win) + u32::from(draw) < 20 * percent
    }

    /// Searches for a move of a colour, and plays it if it is wanted for that.
    pub(super) async fn generate(&mut self, mut words: GtpArguments<'_>, wanted: Use) -> Result<String, GtpFailure> {
        let colour = words.colour("a colour is needed, such as `genmove b`")?;
        let turn = self.prepare(colour).await?;
        let (go, asked) = (self.go(colour), Instant::now());
        let found = questions::search(&mut self.session, go).await;
        self.conclude(GtpSearch { colour, turn, wanted, asked }, found).await
    }

    /// Makes the session ready to search for a move of a colour.
    pub(super) async fn prepare(&mut self, colour: Colour) -> Result<ColourTurn, GtpFailure> {
        if self.place.turn == TurnOf::Chance {
            return Err(GtpFailure::CannotMove("it is the turn of chance; play the roll".into()));
        }
        if self.place.is_over && self.board.is_none() {
            return Err(GtpFailure::CannotMove("the game is over".into()));
        }
        self.bring_to_turn(colour).await
    }

    /// Plays the move that a search has found, if that is its purpose, and reports it.
    pub(super) async fn conclude(
        &mut self,
        search: GtpSearch,
        found: Result<SearchOutcome, GtpFailure>,
    ) -> Result<String, GtpFailure> {
        let GtpSearch { colour, turn, wanted, asked } = search;
        let plays = wanted != Use::None;
        let index = usize::from(colour == Colour::White);
        if plays {
            self.clocks[index] = self.clocks[index].map(|clock| clock.after(asked.elapsed()));
        }
        let mut history = self.history.clone();
        if wanted == Use::Game && found.as_ref().is_ok_and(|found| self.is_hopeless(found.chances)) {
            self.commit(history).await?;
            return Ok(RESIGN.into());
        }
        let no_move = || GtpFailure::CannotMove("there is no legal move".into());
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
                ColourTurn::Own => history.push(text.clone()),
                ColourTurn::Setup(setup) => history.push_from(setup, text.clone()),
            }
        }
        match self.commit(history).await {
            // It is asked to end, and this is its last answer.
            Ok(()) | Err(GtpFailure::Gone) => Ok(self.told(text)),
            Err(failure) => Err(failure),
        }
    }

    /// The limits of a search for this colour: its clock, and the limits of the command line.
    pub(super) fn go(&self, colour: Colour) -> GoLimits {
        let limits = self.limits;
        let mut go =
            GoLimits { depth: limits.depth, nodes: limits.nodes, movetime: limits.move_time, ..GoLimits::default() };
        if let Some(clock) = self.clocks[usize::from(colour == Colour::White)] {
            let time = clock.limits();
            let player = self.player(colour);
            go.time[player] = Some(time.left);
            go.increment[player] = Some(time.increment);
            go.moves_to_go = time.moves_to_go;
        } else if go == GoLimits::default() {
            go.movetime = Some(limits.default_time);
        }
        go
    }

    pub(super) async fn undo(&mut self) -> Result<String, GtpFailure> {
        let mut history = self.history.clone();
        if !history.pop() {
            return Err(GtpFailure::CannotUndo);
        }
        self.commit(history).await?;
        Ok(String::new())
    }
}
