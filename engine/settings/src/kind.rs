//! The kinds of values of a setting.

use std::path::Path;
use toml::Value;

/// The kind of values of a setting.
#[derive(Debug, Clone, Copy)]
pub enum SettingKind {
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
    /// A file, or nothing.
    File,
    /// A folder, or nothing.
    Folder,
    /// A list of folders.
    Folders,
    /// One of a few words.
    OneOf(&'static [&'static str]),
    /// What the crate of the setting says.
    Own(&'static CrateKind),
}

/// A kind of values that one crate has.
#[derive(Debug)]
pub struct CrateKind {
    /// The right values in words, to follow "must be".
    pub expected: &'static str,
    /// A right value, as a variable of the environment has it.
    pub example: &'static str,
    /// The value to store, with paths made absolute from a folder; `None` if it is not right.
    pub accept: fn(Value, &Path) -> Option<Value>,
    /// The value of a text of the environment or of a flag. A wrong text may stay a string: `accept` refuses it.
    pub read: fn(&str) -> Value,
}

impl SettingKind {
    /// The right values in words, to follow "must be".
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Text => "a string".to_owned(),
            Self::Boolean => "true or false".to_owned(),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::File => "a file, or empty".to_owned(),
            Self::Folder => "a folder, or empty".to_owned(),
            Self::Folders => "a list of folders".to_owned(),
            Self::OneOf(words) => words.join(" or "),
            Self::Own(own) => own.expected.to_owned(),
        }
    }

    /// What every text about a setting of this kind says at its end; may be empty.
    #[must_use]
    pub fn note(&self) -> &'static str {
        match self {
            Self::Folders => {
                " A relative folder in a settings file starts at the folder of that file. Elsewhere it starts at the \
                 current folder."
            }
            _ => "",
        }
    }

    /// The value to store, with paths made absolute from `base`; `None` if it is not right.
    #[must_use]
    pub fn accept(&self, value: Value, base: &Path) -> Option<Value> {
        match (self, value) {
            (Self::Own(own), value) => (own.accept)(value, base),
            (Self::Folder | Self::File, Value::String(path)) if path.is_empty() => Some(Value::String(path)),
            (Self::Folder | Self::File, path) => absolute(base, path.as_str()?).map(Value::String),
            (Self::Folders, Value::Array(folders)) => {
                let absolute = |folder: &Value| absolute(base, folder.as_str()?).map(Value::String);
                folders.iter().map(absolute).collect::<Option<_>>().map(Value::Array)
            }
            (_, value) => self.has(&value).then_some(value),
        }
    }

    fn has(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text, Value::String(_)) | (Self::Boolean, Value::Boolean(_)) => true,
            (Self::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(&number),
            (Self::OneOf(words), Value::String(text)) => words.contains(&text.as_str()),
            _ => false,
        }
    }

    /// The value of a text of the environment or of a flag. A wrong text stays a string, and [`accept`](Self::accept)
    /// refuses it.
    #[must_use]
    pub fn read(&self, text: &str) -> Value {
        let text_value = || Value::String(text.to_owned());
        match self {
            Self::Boolean => text.parse().map_or_else(|_| text_value(), Value::Boolean),
            Self::Integer { .. } => text.parse().map_or_else(|_| text_value(), Value::Integer),
            Self::Folders => std::env::split_paths(text)
                .filter(|folder| !folder.as_os_str().is_empty())
                .map(|folder| Value::String(folder.to_string_lossy().into_owned()))
                .collect::<Vec<_>>()
                .into(),
            Self::Own(own) => (own.read)(text),
            Self::Text | Self::File | Self::Folder | Self::OneOf(_) => text_value(),
        }
    }
}

impl CrateKind {
    /// The text as a string, for kinds whose values are strings.
    #[must_use]
    pub fn read_string(text: &str) -> Value {
        Value::String(text.to_owned())
    }

    /// The words of a text, with commas between, for kinds whose values are lists.
    #[must_use]
    pub fn read_words(text: &str) -> Value {
        text.split(',').map(|word| Value::String(word.trim().to_owned())).collect::<Vec<_>>().into()
    }

    /// The words of a list; `None` if it is something else.
    #[must_use]
    pub fn words(value: &Value) -> Option<Vec<&str>> {
        value.as_array()?.iter().map(Value::as_str).collect()
    }
}

/// The path, absolute from a folder. Settings are text, so a path below a folder whose name is not Unicode cannot be set.
#[must_use]
pub fn absolute(base: &Path, path: &str) -> Option<String> {
    let path = Some(path).filter(|path| !path.is_empty())?;
    std::path::absolute(base.join(path)).ok()?.into_os_string().into_string().ok()
}
