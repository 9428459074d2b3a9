//! Games of a PGN file as openings (S. Edwards, "Portable Game Notation Specification", 1994).
//!
//! Of a game counts where it begins (the tag `FEN`) and its main line. Comments, variations, numeric glyphs and the
//! other tags are skipped. Moves are read as people write them, or in the game's own text.

mod tokens;

use super::{Opening, Rules};
use crate::MatchError;
use crate::settings::SettingsError;
use plyd_host::Position;
use plyd_protocol::quote;
use plyd_rules::Move;
use tokens::{Token, Tokens};

/// The words that end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Remarks that stand apart from their move.
const REMARKS: [&str; 2] = ["e.p.", "ep"];

/// The games of a file.
#[derive(Debug)]
pub(super) struct Games {
    file: String,
    text: String,
    places: Vec<Place>,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: usize,
    /// From 1.
    line: usize,
}

impl Games {
    /// The games of this content. Old files are not in UTF-8; only names and comments are lost by that.
    ///
    /// # Errors
    /// A comment that does not end, or a line of tags that is none.
    pub(super) fn read(file: &str, content: &[u8]) -> Result<Self, MatchError> {
        let text = String::from_utf8_lossy(content).into_owned();
        let mut places = Vec::new();
        let (mut part, mut depth) = (Part::Between, 0_usize);
        for token in Tokens::new(&text, 0, 1) {
            let token = token.map_err(|error| refused(file, error.line, None, &error.reason))?;
            // A result within a variation ends no game.
            match token.kind {
                tokens::Kind::Tag { .. } => depth = 0,
                tokens::Kind::Open => depth += 1,
                tokens::Kind::Close => depth = depth.saturating_sub(1),
                tokens::Kind::Word(_) => {}
            }
            if depth == 0 && part.take(&token.kind) {
                places.push(Place { start: token.start, line: token.line });
            }
        }
        Ok(Self { file: file.to_owned(), text, places })
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The game with this index, as far as so many plies.
    ///
    /// # Errors
    /// The game does not take its setup or one of its moves, or the game is over then.
    pub(super) fn opening(&self, rules: &Rules, index: usize, plies: Option<u32>) -> Result<Opening, MatchError> {
        let Place { start, line } = self.places[index];
        let wrong = |line: usize, reason: &str| refused(&self.file, line, Some(index + 1), reason);
        let mut tokens = Tokens::new(&self.text, start, line).map_while(Result::ok).peekable();
        let (mut setup, mut setup_line) = (String::new(), line);
        while let Some(Token { kind: tokens::Kind::Tag { name, value }, line, .. }) =
            tokens.next_if(|token| matches!(token.kind, tokens::Kind::Tag { .. }))
        {
            if name == "FEN" {
                (setup, setup_line) = (value, line);
            }
        }
        let position = rules.open(&setup)?.map_err(|reason| wrong(setup_line, &reason))?;
        let mut opening = Opening { setup, moves: Vec::new(), position };
        let (mut depth, mut last) = (0_usize, line);
        for token in tokens {
            match token.kind {
                tokens::Kind::Tag { .. } => break,
                tokens::Kind::Open => depth += 1,
                tokens::Kind::Close => depth = depth.saturating_sub(1),
                tokens::Kind::Word(_) if depth > 0 => {}
                tokens::Kind::Word(word) if RESULTS.contains(&word) => break,
                tokens::Kind::Word(word) => {
                    if plies.is_some_and(|plies| opening.moves.len() as u64 >= u64::from(plies)) {
                        break;
                    }
                    last = token.line;
                    match read_move(&opening.position, word)? {
                        Read::Move(mv) => opening.play(mv)?,
                        Read::Nothing => {}
                        Read::Wrong => {
                            let setup = opening.position.setup()?;
                            return Err(wrong(last, &format!("{} is not a legal move in `{setup}`", quote(word))));
                        }
                    }
                }
            }
        }
        if opening.position.ending()?.is_some() {
            return Err(wrong(last, "the opening ends the game; with plies=N only its first N plies are read"));
        }
        Ok(opening)
    }
}

/// The part of a file, while it is looked through for the beginnings of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Between,
    Tags,
    Moves,
}

impl Part {
    /// Goes on by a token; whether it is the first of a game.
    fn take(&mut self, kind: &tokens::Kind<'_>) -> bool {
        let before = *self;
        *self = match kind {
            tokens::Kind::Tag { .. } => Self::Tags,
            tokens::Kind::Word(word) if RESULTS.contains(word) => Self::Between,
            _ => Self::Moves,
        };
        match before {
            Self::Between => !matches!(kind, tokens::Kind::Word(word) if RESULTS.contains(word)),
            Self::Tags => false,
            Self::Moves => *self == Self::Tags,
        }
    }
}

/// A word of the moves.
enum Read {
    Move(Move),
    /// A number, a glyph or a remark.
    Nothing,
    Wrong,
}

fn read_move(position: &Position, word: &str) -> Result<Read, MatchError> {
    // Some write the number and the move as one word: `1.e4`, `1...e5`.
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if digits.starts_with('.') { digits.trim_start_matches('.') } else { word };
    let bare = bare.trim_end_matches(['!', '?']);
    if bare.is_empty() || bare.starts_with('$') || REMARKS.contains(&bare) {
        return Ok(Read::Nothing);
    }
    let found = match position.read_notation(bare)? {
        Some(mv) => Some(mv),
        None => position.find_move(bare)?,
    };
    Ok(match found {
        Some(mv) => Read::Move(mv),
        // In some games a bare number is a move; in all others it can only be the number of one.
        None if digits.is_empty() => Read::Nothing,
        None => Read::Wrong,
    })
}

fn refused(file: &str, line: usize, game: Option<usize>, reason: &str) -> MatchError {
    let game = game.map_or_else(String::new, |game| format!(", game {game}"));
    SettingsError::new(format!("{file}, line {line}{game}: {reason}")).into()
}
