//! Files and texts that others have made, and files that others read.
//!
//! A file may be a pipe without a writer, a device without an end, or of any size: [`open_regular`] and [`read`] have
//! an answer for each. [`check_access`] is the one place that says who may change a file or a folder that plyd relies
//! on. [`create`] and [`append`] make files, with the permissions that the user's umask allows, not a library's umask.
//! A text may pretend to be another line of a log, or turn what a terminal shows around: [`one_line`], [`excerpt`] and
//! [`told`] are the ways to show it, and [`shown`] is the way for the name of a file. [`cell`] is the one way into a
//! table, and [`bytes`] into a message.
//!
//! Architecture Invariant: this crate knows nothing of games, sessions or matches, so that every other may use it.
//!
#![doc = include_str!("../README.md")]

mod access;
mod beginning;
pub mod bytes;
mod cell;
mod file;
mod made;
mod text;

pub use access::{ExposedFile, NeededAccess, check_access, check_way};
pub use beginning::{absolute, first_folder, note_beginning, restore_beginning};
pub use cell::cell;
pub use file::{
    HAND_WRITTEN, UnreadableFile, bytes_of, open_private, open_private_or_pipe, open_regular, read, read_text, text_of,
};
pub use made::{append, create, keep_private, read_and_append, share};
pub use text::{OneLine, excerpt, is_forbidden, json, one_line, one_line_of, shown, told};
