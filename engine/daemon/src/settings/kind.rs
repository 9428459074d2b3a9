//! The kinds of values of a key.

use std::{net::SocketAddr, path::Path};

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
    /// An address with a port.
    Address,
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
            Self::Address => "an address and a port, such as 127.0.0.1:7878 or [::1]:7878".to_owned(),
            Self::Folder => "a folder, or empty".to_owned(),
            Self::Folders => "a list of folders".to_owned(),
            Self::Level => LogSettings::LEVELS.to_owned(),
            Self::OneOf(words) => words.join(" or "),
            Self::OptionValue => "a string on one line, a whole number, or true or false".to_owned(),
        }
    }

    /// The value to store, with folders made absolute from `base`; `None` if it is not valid.
    pub(super) fn accept(&self, value: Value, base: &Path) -> Option<Value> {
        match (self, value) {
            (Self::Folder, Value::String(folder)) if folder.is_empty() => Some(Value::String(folder)),
            (Self::Folder, folder) => absolute(base, &folder),
            (Self::Folders, Value::Array(folders)) => {
                folders.iter().map(|folder| absolute(base, folder)).collect::<Option<_>>().map(Value::Array)
            }
            (_, value) => self.holds(&value).then_some(value),
        }
    }

    fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text, Value::String(_)) | (Self::Boolean, Value::Boolean(_)) => true,
            (Self::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(&number),
            (Self::Address, Value::String(text)) => text.parse::<SocketAddr>().is_ok(),
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
            Self::Folders => std::env::split_paths(text)
                .filter(|folder| !folder.as_os_str().is_empty())
                .map(|folder| Value::String(folder.to_string_lossy().into_owned()))
                .collect::<Vec<_>>()
                .into(),
            _ => text_value(),
        }
    }
}

/// Settings are text, so a folder below one whose name is not Unicode cannot be set.
fn absolute(base: &Path, folder: &Value) -> Option<Value> {
    let folder = folder.as_str().filter(|folder| !folder.is_empty())?;
    let folder = std::path::absolute(base.join(folder)).ok()?;
    Some(Value::String(folder.into_os_string().into_string().ok()?))
}
