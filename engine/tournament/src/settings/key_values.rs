//! Settings as keys and values, in the notation of fastchess and cutechess-cli: `name=A cmd=./engine tc=10+0.1`.

use super::MatchSettingsError;
use super::runners::find;
use super::words::SettingWords;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The settings of one subject by key. If a key is repeated, the last value counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyValues {
    items: BTreeMap<String, String>,
}

impl KeyValues {
    /// Parses words `KEY=VALUE`, or `KEY` alone for a switch, from command-line arguments or from a string in a file.
    /// An argument consists of one or more words; quotes keep spaces within a word.
    ///
    /// # Errors
    /// A quote is unclosed, or a word has no key.
    pub fn parse<Text: AsRef<str>>(arguments: &[Text], words: &SettingWords) -> Result<Self, MatchSettingsError> {
        let mut values = Self::default();
        for argument in arguments {
            values.add(&words.divide(argument.as_ref())?, words)?;
        }
        Ok(values)
    }

    /// Adds words `KEY=VALUE`, or `KEY` alone for a switch.
    pub(super) fn add(&mut self, given: &[String], words: &SettingWords) -> Result<(), MatchSettingsError> {
        given.iter().try_for_each(|word| {
            let (key, value) = word.split_once('=').unwrap_or((word, "true"));
            let (key, value) = words.plain(key, value)?;
            self.set(&key, &value)
        })
    }

    /// Reads a table; a nested table, such as `option`, yields dotted keys.
    ///
    /// # Errors
    /// A value is not a string, a number, a boolean or a list of strings.
    pub fn of_table(table: &toml::Table, words: &SettingWords) -> Result<Self, MatchSettingsError> {
        let mut values = Self::default();
        values.add_table("", table, words)?;
        Ok(values)
    }

