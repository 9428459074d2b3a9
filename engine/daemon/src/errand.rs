//! The work of a command with a library, in this process or in a child: the same code does it, and whoever asks need not
//! know where.
//!
//! What is asked is plain data, an [`Errand`]. [`Errands`] do one after another with one library, on a thread, and
//! [`ErrandWorkers`] have them done. In a child a library is not trusted: `terms` say what its process may say.

mod console;
mod explanation;
mod game;
mod go_record;
mod helpers;
mod learning;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod words;
mod work;

pub(crate) use explanation::{
    Exercise, ExplainFlags, ExplanationOrder, ExplanationText, FormatName, OUTPUT, OptionsAndPosition, SEARCH, Sheet,
    WORKSHEETS,
};
pub(crate) use game::{GameToPlay, PersonSide, PlayFlags, Typing};
pub(crate) use helpers::ErrandWorkers;
pub(crate) use learning::{LearningFacts, Lesson, PlayedPosition, TrainingPositionReader};
pub(crate) use table::{SolveEvent, TableBuild, TableCheck};
#[cfg(test)]
pub(crate) use table::{SolvedSummary, WorthJson};
pub(crate) use words::{Errand, ErrandEvent, ErrandResult, GameSource, TypedInput, Word};
pub(crate) use work::{ErrandContext, serve_command};
