//! The settings of a match: keys and values, familiar to users of fastchess and cutechess-cli, and TOML files.

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

/// The reason why settings were rejected: the problem, and the valid form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchSettingsError(String);

/// The maximum length of a TOML error shown in full; a longer one contains a line that was hardly written by hand.
const LONGEST_PICTURE: usize = 2_000;

/// The number of lines of a TOML error before its message: the place, and the line of the file with a marker below it.
const PICTURE: usize = 4;

impl MatchSettingsError {
    /// Creates an error with this text, reduced to one line because it may contain names and values from outside.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(told(text.as_ref()))
    }

    /// Creates an error with a text of this program, which may have several lines.
    #[must_use]
    pub fn of_own(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// Creates an error from that of the TOML parser, which includes the invalid line unless that is long. The line is
    /// prefixed with its number, and the message is reduced to one line, so that no line of the error begins with text
    /// of the file.
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

/// Reads a test from `elo0=E elo1=E alpha=P beta=P model=normalized|logistic`.
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

    /// Names and values of a file may contain line feeds.
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
