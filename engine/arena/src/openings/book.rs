//! Opening books of Polyglot. The game knows the keys of its positions.

use super::{Opening, OpeningRules};
use crate::MatchError;
use plyd_formats::polyglot::{self, PolyglotEntry};
use plyd_host::Position;
use plyd_rules::Move;
use plyd_tournament::Random;
use plyd_tournament::settings::MatchSettingsError;
use std::collections::HashSet;

/// The purpose of the seed: it parts the lines of a book from the random moves after them.
const LINES: u64 = 0x626f_6f6b_0000_0000;

/// A book.
#[derive(Debug)]
pub(super) struct OpeningBook {
    file: String,
    book: polyglot::Book,
}

impl OpeningBook {
    /// The book of this content.
    ///
    /// # Errors
    /// It is none.
    pub(super) fn read(file: &str, content: Vec<u8>) -> Result<Self, MatchError> {
        let book =
            polyglot::Book::read(content).map_err(|fault| MatchSettingsError::new(format!("{file}: {fault}")))?;
        Ok(Self { file: file.to_owned(), book })
    }

    /// Looks at all positions that the book has within so many plies of the start position.
    ///
    /// # Errors
    /// The game has no keys, the book does not have the start position, or one of its moves is not legal.
    pub(super) fn check(&self, rules: &OpeningRules, plies: u32) -> Result<(), MatchError> {
        let start = rules.start()?;
        let game = rules.library.id();
        let Some(key) = start.position.book_key()? else {
            return Err(self.refused(&format!("there are no Polyglot books of {game}: its library gives no keys")));
        };
        if self.book.entries(key).next().is_none() {
            return Err(self.refused(&format!("the book does not have the start position of {game}")));
        }
        let (mut level, mut seen) = (vec![start.position], HashSet::from([key]));
        for _ in 0..plies {
            let mut next = Vec::new();
            for position in &level {
                for (mv, _) in self.moves(position)? {
                    let mut after = position.clone();
                    after.play(mv)?;
                    if after.ending()?.is_none() && after.book_key()?.is_some_and(|key| seen.insert(key)) {
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        Ok(())
    }

    /// A line of this round: each move is drawn by its weight, until there are so many plies, or the book ends, or the
    /// game would.
    ///
    /// # Errors
    /// A move of the book is not legal, or the library failed.
    pub(super) fn opening(
        &self,
        rules: &OpeningRules,
        seed: u64,
        round: u64,
        plies: u32,
    ) -> Result<Opening, MatchError> {
        let (mut opening, mut random) = (rules.start()?, Random::for_part(seed ^ LINES, round));
        for _ in 0..plies {
            let moves = self.moves(&opening.position)?;
            let weights: Vec<u32> = moves.iter().map(|&(_, weight)| weight).collect();
            let Some(&(mv, _)) = moves.get(random.weighted(&weights)) else { break };
            let mut next = opening.clone();
            next.play(mv)?;
            if next.position.ending()?.is_some() {
                break;
            }
            opening = next;
        }
        Ok(opening)
    }

    /// The moves of a position with their weights.
    fn moves(&self, position: &Position) -> Result<Vec<(Move, u32)>, MatchError> {
        let Some(key) = position.book_key()? else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        for PolyglotEntry { number, mv, weight } in self.book.entries(key) {
            let text = mv.text();
            // Castling is the king's way to its rook there, which the game reads as well.
            let found = text.as_deref().map_or(Ok(None), |text| position.find_move(text))?;
            let Some(found) = found else {
                let (text, setup) = (text.unwrap_or_else(|| format!("{:#06x}", mv.0)), position.setup()?);
                return Err(
                    self.refused(&format!("entry {number} has the move `{text}`, which is not legal in `{setup}`"))
                );
            };
            moves.push((found, weight.into()));
        }
        Ok(moves)
    }

    fn refused(&self, reason: &str) -> MatchError {
        MatchSettingsError::new(format!("{}: {reason}", self.file)).into()
    }
}
