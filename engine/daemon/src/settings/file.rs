//! Settings in a TOML file.

use std::{borrow::Cow, collections::HashSet, path::Path};

use serde::{Deserialize, de::IntoDeserializer};
use toml::{
    Spanned, Value,
    de::{DeString, DeTable, DeValue},
};

use crate::bounded_file;
use plyd_foreign::UnreadableFile;
use plyd_tournament::settings::MatchSettingsError;

use super::{
    SettingOrigin, SettingsError,
    entry::{GivenValue, SettingEntry, unknown},
    rows::{self, OPTIONS},
};

/// Everything the file sets.
pub(super) fn read(path: &Path) -> Result<Vec<SettingEntry>, SettingsError> {
    let text = text(path)?;
    let table = DeTable::parse(&text)
        .map_err(|error| SettingsError::Syntax { path: path.to_owned(), source: MatchSettingsError::of_toml(&error) })?
        .into_inner();
    let mut document = Document::new(path, &text);
    document.top_level(&table)?;
    Ok(document.entries)
}

fn text(path: &Path) -> Result<String, SettingsError> {
    bounded_file::read(path).map_err(|reason| match reason {
        UnreadableFile::TooLong(most) => SettingsError::TooLong { path: path.to_owned(), most },
        other => SettingsError::Read { path: path.to_owned(), source: other.into() },
    })
}

/// A file during its conversion to entries. It may have as many keys as fit into it, so each must cost little.
struct Document<'a> {
    path: &'a Path,
    text: &'a str,
    /// The ends of the lines.
    line_feeds: Vec<usize>,
    entries: Vec<SettingEntry>,
    /// The names of the options, in lower case.
    options: HashSet<String>,
}

impl<'a> Document<'a> {
    fn new(path: &'a Path, text: &'a str) -> Self {
        let line_feeds = text.match_indices('\n').map(|(place, _)| place).collect();
        Self { path, text, line_feeds, entries: Vec::new(), options: HashSet::new() }
    }
}

impl Document<'_> {
    fn top_level(&mut self, table: &DeTable<'_>) -> Result<(), SettingsError> {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let is_section = rows::is_section(name) || name == OPTIONS;
            match value.get_ref() {
                DeValue::Table(options) if name == OPTIONS => self.options("", options)?,
                DeValue::Table(section) if is_section => self.section(name, section)?,
                _ if is_section => {
                    let expected = format!("a table that begins with the line [{name}]");
                    return Err(self.given(key, value).wrong(name.to_owned(), expected));
                }
                _ => self.key(name, key, value)?,
            }
        }
        Ok(())
    }

    fn section(&mut self, section: &str, table: &DeTable<'_>) -> Result<(), SettingsError> {
        table.iter().try_for_each(|(key, value)| self.key(&format!("{section}.{}", key.get_ref()), key, value))
    }

    fn key(
        &mut self,
        path: &str,
        key: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), SettingsError> {
        // A dot inside a quoted name is part of the name, and no key has one.
        if key.get_ref().contains('.') {
            return Err(unknown(self.origin(key), path));
        }
        self.entries.push(self.given(key, value).for_path(path)?);
        Ok(())
    }

    /// An option of a game has a dot in its name; without quotes TOML reads that as a table in the table.
    fn options(&mut self, prefix: &str, table: &DeTable<'_>) -> Result<(), SettingsError> {
        for (key, value) in table {
            let name = format!("{prefix}{}", key.get_ref());
            if let DeValue::Table(inner) = value.get_ref() {
                self.options(&format!("{name}."), inner)?;
                continue;
            }
            let is_new = self.options.insert(name.to_ascii_lowercase());
            let given = self.given(key, value);
            if !is_new {
                return Err(given.wrong(format!("{OPTIONS}.{name}"), "left out: the option is set twice".to_owned()));
            }
            self.entries.push(given.for_option(&name)?);
        }
        Ok(())
    }

    fn given(&self, key: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>) -> GivenValue<'_> {
        GivenValue {
            value: Value::deserialize(value.clone().into_deserializer()).ok(),
            text: Cow::Borrowed(&self.text[value.span()]),
            origin: self.origin(key),
        }
    }

    fn origin(&self, key: &Spanned<DeString<'_>>) -> SettingOrigin {
        let start = key.span().start;
        SettingOrigin::File {
            path: self.path.to_owned(),
            line: 1 + self.line_feeds.partition_point(|&place| place < start),
        }
    }
}
