//! The settings of a match: keys and values, as users of fastchess and cutechess-cli know them, and TOML files.

mod engine;
mod given;
mod key_values;
mod openings;
mod permission;
mod plan;
mod rules;
pub mod runners;
pub(crate) mod swiss_rounds;
mod time_control;
mod words;

pub use engine::{EngineKind, EngineSettings, Protocol, SearchLimits};
pub use given::GivenSettings;
pub use key_values::KeyValues;
pub use openings::{OpeningFormat, OpeningOrder, OpeningSettings, opening_order};
pub use permission::Permission;
pub use plan::{MatchPlan, MatchSettings, Tournament};
pub use rules::{DrawRule, ResignRule};
pub use time_control::{NoTimeControl, TimeControl};
pub use words::{SettingWords, is_word};

use crate::statistics::{EloModel, Sprt};
use plyd_foreign::told;

/// Why settings were refused: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchSettingsError(String);

/// An error of TOML that is longer has a line of the file that nobody wrote by hand.
const LONGEST_PICTURE: usize = 2_000;

/// The lines of an error of TOML before its message: where it is, and the line of the file with a mark below it.
const PICTURE: usize = 4;

impl MatchSettingsError {
    /// An error with this text, on one line: names and values of others may be in it.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(told(text.as_ref()))
    }

    /// An error whose text this program has by itself, so that it may have several lines.
    #[must_use]
    pub fn of_own(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// What the parser of TOML says, with the line that it does not understand unless that is long. That line has its
    /// number in front, and the message is one line, so that nothing of the file begins a line.
    #[must_use]
    pub fn of_toml(error: &toml::de::Error) -> Self {
        let text = error.to_string();
        let text = text.trim_end();
        let picture_end = text.match_indices('\n').nth(PICTURE - 1).map(|(place, _)| place);
        match (error.span(), picture_end, text.lines().next()) {
            (Some(_), Some(end), _) if text.len() <= LONGEST_PICTURE => {
                let picture: Vec<_> = text[..end].split('\n').map(told).collect();
                Self(format!("{}\n{}", picture.join("\n"), told(&text[end + 1..])))
            }
            (Some(_), _, Some(place)) => Self::new(format!("{place}: {}", error.message())),
            _ => Self::new(text),
        }
    }
}

const SPRT: SettingWords =
    SettingWords { about: "sprt", keys: &["elo0", "elo1", "alpha", "beta", "model"], synonyms: &[] };

/// Reads `elo0=E elo1=E alpha=P beta=P model=normalized|logistic`.
fn read_sprt(mut values: KeyValues) -> Result<Sprt, MatchSettingsError> {
    let needed = |key: &str| MatchSettingsError::new(format!("sprt needs {key}=ELO"));
    let model = match values.take("model").as_deref() {
        None | Some("normalized") => EloModel::Normalized,
        Some("logistic") => EloModel::Logistic,
        Some(other) => return Err(runners::refused_value(SPRT.about, "model", other)),
    };
    let sprt = Sprt {
        elo0: values.take_as("elo0", "a number")?.ok_or_else(|| needed("elo0"))?,
        elo1: values.take_as("elo1", "a number")?.ok_or_else(|| needed("elo1"))?,
        alpha: values.take_as("alpha", "a number")?.unwrap_or(0.05),
        beta: values.take_as("beta", "a number")?.unwrap_or(0.05),
        model,
    };
    values.finish(&SPRT)?;
    sprt.check().map_err(MatchSettingsError::new)?;
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
            let error = MatchPlan::from_toml(&text).unwrap_err().to_string();
            let (begins, ends) = (error.starts_with("TOML parse error at line 1, column "), !error.ends_with("..."));
            assert!(begins && ends && error.len() < 3_000, "{} bytes: {}", error.len(), &error[..200.min(error.len())]);
        }
        let short = MatchPlan::from_toml("rounds = 5\nseed = x\n").unwrap_err().to_string();
        assert!(short.contains("\n2 | seed = x\n"), "{short}");
        assert_eq!(short.lines().count(), 5, "{short}");
        let long = MatchSettingsError::new(format!("a{}z", "\u{7}".repeat(5_000))).to_string();
        assert!(long.starts_with("a\\u{7}") && long.contains(" ... ") && long.ends_with("}z"), "{long}");
    }

    /// Names and values of a file may have line feeds of their own.
    #[test]
    fn nothing_of_a_file_begins_a_line_of_an_error() {
        for text in [
            "tournament = \"x\\nplyd: forged\"",
            "\"x\\nplyd: forged\" = 1",
            "rounds = \"x\\nplyd: forged\"",
            "engine = [\"a\", {\"x\\nplyd: forged\" = [1]}]",
            "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\n[draw]\n\"x\\nplyd: forged\" = 1",
            "rounds = \"\"\"x\nplyd: forged\"\"\"",
            "rounds = x\rplyd: forged",
        ] {
            let plan = MatchPlan::from_toml(text).and_then(|plan| plan.settle("x", Vec::new(), 0));
            let error = plan.unwrap_err().to_string();
            assert!(!error.contains("\nplyd") && !error.contains('\r'), "{error}");
            assert!(error.lines().count() <= 5, "{error}");
        }
        assert_eq!(MatchSettingsError::new("a\nplyd: b").to_string(), "a\\nplyd: b");
    }
}
