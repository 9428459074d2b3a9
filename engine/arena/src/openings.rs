//! The starting points of games: openings from a file, and random moves after them.

mod book;
mod file;
mod games;
mod lines;
mod moves;
mod notes;

use crate::MatchError;
use crate::dice;
use crate::played_move::played_move;
use book::OpeningBook;
pub use file::LARGEST_OPENINGS;
pub(crate) use file::content_of;
use games::GameOpenings;
use lines::LineOpenings;
pub(crate) use notes::OpeningNotes;
use plyd_host::{Library, OpenError, Position};
use plyd_rules::{Facts, Game, Move, Turn};
use plyd_tournament::settings::{MatchSettings, MatchSettingsError, OpeningFormat, OpeningSettings};
use plyd_tournament::{PlayedMove, Random, Schedule, opening_order};
use std::sync::Arc;

/// The maximum number of new draws of random moves if a draw ended the game.
const MAX_ATTEMPTS: u32 = 10_000;

/// All openings of a match. The opening of a round depends on nothing but the settings and the number of the round.
#[derive(Debug)]
pub(crate) struct Openings {
    rules: OpeningRules,
    seed: u64,
    random_plies: u32,
    plies: Option<u32>,
    source: OpeningSource,
    /// The openings of a list by their places in it, in the order of play.
    order: Vec<usize>,
    /// What is to be said about those that were looked at.
    notes: OpeningNotes,
}

/// Where openings come from.
#[derive(Debug)]
enum OpeningSource {
    /// The start position alone.
    Start,
    /// A list.
    Lines(LineOpenings),
    /// A list, too.
    Games(GameOpenings),
    /// A book, which has a line for every round.
    Book(OpeningBook),
}

/// The game that is played.
#[derive(Debug)]
struct OpeningRules {
    library: Arc<Library>,
    options: Vec<(String, String)>,
}

/// A position that a game begins with.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// The setup in the notation of the game; empty for the start position.
    pub(crate) setup: String,
    /// The moves played from there; rolls are some of them.
    pub(crate) moves: Vec<PlayedMove>,
    /// The position after them.
    pub(crate) position: Position,
    /// The PGN tags about the opening in the file.
    pub(crate) tags: Vec<(String, String)>,
}

impl Opening {
    /// A position that was opened from this text of a file. The record and the engines get the text that the game
    /// writes of it, because other programs need not read all that the game does.
    fn of_setup(text: &str, position: Position) -> Result<Self, MatchError> {
        let setup = if text.is_empty() { String::new() } else { position.setup()? };
        Ok(Self { setup, moves: Vec::new(), position, tags: Vec::new() })
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move) -> Result<(), MatchError> {
        self.moves.push(played_move(&self.position, mv, None)?);
        Ok(self.position.play(mv)?)
    }
}

impl OpeningRules {
    /// Whether castling follows the rules of Chess960.
    fn is_chess960(&self) -> bool {
        self.options.iter().any(|(name, value)| name.eq_ignore_ascii_case("UCI_Chess960") && value == "true")
    }

    /// The position of a setup, or why the game refuses it.
    fn open(&self, setup: &str) -> Result<Result<Position, String>, MatchError> {
        match Position::open(&self.library, &self.options, setup) {
            Ok(position) => Ok(Ok(position)),
            Err(OpenError::Refused(reason)) => Ok(Err(reason)),
            Err(OpenError::Fault(fault)) => Err(fault.into()),
        }
    }

    /// The start position.
    fn start(&self) -> Result<Opening, MatchError> {
        let position =
            self.open("")?.map_err(|reason| MatchSettingsError::new(format!("the start position: {reason}")))?;
        Opening::of_setup("", position)
    }
}

