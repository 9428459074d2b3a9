use crate::ParseError;
use crate::line_text::quote;
use crate::suggestion::nearest;
use crate::words::WordReader;
use serde::{Deserialize, Serialize};

const KEYWORDS: &[&str] = &[
    "depth",
    "nodes",
    "algorithm",
    "order",
    "cut",
    "fail",
    "lang",
    "format",
    "worksheet",
    "seed",
    "branching",
    "cuts",
    "grade",
];

/// The request of an `explain`: a search of the position as a tree. If a keyword is repeated, the last one applies. Names
/// are for the caller to look up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainLimits {
    /// `depth`: plies, at least 1; `None` for the whole game.
    pub depth: Option<u32>,
    /// `nodes`: the most nodes that are visited, at least 1; `None` for as many as the caller allows.
    pub nodes: Option<u32>,
    /// `algorithm`: one of those of the option `Algorithm`; `None` for `alphabeta`.
    pub algorithm: Option<String>,
    /// `order`: the order of children; `None` for `left`.
    pub order: Option<String>,
    /// `cut`: when alpha-beta cuts; `None` for `equal`.
    pub cut: Option<String>,
    /// `fail`: the value of a node outside its window; `None` for `soft`.
    pub fail: Option<String>,
    /// `lang`: the code of a language; `None` for English.
    pub lang: Option<String>,
    /// `format`
    pub format: ExplainFormat,
    /// `worksheet`: random trees instead of the position; with them come `seed`, `branching` and
    /// `cuts`.
    pub worksheet: Option<Exercises>,
    /// `grade`: the rest of the line, JSON with the key of a worksheet and the answers to it.
    pub grade: Option<String>,
}

impl ExplainLimits {
    /// Reads what follows the word `explain`.
    pub(crate) fn parse(text: &str) -> Result<Self, ParseError> {
        let mut explain = Self::default();
        let (mut exercises, mut is_worksheet) = (Exercises::USUAL, false);
        let mut words = WordReader::new(text);
        while let Some(keyword) = words.next() {
            if !KEYWORDS.contains(&keyword) {
                return Err(ParseError::bad_explain(unknown_keyword(keyword)));
            }
            if keyword == "grade" && !words.rest().trim().is_empty() {
                explain.grade = Some(words.rest().trim().to_owned());
                break;
            }
            let Some(value) = words.next() else {
                return Err(ParseError::bad_explain(format!(
                    "`{keyword}` needs {}, but nothing follows it",
                    needed(keyword)
                )));
            };
            let wrong =
                || ParseError::bad_explain(format!("`{keyword}` needs {}, not {}", needed(keyword), quote(value)));
            let number = || value.parse().ok().filter(|&number: &u32| number > 0).ok_or_else(wrong);
            let name = || Some(value.to_owned());
            match keyword {
                "depth" => explain.depth = Some(number()?),
                "nodes" => explain.nodes = Some(number()?),
                "algorithm" => explain.algorithm = name(),
                "order" => explain.order = name(),
                "cut" => explain.cut = name(),
                "fail" => explain.fail = name(),
                "lang" => explain.lang = name(),
                "worksheet" => (exercises.count, is_worksheet) = (number()?, true),
                "branching" => exercises.branching = number()?,
                "cuts" => exercises.cuts = Some(value.parse().map_err(|_| wrong())?),
                "seed" => exercises.seed = value.parse().map_err(|_| wrong())?,
                _ => {
                    let format = ExplainFormat::ALL.into_iter().find(|format| format.name() == value);
                    explain.format = format.ok_or_else(wrong)?;
                }
            }
        }
        explain.worksheet = is_worksheet.then_some(exercises);
        Ok(explain)
    }
}

/// The random trees of a worksheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exercises {
    /// `worksheet`: their number, at least 1.
    pub count: u32,
    /// `seed`
    pub seed: u64,
    /// `branching`: the children of each inner node, at least 1.
    pub branching: u32,
    /// `cuts`: how often the search cuts in each tree; `None` for at least once.
    pub cuts: Option<u32>,
}

impl Exercises {
    const USUAL: Self = Self { count: 1, seed: 1, branching: 2, cuts: None };
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
    /// `page`: one line, an object with all that a page shows which steps through the search.
    Page,
    /// `svg`: one line, a picture.
    Svg,
}

impl ExplainFormat {
    const ALL: [Self; 5] = [Self::Text, Self::Json, Self::Walk, Self::Page, Self::Svg];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Walk => "walk",
            Self::Page => "page",
            Self::Svg => "svg",
        }
    }
}

fn needed(keyword: &str) -> String {
    match keyword {
        "depth" | "nodes" | "worksheet" | "branching" => format!("a whole number from 1 to {}", u32::MAX),
        "cuts" => format!("a whole number from 0 to {}", u32::MAX),
        "seed" => format!("a whole number from 0 to {}", u64::MAX),
        "algorithm" => "the name of an algorithm".into(),
        "order" => "`left`, `right` or `best`".into(),
        "cut" => "`equal` or `strict`".into(),
        "fail" => "`soft` or `hard`".into(),
        "lang" => "the code of a language".into(),
        "grade" => "JSON with `key` and `answers`".into(),
        _ => "`text`, `json`, `walk`, `page` or `svg`".into(),
    }
}

fn unknown_keyword(word: &str) -> String {
    let quoted = quote(word);
    match nearest(word, KEYWORDS.iter().copied()) {
        Some(keyword) => format!("`explain` has no {quoted}; did you mean `{keyword}`?"),
        None => format!("`explain` has no {quoted}; it takes `depth`, `algorithm`, `format` and others: see `help`"),
    }
}
