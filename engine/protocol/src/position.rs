use crate::ParseError;
use crate::line_text::quote;

/// A position as a client describes it: where to start, and the moves played from there. The default is the start position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The setup, its words joined by single blanks; `None` is the start position of the game.
    pub setup: Option<String>,
    /// The moves, in the order they are played.
    pub moves: Vec<String>,
}

impl PositionText {
    /// Reads what follows the word `position`: `startpos [moves ..]`, `fen SETUP [moves ..]`, or the setup without `fen`.
    ///
    /// The first word `moves` ends the setup, and an empty list of moves is fine.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Self::from_words(&words)
    }

    pub(crate) fn from_words(words: &[&str]) -> Result<Self, ParseError> {
        let (setup, moves) = match words.iter().position(|&word| word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, [].as_slice()),
        };
        let setup = match setup {
            ["startpos"] => None,
            ["startpos", extra, ..] => {
                let extra = quote(extra);
                return Err(ParseError::bad_command(format!("only `moves` can follow `startpos`, not {extra}")));
            }
            ["fen"] => return Err(ParseError::bad_command("`fen` needs a setup after it, and there is none")),
            [] => return Err(ParseError::bad_command("a position begins with `startpos`, or with `fen` and a setup")),
            ["fen", setup @ ..] | setup => Some(setup.join(" ")),
        };
        Ok(Self { setup, moves: moves.iter().map(|&mv| mv.to_owned()).collect() })
    }
}
