//! Rules that end a game early.

use super::key_values::KeyValues;
use super::{MatchSettingsError, SettingWords};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// The keys of the rules.
pub(super) const DRAW: SettingWords =
    SettingWords { about: "draw", keys: &["movenumber", "movecount", "score"], synonyms: &[] };
pub(super) const RESIGN: SettingWords =
    SettingWords { about: "resign", keys: &["movecount", "score", "twosided"], synonyms: &[] };

/// `draw`: both engines report a score near 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The full move number, as counted by the position, before which the rule does not apply.
    pub move_number: u32,
    /// The number of consecutive moves of each side.
    pub move_count: u32,
    /// The maximum absolute score, in points of the game.
    pub score: u32,
}

/// `resign`: a side reports a lost position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// The number of consecutive moves.
    pub move_count: u32,
    /// The minimum reported disadvantage, in points of the game.
    pub score: u32,
    /// Whether the other side must report a win for the same number of moves.
    pub two_sided: bool,
}

impl DrawRule {
    /// Reads `movenumber=N movecount=N score=N`, with the defaults of fastchess.
    ///
    /// # Errors
    /// An unknown word, or a value that is no number.
    pub fn read(mut values: KeyValues) -> Result<Self, MatchSettingsError> {
        let number = "a whole number";
        let rule = Self {
            move_number: values.take_as("movenumber", number)?.unwrap_or(0),
            move_count: read_move_count(&mut values)?,
            score: values.take_as("score", number)?.unwrap_or(0),
        };
        values.finish(&DRAW)?;
        Ok(rule)
    }
}

/// Reads the number of moves. It is at least 1, because 0 would end every game at once.
fn read_move_count(values: &mut KeyValues) -> Result<u32, MatchSettingsError> {
    Ok(values.take_as::<NonZeroU32>("movecount", "a whole number of at least 1")?.map_or(1, Into::into))
}

impl ResignRule {
    /// Reads `movecount=N score=N twosided=true|false`, with the defaults of fastchess.
    ///
    /// # Errors
    /// An unknown word, or an invalid value.
    pub fn read(mut values: KeyValues) -> Result<Self, MatchSettingsError> {
        let rule = Self {
            move_count: read_move_count(&mut values)?,
            score: values.take_as("score", "a whole number")?.unwrap_or(0),
            two_sided: values.take_as("twosided", "true or false")?.unwrap_or(false),
        };
        values.finish(&RESIGN)?;
        Ok(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_fastchess_are_understood() {
        let values = |text| KeyValues::parse(&[text], &DRAW).unwrap();
        let draw = DrawRule { move_number: 34, move_count: 8, score: 20 };
        assert_eq!(DrawRule::read(values("movenumber=34 movecount=8 score=20")), Ok(draw));
        let resigned = |text| KeyValues::parse(&[text], &RESIGN).unwrap();
        let resign = ResignRule { move_count: 3, score: 600, two_sided: true };
        assert_eq!(ResignRule::read(resigned("movecount=3 score=600 twosided=true")), Ok(resign));
        assert_eq!(ResignRule::read(resigned("twosided")).map(|rule| rule.two_sided), Ok(true));
        assert!(DrawRule::read(values("count=3")).unwrap_err().to_string().contains("no setting `count`"));
        let at_least_one = "`movecount` needs a whole number of at least 1, not `0`";
        assert!(DrawRule::read(values("movecount=0")).unwrap_err().to_string().contains(at_least_one));
        assert!(ResignRule::read(resigned("movecount=0")).unwrap_err().to_string().contains(at_least_one));
        assert!(ResignRule::read(resigned("score=-3")).unwrap_err().to_string().contains("a whole number"));
    }
}
