//! The built libraries with the textbook search of another build inside, which the host does not use.

use plyd_host::{Cache, Catalog, Library};
use plyd_plugin::abi::SEARCH_BUILD;
use plyd_tests::{PluginFolder, of_another_build};
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};

/// The library of the game with this id, which is asked about every node.
pub(crate) fn library_by_step(id: &'static str) -> Arc<Library> {
    static LIBRARIES: Mutex<BTreeMap<&str, Arc<Library>>> = Mutex::new(BTreeMap::new());
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
