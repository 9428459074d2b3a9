//! The starting points of games: lines of a file, and random moves after them.

use crate::MatchError;
use crate::dice;
use crate::random::Random;
use crate::settings::{OpeningOrder, OpeningSettings, SettingsError};
use plyd_host::{Library, OpenError, Position};
use plyd_rules::{Move, Turn};
use std::sync::Arc;

/// The part of the seed that shuffles openings; rounds, which count from 0, use the other parts.
const SHUFFLE: u64 = u64::MAX;

/// The maximum number of new draws of random moves if a draw ended the game.
const MAX_ATTEMPTS: u32 = 10_000;

/// All openings of a match. The opening of a round depends on nothing but the settings and the number of the round.
#[derive(Debug)]
pub(crate) struct Openings {
    library: Arc<Library>,
    options: Vec<(String, String)>,
    seed: u64,
    random_plies: u32,
    text: String,
    /// The place of each opening in the text, in the order of play; empty for the start position alone.
    lines: Vec<(usize, usize)>,
}

/// A position that a game begins with.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// The setup; empty for the start position.
    pub(crate) setup: String,
    /// The moves played from there, and who played them: 0, 1, or chance. Rolls are some of them.
    pub(crate) moves: Vec<(String, u8)>,
    /// The position after them.
    pub(crate) position: Position,
}

impl Opening {
    /// Plays a legal move.
    fn play(&mut self, mv: Move) -> Result<(), MatchError> {
        self.moves.push((self.position.move_text(mv)?, self.position.turn()? as u8));
        Ok(self.position.play(mv)?)
    }
}

impl Openings {
    /// The openings in the file of this content, which is empty if there is no file. Looks at each that `rounds` need.
    ///
    /// # Errors
    /// A line that is not an opening of the game, or a file without openings.
    pub(crate) fn new(
        library: &Arc<Library>,
        options: &[(String, String)],
        settings: &OpeningSettings,
        seed: u64,
        rounds: u64,
        text: String,
    ) -> Result<Self, MatchError> {
        let mut lines = Vec::new();
        for line in text.lines() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let start = line.as_ptr().addr() - text.as_ptr().addr();
                lines.push((start, start + line.len()));
            }
        }
        if settings.file.is_some() {
            if lines.is_empty() {
                return Err(SettingsError::new("the opening file contains no openings").into());
            }
            let first = (settings.start.saturating_sub(1) % lines.len() as u64) as usize;
            lines.rotate_left(first);
            if settings.order == OpeningOrder::Random {
                Random::for_part(seed, SHUFFLE).shuffle(&mut lines);
            }
        }
        let (library, options) = (Arc::clone(library), options.to_vec());
        let openings = Self { library, options, seed, random_plies: settings.random_plies, text, lines };
        for round in 0..rounds.min(openings.lines.len() as u64) {
            openings.line(round)?;
        }
        openings.of_round(0)?;
        Ok(openings)
    }

    /// The number of openings in the file; `None` without a file.
    pub(crate) fn count(&self) -> u64 {
        self.lines.len() as u64
    }

    /// The opening of a round.
    ///
    /// # Errors
    /// The library failed, or random moves always end the game.
    pub(crate) fn of_round(&self, round: u64) -> Result<Opening, MatchError> {
        let opening = self.line(round)?;
        if self.random_plies == 0 {
            return Ok(opening);
        }
        let mut random = Random::for_part(self.seed, round);
        for _ in 0..MAX_ATTEMPTS {
            if let Some(found) = self.with_random_moves(opening.clone(), &mut random)? {
                return Ok(found);
            }
        }
        let plies = self.random_plies;
        Err(SettingsError::new(format!("{plies} random plies always end the game; choose fewer")).into())
    }

    fn with_random_moves(&self, mut opening: Opening, random: &mut Random) -> Result<Option<Opening>, MatchError> {
        for _ in 0..self.random_plies {
            let mv = if opening.position.turn()? == Turn::Chance {
                dice::roll(&opening.position, random)?
            } else {
                let moves = opening.position.legal_moves()?;
                moves[random.below(moves.len() as u64) as usize]
            };
            opening.play(mv)?;
            if opening.position.ending()?.is_some() {
                return Ok(None);
            }
        }
        Ok(Some(opening))
    }

    fn line(&self, round: u64) -> Result<Opening, MatchError> {
        if self.lines.is_empty() {
            return self.read("");
        }
        let (start, end) = self.lines[(round % self.lines.len() as u64) as usize];
        let line = &self.text[start..end];
        let opening = self.read(line)?;
        if opening.position.ending()?.is_some() {
            return Err(SettingsError::new(format!("the opening `{line}` ends the game")).into());
        }
        Ok(opening)
    }

    /// A setup, an EPD line, or moves from the start position, whichever the game accepts first.
    fn read(&self, line: &str) -> Result<Opening, MatchError> {
        let refusal = match self.open(line)? {
            Ok(position) => return Ok(Opening { setup: line.to_owned(), moves: Vec::new(), position }),
            Err(refusal) => refusal,
        };
        let setup = setup_of_epd(line);
        if let Some(setup) = setup
            && let Ok(position) = self.open(&setup)?
        {
            return Ok(Opening { setup, moves: Vec::new(), position });
        }
        match self.played(line)? {
            Some(opening) => Ok(opening),
            None => Err(SettingsError::new(format!(
                "`{line}` is not an opening: it is neither a list of moves from the start position nor a position ({refusal})"
            ))
            .into()),
        }
    }

    fn open(&self, setup: &str) -> Result<Result<Position, String>, MatchError> {
        match Position::open(&self.library, &self.options, setup) {
            Ok(position) => Ok(Ok(position)),
            Err(OpenError::Refused(reason)) => Ok(Err(reason)),
            Err(OpenError::Fault(fault)) => Err(fault.into()),
        }
    }

    /// Moves from the start position, if all words of the line are some; what follows `startpos moves` is taken too.
    fn played(&self, line: &str) -> Result<Option<Opening>, MatchError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let words = words.strip_prefix(&["startpos", "moves"]).unwrap_or(&words);
        let mut opening = self.read("")?;
        for word in words {
            // The last move of an opening may not end the game, so nothing follows an end.
            let Some(mv) = opening.position.find_move(word)? else { return Ok(None) };
            opening.play(mv)?;
            if opening.position.ending()?.is_some() {
                return Ok(None);
            }
        }
        Ok(Some(opening))
    }
}

/// The setup of an EPD line: its first four words, and the counters, which EPD has as operations `hmvc` and `fmvn`.
fn setup_of_epd(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (position, operations) = words.split_at_checked(4)?;
    let operations = operations.join(" ");
    let operand = |name: &str| {
        let operation = operations.split(';').find_map(|operation| operation.trim().strip_prefix(name));
        operation.and_then(|operand| operand.trim().parse::<u32>().ok())
    };
    let (half_moves, number) = (operand("hmvc").unwrap_or(0), operand("fmvn").unwrap_or(1));
    Some(format!("{} {half_moves} {number}", position.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epd_line_gives_a_setup() {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(setup_of_epd(board), Some(format!("{board} 0 1")));
        assert_eq!(setup_of_epd(&format!("{board} hmvc 3; id \"x y\"; fmvn 7;")), Some(format!("{board} 3 7")));
        assert_eq!(setup_of_epd("e2e4 e7e5"), None);
    }
}
