use super::key_values::KeyValues;
use super::{MatchSettingsError, SettingWords};
use crate::random::Random;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU32, NonZeroU64};

/// The starting points of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// The opening file; `None` for the start position of the game.
    pub file: Option<String>,
    /// The format of the file.
    #[serde(default)]
    pub format: OpeningFormat,
    /// The order of the openings.
    pub order: OpeningOrder,
    /// The number of the first opening, from 1, in file order.
    pub start: u64,
    /// The number of plies to play from each opening; `None` for all, or [`BOOK_PLIES`](OpeningSettings::BOOK_PLIES)
    /// from a book.
    #[serde(default)]
    pub plies: Option<u32>,
    /// The number of random legal moves after the opening.
    pub random_plies: u32,
    /// Whether the whole file must be valid and comply with its standard before the first game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
}

/// The formats of opening files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningFormat {
    /// One opening per line: a setup, an EPD line, or moves.
    #[default]
    Lines,
    /// Games in PGN.
    Pgn,
    /// A Polyglot book.
    Polyglot,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// The keys of opening settings.
pub(super) const OPENINGS: SettingWords =
    SettingWords { about: "openings", keys: &["file", "format", "order", "start", "plies"], synonyms: &[] };

/// The names of formats, most of which fastchess uses too. plyd detects the kind of each line itself.
const FORMATS: [(&str, OpeningFormat); 5] = [
    ("fen", OpeningFormat::Lines),
    ("epd", OpeningFormat::Lines),
    ("moves", OpeningFormat::Lines),
    ("pgn", OpeningFormat::Pgn),
    ("polyglot", OpeningFormat::Polyglot),
];

impl OpeningFormat {
    /// Parses the name of a format; `auto`, or no name, selects by the file extension.
    fn read(name: Option<&str>, file: &str) -> Result<Self, MatchSettingsError> {
        let Some(name) = name.filter(|&name| name != "auto") else {
            let end = file.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
            return Ok(match end.as_deref() {
                Some("pgn") => Self::Pgn,
                Some("bin") => Self::Polyglot,
                _ => Self::Lines,
            });
        };
        let found = FORMATS.iter().find(|(known, _)| *known == name);
        found.map(|&(_, format)| format).ok_or_else(|| {
            let formats = FORMATS.map(|(name, _)| name).join(", ");
            MatchSettingsError::new(format!("the format of openings is one of auto, {formats}, not `{name}`"))
        })
    }
}

impl OpeningSettings {
    /// The default number of plies from a book.
    pub const BOOK_PLIES: u32 = 8;

    /// Reads `file=NAME format=auto|fen|epd|moves|pgn|polyglot order=sequential|random start=N plies=N`.
    ///
    /// # Errors
    /// An unknown word, an invalid value, or no file.
    pub fn read(mut values: KeyValues) -> Result<Self, MatchSettingsError> {
        values.check_origin(&OPENINGS)?;
        let file = values.take("file").filter(|file| !file.is_empty());
        let file = file.ok_or_else(|| MatchSettingsError::new("openings need a file=NAME"))?;
        let format = OpeningFormat::read(values.take("format").as_deref(), &file)?;
        let order = values.take("order");
        let first = values.take_as::<NonZeroU64>("start", "a whole number of at least 1")?;
        let plies = values.take_as::<NonZeroU32>("plies", "a whole number of at least 1")?.map(Into::into);
        if format == OpeningFormat::Polyglot && (order.as_deref() == Some("sequential") || first.is_some()) {
            return Err(MatchSettingsError::new(
                "a Polyglot book has no first opening and no order: each round draws a line by the weights of the book; \
                 leave out `start`, and `order` unless it is random",
            ));
        }
        if format == OpeningFormat::Lines && plies.is_some() {
            return Err(MatchSettingsError::new("`plies` is for openings from PGN files and Polyglot books only"));
        }
        let order = match order.as_deref() {
            None if format == OpeningFormat::Polyglot => OpeningOrder::Random,
            None | Some("sequential") => OpeningOrder::Sequential,
            Some("random") => OpeningOrder::Random,
            Some(other) => {
                return Err(MatchSettingsError::new(format!(
                    "the order of openings is sequential or random, not `{other}`"
                )));
            }
        };
        let start = first.map_or(1, Into::into);
        values.finish(&OPENINGS)?;
        Ok(Self { file: Some(file), format, order, start, plies, random_plies: 0, strict: false })
    }
}

/// The use of the seed that shuffles openings; rounds, which count from 0, use the other ones.
const SHUFFLE: u64 = u64::MAX;

/// Returns the indices of a list of openings in the order of play.
#[must_use]
pub fn opening_order(count: usize, settings: &OpeningSettings, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.rotate_left((settings.start.saturating_sub(1) % count.max(1) as u64) as usize);
    if settings.order == OpeningOrder::Random {
        Random::for_part(seed, SHUFFLE).shuffle(&mut order);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_fastchess_are_understood() {
        let read = |text| {
            OpeningSettings::read(KeyValues::parse(&[text], &OPENINGS).unwrap()).map_err(|error| error.to_string())
        };
        let openings = read("file=book.epd format=epd order=random start=5").unwrap();
        assert_eq!(
            openings,
            OpeningSettings {
                file: Some("book.epd".into()),
                format: OpeningFormat::Lines,
                order: OpeningOrder::Random,
                start: 5,
                plies: None,
                random_plies: 0,
                strict: false,
            }
        );
        let format = |words| read(words).unwrap().format;
        for (words, expected) in [
            ("file=a.PGN", OpeningFormat::Pgn),
            ("file=a.bin", OpeningFormat::Polyglot),
            ("file=a.pgn format=moves", OpeningFormat::Lines),
            ("file=a format=polyglot order=random", OpeningFormat::Polyglot),
            ("file=a.b/pgn format=auto", OpeningFormat::Lines),
        ] {
            assert_eq!(format(words), expected, "{words}");
        }
        assert_eq!(read("file=a.pgn plies=12").unwrap().plies, Some(12));
        assert_eq!(read("file=a.bin").unwrap().order, OpeningOrder::Random);
        assert!(read("file=a.bin start=2").unwrap_err().contains("no first opening"));
        assert!(read("file=a.bin order=sequential").unwrap_err().contains("no order"));
        assert!(read("file=a.epd plies=2").unwrap_err().contains("PGN files and Polyglot books only"));
        assert!(read("order=random").unwrap_err().contains("file=NAME"));
        assert!(read("file=x format=png").unwrap_err().contains("not `png`"));
        assert!(read("file=x start=0").unwrap_err().contains("`start` needs a whole number of at least 1, not `0`"));
        assert!(read("file=x order=odd").unwrap_err().contains("not `odd`"));
    }
}
