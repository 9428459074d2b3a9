//! Keys of single positions, for the tests of a game.

use super::open;
use crate::Plugin;
use std::collections::HashMap;

/// Keys that were met, each with the position it belongs to.
#[derive(Debug, Default)]
pub struct Keys(HashMap<u64, String>);

impl Keys {
    /// Adds the key of a position. The position is a text without the parts that do not affect the rest of the game.
    ///
    /// # Panics
    /// It is the key of another position too.
    #[track_caller]
    pub fn add(&mut self, key: u64, position: &str) {
        let known = self.0.entry(key).or_insert_with(|| position.to_string());
        assert_eq!(known, position, "two positions have the key {key:#018x}");
    }

    /// The number of different keys.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// The key of a setup.
///
/// # Panics
/// The game refuses it.
#[track_caller]
#[must_use]
pub fn key_of<P: Plugin>(setup: &str) -> u64 {
    let (game, state) = open::<P>(setup, "");
    game.key(&state)
}

/// Makes sure that no two of some setups have the same key.
///
/// # Panics
/// Two do.
#[track_caller]
pub fn check_keys_differ<P: Plugin>(setups: &[&str]) {
    let mut keys: HashMap<u64, &str> = HashMap::new();
    for setup in setups {
        if let Some(other) = keys.insert(key_of::<P>(setup), setup) {
            panic!("{setup} and {other} share a key");
        }
    }
}
