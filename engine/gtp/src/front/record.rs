//! Game records: `loadsgf`.

use super::arguments::{Arguments, syntax};
use super::history::History;
use super::{Front, Session};
use crate::{Colour, Failure, GameRecord, GoSetup, RecordStep, Vertex};
use plyd_foreign::Unread;
use std::path::Path;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

impl<S: Session> Front<S> {
    pub(super) async fn load(&mut self, mut words: Arguments<'_>) -> Result<String, Failure> {
        let needed =
            "loadsgf needs the name of a file, and may have the number of the move before which to stop, from 1";
        let path = words.word(needed)?;
        let stop: Option<usize> = words.next().map(|word| word.parse().map_err(|_| syntax(needed))).transpose()?;
        if stop == Some(0) {
            return Err(syntax(needed));
        }
        let record = GameRecord::read(&content_of(path)?).map_err(|fault| Failure::CannotLoad(fault.to_string()))?;
        // All or nothing: what was there comes back if the game cannot be played.
        let (history, board, place) = (self.history.clone(), self.board.clone(), self.place);
        let most = stop.map_or(usize::MAX, |stop| stop - 1);
        let loaded = self.replay(&record, most).await;
        if let Err(failure) = loaded {
            (self.history, self.board, self.place) = (history.clone(), board, place);
            self.commit(history).await?;
            return Err(match failure {
                Failure::IllegalMove => Failure::CannotLoad("it has a move that is against the rules".into()),
                Failure::Refused(text) => Failure::CannotLoad(text),
                failure => failure,
            });
        }
        Ok(String::new())
    }

    /// Plays at most so many moves of a record.
    async fn replay(&mut self, record: &GameRecord, most: usize) -> Result<(), Failure> {
        let komi = record.komi.or(self.board.as_ref().map(GoSetup::komi)).unwrap_or_default();
        let board = GoSetup::empty(record.size, komi);
        self.board = Some(board.clone());
        self.commit(History::new(Some(board.clone()))).await?;
        let mut run = Run { history: self.history.clone(), turn: Colour::Black, passes: 0 };
        let mut count = 0;
        for step in &record.steps {
            match step {
                // The moves before them cannot be taken back any more.
                RecordStep::Put(points) => {
                    self.commit(run.history).await?;
                    let mut board = self.current().await?;
                    for &(point, stone) in points {
                        board.put(point, stone);
                    }
                    self.commit(History::new(Some(board.with_turn(run.turn)))).await?;
                    run = Run { history: self.history.clone(), passes: 0, ..run };
                }
                &RecordStep::Turn(colour) if colour != run.turn => {
                    self.commit(run.history).await?;
                    let board = self.current().await?.with_turn(colour);
                    self.commit(History::new(Some(board))).await?;
                    run = Run { history: self.history.clone(), turn: colour, passes: 0 };
                }
                RecordStep::Turn(_) => {}
                RecordStep::Move(..) if count == most => break,
                &RecordStep::Move(colour, vertex) => {
                    count += 1;
                    if colour == run.turn && run.passes < 2 {
                        run.history.push(vertex.to_string());
                    } else {
                        self.commit(run.history).await?;
                        run.history = self.with_move(colour, vertex.to_string()).await?;
                        run.passes = 0;
                    }
                    run.passes = if vertex == Vertex::Pass { run.passes + 1 } else { 0 };
                    run.turn = colour.other();
                }
            }
        }
        self.commit(run.history).await
    }
}

/// Moves of a record that the session has not seen yet: a long game is played at once, not move by move.
struct Run {
    history: History,
    /// The player to move after them.
    turn: Colour,
    /// The passes at their end.
    passes: u32,
}

/// The text of a file.
fn content_of(path: &str) -> Result<String, Failure> {
    let bytes = plyd_foreign::read(Path::new(path), LARGEST).map_err(|reason| {
        Failure::CannotLoad(match reason {
            Unread::NotRegular => format!("{path} is no regular file"),
            Unread::TooLong(most) => format!("{path} has more than {most} bytes"),
            other => format!("{path}: {other}"),
        })
    })?;
    // Names and comments may be in any encoding; the moves are letters of ASCII.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
