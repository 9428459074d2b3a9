//! The vocabulary of settings, and the division of a text into words.

use super::{MatchSettingsError, runners};

/// Words without a `=`, which set a switch to `true`.
const SWITCHES: [&str; 3] = ["builtin", "ponder", "twosided"];

/// Whether an argument after the first one continues a list of words, because it contains a `=` or begins with a
/// switch. Switches of other runners are included, so that they are not taken for a plan but rejected with an
/// explanation.
#[must_use]
pub fn is_word(argument: &str) -> bool {
    let is_switch = |first| SWITCHES.contains(&first) || runners::is_switch(first);
    argument.contains('=') || argument.split_whitespace().next().is_none_or(is_switch)
}

/// A synonym for a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Synonym {
    /// The synonym.
    pub(super) word: &'static str,
    /// The key.
    pub(super) key: &'static str,
    /// Converts the value to one of the key; `None` if it is invalid.
    pub(super) value: fn(&str) -> Option<String>,
    /// The description of a valid value.
    pub(super) needed: &'static str,
}

/// The keys and synonyms for one kind of settings.
#[derive(Clone, Copy, Debug)]
pub struct SettingWords {
    /// The name of the subject, for error messages.
    pub(super) about: &'static str,
    /// The known keys; `option.NAME` covers all keys that begin with `option.`.
    pub(super) keys: &'static [&'static str],
    /// Synonyms for some of the keys.
    pub(super) synonyms: &'static [Synonym],
}

impl SettingWords {
    /// Splits an argument into words at blanks outside of single or double quotes. The quotes around a value or a whole
    /// word are removed.
    ///
    /// A shell removes quotes itself: `"name=My Engine"` arrives without them. Therefore an argument is one word with
    /// blanks if it contains a single `=`, does not begin with a switch, and contains no other known word. `name=A
    /// builtin depth=3` is three words.
    ///
    /// # Errors
    /// A quote is unclosed.
    pub(super) fn divide(&self, argument: &str) -> Result<Vec<String>, MatchSettingsError> {
        let pieces = split(argument)?;
        let has_one_value = pieces.iter().filter(|piece| piece.contains('=')).count() == 1;
        let is_known = |piece: &String| self.is_known(piece.split_once('=').map_or(piece, |(key, _)| key));
        match pieces.as_slice() {
            [first, more @ ..]
                if has_one_value
                    && !more.is_empty()
                    && !SWITCHES.contains(&first.as_str())
                    && !more.iter().any(is_known) =>
            {
                Ok(vec![argument.trim().to_owned()])
            }
            _ => Ok(pieces),
        }
    }

    /// Resolves a synonym to a key and a value.
    pub(super) fn plain(&self, key: &str, value: &str) -> Result<(String, String), MatchSettingsError> {
        let Some(synonym) = self.synonyms.iter().find(|synonym| synonym.word == key) else {
            return Ok((key.to_owned(), value.to_owned()));
        };
        let found = (synonym.value)(value);
        let found = found.ok_or_else(|| {
            let Synonym { word, needed, .. } = synonym;
            MatchSettingsError::new(format!("`{word}` needs {needed}, not `{value}`"))
        })?;
        Ok((synonym.key.to_owned(), found))
    }

    fn is_known(&self, key: &str) -> bool {
        if self.synonyms.iter().any(|synonym| synonym.word == key) {
            return true;
        }
        self.keys.iter().any(|known| match known.strip_suffix("NAME") {
            Some(prefix) => key.len() > prefix.len() && key.starts_with(prefix),
            None => key == *known,
        })
    }
}

/// Splits a text at blanks outside of quotes, and removes the quotes.
pub(super) fn split(text: &str) -> Result<Vec<String>, MatchSettingsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(MatchSettingsError::new(format!("a quote is not closed in `{text}`")));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGINE: SettingWords = SettingWords {
        about: "an engine",
        keys: &["name", "builtin", "cmd", "args", "dir", "option.NAME", "tc", "nodes", "depth"],
        synonyms: &[],
    };

    fn divided(argument: &str) -> Vec<String> {
        ENGINE.divide(argument).unwrap()
    }

    #[test]
    fn a_text_of_several_words_is_divided() {
        assert_eq!(divided("name=A builtin depth=6"), ["name=A", "builtin", "depth=6"]);
        assert_eq!(divided("name=A builtin"), ["name=A", "builtin"]);
        assert_eq!(divided("  tc=1\t nodes=5 "), ["tc=1", "nodes=5"]);
        assert_eq!(divided("name='My Engine'"), ["name=My Engine"]);
        assert_eq!(divided("'name=My Engine' builtin"), ["name=My Engine", "builtin"]);
        assert_eq!(divided("name=A option.Symmetry"), ["name=A", "option.Symmetry"]);
        assert!(divided(" ").is_empty());
    }

    #[test]
    fn an_argument_whose_quotes_the_shell_took_out_is_one_word() {
        for argument in [
            "name=My Engine",
            "args=-a -b",
            "args=--hash=16 -x",
            "args=-a 'b c'",
            "option.Move Overhead=5",
            "option.Book File=my own book.bin",
            "cmd=/opt/my engines/x",
        ] {
            assert_eq!(divided(argument), [argument]);
        }
        assert_eq!(divided(" name=My Engine "), ["name=My Engine"]);
    }

    /// The error must name the actual mistake.
    #[test]
    fn a_mistake_in_a_text_of_several_words_is_no_part_of_a_value() {
        assert_eq!(divided("name=A depht=3"), ["name=A", "depht=3"]);
        assert_eq!(divided("name=A builtin dpeth"), ["name=A", "builtin", "dpeth"]);
        assert_eq!(divided("builtin dpeth=3"), ["builtin", "dpeth=3"]);
        assert_eq!(divided("name=A depth"), ["name=A", "depth"]);
        assert!(ENGINE.divide("name='A").unwrap_err().to_string().contains("not closed"));
    }

    #[test]
    fn the_first_argument_without_a_word_ends_a_list() {
        for argument in ["depth=3", "name=A builtin", "builtin", "twosided", "builtin dpeth", "a=b.toml", ""] {
            assert!(is_word(argument), "{argument}");
        }
        for argument in ["plan.toml", "builtin.toml", "./builtin", "my plan"] {
            assert!(!is_word(argument), "{argument}");
        }
    }
}
