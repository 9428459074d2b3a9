//! Names of nodes and leaves.

use crate::tokens::is_numeric_start;
use plyd_scripts::is_in_word;
use std::collections::HashSet;

/// The maximum number of characters in a name.
pub(crate) const MAX_NAME: usize = 100;

/// Words that are reserved because they have a meaning in setups or in answers about a tree.
const TAKEN: [&str; 6] = ["max", "min", "chance", ROOT, "none", "moves"];

/// The name that every root has.
const ROOT: &str = "root";

/// The names of the nodes of a tree, by place.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The named places in ascending order, with their names.
    names: Vec<(u32, String)>,
    /// The same names as a set, to detect duplicates quickly.
    taken: HashSet<String>,
}

impl Names {
    /// Names a node whose place is greater than those already named. The error text continues a sentence that begins
    /// with the name.
    pub(crate) fn add(&mut self, place: u32, name: &str) -> Result<(), String> {
        // Programs name the root `root`, and so do the answers about a tree, so this name needs no entry.
        if place == 0 && name.eq_ignore_ascii_case(ROOT) {
            return Ok(());
        }
        if !is_name(name) {
            return Err(format!(
                "is not a valid name: a name has letters, digits, _ and ', at most {MAX_NAME}, begins with no digit, and \
                 is none of {}",
                TAKEN.join(", ")
            ));
        }
        if !self.taken.insert(name.to_owned()) {
            return Err("is the name of another node already".into());
        }
        self.names.push((place, name.to_owned()));
        Ok(())
    }

    /// The name of the node at a place, if it has one.
    pub(crate) fn get(&self, place: u32) -> Option<&str> {
        let index = self.names.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        Some(&self.names[index].1)
    }
}

/// Whether a word is a valid name.
pub(crate) fn is_name(word: &str) -> bool {
    let is_taken = TAKEN.iter().any(|taken| word.eq_ignore_ascii_case(taken));
    let begins = word.starts_with(|sign: char| sign.is_alphabetic() || matches!(sign, '_' | '\''));
    is_word(word) && begins && !is_numeric_start(word) && !is_taken && word.chars().count() <= MAX_NAME
}

/// Whether all characters of a text are allowed in names.
pub(crate) fn is_word(text: &str) -> bool {
    text.chars().all(|sign| is_in_word(sign) || matches!(sign, '_' | '\''))
}
