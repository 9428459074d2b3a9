//! Games in Python: a library that loads `.py` files as games, executed by the Python installed on the machine.
//!
//! A file defines a class derived from `Game` of the module `plyd_game`, which is part of this library; README.md
//! explains how to write one. [`PythonGame`] is the type of all these games, and the loader. [`Script`] is a loaded
//! text.
//!
//! Python's library is opened through its stable ABI when the first game needs it, so the build of plyd does not depend
//! on Python. `unsafe` code is confined to four files: `api.rs` (the functions), `start.rs`, `interpreter.rs` (the
//! lock, and the threads that may use it) and `object.rs` (references under the lock). The rest uses their safe types.

mod api;
mod game;
mod interpreter;
mod object;
mod script;
mod start;

pub use game::{PythonGame, State};
pub use script::Script;
