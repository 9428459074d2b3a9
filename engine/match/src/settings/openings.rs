use super::key_values::KeyValues;
use super::{SettingsError, Words};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;

/// The starting points of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// A file with an opening a line; `None`: the start position of the game.
    pub file: Option<String>,
    /// In which order.
    pub order: OpeningOrder,
    /// The number of the first line, from 1, in file order.
    pub start: u64,
    /// The number of random legal moves after the opening.
    pub random_plies: u32,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// The words of openings.
pub(super) const OPENINGS: Words = Words { about: "openings", keys: &["file", "format", "order", "start"] };

/// The names of formats in fastchess. plyd detects the format itself.
const FORMATS: [&str; 4] = ["auto", "fen", "epd", "moves"];

impl OpeningSettings {
    /// Reads `file=NAME format=auto|fen|epd|moves order=sequential|random start=N`.
    ///
    /// # Errors
    /// An unknown word, a value that makes no sense, or no file.
    pub fn read(mut values: KeyValues) -> Result<Self, SettingsError> {
        let file = values.take("file").filter(|file| !file.is_empty());
        let file = file.ok_or_else(|| SettingsError::new("openings need a file=NAME"))?;
        if let Some(format) = values.take("format").filter(|format| !FORMATS.contains(&format.as_str())) {
            let formats = FORMATS.join(", ");
            return Err(SettingsError::new(format!("the format of openings is one of {formats}, not `{format}`")));
        }
        let order = match values.take("order").as_deref() {
            None | Some("sequential") => OpeningOrder::Sequential,
            Some("random") => OpeningOrder::Random,
            Some(other) => {
                return Err(SettingsError::new(format!(
                    "the order of openings is sequential or random, not `{other}`"
                )));
            }
        };
        let start = values.take_as::<NonZeroU64>("start", "a whole number of at least 1")?.map_or(1, Into::into);
        values.finish(&OPENINGS)?;
        Ok(Self { file: Some(file), order, start, random_plies: 0 })
    }
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
            OpeningSettings { file: Some("book.epd".into()), order: OpeningOrder::Random, start: 5, random_plies: 0 }
        );
        assert!(read("order=random").unwrap_err().contains("file=NAME"));
        assert!(read("file=x format=pgn").unwrap_err().contains("not `pgn`"));
        assert!(read("file=x start=0").unwrap_err().contains("`start` needs a whole number of at least 1, not `0`"));
        assert!(read("file=x order=odd").unwrap_err().contains("not `odd`"));
    }
}
