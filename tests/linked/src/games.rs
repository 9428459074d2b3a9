//! Libraries of the games shipped with plyd.

use plyd_host::testing::linked;
use plyd_host::{Catalog, Library};
use std::sync::{Arc, LazyLock};

macro_rules! libraries {
    ($($name:ident $game:ty),*) => {
        vec![$(linked::<$game>()),*]
    };
}

/// The libraries, which are checked once per process.
static GAMES: LazyLock<Vec<Arc<Library>>> = LazyLock::new(|| each_game!(libraries));

/// Returns all games shipped with plyd except those in C.
///
/// # Panics
/// One of the games fails the checks of a library.
#[must_use]
pub fn catalog() -> Catalog {
    plyd_host::testing::catalog(GAMES.iter().cloned())
}
