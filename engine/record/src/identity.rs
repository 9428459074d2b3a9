//! The players and the referee of a match, which must be unchanged when the match is resumed.

use plyd_host::ContentHash;
use plyd_tournament::settings::MatchSettings;
use serde::{Deserialize, Serialize};

/// The players and the referee of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchIdentity {
    /// The version of plyd and the commit it was built from.
    pub plyd: String,
    /// The library of the game.
    pub library: LibraryIdentity,
    /// The engines, in the order of the settings.
    pub engines: Vec<EngineIdentity>,
    /// The tablebases of the game for built-in engines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tablebases: Vec<TablebaseIdentity>,
}

/// A tablebase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablebaseIdentity {
    /// The file name without folders.
    pub name: String,
    /// The digest of its checksums.
    pub hash: ContentHash,
}

/// The library of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryIdentity {
    /// The id of the game.
    pub id: String,
    /// The version declared by the library.
    pub version: String,
    /// The digest of the library file.
    pub hash: ContentHash,
}

/// A network that evaluates positions for a built-in engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkIdentity {
    /// The file name without folders.
    pub name: String,
    /// The digest of the file.
    pub hash: ContentHash,
}

/// The identity of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineIdentity {
    /// The digest of the program file; `None` for a built-in engine, for one behind a network connection, and if no
    /// file was found.
    pub hash: Option<ContentHash>,
    /// The name that it reports (`id name`), if it was asked.
    pub version: Option<String>,
    /// The network of a built-in engine, if it uses one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkIdentity>,
}

impl MatchIdentity {
    /// Lists the changes, one sentence each. An engine version that is unknown on either side matches any.
    pub(crate) fn changes(&self, now: &Self, settings: &MatchSettings) -> Vec<String> {
        let mut changes = Vec::new();
        if self.plyd != now.plyd {
            changes.push(format!("plyd was {} and is {} now", self.plyd, now.plyd));
        }
        if self.library != now.library {
            changes.push(format!("the library of the game was {} and is {} now", self.library, now.library));
        }
        if self.tablebases != now.tablebases {
            let [before, now] = [&self.tablebases, &now.tablebases].map(|tables| list(tables));
            changes.push(format!("the tablebases were {before} and are {now} now"));
        }
        for (engine, (before, now)) in settings.engines.iter().zip(self.engines.iter().zip(&now.engines)) {
            let name = &engine.name;
            if before.hash != now.hash {
                let [before, now] = [before, now].map(|engine| short_hash(engine.hash.as_ref()));
                changes.push(format!("the program of engine {name} was {before} and is {now} now"));
            }
            if before.network != now.network {
                let [before, now] = [before, now].map(|engine| named(engine.network.as_ref()));
                changes.push(format!("the network of engine {name} was {before} and is {now} now"));
            }
            if let (Some(before), Some(now)) = (&before.version, &now.version)
                && before != now
            {
                changes.push(format!("engine {name} was `{before}` and is `{now}` now"));
            }
        }
        changes
    }
}

impl std::fmt::Display for LibraryIdentity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ({})", self.id, self.version, short_hash(Some(&self.hash)))
    }
}

/// Describes the tablebases.
fn list(tablebases: &[TablebaseIdentity]) -> String {
    if tablebases.is_empty() {
        return "none".into();
    }
    let each = |TablebaseIdentity { name, hash }: &TablebaseIdentity| format!("{name} ({})", short_hash(Some(hash)));
    tablebases.iter().map(each).collect::<Vec<_>>().join(", ")
}

/// Describes a network.
fn named(network: Option<&NetworkIdentity>) -> String {
    network.map_or_else(|| "none".into(), |network| format!("{} ({})", network.name, short_hash(Some(&network.hash))))
}

/// Shortens a hash for comparison at a glance.
#[must_use]
pub fn short_hash(hash: Option<&ContentHash>) -> String {
    hash.map_or_else(|| "without a file".to_owned(), |hash| format!("SHA-256 {:.12}...", hash.to_string()))
}
