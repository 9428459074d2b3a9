//! What is to be said about a file of openings although it can be used.

use plyd_foreign::one_line_of;
use plyd_formats::Warnings;
use serde::{Deserialize, Serialize};

/// So many notes are said.
const MOST: usize = 20;

/// The longest note, in characters; the name of a file is part of it.
const LONGEST: usize = 600;

/// Notes for the user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpeningNotes {
    said: Vec<String>,
    /// Those that are not said.
    more: usize,
}

impl OpeningNotes {
    pub(super) fn add(&mut self, note: String) {
        if self.said.len() < MOST {
            self.said.push(note);
        } else {
            self.more += 1;
        }
    }

    /// Adds what a reader warns of, behind what names the file and the game.
    pub(super) fn add_all(&mut self, place: &str, warnings: &Warnings) {
        warnings.kept().iter().for_each(|warning| self.add(format!("{place}, {warning}")));
        self.more += warnings.more();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// The first one.
    pub(super) fn first(&self) -> &str {
        self.said.first().map_or("", String::as_str)
    }

    /// The notes as lines. They may come from a child, whose library has a say in them.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<_> = self.said.iter().take(MOST).map(|note| one_line_of(note, LONGEST)).collect();
        if self.more > 0 {
            lines.push(format!("there are {} more notes like these about the openings", self.more));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_million_faults_says_few() {
        let mut notes = OpeningNotes::default();
        for number in 0..1_000_000 {
            notes.add(format!("{number}\nx"));
        }
        let lines = notes.lines();
        assert_eq!((lines.len(), lines[19].as_str()), (21, "19 x"));
        assert_eq!(lines[20], "there are 999980 more notes like these about the openings");
    }
}
