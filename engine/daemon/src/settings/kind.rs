//! The kinds of values of a key.

use std::path::Path;

use plyd_server::{ListenAddress, TrustedProxies, Waivers};
use toml::Value;

use super::LogSettings;

/// The kinds of values of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any string.
    Text,
    /// True or false.
    Boolean,
    /// A whole number in a range.
    Integer {
        /// The smallest right value.
        min: i64,
        /// The largest right value.
        max: i64,
    },
    /// Where a server listens.
    Address,
    /// Where a server listens, or nothing.
    OptionalAddress,
    /// What clients from other machines may do without.
    Waivers,
    /// Addresses and networks of proxies.
    Proxies,
    /// A file, or nothing.
    File,
    /// A folder, or nothing.
    Folder,
    /// A list of folders.
    Folders,
    /// A log level, or a list of levels and targets.
    Level,
    /// One of a few words.
    OneOf(&'static [&'static str]),
    /// The value of an engine option.
    OptionValue,
}

impl Kind {
    /// The right values in words, to follow "must be".
    pub fn expected(&self) -> String {
        match self {
            Self::Text => "a string".to_owned(),
            Self::Boolean => "true or false".to_owned(),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Address => ListenAddress::EXPECTED.to_owned(),
            Self::OptionalAddress => format!("empty, or {}", ListenAddress::EXPECTED),
            Self::Waivers => Waivers::EXPECTED.to_owned(),
            Self::Proxies => TrustedProxies::EXPECTED.to_owned(),
            Self::File => "a file, or empty".to_owned(),
            Self::Folder => "a folder, or empty".to_owned(),
            Self::Folders => "a list of folders".to_owned(),
            Self::Level => LogSettings::LEVELS.to_owned(),
            Self::OneOf(words) => words.join(" or "),
            Self::OptionValue => "a string on one line, a whole number, or true or false".to_owned(),
        }
    }

    /// The value to store, with paths made absolute from `base`; `None` if it is not valid.
    pub(super) fn accept(&self, value: Value, base: &Path) -> Option<Value> {
        match (self, value) {
            (Self::Folder | Self::File, Value::String(path)) if path.is_empty() => Some(Value::String(path)),
            (Self::Folder | Self::File, path) => absolute(base, path.as_str()?).map(Value::String),
            (Self::Folders, Value::Array(folders)) => {
                let absolute = |folder: &Value| absolute(base, folder.as_str()?).map(Value::String);
                folders.iter().map(absolute).collect::<Option<_>>().map(Value::Array)
            }
            (Self::OptionalAddress, Value::String(text)) if text.is_empty() => Some(Value::String(text)),
            (Self::Address | Self::OptionalAddress, Value::String(text)) => match text.parse().ok()? {
                ListenAddress::Tcp(_) => Some(Value::String(text)),
                ListenAddress::Unix(path) => {
                    Some(Value::String(ListenAddress::UNIX.to_owned() + &absolute(base, path.to_str()?)?))
                }
            },
            (_, value) => self.holds(&value).then_some(value),
        }
    }

    fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text, Value::String(_)) | (Self::Boolean, Value::Boolean(_)) => true,
            (Self::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(&number),
            (Self::Waivers, Value::Boolean(is_allowed)) => !is_allowed,
            (Self::Waivers, Value::Array(words)) => {
                let words: Option<Vec<_>> = words.iter().map(Value::as_str).collect();
                words.and_then(Waivers::of).is_some()
            }
            (Self::Proxies, Value::Array(words)) => {
                let words: Option<Vec<_>> = words.iter().map(Value::as_str).collect();
                words.is_some_and(|words| TrustedProxies::of(words).is_ok())
            }
            (Self::Level, Value::String(text)) => {
                LogSettings { level: text.clone(), ..LogSettings::default() }.filter().is_some()
            }
            (Self::OneOf(words), Value::String(text)) => words.contains(&text.as_str()),
            (Self::OptionValue, Value::String(text)) => !text.contains(char::is_control),
            (Self::OptionValue, Value::Integer(_) | Value::Boolean(_)) => true,
            _ => false,
        }
    }

    /// The value of a text of the environment. An invalid text stays a string, and [`accept`](Self::accept) refuses it.
    pub(super) fn read(&self, text: &str) -> Value {
        let text_value = || Value::String(text.to_owned());
        match self {
            Self::Boolean => text.parse().map_or_else(|_| text_value(), Value::Boolean),
            Self::Integer { .. } => text.parse().map_or_else(|_| text_value(), Value::Integer),
            Self::Waivers => text.parse().map_or_else(|_| waivers(text), Value::Boolean),
            Self::Proxies if text.is_empty() => Value::Array(Vec::new()),
            Self::Proxies => waivers(text),
            Self::Folders => std::env::split_paths(text)
                .filter(|folder| !folder.as_os_str().is_empty())
                .map(|folder| Value::String(folder.to_string_lossy().into_owned()))
                .collect::<Vec<_>>()
                .into(),
            _ => text_value(),
        }
    }
}

/// The words of a list of the command line or the environment, as a value that is checked later.
pub(crate) fn waivers(text: &str) -> Value {
    text.split(',').map(|word| Value::String(word.trim().to_owned())).collect::<Vec<_>>().into()
}

/// Settings are text, so a path below a folder whose name is not Unicode cannot be set.
fn absolute(base: &Path, path: &str) -> Option<String> {
    let path = Some(path).filter(|path| !path.is_empty())?;
    std::path::absolute(base.join(path)).ok()?.into_os_string().into_string().ok()
}
