//! The options that a game declares.

use crate::declaration::{Breach, DeclarationError};
use crate::text::check_declared;
use serde::{Deserialize, Serialize};

/// Words at which clients split option lines, so that no name or value may contain them.
const FORBIDDEN: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];
const LONGEST: usize = 64;
/// The most options of a game.
pub(crate) const MOST_OPTIONS: usize = 256;
/// The longest meaning of a parameter, in bytes.
pub(crate) const LONGEST_MEANING: usize = 200;
/// The most choices of an option.
pub(crate) const MOST_CHOICES: usize = 256;

/// One option of a game, checked. Clients see it as `<game>.<name>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameOption {
    /// The name within the game; no other option of the game has it in upper or lower case.
    pub name: String,
    /// Kind, range and default.
    pub kind: GameOptionKind,
    /// Of a number of the heuristic, which no rule depends on, what it means; empty if the game does not say. `None` of
    /// all other options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
}

/// The kind, range and default of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum GameOptionKind {
    /// A switch.
    Check {
        /// Its value until it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Its value until it is set, within `min` and `max`.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Its value until it is set, one of `choices`.
        default: String,
        /// All values; no two are equal in upper or lower case.
        choices: Vec<String>,
    },
}

/// Why a value was refused: names the option and what it takes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(String);

impl GameOption {
    /// Whether it is a number of the heuristic: it changes what positions are worth, and never the rules.
    #[must_use]
    pub fn is_parameter(&self) -> bool {
        self.parameter.is_some()
    }

    /// The text of the default value.
    #[must_use]
    pub fn default_text(&self) -> String {
        match &self.kind {
            GameOptionKind::Check { default } => default.to_string(),
            GameOptionKind::Spin { default, .. } => default.to_string(),
            GameOptionKind::Combo { default, .. } => default.clone(),
        }
    }

    /// The value in the game's spelling, if the option accepts it. Upper and lower case are the same.
    ///
    /// # Errors
    /// Says what the option takes.
    pub fn accept(&self, value: &str) -> Result<String, OptionError> {
        let value = value.trim();
        let (accepted, takes) = match &self.kind {
            GameOptionKind::Check { .. } => {
                let known = ["true", "false"].into_iter().find(|known| known.eq_ignore_ascii_case(value));
                (known.map(String::from), "true or false".to_string())
            }
            GameOptionKind::Spin { min, max, .. } => {
                let number = value.parse::<i64>().ok().filter(|number| (min..=max).contains(&number));
                (number.map(|number| number.to_string()), format!("a whole number from {min} to {max}"))
            }
            GameOptionKind::Combo { choices, .. } => {
                let known = choices.iter().find(|known| known.eq_ignore_ascii_case(value));
                (known.cloned(), format!("one of: {}", choices.join(", ")))
            }
        };
        accepted.ok_or_else(|| OptionError(format!("`{}` takes {takes}; not `{value}`", self.name)))
    }

    /// Checks what a library declared.
    fn check(&self) -> Result<(), DeclarationError> {
        let name = &self.name;
        check_words(name, " ").map_err(|breach| breach.of(format!("the option name `{name}`")))?;
        if let Some(meaning) = self.parameter.as_ref().filter(|meaning| !meaning.is_empty()) {
            let of = |breach: Breach| breach.of(format!("the parameter `{name}` with a meaning"));
            check_declared(meaning, LONGEST_MEANING).map_err(of)?;
        }
        if self.is_parameter() && !matches!(self.kind, GameOptionKind::Spin { .. }) {
            return Err(Breach::rule(", which has no range").of(format!("the parameter `{name}`")));
        }
        match &self.kind {
            GameOptionKind::Check { .. } => Ok(()),
            &GameOptionKind::Spin { default, min, max } => {
                if (min..=max).contains(&default) {
                    Ok(())
                } else {
                    Err(Breach::Range { min, max }.of(format!("the option `{name}` with the default {default}")))
                }
            }
            GameOptionKind::Combo { choices, .. } if choices.len() > MOST_CHOICES => {
                Err(Breach::TooMany(MOST_CHOICES).of(format!("the option `{name}` with {} choices", choices.len())))
            }
            GameOptionKind::Combo { default, choices } => {
                for choice in choices {
                    check_words(choice, "")
                        .map_err(|breach| breach.of(format!("the option `{name}` with the choice `{choice}`")))?;
                }
                if let Some(twice) = first_repeated(choices.iter().map(String::as_str)) {
                    return Err(Breach::rule(" twice").of(format!("the option `{name}` with the choice `{twice}`")));
                }
                if choices.contains(default) {
                    Ok(())
                } else {
                    let rule = format!(", which is not one of: {}", choices.join(", "));
                    Err(Breach::Rule(rule).of(format!("the option `{name}` with the default `{default}`")))
                }
            }
        }
    }
}

/// Checks all options that a library declared.
pub(crate) fn check_options(options: &[GameOption]) -> Result<(), DeclarationError> {
    if options.len() > MOST_OPTIONS {
        return Err(Breach::TooMany(MOST_OPTIONS).of(format!("{} options", options.len())));
    }
    options.iter().try_for_each(GameOption::check)?;
    match first_repeated(options.iter().map(|option| option.name.as_str())) {
        Some(name) => Err(Breach::rule(" twice").of(format!("the option `{name}`"))),
        None => Ok(()),
    }
}

