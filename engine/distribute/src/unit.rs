//! A unit of work: what one worker plays at a time.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The number of a unit in its run. A unit that is published again has a new one.
pub type UnitId = u64;

/// Encounters that follow each other, which one worker plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its number.
    pub id: UnitId,
    /// The first encounter.
    pub first: u64,
    /// The number of encounters, at least 1.
    pub count: u64,
    /// How often these were published before.
    pub attempt: u32,
    /// Workers that must not play it: theirs are the results that it is compared with, or they have ended with it again
    /// and again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoid: Vec<String>,
}

impl Unit {
    /// Its encounters.
    #[must_use]
    pub fn encounters(&self) -> Range<u64> {
        self.first..self.first.saturating_add(self.count)
    }
}
