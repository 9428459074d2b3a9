//! The person's part in a game.

use plyd_host::SideNames;
use plyd_rules::Player;

const FIRST: &str = "first";
const SECOND: &str = "second";

/// The side of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PersonSide {
    /// One player; the engine plays the other.
    One(Player),
    /// Both players; the engine only keeps the rules.
    Both,
    /// Neither; the engine plays itself.
    Neither,
}

/// The game has no such side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no side `{given}`; use {names}both or none")]
pub(crate) struct WrongSide {
    given: String,
    /// Each with a comma and a blank.
    names: String,
}

impl PersonSide {
    /// Reads a part, in upper or lower case. The names of the game come first.
    pub(crate) fn read(text: &str, sides: &SideNames) -> Result<Self, WrongSide> {
        let given = text.to_lowercase();
        let names = [Player::Max, Player::Min].map(|player| sides.name(player).to_lowercase());
        Ok(match given.as_str() {
            name if name == names[0] => Self::One(Player::Max),
            name if name == names[1] => Self::One(Player::Min),
            FIRST => Self::One(Player::Max),
            SECOND => Self::One(Player::Min),
            "both" => Self::Both,
            "none" => Self::Neither,
            _ => {
                let mut words = names.to_vec();
                words.extend([FIRST, SECOND].map(str::to_owned).into_iter().filter(|word| !names.contains(word)));
                let names = words.iter().map(|word| format!("{word}, ")).collect();
                return Err(WrongSide { given: text.to_owned(), names });
            }
        })
    }

    /// Whether the person moves for this player.
    pub(crate) fn has(self, player: Player) -> bool {
        match self {
            Self::One(own) => own == player,
            Self::Both => true,
            Self::Neither => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_words() {
        let sides = SideNames::default();
        for (text, part) in [
            ("first", PersonSide::One(Player::Max)),
            ("SECOND", PersonSide::One(Player::Min)),
            ("Both", PersonSide::Both),
            ("none", PersonSide::Neither),
        ] {
            assert_eq!(PersonSide::read(text, &sides), Ok(part));
        }
        assert_eq!(
            PersonSide::read("white", &sides).unwrap_err().to_string(),
            "there is no side `white`; use first, second, both or none"
        );
    }
}
