//! The stones on the board, and what may be played there.

use super::arguments::GtpArguments;
use super::{GtpFrontend, GtpSession};
use crate::{GtpFailure, questions};
use plyd_formats::go::{Colour, GoPoint, GoSetup, Vertex};

impl<S: GtpSession> GtpFrontend<S> {
    /// The komi in use: it may be another one than the controller has asked for.
    pub(super) fn komi(&self) -> Result<String, GtpFailure> {
        self.board.as_ref().map(GoSetup::komi_text).ok_or(GtpFailure::UnknownCommand)
    }

    pub(super) async fn list_stones(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let colour = words.colour("list_stones needs a colour")?;
        let board = self.current().await?;
        let points = board.stones().filter(|&(_, other)| other == colour).map(|(point, _)| point);
        Ok(points.map(|point: GoPoint| point.to_string()).collect::<Vec<_>>().join(" "))
    }

    /// The stones that a colour has taken, and those that the other one has taken from itself.
    pub(super) async fn captures(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let colour = words.colour("captures needs a colour")?;
        let board = self.current().await?;
        Ok(self.history.lost(colour.other(), &board).to_string())
    }

    /// `1` or `0`, as GNU Go has it: whether `play` accepts the move.
    pub(super) async fn is_legal(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let (colour, text) = self.named_move("is_legal", &mut words)?;
        let is_on_board = match (&self.board, text.parse()) {
            (Some(board), Ok(Vertex::Point(point))) => board.contains(point),
            _ => true,
        };
        let is_legal =
            is_on_board && (self.try_move(colour, &text).await? || self.try_looser_ko(colour, &text).await?);
        Ok(u8::from(is_legal).to_string())
    }

    /// Whether the rules in force allow a move. The session has the game again afterwards.
    async fn try_move(&mut self, colour: Colour, text: &str) -> Result<bool, GtpFailure> {
        let tried = match self.with_move(colour, text.to_owned()).await {
            Ok(history) => questions::set_up(&mut self.session, history.position(self.board.as_ref())).await.map(drop),
            Err(failure) => Err(failure),
        };
        self.restore().await?;
        match tried {
            Ok(()) => Ok(true),
            Err(GtpFailure::IllegalMove(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Whether one of the looser rules of ko allows a move, by which `play` would play it.
    async fn try_looser_ko(&mut self, colour: Colour, text: &str) -> Result<bool, GtpFailure> {
        let (before, looser) = (self.rules.clone(), self.looser_ko());
        let mut tried = Ok(false);
        for rules in looser {
            self.use_rules(rules).await?;
            tried = self.try_move(colour, text).await;
            if tried != Ok(false) {
                break;
            }
        }
        self.return_to(before).await?;
        tried
    }

    /// Brings rules back that were in force, and the game by them.
    async fn return_to(&mut self, rules: Vec<(String, String)>) -> Result<(), GtpFailure> {
        if self.rules != rules {
            self.use_rules(rules).await?;
            self.restore().await?;
        }
        Ok(())
    }

    /// The moves of a colour that `play` accepts, without the pass, which is always legal in go.
    pub(super) async fn all_legal(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let colour = words.colour("all_legal needs a colour")?;
        let before = self.rules.clone();
        // The last one is the loosest, which allows all that the others do.
        if let Some(loosest) = self.looser_ko().pop() {
            self.use_rules(loosest).await?;
            self.restore().await?;
        }
        let moves = self.moves_of(colour).await;
        self.restore().await?;
        self.return_to(before).await?;
        let mut moves = moves?;
        moves.retain(|text| self.board.is_none() || text != "pass");
        Ok(moves.into_iter().map(|text| self.told(text)).collect::<Vec<_>>().join(" "))
    }

    /// The moves of a colour, in the texts of the session, which has the position in which it is to move afterwards.
    pub(super) async fn moves_of(&mut self, colour: Colour) -> Result<Vec<String>, GtpFailure> {
        match self.bring_to_turn(colour).await {
            Ok(_) => questions::legal_moves(&mut self.session).await,
            // If the game has no moves out of turn, there are none.
            Err(GtpFailure::IllegalMove(_)) => Ok(Vec::new()),
            Err(failure) => Err(failure),
        }
    }
}
