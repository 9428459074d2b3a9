//! The values of options as clients write them.

use plyd_protocol::{ErrorCode, quote};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The reason why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct OptionRefused {
    /// The code for the client.
    pub code: ErrorCode,
    /// A description of the error and of the correct form.
    pub text: String,
}

impl OptionRefused {
    /// Creates a refusal with this code and text.
    #[must_use]
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// Creates a refusal for an invalid value; `right` describes the valid ones.
    #[must_use]
    pub fn bad_value(option: &str, value: &str, right: &str) -> Self {
        Self::new(ErrorCode::BadValue, format!("option {option} takes {right}, not {}", quote(value)))
    }
}

/// Parses the value of a check option, ignoring case.
///
/// # Errors
/// The value is neither true nor false.
pub fn truth(option: &str, value: &str) -> Result<bool, OptionRefused> {
    let found = [true, false].into_iter().find(|truth| value.eq_ignore_ascii_case(&truth.to_string()));
    found.ok_or_else(|| OptionRefused::bad_value(option, value, "true or false"))
}

/// Parses the value of a spin option.
///
/// # Errors
/// The value is no whole number, or is out of range.
pub fn number<T: FromStr + PartialOrd + Display>(
    option: &str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, OptionRefused> {
    number_of("", option, value, range)
}

/// Parses the value of a spin option with a unit for the error: `" of MiB"`.
///
/// # Errors
/// The same as for [`number`].
pub fn number_of<T: FromStr + PartialOrd + Display>(
    unit: &str,
    option: &str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, OptionRefused> {
    let found = value.parse().ok().filter(|number| range.contains(number));
    let right = || format!("a whole number{unit} from {} to {}", range.start(), range.end());
    found.ok_or_else(|| OptionRefused::bad_value(option, value, &right()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<T>(outcome: Result<T, OptionRefused>) -> String {
        outcome.err().map_or_else(String::new, |refused| refused.text)
    }

    #[test]
    fn a_refusal_names_the_option_and_what_it_takes() {
        assert_eq!(truth("Ponder", "TRUE"), Ok(true));
        assert_eq!(text(truth("Ponder", "yes")), "option Ponder takes true or false, not `yes`");
        assert_eq!(number("Threads", "4", 1..=4), Ok(4));
        assert_eq!(text(number("Threads", "5", 1..=4)), "option Threads takes a whole number from 1 to 4, not `5`");
        let refused = text(number_of(" of MiB", "Hash", "x", 0..=8));
        assert_eq!(refused, "option Hash takes a whole number of MiB from 0 to 8, not `x`");
    }
}
