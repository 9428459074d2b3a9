//! The texts about a search, in the reader's language.

mod catalogue;
mod enter;
mod names;
mod past;
mod sentence;
mod why;

pub use catalogue::LanguageError;
pub(crate) use names::is_tree;

use catalogue::{Catalogue, Variable};
use plyd_rules::Player;
use plyd_search::{win_at, win_distance};

/// Says what happens in a search, and why.
#[derive(Debug)]
pub struct Speech {
    catalogue: Catalogue,
}

impl Speech {
    /// In this language, by its code (`en`, `it`, `tr`, `bn`) or locale (`it_IT.UTF-8`), or in the language of the
    /// environment: the first of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` that names an available language, or
    /// English.
    ///
    /// # Errors
    /// There is no catalogue for the language; the error lists those there are.
    pub fn new(language: Option<&str>) -> Result<Self, LanguageError> {
        Ok(Self { catalogue: Catalogue::choose(language)? })
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
    /// wins, as in +#3 for MAX.
    #[must_use]
    pub fn value(&self, value: i32) -> String {
        let sign = if value < 0 { "\u{2212}" } else { "" };
        match win_distance(value) {
            Some(plies) => format!("{}#{plies}", if value < 0 { sign } else { "+" }),
            None if is_infinite(value) => format!("{}\u{221e}", if value < 0 { sign } else { "+" }),
            None => format!("{sign}{}", value.unsigned_abs()),
        }
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
    fn worth(&self, value: i32) -> String {
        let short = self.value(value);
        match win_distance(value) {
            Some(plies) => {
                let winner = side(if value > 0 { Player::Max } else { Player::Min });
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

/// The players are called the same in all languages.
fn side(player: Player) -> &'static str {
    match player {
        Player::Max => "MAX",
        Player::Min => "MIN",
    }
}

/// Whether a bound says nothing: it lies beyond all values.
fn is_infinite(bound: i32) -> bool {
    bound.unsigned_abs() > win_at(0).unsigned_abs()
}

#[cfg(test)]
mod tests;
