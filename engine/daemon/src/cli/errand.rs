//! The work of a command with a library, in this process or in a child: the same code does it, and whoever asks need not
//! know where.
//!
//! What is asked is plain data, an [`Errand`]. [`Errands`] do one after another with one library, on a thread, and
//! [`Helpers`] have them done. In a child a library is not trusted: `terms` say what its process may say.

mod console;
mod helpers;
mod terms;
#[cfg(test)]
mod tests;
mod words;
mod work;

pub(super) use helpers::Helpers;
pub(super) use words::{Answer, Errand, Event, Source, Typed, Word};
pub(super) use work::{Scene, serve_command};
