//! The settings of a match: keys and values, as users of fastchess and cutechess-cli know them, and TOML files.

mod engine;
mod given;
mod key_values;
mod openings;
mod plan;
mod rules;
mod time_control;
mod words;

pub use engine::{EngineKind, EngineSettings, Protocol, SearchLimits};
pub use given::Given;
pub use key_values::KeyValues;
pub use openings::{OpeningFormat, OpeningOrder, OpeningSettings};
pub use plan::{MatchSettings, Plan, Tournament};
pub use rules::{DrawRule, ResignRule};
pub use time_control::{NoTimeControl, TimeControl};
pub use words::{Words, is_word};

use crate::statistics::{EloModel, Sprt};

/// Why settings were refused: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(String);

impl SettingsError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        // Names and values are shown in it, and terminals obey what they are told. Errors of TOML have several lines.
        let shown = |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.into() };
        Self(text.into().chars().map(shown).collect())
    }
}

const SPRT: Words = Words { about: "sprt", keys: &["elo0", "elo1", "alpha", "beta", "model"] };

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
