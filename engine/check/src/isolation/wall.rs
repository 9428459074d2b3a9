//! Which limits a process of the check has.

use crate::CheckError;
use plyd_confine::{Denial, Kind};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
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
    /// Folders that the library may read within the limits.
    pub readable: Vec<PathBuf>,
}

/// What one process does.
#[derive(Clone, Debug)]
pub struct WallJob {
    /// The library, as the user calls it.
    pub(super) file: PathBuf,
    /// The private copy that is loaded.
    pub(super) copy: PathBuf,
    /// The limits.
    pub(super) wall: Wall,
    /// The seed of its random choices.
    pub(super) seed: u64,
    /// The time for its games and searches, in whole milliseconds.
    pub(super) time: Duration,
    /// Folders that the library may read within the limits.
    pub(super) readable: Vec<PathBuf>,
}

impl WallJob {
    /// The job as arguments of a command line, which [`WallJob::read`] reads.
    #[must_use]
    pub fn arguments(&self) -> Vec<OsString> {
        let words = [self.wall.to_string(), self.seed.to_string(), self.time.as_millis().to_string()];
        let [wall, seed, time] = words.map(OsString::from);
        let paths = [&self.copy, &self.file].into_iter().chain(&self.readable);
        [wall, seed, time].into_iter().chain(paths.map(Into::into)).collect()
    }

    /// Whether its process has all limits, as that of a session has.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.wall == Wall::Whole
    }

    /// The job that these arguments tell.
    ///
    /// # Errors
    /// They tell none.
    pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Self, CheckError> {
        let arguments: Vec<OsString> = arguments.collect();
        let [wall, seed, time, copy, file, readable @ ..] = arguments.as_slice() else {
            return Err(CheckError::NoJob);
        };
        let [wall, seed, time] = [wall, seed, time].map(|word| word.to_str().unwrap_or_default());
        let number = |word: &str| word.parse().map_err(|_| CheckError::NoJob);
        Ok(Self {
            file: file.into(),
            copy: copy.into(),
            wall: wall.parse()?,
            seed: number(seed)?,
            time: Duration::from_millis(number(time)?),
            readable: readable.iter().map(Into::into).collect(),
        })
    }
}

/// The limits of one process. Its text is a word of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl FromStr for Wall {
    type Err = CheckError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let kind = |wanted: &str| KINDS.iter().find(|(_, name)| *name == wanted).map(|(kind, _)| *kind);
        let known = match text.split_once(':') {
            None if text == "without" => Some(Self::Without),
            None if text == "whole" => Some(Self::Whole),
            Some(("only", name)) => kind(name).map(|kind| Self::Only(kind, Denial::Error)),
            Some(("end", name)) => kind(name).map(|kind| Self::Only(kind, Denial::End)),
            _ => None,
        };
        known.ok_or(CheckError::NoJob)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_each_job_are_read_back_as_it() {
        let single =
            KINDS.iter().flat_map(|(kind, _)| [Denial::Error, Denial::End].map(|denial| Wall::Only(*kind, denial)));
        for wall in [Wall::Without, Wall::Whole].into_iter().chain(single) {
            let job = WallJob {
                file: "a game.so".into(),
                copy: "/a copy".into(),
                wall,
                seed: 7,
                time: Duration::from_millis(1_500),
                readable: vec!["/some data".into(), "/more".into()],
            };
            let read = WallJob::read(job.arguments().into_iter()).unwrap();
            assert_eq!(format!("{read:?}"), format!("{job:?}"));
        }
        assert!("only:nothing".parse::<Wall>().is_err());
        assert!(WallJob::read(std::iter::empty()).is_err());
    }

    #[test]
    fn kinds_are_called_as_their_protections() {
        for protection in plyd_confine::held() {
            assert!(KINDS.contains(&(protection.kind, protection.name)), "{protection:?}");
        }
    }
}
