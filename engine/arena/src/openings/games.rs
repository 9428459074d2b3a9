//! Games of a PGN file as openings: the start of a game (the tag `FEN`), and its main line.

use super::{Opening, OpeningNotes, OpeningRules};
use crate::MatchError;
use plyd_foreign::one_line_of;
use plyd_formats::pgn::{self, Tag};
use plyd_formats::{Place, Variant, setups};
use plyd_protocol::quote;
use plyd_tournament::settings::MatchSettingsError;

/// Tags of a game that say which opening it is, and their names in the games that begin with it. Those that a played
/// game has for itself get a longer name.
const KEPT: [(&str, &str); 12] = [
    ("ECO", "ECO"),
    ("NIC", "NIC"),
    ("Opening", "Opening"),
    ("Variation", "Variation"),
    ("SubVariation", "SubVariation"),
    ("Annotator", "Annotator"),
    ("Source", "Source"),
    ("Event", "OpeningEvent"),
    ("Site", "OpeningSite"),
    ("Date", "OpeningDate"),
    ("White", "OpeningWhite"),
    ("Black", "OpeningBlack"),
];

/// The longest value that is kept, in characters.
const LONGEST: usize = 200;

/// The games of a file.
#[derive(Debug)]
pub(super) struct GameOpenings {
    file: String,
    games: pgn::PgnFile,
}

impl GameOpenings {
    /// The games of this content.
    pub(super) fn read(file: &str, content: Vec<u8>) -> Self {
        Self { file: file.to_owned(), games: pgn::PgnFile::read(content) }
    }

    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// What is to be said about the file as a whole.
    pub(super) fn notes(&self, notes: &mut OpeningNotes) {
        self.games.text().note().into_iter().for_each(|note| notes.add(format!("{}: {note}", self.file)));
        notes.add_all(&self.file, self.games.warnings());
    }

    /// The game with this index, as far as so many plies.
    ///
    /// # Errors
    /// The game does not take its setup or one of its moves, or the game is over then.
    pub(super) fn opening(
        &self,
        rules: &OpeningRules,
        index: usize,
        plies: Option<u32>,
        notes: &mut OpeningNotes,
    ) -> Result<Opening, MatchError> {
        let wrong = |place: Place, reason: &str| self.refused(index, place, reason);
        let game = self.games.game(index).map_err(|fault| wrong(fault.place, &fault.text))?;
        let name = format!("{}, game {}", self.file, index + 1);
        notes.add_all(&name, &game.warnings);
        if let (Some(variant), Some(tag)) = (game.variant(), game.tag("Variant"))
            && variant.game() != rules.library.id()
        {
            let (is, plays) = (quote(&tag.value), rules.library.id());
            notes.add(format!("{name}, {}: the game is of the variant {is}, and is read as {plays}", tag.place));
        }
        let mut opening = match game.setup() {
            Some(tag) => self.of_setup(rules, index, &game, tag, notes)?,
            None => rules.start()?,
        };
        opening.tags = tags(&game);
        let played = opening.play_line(&game, plies)?;
        notes.add_all(&name, &played.map_err(|illegal| wrong(illegal.place, &illegal.reason))?);
        if opening.position.ending()?.is_some() {
            let last = game.main_line().nth(opening.moves.len().saturating_sub(1)).map(|node| node.place);
            let place = last.unwrap_or(self.games.place(index));
            return Err(wrong(place, "the opening ends the game; with plies=N only its first N plies are read"));
        }
        Ok(opening)
    }

    /// The position of a tag `FEN`.
    fn of_setup(
        &self,
        rules: &OpeningRules,
        index: usize,
        game: &pgn::AnnotatedGame,
        tag: &Tag,
        notes: &mut OpeningNotes,
    ) -> Result<Opening, MatchError> {
        let mut refusal = None;
        for setup in setups(&tag.value).into_iter().filter(|setup| setup.moves.is_empty()) {
            match rules.open(&setup.text)? {
                Ok(position) => {
                    if let Some(changed) = setup.changed {
                        notes.add(format!("{}, game {}, {}: {changed}", self.file, index + 1, tag.place));
                    }
                    return Opening::of_setup(&setup.text, position);
                }
                Err(reason) => refusal = refusal.or(Some(reason)),
            }
        }
        let mut reason = refusal.unwrap_or_default();
        if game.variant() == Some(Variant::Chess960) && !rules.is_chess960() {
            reason.push_str("; the game is of Chess960, which needs --option UCI_Chess960=true");
        }
        Err(self.refused(index, tag.place, &reason))
    }

    fn refused(&self, index: usize, Place { line, column }: Place, reason: &str) -> MatchError {
        let (file, game) = (&self.file, index + 1);
        MatchSettingsError::new(format!("{file}, line {line}, column {column}, game {game}: {reason}")).into()
    }
}

/// The tags that are kept.
fn tags(game: &pgn::AnnotatedGame) -> Vec<(String, String)> {
    let kept = KEPT.iter().filter_map(|&(name, kept)| {
        let value = game.tag(name)?.value.trim();
        // A question mark in each place is no value.
        let is_known = value.contains(|letter: char| !"?-.".contains(letter));
        is_known.then(|| (kept.to_owned(), one_line_of(value, LONGEST)))
    });
    kept.collect()
}