/// The first text that came before, be it in upper or lower case.
fn first_repeated<'a>(texts: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = std::collections::HashSet::new();
    texts.into_iter().find(|text| !seen.insert(text.to_ascii_lowercase()))
}

/// Checks that a text consists of words that are allowed in an option line, separated by `separator`, unless it is
/// empty.
fn check_words(text: &str, separator: &str) -> Result<(), Breach> {
    if text.len() > LONGEST {
        return Err(Breach::Rule(format!(", which is longer than {LONGEST} bytes")));
    }
    let words = if separator.is_empty() { vec![text] } else { text.split(separator).collect() };
    for word in words {
        if word.is_empty() {
            return Err(Breach::rule(", which has an empty word"));
        }
        if let Some(found) = word.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-.+".contains(*c)) {
            let rule = format!(", which contains {found:?}; allowed are letters, digits and `_`, `-`, `.`, `+`");
            return Err(Breach::Rule(rule));
        }
        if let Some(found) = FORBIDDEN.iter().find(|forbidden| forbidden.eq_ignore_ascii_case(word)) {
            let rule = format!(", which contains the word `{found}`, at which clients split option lines");
            return Err(Breach::Rule(rule));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, kind: GameOptionKind) -> GameOption {
        GameOption { name: name.into(), kind, parameter: None }
    }

    fn combo(default: &str, choices: &[&str]) -> GameOption {
        let choices = choices.iter().map(ToString::to_string).collect();
        option("Rules", GameOptionKind::Combo { default: default.into(), choices })
    }

    fn spin(default: i64, min: i64, max: i64) -> GameOption {
        option("Houses", GameOptionKind::Spin { default, min, max })
    }

    #[test]
    fn a_value_is_taken_in_the_spelling_of_the_game() {
        let check = option("Empty Capture", GameOptionKind::Check { default: true });
        assert_eq!(check.accept("False"), Ok("false".into()));
        assert_eq!(spin(6, 1, 12).accept(" 007"), Ok("7".into()));
        assert_eq!(combo("Old", &["Old", "New"]).accept("new"), Ok("New".into()));
        assert_eq!(check.default_text(), "true");
    }

    #[test]
    fn a_value_out_of_range_says_what_would_be_right() {
        let refusal = |option: GameOption, value| option.accept(value).unwrap_err().to_string();
        assert_eq!(refusal(spin(6, 1, 12), "13"), "`Houses` takes a whole number from 1 to 12; not `13`");
        assert_eq!(refusal(spin(6, 1, 12), "1e3"), "`Houses` takes a whole number from 1 to 12; not `1e3`");
        assert_eq!(refusal(combo("a", &["a", "b"]), ""), "`Rules` takes one of: a, b; not ``");
        let check = option("Flag", GameOptionKind::Check { default: true });
        assert_eq!(refusal(check, "1"), "`Flag` takes true or false; not `1`");
    }

    #[test]
    fn sound_declarations_pass() {
        for option in [
            option("Variant Minimum", GameOptionKind::Check { default: false }),
            spin(6, 6, 6),
            spin(i64::MIN, i64::MIN, i64::MAX),
            combo("v1.0", &["v1.0", "b_2", "c++"]),
        ] {
            assert_eq!(option.check(), Ok(()));
        }
    }

    #[test]
    fn a_parameter_is_a_number_with_a_meaning_of_one_line() {
        let parameter = |meaning: &str, kind| GameOption { parameter: Some(meaning.into()), ..option("Loose", kind) };
        let number = GameOptionKind::Spin { default: 3, min: 0, max: 9 };
        let refusal = |option: GameOption| option.check().map_err(|error| error.to_string());
        assert_eq!(
            [refusal(parameter("", number.clone())), refusal(parameter("a pawn", number.clone()))],
            [Ok(()), Ok(())]
        );
        assert_eq!(
            refusal(parameter("a\npawn", number)).unwrap_err(),
            "the parameter `Loose` with a meaning with the control character '\\n'"
        );
        let check = GameOptionKind::Check { default: true };
        assert_eq!(refusal(parameter("", check)).unwrap_err(), "the parameter `Loose`, which has no range");
    }

    #[test]
    fn declarations_that_clients_cannot_read_are_refused() {
        let long = "x".repeat(65);
        for name in ["", " a", "a  b", "a=b", "a\nb", "Max", "the value", "é", &long] {
            assert!(option(name, GameOptionKind::Check { default: true }).check().is_err(), "{name:?}");
        }
        for wrong in [spin(0, 1, 12), spin(13, 1, 12), spin(5, 12, 1), combo("c", &["a", "b"]), combo("", &[])] {
            assert!(wrong.check().is_err(), "{wrong:?}");
        }
        for choices in [["a", "b c"], ["a", "A"], ["a", "var"], ["a", ""]] {
            assert!(combo("a", &choices).check().is_err(), "{choices:?}");
        }
        assert_eq!(
            spin(13, 1, 12).check().unwrap_err().to_string(),
            "the option `Houses` with the default 13, which is not from 1 to 12"
        );
    }
}
