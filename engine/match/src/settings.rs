//! The settings of a match: keys and values, as users of fastchess and cutechess-cli know them, and TOML files.

mod engine;
mod given;
mod key_values;
mod openings;
mod permission;
mod plan;
mod rules;
pub mod runners;
mod time_control;
mod words;

pub use engine::{EngineKind, EngineSettings, Protocol, SearchLimits};
pub use given::Given;
pub use key_values::KeyValues;
pub use openings::{OpeningFormat, OpeningOrder, OpeningSettings};
pub use permission::Permission;
pub use plan::{MatchSettings, Plan, Tournament};
pub use rules::{DrawRule, ResignRule};
pub use time_control::{NoTimeControl, TimeControl};
pub use words::{Words, is_word};

use crate::statistics::{EloModel, Sprt};
use plyd_foreign::is_forbidden;

/// Why settings were refused: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(String);

/// The most characters of an error: names and values in it may be as long as a file.
const LONGEST_ERROR: usize = 2_000;

impl SettingsError {
    /// An error with this text; of one that nobody reads to its end, the beginning and the end.
    pub fn new(text: impl Into<String>) -> Self {
        // Names and values are shown in it, and terminals obey what they are told. Errors of TOML have several lines.
        let shown = |c: char| if is_forbidden(c) && c != '\n' { c.escape_default().to_string() } else { c.into() };
        Self(without_middle(text.into()).chars().map(shown).collect())
    }

    /// What the parser of TOML says, with the line that it does not understand unless that is long.
    #[must_use]
    pub fn of_toml(error: &toml::de::Error) -> Self {
        let text = error.to_string();
        match text.lines().next() {
            Some(place) if text.len() > LONGEST_ERROR && error.span().is_some() => {
                Self::new(format!("{place}: {}", error.message()))
            }
            _ => Self::new(text.trim_end()),
        }
    }
}

fn without_middle(text: String) -> String {
    let count = text.chars().count();
    if count <= LONGEST_ERROR {
        return text;
    }
    let end = text.chars().skip(count - LONGEST_ERROR / 2);
    text.chars().take(LONGEST_ERROR / 2).chain(" ... ".chars()).chain(end).collect()
}

const SPRT: Words = Words { about: "sprt", keys: &["elo0", "elo1", "alpha", "beta", "model"], synonyms: &[] };

/// Reads `elo0=E elo1=E alpha=P beta=P model=normalized|logistic`.
fn read_sprt(mut values: KeyValues) -> Result<Sprt, SettingsError> {
    let needed = |key: &str| SettingsError::new(format!("sprt needs {key}=ELO"));
    let model = match values.take("model").as_deref() {
        None | Some("normalized") => EloModel::Normalized,
        Some("logistic") => EloModel::Logistic,
        Some(other) => {
            return Err(SettingsError::new(format!("the model of sprt is normalized or logistic, not `{other}`")));
        }
    };
    let sprt = Sprt {
        elo0: values.take_as("elo0", "a number")?.ok_or_else(|| needed("elo0"))?,
        elo1: values.take_as("elo1", "a number")?.ok_or_else(|| needed("elo1"))?,
        alpha: values.take_as("alpha", "a number")?.unwrap_or(0.05),
        beta: values.take_as("beta", "a number")?.unwrap_or(0.05),
        model,
    };
    values.finish(&SPRT)?;
    sprt.check().map_err(SettingsError::new)?;
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_error_is_as_long_as_a_file() {
        for text in [
            format!("engine = {}", "[".repeat(150_000)),
            format!("engine = {}", "[{a=".repeat(50_000)),
            format!("{} = 1", "a".repeat(300_000)),
            format!("engine = [\"name={}\"]", "\u{1b}".repeat(3)),
            format!("rounds = \"{}\"", "x".repeat(300_000)),
        ] {
            let error = Plan::from_toml(&text).unwrap_err().to_string();
            let (begins, ends) = (error.starts_with("TOML parse error at line 1, column "), !error.ends_with("..."));
            assert!(begins && ends && error.len() < 3_000, "{} bytes: {}", error.len(), &error[..200.min(error.len())]);
        }
        let short = Plan::from_toml("rounds = 5\nseed = x\n").unwrap_err().to_string();
        assert!(short.contains("\n2 | seed = x\n"), "{short}");
        let long = SettingsError::new(format!("a{}z", "\u{7}".repeat(5_000))).to_string();
        assert!(long.starts_with("a\\u{7}") && long.contains(" ... ") && long.ends_with("}z"), "{long}");
    }
}
