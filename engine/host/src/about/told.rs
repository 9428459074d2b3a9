//! The texts of a game in one language.

use super::{AboutTexts, FALLBACK, LanguageTexts, OptionTexts};
use serde::Serialize;
use std::collections::BTreeMap;

/// What people read of a game, in one language as far as the library has it: what it lacks there is in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameTexts {
    /// The id of the game.
    pub game: String,
    /// The code of the language; `en` if the library has none of those that were asked for.
    pub language: String,
    /// The codes of all languages that the library has texts in.
    pub languages: Vec<String>,
    /// The name, by default the library's.
    pub name: String,
    /// What the first and the second player are called, by default as the library has it.
    pub sides: [String; 2],
    /// The rules: at most ten lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// How a move is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// The options that there are texts of, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionTexts>,
    /// Who wrote the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The library's licence: an SPDX expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The address of the library's home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
}

impl GameTexts {
    /// Those of the game with this id, of a library that calls the game and its sides so by itself, for people who read
    /// these languages, the most wanted first.
    pub(crate) fn new<'a>(
        (id, own_name, own_sides): (&str, &str, [&str; 2]),
        about: AboutTexts,
        wanted: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let AboutTexts { author, licence, home, mut languages } = about;
        let codes: Vec<String> = languages.keys().cloned().collect();
        let language = wanted.into_iter().find_map(|wanted| nearest(wanted, &codes)).unwrap_or(FALLBACK).to_owned();
        let english = languages.remove(FALLBACK).unwrap_or_default();
        let texts = languages.remove(&language).unwrap_or_default();
        let LanguageTexts { name, sides, rules, moves, options } = texts.or(english);
        Self {
            game: id.to_owned(),
            language,
            languages: codes,
            name: name.unwrap_or_else(|| own_name.to_owned()),
            sides: sides.and_then(|sides| sides.try_into().ok()).unwrap_or(own_sides.map(str::to_owned)),
            rules,
            moves,
            options,
            author,
            licence,
            home,
        }
    }
}

impl LanguageTexts {
    /// These texts; where one is missing, the others' text.
    fn or(self, others: Self) -> Self {
        let mut options = others.options;
        for (name, own) in self.options {
            let other = options.remove(&name).unwrap_or_default();
            options.insert(name, own.or(other));
        }
        Self {
            name: self.name.or(others.name),
            sides: self.sides.or(others.sides),
            rules: self.rules.or(others.rules),
            moves: self.moves.or(others.moves),
            options,
        }
    }
}

impl OptionTexts {
    fn or(self, others: Self) -> Self {
        let mut choices = others.choices;
        choices.extend(self.choices);
        Self { label: self.label.or(others.label), about: self.about.or(others.about), choices }
    }
}

/// Of these codes the one of a language that is written as in `it`, `it-IT` or `it_IT.UTF-8`: the same one, or that
/// without its last parts.
fn nearest<'a>(wanted: &str, codes: &'a [String]) -> Option<&'a str> {
    // `tr_TR.UTF-8@modifier` is `tr-tr` with an encoding.
    let plain = wanted.split(['.', '@']).next().unwrap_or_default().to_ascii_lowercase().replace('_', "-");
    let mut code = plain.as_str();
    loop {
        if let Some(found) = codes.iter().find(|known| *known == code) {
            return Some(found);
        }
        code = code.rsplit_once('-')?.0;
    }
}
