use crate::line_text::quote;
use crate::words::{WordReader, joined};
use crate::{LineWords, ParseError};
use serde::{Deserialize, Serialize};

/// A position as a client describes it: where to start, and the moves played from there. The default is the start
/// position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionText {
    /// The setup, its words joined by single blanks; `None` is the start position of the game.
    pub setup: Option<String>,
    /// The moves, in the order they are played.
    pub moves: LineWords,
}

impl PositionText {
    /// Reads what follows the word `position`: `startpos [moves ..]`, `fen SETUP [moves ..]`, or the setup without
    /// `fen`. In `startpos fen SETUP` the setup counts.
    ///
    /// The first word `moves` ends the setup, and an empty list of moves is fine.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut words = WordReader::new(text);
        let setup = words.take_until(|word| word == "moves");
        let moves = LineWords::of(words.rest().strip_prefix("moves").unwrap_or_default());
        Ok(Self { setup: parse_setup(setup)?, moves })
    }
}

fn parse_setup(text: &str) -> Result<Option<String>, ParseError> {
    let mut words = WordReader::new(text);
    let (first, rest) = (words.next(), words.rest());
    match first {
        Some("startpos") if rest.is_empty() => Ok(None),
        // Some programs write the start position and then another one, or the start position as a setup.
        Some("startpos") if words.peek() == Some("fen") => parse_setup(rest),
        Some("startpos") => {
            let extra = quote(words.next().unwrap_or_default());
            Err(ParseError::malformed_position(format!("only `moves` can follow `startpos`, not {extra}")))
        }
        Some("fen") if rest.is_empty() => {
            Err(ParseError::malformed_position("`fen` needs a setup after it, and there is none".into()))
        }
        Some("fen") if rest == "startpos" => Ok(None),
        Some("fen") => Ok(Some(joined(rest))),
        Some(_) => Ok(Some(joined(text))),
        None => {
            Err(ParseError::malformed_position("a position begins with `startpos`, or with `fen` and a setup".into()))
        }
    }
}
