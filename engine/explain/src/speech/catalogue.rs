//! The languages: one file of messages each, compiled in, and the choice among them.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_langneg::{NegotiationStrategy, negotiate_languages};
use include_dir::{Dir, include_dir};
use std::env;
use std::fmt;
use unic_langid::LanguageIdentifier;

/// A file `CODE.ftl` for each language.
static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/languages");

/// The texts of games and errors in each language, in such a file too.
static RETOLD: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/retold");

/// The language of those whose own has no catalogue.
pub(super) const FALLBACK: &str = "en";

/// Why there are no words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LanguageError {
    /// There is no catalogue for the language.
    #[error("there is no language {wanted:?}; the languages are {}", known.join(", "))]
    Unknown {
        /// The requested language.
        wanted: String,
        /// The codes that there are.
        known: Vec<String>,
    },
    /// A catalogue is not written in Fluent's syntax.
    #[error("the catalogue {language}.ftl is faulty: {fault}")]
    Faulty {
        /// The code of its language.
        language: String,
        /// The first fault.
        fault: String,
    },
}

/// The messages of one language.
pub(crate) struct Catalogue {
    code: String,
    bundle: FluentBundle<FluentResource>,
}

/// A variable of a message.
pub(crate) type Variable<'a> = (&'a str, FluentValue<'a>);

impl Catalogue {
    /// Of the language with this code, written as in `it`, `it-IT` or `it_IT.UTF-8`, or of the environment's.
    pub(crate) fn choose(wanted: Option<&str>) -> Result<Self, LanguageError> {
        let Some(wanted) = wanted else {
            let asked = environment_languages();
            return Self::read(&FILES, nearest(asked.iter().map(String::as_str)).unwrap_or(FALLBACK));
        };
        match nearest([wanted]) {
            Some(code) => Self::read(&FILES, code),
            None => {
                let known = codes().map(str::to_owned).collect();
                Err(LanguageError::Unknown { wanted: wanted.to_owned(), known })
            }
        }
    }

    /// Of the texts that are told again in the language with this code.
    pub(super) fn of_retold(code: &str) -> Result<Self, LanguageError> {
        Self::read(&RETOLD, code)
    }

    /// The ids of all of them, in the order of the file.
    pub(super) fn ids_of_retold() -> impl Iterator<Item = &'static str> {
        let text = RETOLD.get_file(format!("{FALLBACK}.ftl")).and_then(|file| file.contents_utf8());
        let id = |line: &'static str| {
            line.split_once(" = ").map(|(id, _)| id).filter(|id| id.starts_with(|sign: char| sign.is_ascii_lowercase()))
        };
        text.unwrap_or_default().lines().filter_map(id)
    }

    fn read(folder: &Dir<'static>, code: &str) -> Result<Self, LanguageError> {
        let faulty = |fault: String| LanguageError::Faulty { language: code.to_owned(), fault };
        let file = folder.get_file(format!("{code}.ftl")).and_then(|file| file.contents_utf8());
        let text = file.ok_or_else(|| faulty("it is not text".to_owned()))?.to_owned();
        let resource = FluentResource::try_new(text)
            .map_err(|(_, errors)| faulty(errors.first().map(ToString::to_string).unwrap_or_default()))?;
        let language: LanguageIdentifier = code.parse().map_err(|error| faulty(format!("{error:?}")))?;
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // The marks that keep scripts of two directions apart would be seen in terminals.
        bundle.set_use_isolating(false);
        bundle
            .add_resource(resource)
            .map_err(|errors| faulty(errors.first().map(ToString::to_string).unwrap_or_default()))?;
        Ok(Self { code: code.to_owned(), bundle })
    }

    /// The code of the language.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// A message with its variables; `None` if there is none with this id. Lines of the file that belong together are
    /// joined by blanks.
    pub(crate) fn message(&self, id: &str, variables: &[Variable<'_>]) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let arguments: FluentArgs<'_> = variables.iter().map(|(name, value)| (*name, value.clone())).collect();
        // A variable that is missing stays in the text as `{$name}`; the tests look for that.
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&arguments), &mut errors).replace('\n', " "))
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("code", &self.code).finish_non_exhaustive()
    }
}

/// The codes of all languages, in alphabetical order.
pub(super) fn codes() -> impl Iterator<Item = &'static str> {
    let stems = FILES.files().filter_map(|file| file.path().file_name()?.to_str()?.strip_suffix(".ftl"));
    let mut codes: Vec<&str> = stems.collect();
    codes.sort_unstable();
    codes.into_iter()
}

/// The code of the catalogue for the first of these languages that there is one for.
fn nearest<'a>(wanted: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    let parse = |text: &str| text.parse::<LanguageIdentifier>().ok();
    // `tr_TR.UTF-8@modifier` is `tr_TR` with an encoding.
    let plain = |text: &'a str| text.split(['.', '@']).next().unwrap_or_default();
    let wanted: Vec<LanguageIdentifier> = wanted.into_iter().filter_map(|text| parse(plain(text))).collect();
    let available: Vec<(&str, LanguageIdentifier)> = codes().filter_map(|code| Some((code, parse(code)?))).collect();
    let languages: Vec<LanguageIdentifier> = available.iter().map(|(_, language)| language.clone()).collect();
    let found = negotiate_languages(&wanted, &languages, None, NegotiationStrategy::Matching);
    let first = *found.first()?;
    available.iter().find(|(_, language)| language == first).map(|(code, _)| *code)
}

/// The languages of the environment, in order of preference. As in gettext, the locales `C` and `POSIX` ask for no
/// language, regardless of the other variables.
#[must_use]
pub fn environment_languages() -> Vec<String> {
    let is_plain = |locale: &str| matches!(locale, "C" | "POSIX");
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    if locale.into_iter().find(|value| !value.is_empty()).is_some_and(|value| is_plain(&value)) {
        return Vec::new();
    }
    sys_locale::get_locales().take_while(|locale| !is_plain(locale)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Catalogue, LanguageError, codes, nearest};

    #[test]
    fn there_are_the_languages_of_the_tutorials() {
        assert_eq!(codes().collect::<Vec<_>>(), ["bn", "en", "it", "tr"]);
    }

    #[test]
    fn languages_are_known_as_locales_too() {
        let cases = [
            ("it", "it"),
            ("IT", "it"),
            ("it-IT", "it"),
            ("it_CH", "it"),
            ("tr_TR.UTF-8", "tr"),
            ("bn_BD@euro", "bn"),
            ("en-GB", "en"),
        ];
        for (wanted, code) in cases {
            assert_eq!(nearest([wanted]), Some(code), "{wanted}");
        }
        assert_eq!(nearest(["de", "fr_FR", "tr", "it"]), Some("tr"), "the first that there is");
    }

    #[test]
    fn an_unknown_language_is_told_what_there_is() {
        for wanted in ["de", "", "x", "italiano!", "und"] {
            let error = Catalogue::choose(Some(wanted)).unwrap_err();
            let known = ["bn", "en", "it", "tr"].map(str::to_owned).to_vec();
            assert_eq!(error, LanguageError::Unknown { wanted: wanted.to_owned(), known });
            assert!(error.to_string().ends_with("the languages are bn, en, it, tr"), "{error}");
        }
    }
}
