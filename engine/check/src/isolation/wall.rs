//! Which limits a process of the check has.

use plyd_confine::{Denial, Kind};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The library to examine within the limits, and how.
#[derive(Debug)]
pub struct WallRequest {
    /// The library.
    pub file: PathBuf,
    /// The seed of all random choices; `None` for one of the clock.
    pub seed: Option<u64>,
    /// The time for everything.
    pub time: Duration,
    /// Folders that the library may read within the limits.
    pub readable: Vec<PathBuf>,
}

/// The limits of one process. It is sent as its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) enum Wall {
    /// None.
    Without,
    /// All, as a session of a server has them.
    Whole,
    /// One, which is an error or ends the process.
    Only(Kind, Denial),
}

const KINDS: [(Kind, &str); 12] = [
    (Kind::Privileges, "privileges"),
    (Kind::Memory, "memory"),
    (Kind::Descriptors, "descriptors"),
    (Kind::Threads, "threads"),
    (Kind::Core, "core"),
    (Kind::Reading, "reading"),
    (Kind::Writing, "writing"),
    (Kind::Processes, "processes"),
    (Kind::Network, "network"),
    (Kind::Signals, "signals"),
    (Kind::Others, "others"),
    (Kind::Kernel, "kernel"),
];

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |wanted: Kind| KINDS.iter().find(|(kind, _)| *kind == wanted).map_or("", |(_, name)| name);
        match self {
            Self::Without => f.write_str("without"),
            Self::Whole => f.write_str("whole"),
            Self::Only(kind, Denial::Error) => write!(f, "only:{}", name(*kind)),
            Self::Only(kind, Denial::End) => write!(f, "end:{}", name(*kind)),
        }
    }
}

impl From<Wall> for String {
    fn from(wall: Wall) -> Self {
        wall.to_string()
    }
}

impl TryFrom<String> for Wall {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let kind = |wanted: &str| KINDS.iter().find(|(_, name)| *name == wanted).map(|(kind, _)| *kind);
        let known = match text.split_once(':') {
            None if text == "without" => Some(Self::Without),
            None if text == "whole" => Some(Self::Whole),
            Some(("only", name)) => kind(name).map(|kind| Self::Only(kind, Denial::Error)),
            Some(("end", name)) => kind(name).map(|kind| Self::Only(kind, Denial::End)),
            _ => None,
        };
        known.ok_or_else(|| format!("no limits: {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_each_wall_is_read_back_as_it() {
        let single =
            KINDS.iter().flat_map(|(kind, _)| [Denial::Error, Denial::End].map(|denial| Wall::Only(*kind, denial)));
        for wall in [Wall::Without, Wall::Whole].into_iter().chain(single) {
            assert_eq!(Wall::try_from(String::from(wall)), Ok(wall));
        }
        assert!(Wall::try_from("only:nothing".to_owned()).is_err());
    }

    #[test]
    fn kinds_are_called_as_their_protections() {
        for protection in plyd_confine::held() {
            assert!(KINDS.contains(&(protection.kind, protection.name)), "{protection:?}");
        }
    }
}
