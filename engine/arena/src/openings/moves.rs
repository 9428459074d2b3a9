//! Words of a record as the moves of an opening.

use super::Opening;
use crate::MatchError;
use plyd_formats::pgn::{self, MoveNumbers, PgnMove, WordKind};
use plyd_formats::{Place, Warnings, resolve};
use plyd_host::Position;
use plyd_protocol::quote;
use plyd_rules::Move;

/// A word that is no move.
#[derive(Debug)]
pub(super) struct IllegalMove {
    pub(super) place: Place,
    pub(super) reason: String,
    /// The moves before it.
    pub(super) played: usize,
}

impl Opening {
    /// Plays the main line of a game, or so many plies of it. Stops at the end of the game. Returns what was left out
    /// although it may be a move.
    ///
    /// # Errors
    /// The library failed. Within: a word is no legal move.
    pub(super) fn play_line(
        &mut self,
        game: &pgn::AnnotatedGame,
        plies: Option<u32>,
    ) -> Result<Result<Warnings, IllegalMove>, MatchError> {
        let before = self.moves.len();
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        // A number without a dot is a move in all places or in none.
        let (mut first_number, mut numbered) = (None, false);
        let (mut numbers, mut left_out) = (MoveNumbers::default(), Warnings::default());
        for node in game.main_line() {
            if self.moves.len() - before >= most || self.position.ending()?.is_some() {
                break;
            }
            match read_move(&self.position, &node.word)? {
                Some(mv) => {
                    numbered |= node.kind == WordKind::MoveOrNumber;
                    self.play(mv)?;
                }
                None if node.kind == WordKind::Move => return Ok(Err(self.illegal(node, before)?)),
                None if node.kind == WordKind::MoveOrNumber => {
                    if first_number.is_none() {
                        first_number = Some(self.illegal(node, before)?);
                    }
                    if let Some(doubt) = numbers.doubt(&node.word, self.moves.len() - before) {
                        left_out.add(|| node.place, || doubt);
                    }
                }
                None => {}
            }
        }
        Ok(match first_number {
            Some(illegal) if numbered || self.moves.len() == before => Err(illegal),
            _ => Ok(left_out),
        })
    }

    fn illegal(&self, node: &PgnMove, before: usize) -> Result<IllegalMove, MatchError> {
        let reason = format!("{} is not a legal move in `{}`", quote(&node.word), self.position.setup()?);
        Ok(IllegalMove { place: node.place, reason, played: self.moves.len() - before })
    }
}

/// The legal move that a word means: as people write it, or in the game's own text.
fn read_move(position: &Position, word: &str) -> Result<Option<Move>, MatchError> {
    Ok(resolve(word, |word| match position.read_notation(word)? {
        Some(mv) => Ok(Some(mv)),
        None => position.find_move(word),
    })?)
}
