use crate::line_text::quote;
use crate::suggestion::nearest;
use crate::words::Reader;
use crate::{Command, ParseError};
use serde::{Deserialize, Serialize};

const KEYWORDS: &[&str] = &["depth", "algorithm", "format"];

/// The request of an `explain`: a search of the position as a tree. If a keyword is repeated, the last one applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explain {
    /// `depth`: plies, at least 1; `None` for the whole game.
    pub depth: Option<u32>,
    /// `algorithm`: one of those of the option `Algorithm`, which is for the caller to look up; `None` for `alphabeta`.
    pub algorithm: Option<String>,
    /// `format`
    pub format: ExplainFormat,
}

/// The form of the answer to `explain`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExplainFormat {
    /// `text`: a tree of lines.
    #[default]
    Text,
    /// `json`: one line, an object.
    Json,
    /// `walk`: numbered sentences.
    Walk,
}

impl ExplainFormat {
    const ALL: [Self; 3] = [Self::Text, Self::Json, Self::Walk];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Walk => "walk",
        }
    }
}

/// Reads what follows the word `explain`.
pub(crate) fn parse_explain(text: &str) -> Result<Command, ParseError> {
    let mut explain = Explain::default();
    let mut words = Reader::new(text);
    while let Some(keyword) = words.next() {
        if !KEYWORDS.contains(&keyword) {
            return Err(ParseError::bad_explain(unknown_keyword(keyword)));
        }
        let Some(value) = words.next() else {
            return Err(ParseError::bad_explain(format!(
                "`{keyword}` needs {}, but nothing follows it",
                needed(keyword)
            )));
        };
        let wrong = || ParseError::bad_explain(format!("`{keyword}` needs {}, not {}", needed(keyword), quote(value)));
        match keyword {
            "depth" => explain.depth = Some(value.parse().ok().filter(|&depth| depth > 0).ok_or_else(wrong)?),
            "algorithm" => explain.algorithm = Some(value.to_owned()),
            _ => {
                let format = ExplainFormat::ALL.into_iter().find(|format| format.name() == value);
                explain.format = format.ok_or_else(wrong)?;
            }
        }
    }
    Ok(Command::Explain(explain))
}

fn needed(keyword: &str) -> String {
    match keyword {
        "depth" => format!("a whole number from 1 to {}", u32::MAX),
        "algorithm" => "the name of an algorithm".into(),
        _ => "`text`, `json` or `walk`".into(),
    }
}

fn unknown_keyword(word: &str) -> String {
    let quoted = quote(word);
    match nearest(word, KEYWORDS.iter().copied()) {
        Some(keyword) => format!("`explain` has no {quoted}; did you mean `{keyword}`?"),
        None => format!("`explain` has no {quoted}; it takes `depth`, `algorithm` and `format`"),
    }
}
