//! A file with an opening a line: a setup, an EPD line, or moves.

use super::moves::IllegalMove;
use super::{Opening, OpeningNotes, OpeningRules};
use crate::MatchError;
use plyd_formats::{Place, Text, pgn, setups};
use plyd_protocol::quote;
use plyd_tournament::settings::MatchSettingsError;

/// The openings of a file.
#[derive(Debug)]
pub(super) struct LineOpenings {
    file: String,
    lines: plyd_formats::LinesFile,
}

impl LineOpenings {
    /// Those of this content.
    pub(super) fn read(file: &str, content: Vec<u8>) -> Self {
        Self { file: file.to_owned(), lines: plyd_formats::LinesFile::read(content) }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// What is to be said about the file as a whole.
    pub(super) fn notes(&self, notes: &mut OpeningNotes) {
        self.lines.text().note().into_iter().for_each(|note| notes.add(format!("{}: {note}", self.file)));
        notes.add_all(&self.file, self.lines.warnings());
    }

    /// The opening at this place of the list: a setup, an EPD line, or moves from the start position, whichever the
    /// game accepts first.
    ///
    /// # Errors
    /// It is none of the game, or the game is over then.
    pub(super) fn opening(
        &self,
        rules: &OpeningRules,
        index: usize,
        notes: &mut OpeningNotes,
    ) -> Result<Opening, MatchError> {
        let (line, place) = self.lines.line(index);
        // After this many characters of the line.
        let at = |column: usize| format!("{}, {}", self.file, Place { column: place.column + column, ..place });
        let refused = |column, reason: &str| MatchSettingsError::new(format!("{}: {reason}", at(column)));
        let mut refusal = None;
        for setup in setups(line) {
            match rules.open(&setup.text)? {
                Ok(position) => {
                    if let Some(changed) = setup.changed {
                        notes.add(format!("{}: {changed}", at(0)));
                    }
                    let mut opening = Opening::of_setup(&setup.text, position)?;
                    let played = opening.play_line(&game_of(&setup.moves.join(" ")), None)?;
                    let left_out = played.map_err(|IllegalMove { reason, .. }| refused(0, &reason))?;
                    left_out.kept().iter().for_each(|warning| notes.add(format!("{}: {}", at(0), warning.text)));
                    return checked(opening, || refused(0, &format!("the opening {} ends the game", quote(line))));
                }
                Err(reason) => refusal = refusal.or(Some(reason)),
            }
        }
        let moves = line.strip_prefix("position ").unwrap_or(line);
        let moves = moves.strip_prefix("startpos moves ").unwrap_or(moves);
        let before = line.chars().count() - moves.chars().count();
        let game = game_of(moves);
        let mut opening = rules.start()?;
        match opening.play_line(&game, None)? {
            Ok(left_out) if !opening.moves.is_empty() => {
                let warnings = game.warnings.kept().iter().chain(left_out.kept());
                warnings.for_each(|warning| {
                    notes.add(format!("{}: {}", at(before + warning.place.column - 1), warning.text))
                });
                checked(opening, || refused(0, &format!("the opening {} ends the game", quote(line))))
            }
            Err(IllegalMove { place, reason, played }) if played > 0 => {
                let reason = format!("{} is not an opening: {reason}", quote(line));
                Err(refused(before + place.column - 1, &reason).into())
            }
            _ => {
                let (line, refusal) = (quote(line), refusal.unwrap_or_default());
                Err(refused(
                    0,
                    &format!(
                        "{line} is not an opening: it is neither a list of moves from the start position nor a position \
                         ({refusal})"
                    ),
                )
                .into())
            }
        }
    }
}

/// The moves of a line, which may have numbers.
fn game_of(moves: &str) -> pgn::AnnotatedGame {
    let games = pgn::PgnFile::of(Text::of_str(moves));
    if games.is_empty() { pgn::AnnotatedGame::default() } else { games.game(0).unwrap_or_default() }
}

/// An opening after which the game goes on.
fn checked(opening: Opening, fault: impl Fn() -> MatchSettingsError) -> Result<Opening, MatchError> {
    if opening.position.ending()?.is_some() { Err(fault().into()) } else { Ok(opening) }
}
