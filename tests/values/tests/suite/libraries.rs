//! The built libraries, loaded by the host as the daemon loads them.

use plyd_host::{Cache, Catalog, Library};
use plyd_tests::built_folder;
use std::sync::{Arc, LazyLock};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let folder = built_folder();
    let cache = Cache::new(Some(folder.join("test-library-cache")));
    Catalog::load(&[folder], cache)
});

/// The library of the game with this id.
pub(crate) fn library(id: &str) -> &'static Arc<Library> {
    CATALOG.get(id).unwrap_or_else(|| panic!("no library for {id} was built: {:?}", CATALOG.refused()))
}
