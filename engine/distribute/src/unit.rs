//! A unit of work for one worker.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The number of a unit within its run. A republished unit gets a new one.
pub type UnitId = u64;

/// Consecutive encounters, which one worker plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The number of the unit.
    pub id: UnitId,
    /// The first encounter.
    pub first: u64,
    /// The number of encounters, at least 1.
    pub count: u64,
    /// The number of earlier publications of these encounters.
    pub attempt: u32,
    /// The workers that must not play the unit, because their results are compared with it, or because they repeatedly
    /// crashed on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoid: Vec<String>,
}

impl Unit {
    /// Returns the encounters of the unit.
    #[must_use]
    pub fn encounters(&self) -> Range<u64> {
        self.first..self.first.saturating_add(self.count)
    }
}