impl Openings {
    /// The openings in the file of this content; `None` without a file. Looks at each that `rounds` need, or at all of
    /// the file if the settings are strict.
    ///
    /// # Errors
    /// An opening that is none of the game, or a file without openings. If the settings are strict, anything in the
    /// file that is read in another way than it is written.
    fn new(
        library: &Arc<Library>,
        options: &[(String, String)],
        settings: &OpeningSettings,
        seed: u64,
        rounds: u64,
        content: Option<Vec<u8>>,
    ) -> Result<Self, MatchError> {
        let rules = OpeningRules { library: Arc::clone(library), options: options.to_vec() };
        let file = settings.file.as_deref().unwrap_or_default();
        let source = match (content, settings.format) {
            (None, _) => OpeningSource::Start,
            (Some(content), OpeningFormat::Lines) => OpeningSource::Lines(LineOpenings::read(file, content)),
            (Some(content), OpeningFormat::Pgn) => OpeningSource::Games(GameOpenings::read(file, content)),
            (Some(content), OpeningFormat::Polyglot) => OpeningSource::Book(OpeningBook::read(file, content)?),
        };
        let (random_plies, plies) = (settings.random_plies, settings.plies);
        let mut openings =
            Self { rules, seed, random_plies, plies, source, order: Vec::new(), notes: OpeningNotes::default() };
        openings.order = openings.in_order(settings)?;
        if let OpeningSource::Book(book) = &openings.source {
            book.check(&openings.rules, openings.book_plies())?;
        }
        let mut notes = OpeningNotes::default();
        match &openings.source {
            OpeningSource::Lines(lines) => lines.notes(&mut notes),
            OpeningSource::Games(games) => games.notes(&mut notes),
            OpeningSource::Start | OpeningSource::Book(_) => {}
        }
        let count = openings.order.len() as u64;
        if settings.strict {
            for place in 0..openings.order.len() {
                openings.at(place, &mut notes)?;
                if !notes.is_empty() {
                    break;
                }
            }
            if !notes.is_empty() {
                return Err(MatchSettingsError::new(format!("{} (refused, as --strict is set)", notes.first())).into());
            }
        }
        for round in 0..rounds.min(count) {
            openings.of_source(round, &mut notes)?;
        }
        openings.of_round(0)?;
        openings.notes = notes;
        Ok(openings)
    }

    /// The openings of a match, and the digest of their file, see [`content_of`].
    ///
    /// # Errors
    /// Those of [`new`](Self::new) and [`content_of`].
    pub(crate) fn of_match(library: &Arc<Library>, settings: &MatchSettings) -> Result<(Self, String), MatchError> {
        let (content, fingerprint) = content_of(settings)?;
        let rounds = Schedule::new(settings).rounds();
        let openings = Self::new(library, &settings.game_options, &settings.openings, settings.seed, rounds, content)?;
        Ok((openings, fingerprint))
    }

    /// What is to be said about the openings that the match needs.
    pub(crate) fn notes(&self) -> &OpeningNotes {
        &self.notes
    }

    /// The places of a list in the order of play.
    fn in_order(&self, settings: &OpeningSettings) -> Result<Vec<usize>, MatchError> {
        let count = match &self.source {
            OpeningSource::Start | OpeningSource::Book(_) => return Ok(Vec::new()),
            OpeningSource::Lines(lines) => lines.len(),
            OpeningSource::Games(games) => games.len(),
        };
        if count == 0 {
            return Err(MatchSettingsError::new("the opening file contains no openings").into());
        }
        Ok(opening_order(count, settings, self.seed))
    }

    /// The number of openings in a list; `None` without one.
    pub(crate) fn count(&self) -> Option<u64> {
        Some(self.order.len() as u64).filter(|&count| count > 0)
    }

    /// The most plies of a game by the rules, if they have a bound and all games begin at the start position.
    ///
    /// # Errors
    /// The library failed.
    pub(crate) fn most_plies(&self) -> Result<Option<usize>, MatchError> {
        if matches!(self.source, OpeningSource::Lines(_) | OpeningSource::Games(_)) {
            return Ok(None);
        }
        let plies = self.rules.start()?.position.game().facts().max_plies;
        Ok((plies != Facts::UNBOUNDED).then_some(plies as usize))
    }

    fn book_plies(&self) -> u32 {
        self.plies.unwrap_or(OpeningSettings::BOOK_PLIES)
    }

    /// The opening of a round.
    ///
    /// # Errors
    /// The library failed, or random moves always end the game.
    pub(crate) fn of_round(&self, round: u64) -> Result<Opening, MatchError> {
        // It was said at the start.
        let opening = self.of_source(round, &mut OpeningNotes::default())?;
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
        Err(MatchSettingsError::new(format!("{plies} random plies always end the game; choose fewer")).into())
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

    /// The opening before random moves.
    fn of_source(&self, round: u64, notes: &mut OpeningNotes) -> Result<Opening, MatchError> {
        match &self.source {
            OpeningSource::Start => self.rules.start(),
            OpeningSource::Book(book) => book.opening(&self.rules, self.seed, round, self.book_plies()),
            OpeningSource::Lines(_) | OpeningSource::Games(_) => {
                self.at(self.order[(round % self.order.len() as u64) as usize], notes)
            }
        }
    }

    /// The opening at a place of a list.
    fn at(&self, place: usize, notes: &mut OpeningNotes) -> Result<Opening, MatchError> {
        match &self.source {
            OpeningSource::Lines(lines) => lines.opening(&self.rules, place, notes),
            OpeningSource::Games(games) => games.opening(&self.rules, place, self.plies, notes),
            OpeningSource::Start | OpeningSource::Book(_) => self.rules.start(),
        }
    }
}
