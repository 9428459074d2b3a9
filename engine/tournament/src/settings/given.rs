//! Settings in the user's notation, before they are parsed.

use super::engine::ENGINE;
use super::key_values::KeyValues;
use super::openings::OPENINGS;
use super::words::split;
use super::{MatchSettingsError, OpeningSettings, SettingWords};
use serde::Deserialize;

/// The settings of one subject: keys and values in words, or a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum GivenSettings {
    /// Keys and values in one string, such as `depth=3 tc=1`.
    Text(String),
    /// Keys and values in the arguments of a command line, each of which is one or several words.
    #[serde(skip)]
    Arguments(Vec<String>),
    /// A table.
    Table(toml::Table),
}

impl GivenSettings {
    pub(super) fn key_values(&self, words: &SettingWords) -> Result<KeyValues, MatchSettingsError> {
        match self {
            Self::Text(text) => KeyValues::parse(&[text], words),
            Self::Arguments(arguments) => KeyValues::parse(arguments, words),
            Self::Table(table) => KeyValues::of_table(table, words),
        }
    }

    /// Reads openings. Text before the first `KEY=VALUE` word is the name of a file.
    pub(super) fn openings(&self) -> Result<OpeningSettings, MatchSettingsError> {
        let arguments = match self {
            Self::Text(text) => std::slice::from_ref(text),
            Self::Arguments(arguments) => arguments,
            Self::Table(_) => &[],
        };
        let [first, more @ ..] = arguments else { return OpeningSettings::read(self.key_values(&OPENINGS)?) };
        // Without such a word, the whole text is a name, including blanks and quotes.
        let words = if first.contains('=') { split(first)? } else { vec![first.trim().to_owned()] };
        let parts = words.iter().take_while(|word| !word.contains('=')).count();
        if parts == 0 {
            return OpeningSettings::read(self.key_values(&OPENINGS)?);
        }
        let (name, words) = words.split_at(parts);
        let mut values = KeyValues::default();
        values.set("file", &name.join(" "))?;
        values.add(words, &OPENINGS)?;
        OpeningSettings::read(KeyValues::parse(more, &OPENINGS)?.or(&values))
    }

    /// Merges the settings of engines; on a conflict `self` takes precedence. Malformed settings are kept, and rejected
    /// when they are needed.
    pub(super) fn over(self, other: Self) -> Self {
        match (self.key_values(&ENGINE), other.key_values(&ENGINE)) {
            (Ok(own), Ok(others)) => Self::Table(own.or(&others).into_table()),
            (Err(_), _) => self,
            (_, Err(_)) => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_begin_with_the_name_of_a_file() {
        for (arguments, file, start) in [
            (&["book.epd"][..], "book.epd", 1),
            (&[" my book.epd "], "my book.epd", 1),
            (&["book.epd", "start=3"], "book.epd", 3),
            (&["book.epd start=3"], "book.epd", 3),
            (&[" my book.epd  order=random start=3 "], "my book.epd", 3),
            (&["'my book.epd' start=3", "start=4"], "my book.epd", 4),
            (&["file=my book.epd", "start=3"], "my book.epd", 3),
            (&["start=3 'file=my book.epd'"], "my book.epd", 3),
            (&["book.epd", "file=other.epd"], "other.epd", 1),
        ] {
            let given = GivenSettings::Arguments(arguments.iter().map(|&argument| argument.to_owned()).collect());
            let openings = given.openings().unwrap();
            assert_eq!((openings.file.as_deref(), openings.start), (Some(file), start), "{arguments:?}");
        }
        assert_eq!(GivenSettings::Text("my book.epd".into()).openings().unwrap().file.as_deref(), Some("my book.epd"));
    }
}
