//! The language in which a command prints texts about games.

use plyd_explain::environment_languages;

/// The language of the flag, or the languages of the environment, in order of preference.
pub(super) fn languages(flag: Option<&str>) -> Vec<String> {
    flag.map_or_else(environment_languages, |language| vec![language.to_owned()])
}
