//! Which limits a process of the check has.

use plyd_confine::{Denial, Kind};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
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
}

/// What one process does.
#[derive(Clone, Copy, Debug)]
pub struct WallJob<'a> {
    /// The library, as the user calls it.
    pub file: &'a Path,
    /// The private copy that is loaded.
    pub copy: &'a Path,
    /// The limits.
    pub wall: Wall,
    /// The seed of its random choices.
    pub seed: u64,
    /// The time for its games and searches, in whole milliseconds.
    pub time: Duration,
}

/// The limits of one process. Its text is a word of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wall {
    /// None.
    Without,
    /// All, as a session of a server has them.
    Whole,
    /// One, which is an error or ends the process.
    Only(Kind, Denial),
}

const KINDS: [(Kind, &str); 11] = [
    (Kind::Privileges, "privileges"),
    (Kind::Memory, "memory"),
    (Kind::Descriptors, "descriptors"),
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

impl FromStr for Wall {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let kind = |wanted: &str| KINDS.iter().find(|(_, name)| *name == wanted).map(|(kind, _)| *kind);
        let known = match text.split_once(':') {
            None if text == "without" => Some(Self::Without),
            None if text == "whole" => Some(Self::Whole),
            Some(("only", name)) => kind(name).map(|kind| Self::Only(kind, Denial::Error)),
            Some(("end", name)) => kind(name).map(|kind| Self::Only(kind, Denial::End)),
            _ => None,
        };
        known.ok_or_else(|| format!("there are no limits called `{text}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_each_wall_is_read_back_as_it() {
        let single =
            KINDS.iter().flat_map(|(kind, _)| [Denial::Error, Denial::End].map(|denial| Wall::Only(*kind, denial)));
        for wall in [Wall::Without, Wall::Whole].into_iter().chain(single) {
            assert_eq!(wall.to_string().parse(), Ok(wall));
        }
        assert!("only:nothing".parse::<Wall>().is_err());
    }

    #[test]
    fn kinds_are_called_as_their_protections() {
        for protection in plyd_confine::held() {
            assert!(KINDS.contains(&(protection.kind, protection.name)), "{protection:?}");
        }
    }
}
