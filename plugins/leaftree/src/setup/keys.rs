//! Settings of a setup, such as `b=3`.

use crate::random::Random;
use crate::tokens::{Placed, Tokens};
use crate::uniform::MAX_BRANCHING;
use plyd_plugin::{SetupError, UTILITY_LIMIT};
use plyd_scripts::plain;

/// A setting: its name, its meaning, and the range of its values.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    meaning: &'static str,
    least: i128,
    most: i128,
    /// The default value; a setting without a default is required.
    pub(crate) default: Option<i128>,
}

pub(crate) const BRANCHING: Key = Key {
    name: "b",
    meaning: "the number of children of each node",
    least: 2,
    most: MAX_BRANCHING as i128,
    default: Some(2),
};
/// The depth of a random tree. Its effective limit is the number of leaves, which depends on the branching.
pub(crate) const DEPTH: Key =
    Key { name: "depth", meaning: "the plies to the leaves", least: 0, most: u32::MAX as i128, default: None };
pub(crate) const SEED: Key =
    Key { name: "seed", meaning: "the start of the generator", least: 0, most: u64::MAX as i128, default: Some(0) };
pub(crate) const LOW: Key = Key {
    name: "low",
    meaning: "the smallest value",
    least: -UTILITY_LIMIT as i128,
    most: UTILITY_LIMIT as i128,
    default: Some(Random::DEFAULT_LOW as i128),
};
pub(crate) const HIGH: Key =
    Key { name: "high", meaning: "the largest value", default: Some(Random::DEFAULT_HIGH as i128), ..LOW };

impl Key {
    /// Parses `value`, which is part of the token `placed`.
    pub(crate) fn read(&self, tokens: &Tokens<'_>, placed: Placed<'_>, value: &str) -> Result<i128, SetupError> {
        let number = plain(value).parse().ok().filter(|number| (self.least..=self.most).contains(number));
        number.ok_or_else(|| {
            let Self { name, meaning, least, most, .. } = self;
            tokens.error(placed, &format!("is wrong: {name}, {meaning}, is a number from {least} to {most}"))
        })
    }
}
