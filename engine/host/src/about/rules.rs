//! The rules for texts about games.

use super::{AboutTexts, FALLBACK, LanguageTexts, OptionTexts};
use crate::option::{GameOption, GameOptionKind};
use plyd_foreign::is_forbidden;

/// The most lines of a text that may have several.
const MOST_LINES: usize = 10;
/// The longest code of a language, in bytes.
const LONGEST_CODE: usize = 16;

// The longest texts, in characters: a letter has more bytes in some scripts than in others.
const LONGEST_SIDE: usize = 40;
const LONGEST_LABEL: usize = 100;
const LONGEST_FACT: usize = 200;
const LONGEST_SENTENCE: usize = 400;
const LONGEST_MOVES: usize = 1_000;
const LONGEST_RULES: usize = 2_500;

/// Whether a text is the code of a language: `en`, or with more parts as in `pt-br`.
pub(super) fn is_language(code: &str) -> bool {
    let mut parts = code.split('-');
    let language = parts.next().unwrap_or_default();
    code.len() <= LONGEST_CODE
        && (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_lowercase())
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

impl AboutTexts {
    /// Whether it follows the rules, and fits a game with these options. The error continues a sentence that begins
    /// with the text.
    pub(super) fn check(&self, options: &[GameOption]) -> Result<(), String> {
        for (key, value) in [("author", &self.author), ("licence", &self.licence), ("home", &self.home)] {
            line(key, value.as_deref(), LONGEST_FACT)?;
        }
        if let Some(licence) = self.licence.as_deref().filter(|licence| !is_expression(licence)) {
            return Err(format!("has the licence `{licence}`; it is an SPDX expression, such as `MIT OR Apache-2.0`"));
        }
        let is_address = |home: &&str| {
            let rest = ["https://", "http://"].iter().find_map(|scheme| home.strip_prefix(scheme));
            rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
        };
        if let Some(home) = self.home.as_deref().filter(|home| !is_address(home)) {
            return Err(format!("has the home `{home}`; it is an address that begins with `https://` or `http://`"));
        }
        if !self.languages.contains_key(FALLBACK) {
            return Err(format!("has no texts in English: `[{FALLBACK}]` is missing"));
        }
        for (language, texts) in &self.languages {
            texts.check(options).map_err(|fault| format!("in `{language}` {fault}"))?;
        }
        Ok(())
    }
}

impl LanguageTexts {
    fn check(&self, options: &[GameOption]) -> Result<(), String> {
        line("name", self.name.as_deref(), LONGEST_LABEL)?;
        for side in self.sides.iter().flatten() {
            line("sides", Some(side), LONGEST_SIDE)?;
        }
        match self.sides.as_deref() {
            Some([first, second]) if first == second => return Err(format!("calls both sides `{first}`")),
            None | Some([_, _]) => {}
            Some(sides) => return Err(format!("names {} sides; a game has two", sides.len())),
        }
        lines("rules", self.rules.as_deref(), LONGEST_RULES)?;
        lines("moves", self.moves.as_deref(), LONGEST_MOVES)?;
        for (name, texts) in &self.options {
            let option = options.iter().find(|option| option.name == *name);
            let option =
                option.ok_or_else(|| format!("has the option `{name}`, but the game has none of that name"))?;
            texts.check(option).map_err(|fault| format!("of the option `{name}` {fault}"))?;
        }
        Ok(())
    }
}

impl OptionTexts {
    fn check(&self, option: &GameOption) -> Result<(), String> {
        line("label", self.label.as_deref(), LONGEST_LABEL)?;
        line("about", self.about.as_deref(), LONGEST_SENTENCE)?;
        let choices: &[String] = match &option.kind {
            GameOptionKind::Combo { choices, .. } => choices,
            GameOptionKind::Check { .. } | GameOptionKind::Spin { .. } => &[],
        };
        for (choice, text) in &self.choices {
            if !choices.contains(choice) {
                return Err(format!("has the choice `{choice}`, but the option has no such choice"));
            }
            line(choice, Some(text), LONGEST_LABEL)?;
        }
        Ok(())
    }
}

/// Whether a text has no other characters than an SPDX expression.
fn is_expression(licence: &str) -> bool {
    licence.chars().all(|c| c.is_ascii_alphanumeric() || " .-+:()".contains(c))
}

/// Checks a text of one line.
fn line(key: &str, text: Option<&str>, longest: usize) -> Result<(), String> {
    let Some(text) = text else { return Ok(()) };
    characters(key, text, longest, |c| !is_forbidden(c))?;
    if text.trim() == text { Ok(()) } else { Err(format!("has a `{key}` that begins or ends with a blank")) }
}

/// Checks a text of several lines.
fn lines(key: &str, text: Option<&str>, longest: usize) -> Result<(), String> {
    let Some(text) = text else { return Ok(()) };
    characters(key, text, longest, |c| c == '\n' || !is_forbidden(c))?;
    match text.lines().count() {
        ..=MOST_LINES => Ok(()),
        count => Err(format!("has `{key}` of {count} lines, more than {MOST_LINES}")),
    }
}

fn characters(key: &str, text: &str, longest: usize, is_allowed: impl Fn(char) -> bool) -> Result<(), String> {
    match text.chars().count() {
        0 => return Err(format!("has an empty `{key}`")),
        count if count > longest => {
            return Err(format!("has a `{key}` of {count} characters, more than {longest}"));
        }
        _ => {}
    }
    match text.chars().find(|&c| !is_allowed(c)) {
        Some(found) => Err(format!("has the control character {found:?} in `{key}`")),
        None => Ok(()),
    }
}
