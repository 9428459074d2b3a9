//! Tests of a loaded game, on a table in this process.

use super::*;
use crate::test_game::{Heap, leaked};
use plyd_plugin::{Options, Plugin};
use std::path::Path;

fn library() -> Arc<Library> {
    // SAFETY: a table of the SDK, kept for ever.
    unsafe { Library::from_table(Path::new("heap"), leaked(|_| {})) }.unwrap()
}

fn open(setup: &str) -> LoadedGame {
    library().open(setup, &[]).unwrap()
}
