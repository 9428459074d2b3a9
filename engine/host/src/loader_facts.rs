//! Plain data about a library that loads games from texts.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a library says of itself that loads games from texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LoaderFacts {
    /// Its id.
    pub id: String,
    /// Its name for people: one line.
    pub name: String,
    /// Its version: one word.
    pub version: String,
    /// Major and minor version of the interface it was built for.
    pub interface: (u16, u16),
    /// The suffixes of the files that it loads, without a dot.
    pub suffixes: Vec<String>,
}

impl LoaderFacts {
    /// Whether it loads this file, by its name.
    #[must_use]
    pub fn loads(&self, path: &Path) -> bool {
        let suffix = path.extension().and_then(|suffix| suffix.to_str());
        suffix.is_some_and(|suffix| self.suffixes.iter().any(|own| own == suffix))
    }

    /// The suffixes for people: `.ini and .txt`.
    #[must_use]
    pub fn files(&self) -> String {
        let named: Vec<String> = self.suffixes.iter().map(|suffix| format!(".{suffix}")).collect();
        named.join(" and ")
    }
}
