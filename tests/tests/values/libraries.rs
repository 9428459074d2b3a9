//! The built libraries, loaded by the host as the daemon loads them.

use plyd_host::{Cache, Catalog, Library};
use plyd_plugin::abi::SEARCH_BUILD;
use plyd_tests::{PluginFolder, built_folder, of_another_build};
use std::collections::HashMap;
use std::fs;
use std::sync::{Arc, LazyLock, Mutex};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let folder = built_folder();
    let cache = Cache::new(Some(folder.join("test-library-cache")));
    Catalog::load(&[folder], cache)
});

/// The library of the game with this id.
pub(crate) fn library(id: &str) -> &'static Arc<Library> {
    CATALOG.get(id).unwrap_or_else(|| panic!("no library for {id} was built: {:?}", CATALOG.refused()))
}

/// The same, but with the textbook search of another build inside, so that it is asked about every node.
pub(crate) fn library_by_step(id: &'static str) -> Arc<Library> {
    static LIBRARIES: LazyLock<Mutex<HashMap<&str, Arc<Library>>>> = LazyLock::default();
    let mut libraries = LIBRARIES.lock().expect("nobody panics in between");
    let load = || {
        let folder = PluginFolder::new(&[]);
        fs::write(folder.library(id), of_another_build(id, SEARCH_BUILD)).expect("the folder can be written");
        let catalog = Catalog::load(&[folder.path().to_path_buf()], Cache::new(None));
        let library = catalog.get(id).unwrap_or_else(|| panic!("{id} is not loaded: {:?}", catalog.refused()));
        Arc::clone(library)
    };
    Arc::clone(libraries.entry(id).or_insert_with(load))
}
