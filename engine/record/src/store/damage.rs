//! The damage to a record.

use crate::error::name_of_game;
use std::fmt;

/// The maximum number of game numbers in a text; beyond it only the count is given.
const MAX_NUMBERS: usize = 100;

/// The damage to a record: lost games and other lost parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    games: u64,
    numbers: Vec<i64>,
    others: Vec<String>,
}

impl Damage {
    /// Whether nothing is lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games == 0 && self.others.is_empty()
    }

    /// Adds a damaged game by its number, from 0.
    pub(crate) fn add_game(&mut self, number: i64) {
        self.games += 1;
        if self.numbers.len() < MAX_NUMBERS {
            self.numbers.push(number);
        }
    }

    /// Returns the number of damaged games.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Adds damage of another part.
    pub(crate) fn add(&mut self, what: impl Into<String>) {
        self.others.push(what.into());
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.games > 0 {
            let numbers: Vec<_> = self.numbers.iter().map(|&number| name_of_game(number)).collect();
            let more = self.games - numbers.len() as u64;
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let (games, are) = if self.games == 1 { ("game", "is") } else { ("games", "are") };
            parts.push(format!("{} {games} {are} damaged: {}{more}", self.games, numbers.join(", ")));
        }
        parts.extend(self.others.iter().cloned());
        f.write_str(&parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_told_in_a_sentence() {
        let mut damage = Damage::default();
        assert!(damage.is_empty());
        damage.add_game(4);
        assert_eq!(damage.to_string(), "1 game is damaged: 5 (number 4 in the table)");
        damage.add("2 games are missing");
        (0..200).for_each(|number| damage.add_game(number));
        let text = damage.to_string();
        assert!(text.starts_with("201 games are damaged: 5 (") && text.ends_with(" and 101 more; 2 games are missing"));
    }
}
