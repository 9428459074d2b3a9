//! What is to be said about a text although it can be read.

use plyd_formats::{Place, Warnings};

/// Notes, each with its place. Text of others can have a million faults, so that only the first ones are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordNotes {
    pub(super) kept: Vec<(Place, String)>,
    /// Those that are not kept.
    pub(super) more: usize,
}

impl RecordNotes {
    pub(super) fn add(&mut self, place: Place, text: String) {
        if self.kept.len() < Warnings::MOST {
            self.kept.push((place, text));
        } else {
            self.more += 1;
        }
    }

    /// Adds what a reader warns of.
    pub(super) fn add_all(&mut self, warnings: &Warnings) {
        warnings.kept().iter().for_each(|warning| self.add(warning.place, warning.text.clone()));
        self.more += warnings.more();
    }

    /// The same in the order of the text.
    pub(super) fn sorted(mut self) -> Self {
        self.kept.sort_by_key(|&(place, _)| place);
        self
    }
}
