//! The games that come with plyd, as libraries.

use plyd_host::testing::linked;
use plyd_host::{Catalog, Library};
use std::sync::{Arc, LazyLock};

macro_rules! libraries {
    ($($name:ident $game:ty),*) => {
        vec![$(linked::<$game>()),*]
    };
}

/// Checked once a process.
static GAMES: LazyLock<Vec<Arc<Library>>> = LazyLock::new(|| each_game!(libraries));

/// All games that come with plyd but those in C.
///
/// # Panics
/// One of them does not pass the checks of a library.
#[must_use]
pub fn catalog() -> Catalog {
    plyd_host::testing::catalog(GAMES.iter().cloned())
}
