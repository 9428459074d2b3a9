//! What people call the two players of a game.

use crate::declaration::{Breach, DeclarationError};
use crate::text::{check_declared, readable};
use plyd_plugin::abi::SidesExtension;
use plyd_rules::Player;
use serde::{Deserialize, Serialize};

/// The longest name of a side, in bytes.
const LONGEST_NAME: usize = 40;

/// The names of the players, for people: two words that differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideNames {
    names: [String; 2],
}

impl Default for SideNames {
    /// Those of a game that names no sides.
    fn default() -> Self {
        Self { names: ["First".to_owned(), "Second".to_owned()] }
    }
}

impl SideNames {
    /// The name of a player.
    #[must_use]
    pub fn name(&self, player: Player) -> &str {
        let [first, second] = &self.names;
        if player == Player::Max { first } else { second }
    }

    /// Checks the names.
    pub(crate) fn check(&self) -> Result<(), DeclarationError> {
        for name in &self.names {
            check_declared(name, LONGEST_NAME).map_err(|breach| breach.of("the name of a side"))?;
            if name.contains(char::is_whitespace) {
                let rule = Breach::rule("; the name of a side is one word");
                return Err(rule.of(format!("the name `{name}` of a side")));
            }
        }
        let [first, second] = &self.names;
        if first.to_lowercase() == second.to_lowercase() {
            let rule = Breach::rule("; their names differ, also if upper and lower case do not count");
            return Err(rule.of(format!("the name `{second}` for both sides")));
        }
        Ok(())
    }
}

/// Reads and checks the names.
///
/// # Safety
/// The texts of the structure are readable, null, empty or too long.
pub(super) unsafe fn read_sides(sides: &SidesExtension) -> Result<SideNames, DeclarationError> {
    let mut names = [String::new(), String::new()];
    for (name, given) in names.iter_mut().zip([sides.first, sides.second]) {
        // SAFETY: by this function's contract.
        let text = unsafe { readable(given, LONGEST_NAME) };
        *name = text.map_err(|breach| breach.of("the name of a side"))?;
    }
    let sides = SideNames { names };
    sides.check()?;
    Ok(sides)
}