    fn add_table(&mut self, prefix: &str, table: &toml::Table, words: &SettingWords) -> Result<(), MatchSettingsError> {
        for (key, value) in table {
            let key = format!("{prefix}{key}");
            let mut set = |value: &str| {
                let (key, value) = words.plain(&key, value)?;
                self.set(&key, &value)
            };
            match value {
                toml::Value::Table(inner) => self.add_table(&format!("{key}."), inner, words)?,
                toml::Value::String(text) => set(text)?,
                toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => set(&value.to_string())?,
                _ => {
                    return Err(MatchSettingsError::new(format!(
                        "`{key}` is neither text, a number, nor true or false"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Sets a key.
    ///
    /// # Errors
    /// The key is empty.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), MatchSettingsError> {
        if key.is_empty() {
            return Err(MatchSettingsError::new(format!("`={value}` has no key before it")));
        }
        self.items.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// Merges two sets of settings, of which `self` takes precedence.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        let mut items = others.items.clone();
        items.extend(self.items.clone());
        Self { items }
    }

    /// Converts the settings to a flat table with the same values.
    pub(super) fn into_table(self) -> toml::Table {
        self.items.into_iter().map(|(key, value)| (key, toml::Value::String(value))).collect()
    }

    /// Returns the value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.items.get(key).map(String::as_str)
    }

    /// Removes a key, and returns its value.
    pub(super) fn take(&mut self, key: &str) -> Option<String> {
        self.items.remove(key)
    }

    /// Removes a key, and parses its value; `needed` describes the valid values for the error.
    pub(super) fn take_as<T: FromStr>(&mut self, key: &str, needed: &str) -> Result<Option<T>, MatchSettingsError> {
        let Some(text) = self.take(key) else { return Ok(None) };
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(MatchSettingsError::new(format!("`{key}` needs {needed}, not `{text}`"))),
        }
    }

    /// Removes all keys with this prefix, and returns them without it.
    pub(super) fn take_prefixed(&mut self, prefix: &str) -> BTreeMap<String, String> {
        let mut taken = BTreeMap::new();
        self.items.retain(|key, value| match key.strip_prefix(prefix) {
            Some(rest) if !rest.is_empty() => taken.insert(rest.to_owned(), value.clone()).is_some(),
            _ => true,
        });
        taken
    }

    /// Rejects words of other runners. This check comes first, because otherwise the error would be that a required
    /// setting is missing.
    pub(super) fn check_origin(&self, words: &SettingWords) -> Result<(), MatchSettingsError> {
        let mut answers = self.items.keys().filter_map(|key| find(words.about, key)?.answer());
        answers.next().map_or(Ok(()), |answer| Err(MatchSettingsError::new(answer)))
    }

    /// Checks that no unknown keys remain.
    pub(super) fn finish(self, words: &SettingWords) -> Result<(), MatchSettingsError> {
        match self.items.keys().next() {
            None => Ok(()),
            Some(key) => {
                let known = words.keys.join(", ");
                let reason = format!("{} has no setting `{key}`; its settings are {known}", words.about);
                Err(MatchSettingsError::new(reason))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: SettingWords = SettingWords {
        about: "the engine",
        keys: &["name", "builtin", "args", "depth", "tc", "st", "option.NAME"],
        synonyms: &[],
    };

    fn parse(text: &str) -> Result<KeyValues, MatchSettingsError> {
        KeyValues::parse(&[text], &WORDS)
    }

    fn items(text: &str) -> Vec<(String, String)> {
        parse(text).unwrap().items.into_iter().collect()
    }

    #[test]
    fn quotes_keep_blanks_together() {
        let expected = [("args".to_owned(), "-a b".to_owned()), ("name".to_owned(), "A B".to_owned())];
        assert_eq!(items(r#"name="A B" args='-a b'"#), expected);
        assert_eq!(items(r#""name=A B"  "args=-a b""#), expected);
        assert_eq!(items("name=it\"'\"s"), [("name".to_owned(), "it's".to_owned())]);
        assert_eq!(items("builtin"), [("builtin".to_owned(), "true".to_owned())]);
        assert_eq!(items("option.X="), [("option.X".to_owned(), String::new())]);
        assert_eq!(items("  "), []);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(parse("name=\"A").unwrap_err().to_string().contains("not closed"));
        assert!(parse("=3").unwrap_err().to_string().contains("no key"));
        let error = parse("nodes=3").unwrap().finish(&SettingWords { keys: &["depth"], ..WORDS }).unwrap_err();
        assert_eq!(error.to_string(), "the engine has no setting `nodes`; its settings are depth");
        let mut words = parse("depth=deep").unwrap();
        let error = words.take_as::<u32>("depth", "a whole number").unwrap_err();
        assert_eq!(error.to_string(), "`depth` needs a whole number, not `deep`");
    }

    #[test]
    fn a_table_gives_the_same_words() {
        let table = "name = 'A B'\ndepth = 3\nst = 0.5\n[option]\nHash = 16\n'Move Overhead' = 5".parse().unwrap();
        let words = parse("'name=A B' depth=3 st=0.5 option.Hash=16 'option.Move Overhead=5'").unwrap();
        assert_eq!(KeyValues::of_table(&table, &WORDS).unwrap(), words);
    }

    #[test]
    fn own_words_come_before_common_ones() {
        let (own, each) = (parse("depth=3").unwrap(), parse("depth=5 tc=1").unwrap());
        assert_eq!(own.or(&each), parse("depth=3 tc=1").unwrap());
    }

    #[test]
    fn several_arguments_are_words_of_one_thing() {
        let several = ["name=My Engine", "builtin depth=3", "option.Move Overhead=5"];
        let one = parse("'name=My Engine' builtin depth=3 'option.Move Overhead=5'").unwrap();
        assert_eq!(KeyValues::parse(&several, &WORDS).unwrap(), one);
        assert_eq!(KeyValues::parse(&["depth=3", "depth=4"], &WORDS).unwrap(), parse("depth=4").unwrap());
    }
}
