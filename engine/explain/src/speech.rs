//! The texts about a search, in the reader's language.

mod catalogue;
mod chance;
mod enter;
mod names;
mod past;
mod retold;
mod sentence;
mod summary;
mod why;

pub use catalogue::{LanguageError, environment_languages};

use crate::fraction::Fraction;
use catalogue::{Catalogue, Variable};
use plyd_rules::Turn;
use plyd_search::{win_at, win_distance};
use retold::TranslatedTexts;
use std::sync::{Arc, OnceLock};

/// The most decimals of an expectation that are shown.
const MAX_DECIMALS: usize = 9;

/// Says what happens in a search, and why.
#[derive(Clone, Debug)]
pub struct Speech {
    catalogue: Arc<Catalogue>,
    /// Made when it is asked for.
    retelling: Arc<OnceLock<Option<TranslatedTexts>>>,
}

impl Speech {
    /// In this language, by its code (`en`, `it`, `tr`, `bn`) or locale (`it_IT.UTF-8`), or in the language of the
    /// environment: the first of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` that names an available language, or
    /// English.
    ///
    /// # Errors
    /// There is no catalogue for the language; the error lists those there are.
    pub fn new(language: Option<&str>) -> Result<Self, LanguageError> {
        Ok(Self { catalogue: Arc::new(Catalogue::choose(language)?), retelling: Arc::default() })
    }

    /// The codes of all languages, in alphabetical order.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        catalogue::codes()
    }

    /// The code of the language, as pages give it (`<html lang="it">`).
    #[must_use]
    pub fn language(&self) -> &str {
        self.catalogue.code()
    }

    /// A word or phrase of a drawing or page: the message `label-KEY` of the catalogue.
    #[must_use]
    pub fn label(&self, key: &str) -> String {
        self.catalogue.message(&format!("label-{key}"), &[]).unwrap_or_else(|| key.to_owned())
    }

    /// A value or bound in short: a number with a real minus sign, an infinity, or in how many plies from the root who
    /// wins, as in +#3 for MAX. An expectation has up to four decimals if these are exact, else it is a fraction, or has
    /// up to nine decimals if its denominator is too large.
    #[must_use]
    pub fn value(&self, value: f64) -> String {
        let sign = if value < 0.0 { "\u{2212}" } else { "+" };
        match win_plies(value) {
            Some(plies) => format!("{sign}#{plies}"),
            None if is_infinite(value) => format!("{sign}\u{221e}"),
            None => match Fraction::of(value) {
                Some(fraction) => fraction.to_string().replace('-', "\u{2212}"),
                None => self.decimal(value),
            },
        }
    }

    /// A number with the decimals it needs, at most [`MAX_DECIMALS`].
    fn decimal(&self, value: f64) -> String {
        let text = format!("{:.MAX_DECIMALS$}", value.abs());
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let decimals = decimals.trim_end_matches('0');
        let number = match decimals {
            "" => whole.to_owned(),
            _ => self.say("decimal", &[("whole", whole.into()), ("decimals", decimals.into())]),
        };
        // A value that is rounded to 0 has no sign.
        if value < 0.0 && number != "0" { format!("\u{2212}{number}") } else { number }
    }

    /// A part of a whole, from 0 to 1, as a percentage with one decimal.
    #[must_use]
    pub fn percent(&self, share: f64) -> String {
        let thousandths = (share.clamp(0.0, 1.0) * 1000.0).round() as u32;
        self.say("percent", &[("whole", (thousandths / 10).into()), ("tenths", (thousandths % 10).into())])
    }

    /// The mistake in an answer about a node, and its reason.
    pub(crate) fn objection(&self, node: &str, wrong: &str, why: &str) -> String {
        let variables =
            [("node", node.to_owned().into()), ("wrong", wrong.to_owned().into()), ("why", why.to_owned().into())];
        self.say("objection", &variables).trim_end().to_owned()
    }

    /// A value, and in words who wins if that is what it means.
    fn worth(&self, value: f64) -> String {
        let short = self.value(value);
        match win_plies(value) {
            Some(plies) => {
                let winner = side(if value > 0.0 { Turn::Max } else { Turn::Min });
                self.say("win", &[("value", short.into()), ("winner", winner.into()), ("plies", plies.into())])
            }
            None => short,
        }
    }

    /// The message with this id. One that is missing shows as `{id}`, which the tests look for.
    fn say(&self, id: &str, variables: &[Variable<'_>]) -> String {
        self.catalogue.message(id, variables).unwrap_or_else(|| format!("{{{id}}}"))
    }
}

/// The players and chance are called the same in all languages.
pub(crate) fn side(turn: impl Into<Turn>) -> &'static str {
    match turn.into() {
        Turn::Max => "MAX",
        Turn::Min => "MIN",
        Turn::Chance => "CHANCE",
    }
}

/// Whether a bound says nothing: it lies beyond all values.
fn is_infinite(bound: f64) -> bool {
    bound.abs() > win_at(0).into()
}

/// In how many plies from the root somebody wins, if the value means that.
fn win_plies(value: f64) -> Option<u32> {
    let is_win = value.fract() == 0.0 && !is_infinite(value);
    win_distance(value as i32).filter(|_| is_win)
}

#[cfg(test)]
mod tests;
