//! The possible sizes of boards, in setups and in options.

use plyd_plugin::{OptionKind, OptionSpec, Options, SetupError};
use std::fmt;

/// The numbers of files, or of ranks, that boards can have. As text it says what a setup should have: `8`, `4 to 12`,
/// `4, 6 or 8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// This one.
    Only(u32),
    /// All from the first to the second.
    Range(u32, u32),
    /// These, at least one, in ascending order.
    OneOf(&'static [u32]),
}

impl Sizes {
    /// The smallest of them.
    #[must_use]
    pub const fn least(self) -> u32 {
        match self {
            Self::Only(size) | Self::Range(size, _) => size,
            Self::OneOf(sizes) => sizes[0],
        }
    }

    /// The largest of them.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Self::Only(size) | Self::Range(_, size) => size,
            Self::OneOf(sizes) => sizes[sizes.len() - 1],
        }
    }

    /// Whether a board can have this size.
    #[must_use]
    pub fn contains(self, size: u32) -> bool {
        match self {
            Self::Only(only) => size == only,
            Self::Range(least, most) => (least..=most).contains(&size),
            Self::OneOf(sizes) => sizes.contains(&size),
        }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Only(size) => write!(f, "{size}"),
            Self::Range(least, most) => write!(f, "{least} to {most}"),
            Self::OneOf(sizes) => {
                for (place, size) in sizes.iter().enumerate() {
                    let before = match sizes.len() - place {
                        _ if place == 0 => "",
                        1 => " or ",
                        _ => ", ",
                    };
                    write!(f, "{before}{size}")?;
                }
                Ok(())
            }
        }
    }
}

/// The boards of a game whose files and ranks are chosen apart, by the options `Files` and `Ranks` or by the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSizes {
    /// The numbers of files.
    pub files: Sizes,
    /// The numbers of ranks.
    pub ranks: Sizes,
}

impl BoardSizes {
    /// The options `Files` and `Ranks`, with what they are unless a client sets them.
    #[must_use]
    pub const fn options(self, files: u32, ranks: u32) -> [OptionSpec; 2] {
        [Self::option("Files", files, self.files), Self::option("Ranks", ranks, self.ranks)]
    }

    const fn option(name: &'static str, default: u32, sizes: Sizes) -> OptionSpec {
        let (min, max) = (sizes.least() as i64, sizes.most() as i64);
        OptionSpec { name, kind: OptionKind::Spin { default: default as i64, min, max } }
    }

    /// Makes the board of the size that the options say.
    ///
    /// # Errors
    /// The error of `make` for a size that it refuses, and which options to change.
    pub fn open<B>(options: &Options<'_>, make: impl FnOnce(u32, u32) -> Result<B, String>) -> Result<B, SetupError> {
        let size = |name| options.integer(name).and_then(|size| u32::try_from(size).ok()).unwrap_or_default();
        make(size("Files"), size("Ranks"))
            .map_err(|error| SetupError::new(format!("{error} (options Files and Ranks)")))
    }

    /// Checks a size.
    ///
    /// # Errors
    /// There is no board of this size; the text gives the possible sizes.
    pub fn check(self, files: u32, ranks: u32) -> Result<(), String> {
        if self.files.contains(files) && self.ranks.contains(ranks) {
            return Ok(());
        }
        Err(format!(
            "a board of {files} files and {ranks} ranks is out of range: it should have {} files and {} ranks",
            self.files, self.ranks
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: BoardSizes = BoardSizes { files: Sizes::Range(4, 12), ranks: Sizes::Range(3, 8) };

    #[test]
    fn sizes_tell_what_they_hold() {
        for (sizes, text, held) in [
            (Sizes::Only(3), "3", vec![3]),
            (Sizes::Range(2, 4), "2 to 4", vec![2, 3, 4]),
            (Sizes::OneOf(&[4, 6, 8]), "4, 6 or 8", vec![4, 6, 8]),
            (Sizes::OneOf(&[5, 7]), "5 or 7", vec![5, 7]),
            (Sizes::OneOf(&[9]), "9", vec![9]),
        ] {
            assert_eq!(sizes.to_string(), text);
            assert_eq!((0..20).filter(|size| sizes.contains(*size)).collect::<Vec<_>>(), held);
            assert_eq!((sizes.least(), sizes.most()), (held[0], held[held.len() - 1]));
        }
    }

    #[test]
    fn options_open_boards_or_tell_why_not() {
        const OPTIONS: &[OptionSpec] = &SIZES.options(7, 6);
        let open = |text| {
            let make = |files, ranks| SIZES.check(files, ranks).map(|()| (files, ranks));
            BoardSizes::open(&Options::new(OPTIONS, text), make).map_err(|error| error.to_string())
        };
        assert_eq!(open(""), Ok((7, 6)));
        assert_eq!(open("Files=12\nRanks=3"), Ok((12, 3)));
        let error = "a board of 13 files and 6 ranks is out of range: it should have 4 to 12 files and 3 to 8 ranks \
                     (options Files and Ranks)";
        assert_eq!(open("Files=13"), Err(error.into()));
        assert!(open("Ranks=-1").is_err());
    }
}
