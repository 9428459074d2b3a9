//! The games, linked statically.

use plyd_host::{Catalog, Library};
use std::sync::{Arc, LazyLock};

static CATALOG: LazyLock<Catalog> = LazyLock::new(plyd_linked::catalog);

/// The library of the game with this id.
pub(crate) fn library(id: &str) -> &'static Arc<Library> {
    CATALOG.get(id).unwrap_or_else(|| panic!("no game {id} is linked"))
}
