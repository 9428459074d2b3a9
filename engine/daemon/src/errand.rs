//! The work of a command with a library, in this process or in a child: the same code does it, and whoever asks need not
//! know where.
//!
//! What is asked is plain data, an [`Errand`]. [`Errands`] do one after another with one library, on a thread, and
//! [`Helpers`] have them done. In a child a library is not trusted: `terms` say what its process may say.

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
    Drawing, Exercise, ExplainFlags, FormatName, OUTPUT, Opened, SEARCH, Sheet, Told, WORKSHEETS,
};
pub(crate) use game::{Game, Part, PlayFlags, Typing};
pub(crate) use helpers::Helpers;
pub(crate) use learning::{Lesson, Reader, Seen, Taught};
#[cfg(test)]
pub(crate) use table::{Solved, Worth};
pub(crate) use table::{Solving, TableBuild, TableCheck};
pub(crate) use words::{Answer, Errand, Event, Source, Typed, Word};
pub(crate) use work::{Scene, serve_command};
