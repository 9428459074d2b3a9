//! Validated names and texts in messages. They become parts of paths and subjects, and are shown on terminals. Each has
//! its own type, so that invalid ones are rejected when the message is parsed.

use plyd_foreign::one_line_of;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// The number of digits in the name of a run.
const RUN_DIGITS: usize = 16;

/// The maximum length of a worker's name.
const LONGEST_WORKER: usize = 64;

/// The maximum length in characters of a text for users, which is followed by three dots if it was longer.
const LONGEST_REMARK: usize = 500;

/// Error: a text is not a valid name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoName(&'static str);

/// Defines a string type with a restricted form.
macro_rules! name {
    ($(#[$about:meta])* $name:ident, $is_one:expr, $needed:literal) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(String);

        impl TryFrom<String> for $name {
            type Error = NoName;

            fn try_from(text: String) -> Result<Self, NoName> {
                let is_one: fn(&str) -> bool = $is_one;
                if is_one(&text) { Ok(Self(text)) } else { Err(NoName($needed)) }
            }
        }

        impl FromStr for $name {
            type Err = NoName;

            fn from_str(text: &str) -> Result<Self, NoName> {
                text.to_owned().try_into()
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

name!(
    /// The name of a run: 16 hexadecimal digits.
    RunName,
    |text| text.len() == RUN_DIGITS && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')),
    "the name of a run has 16 digits, 0 to 9 and a to f"
);

name!(
    /// The name of a worker, which is part of a subject of the broker.
    WorkerName,
    |text| {
        let is_good = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
        (1..=LONGEST_WORKER).contains(&text.len()) && text.bytes().all(is_good)
    },
    "a name has up to 64 letters, digits, `-` and `_`"
);

impl RunName {
    /// Returns the name formed from the beginning of a digest.
    pub(crate) fn of_digest(digest: &[u8]) -> Self {
        Self(digest.iter().take(RUN_DIGITS / 2).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// A text from another machine for users: one line of limited length, without terminal control characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String")]
pub struct Remark(String);

impl From<&str> for Remark {
    fn from(text: &str) -> Self {
        Self(one_line_of(text, LONGEST_REMARK))
    }
}

impl From<String> for Remark {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl Deref for Remark {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_that_mean_nothing_elsewhere() {
        let run = RunName::of_digest(&[0xab; 32]);
        assert_eq!(&*run, "abababababababab");
        assert_eq!(run.parse(), Ok(run.clone()));
        for bad in
            ["", "abababababababa", "ABABABABABABABAB", "../../../../etc/", "abababababababab0", "abababab.bababab"]
        {
            assert!(bad.parse::<RunName>().is_err() && serde_json::from_value::<RunName>(bad.into()).is_err(), "{bad}");
        }
        assert_eq!("a-B_9".parse::<WorkerName>().as_deref(), Ok("a-B_9"));
        for bad in ["", "a.b", "a b", "*", ">", "ä", "../x", "a\nb", &"x".repeat(65)] {
            let is_refused = serde_json::from_value::<WorkerName>(bad.into()).is_err();
            assert!(bad.parse::<WorkerName>().is_err() && is_refused, "{bad}");
        }
    }

    #[test]
    fn a_remark_is_one_line() {
        assert_eq!(&*Remark::from("\u{1b}[2J\nfake \u{202e}line"), " [2J fake  line");
        let long: Remark = serde_json::from_value("ä".repeat(1_000).into()).unwrap();
        assert_eq!(long.chars().count(), LONGEST_REMARK + 3);
    }
}
