//! Handicap stones. They are no moves: nothing takes them back but an empty board.

use super::arguments::{GtpArguments, syntax};
use super::history::GtpHistory;
use super::{GtpFrontend, GtpSession};
use crate::GtpFailure;
use plyd_formats::go::{Colour, GoPoint, GoSetup, Vertex, fixed_handicap, free_handicap};

impl<S: GtpSession> GtpFrontend<S> {
    /// The empty board, and its size, for a command that puts handicap stones on it.
    fn empty_board(&self) -> Result<(GoSetup, u8), GtpFailure> {
        let board = self.board.clone().ok_or(GtpFailure::UnknownCommand)?;
        let has_stones = self.history.start().is_some_and(|start| start.stones().next().is_some());
        if has_stones || !self.history.is_empty() {
            return Err(GtpFailure::BoardNotEmpty);
        }
        let size = board.size().ok_or(GtpFailure::InvalidStones)?;
        Ok((board, size))
    }

    /// Puts the stones on the board; White moves next. The answer lists their points.
    async fn place(&mut self, mut board: GoSetup, points: &[GoPoint]) -> Result<String, GtpFailure> {
        for &point in points {
            board.put(point, Some(Colour::Black));
        }
        self.commit(GtpHistory::new(Some(board.with_turn(Colour::White)))).await?;
        Ok(points.iter().map(GoPoint::to_string).collect::<Vec<_>>().join(" "))
    }

    pub(super) async fn place_fixed_handicap(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let stones = words.number("fixed_handicap needs the number of stones")?;
        let (board, size) = self.empty_board()?;
        let points = fixed_handicap(size, stones).ok_or(GtpFailure::InvalidStones)?;
        self.place(board, &points).await
    }

    pub(super) async fn place_free_handicap(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let stones = words.number("place_free_handicap needs the number of stones")?;
        let (board, size) = self.empty_board()?;
        let points = free_handicap(size, stones).ok_or(GtpFailure::InvalidStones)?;
        self.place(board, &points).await
    }

    pub(super) async fn set_free_handicap(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let needed = "set_free_handicap needs the points of at least two stones, such as `set_free_handicap D4 Q16`";
        let mut points = Vec::new();
        let (board, size) = self.empty_board()?;
        while let Some(word) = words.next() {
            match word.parse().map_err(|()| syntax(needed))? {
                Vertex::Point(point) if board.contains(point) && !points.contains(&point) => points.push(point),
                Vertex::Point(_) | Vertex::Pass => return Err(GtpFailure::BadVertexList),
            }
        }
        match points.len() {
            0 => Err(syntax(needed)),
            stones if stones >= 2 && stones < usize::from(size) * usize::from(size) => {
                self.place(board, &points).await?;
                Ok(String::new())
            }
            _ => Err(GtpFailure::BadVertexList),
        }
    }
}
