//! What `plyd games` prints about one game: the texts of its library for people.

use super::super::command_language::languages;
use plyd_host::{GameTexts, Library, OptionTexts};
use serde::Serialize;
use std::fmt;

/// The texts about a game in one language.
#[derive(Debug, Serialize)]
pub(super) struct LocalizedTexts {
    #[serde(flatten)]
    texts: GameTexts,
    /// Why the library's text is not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

impl LocalizedTexts {
    /// The texts of a library, in this language or the environment's.
    pub(super) fn new(library: &Library, language: Option<&str>) -> Self {
        let languages = languages(language);
        let fault = library.about().err().map(|fault| format!("the text about the game {fault}"));
        Self { texts: library.texts(languages.iter().map(String::as_str)), fault }
    }
}

impl fmt::Display for LocalizedTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameTexts { name, sides: [first, second], rules, moves, options, author, licence, home, .. } = &self.texts;
        writeln!(f, "  name    {name}\n  sides   {first}, {second}")?;
        for (key, fact) in [("author", author), ("licence", licence), ("home", home), ("fault", &self.fault)] {
            if let Some(fact) = fact {
                writeln!(f, "  {key:<8}{fact}")?;
            }
        }
        for paragraph in [rules, moves].into_iter().flatten() {
            writeln!(f, "\n{paragraph}")?;
        }
        for (index, (option, OptionTexts { label, about, choices })) in options.iter().enumerate() {
            let start = if index == 0 { "\n" } else { "" };
            writeln!(f, "{start}{option}: {}", label.as_ref().unwrap_or(option))?;
            if let Some(about) = about {
                writeln!(f, "  {about}")?;
            }
            for (choice, text) in choices {
                writeln!(f, "  {choice}: {text}")?;
            }
        }
        Ok(())
    }
}
