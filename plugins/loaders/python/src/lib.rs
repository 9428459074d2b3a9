//! Games in Python: a library that makes games of `.py` files, which the Python of the machine runs.
//!
//! A file has a class that derives from `Game` of the module `plyd_game`, which this library brings along; README.md
//! explains how to write one. [`PythonGame`] is the type of all these games, and the loader. [`Script`] is one text.
//!
//! Python's library is opened when the first game needs it, by its stable interface, so nothing of Python is needed to
//! build plyd. `unsafe` is in four files: `api.rs` (the functions), `start.rs`, `interpreter.rs` (the lock, and the
//! threads that may use it) and `object.rs` (references under the lock). The rest is written with the safe types of
//! these.

mod api;
mod game;
mod interpreter;
mod object;
mod script;
mod start;

pub use game::{PythonGame, State};
pub use script::Script;
