//! Settings in a TOML file.

use std::{borrow::Cow, fs, path::Path};

use serde::{Deserialize, de::IntoDeserializer};
use toml::{
    Spanned, Value,
    de::{DeString, DeTable, DeValue},
};

use super::{
    Origin, SettingsError,
    entry::{Entry, Given, Target, unknown},
    keys::{self, OPTIONS},
};

/// Everything the file sets.
pub(super) fn read(path: &Path) -> Result<Vec<Entry>, SettingsError> {
    let text = fs::read_to_string(path).map_err(|source| SettingsError::Read { path: path.to_owned(), source })?;
    let table =
        DeTable::parse(&text).map_err(|source| SettingsError::Syntax { path: path.to_owned(), source })?.into_inner();
    let mut document = Document { path, text: &text, entries: Vec::new() };
    document.top_level(&table)?;
    Ok(document.entries)
}

struct Document<'a> {
    path: &'a Path,
    text: &'a str,
    entries: Vec<Entry>,
}

impl Document<'_> {
    fn top_level(&mut self, table: &DeTable<'_>) -> Result<(), SettingsError> {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let is_section = keys::is_section(name) || name == OPTIONS;
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
            let given = self.given(key, value);
            if self.entries.iter().any(|entry| entry.sets_option(&name)) {
                return Err(given.wrong(format!("{OPTIONS}.{name}"), "left out: the option is set twice".to_owned()));
            }
            self.entries.push(given.for_option(&name)?);
        }
        Ok(())
    }

    fn given(&self, key: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>) -> Given<'_> {
        Given {
            value: Value::deserialize(value.clone().into_deserializer()).ok(),
            text: Cow::Borrowed(&self.text[value.span()]),
            origin: self.origin(key),
        }
    }

    fn origin(&self, key: &Spanned<DeString<'_>>) -> Origin {
        let before = &self.text[..key.span().start];
        Origin::File { path: self.path.to_owned(), line: 1 + before.matches('\n').count() }
    }
}

impl Entry {
    fn sets_option(&self, name: &str) -> bool {
        matches!(&self.target, Target::Option(other) if other.eq_ignore_ascii_case(name))
    }
}
