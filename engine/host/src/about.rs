//! What people read of a game: the text that a library has about itself, in any number of languages.
//!
//! The text is TOML, handed over by the library as it is. Nothing of the host depends on it, so a faulty one is no
//! reason to refuse the library: it is as if there were none, and `plyd check` reports it.

mod rules;
mod told;

pub use told::GameTexts;

use crate::GameOption;
use plyd_plugin::abi;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The name of the text in errors.
pub(crate) const ABOUT: &str = "a text about the game";
/// The longest text, in bytes.
pub(crate) const LONGEST_ABOUT: usize = abi::LONGEST_ABOUT as usize;
/// The language that every text has, for those whose own is missing.
const FALLBACK: &str = "en";

/// The text about a game, read and checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AboutTexts {
    author: Option<String>,
    licence: Option<String>,
    home: Option<String>,
    /// By the code of the language, in lower case.
    languages: BTreeMap<String, LanguageTexts>,
}

/// Why a text about a game cannot be used. It continues a sentence that begins with "the text about the game".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AboutError(String);

/// The texts of one language. What it has not is taken from English.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageTexts {
    name: Option<String>,
    /// An array would take the first two of three.
    sides: Option<Vec<String>>,
    rules: Option<String>,
    moves: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, OptionTexts>,
}

/// The texts of an option in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionTexts {
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// A sentence about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What people call its choices, by their values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, String>,
}

impl AboutTexts {
    /// Reads a text about a game with these options.
    pub(crate) fn read(text: &str, options: &[GameOption]) -> Result<Self, AboutError> {
        if text.len() > LONGEST_ABOUT {
            return Err(AboutError(format!("has {} bytes, more than {LONGEST_ABOUT}", text.len())));
        }
        let mut about: Self = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            // A quoted key may have any character.
            AboutError(plyd_foreign::one_line(&format!("is faulty in line {line}: {}", error.message().trim())))
        })?;
        about.trim();
        about.check(options).map_err(AboutError)?;
        Ok(about)
    }

    /// Who wrote the game's library, in one line.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The library's licence: an SPDX expression such as `MIT OR Apache-2.0`.
    #[must_use]
    pub fn licence(&self) -> Option<&str> {
        self.licence.as_deref()
    }

    /// The address of the library's home page; it begins with `https://` or `http://`.
    #[must_use]
    pub fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }

    /// The codes of its languages, in alphabetical order.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }

    /// Of texts of several lines, the blanks around them and at the ends of their lines are no part.
    fn trim(&mut self) {
        for texts in self.languages.values_mut() {
            for text in [&mut texts.rules, &mut texts.moves].into_iter().flatten() {
                *text = text.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            }
        }
    }
}

// By hand, as the languages are keys like the others, and errors have to name their lines.
impl<'de> Deserialize<'de> for AboutTexts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AboutKeys)
    }
}

/// Reads the keys of the whole text.
struct AboutKeys;

impl<'de> Visitor<'de> for AboutKeys {
    type Value = AboutTexts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text about a game")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<AboutTexts, M::Error> {
        let mut about = AboutTexts::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "author" => about.author = Some(map.next_value()?),
                "licence" => about.licence = Some(map.next_value()?),
                "home" => about.home = Some(map.next_value()?),
                _ if rules::is_language(&key) => {
                    about.languages.insert(key, map.next_value()?);
                }
                _ => {
                    return Err(M::Error::custom(format_args!(
                        "`{key}` is neither `author`, `licence`, `home` nor a language, such as `en` or `pt-br`"
                    )));
                }
            }
        }
        Ok(about)
    }
}

#[cfg(test)]
mod tests;
