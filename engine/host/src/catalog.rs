//! The libraries that were found.

use crate::{Cache, Library, LoadError};
use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All games that were found, and all files that were refused.
#[derive(Debug, Default)]
pub struct Catalog {
    games: Vec<Arc<Library>>,
    refused: Vec<Refusal>,
}

/// A file that looked like a library and was not taken.
#[derive(Debug)]
pub struct Refusal {
    /// The file.
    pub path: PathBuf,
    /// Why; the text continues a sentence that begins with the path.
    pub reason: LoadError,
}

impl Catalog {
    /// Loads every library of these folders: those of an earlier folder first, within a folder in the order of their names.
    /// Of two with one id the first is kept.
    #[must_use]
    pub fn load(folders: &[PathBuf], cache: &Cache) -> Self {
        let mut catalog = Self::default();
        for folder in folders {
            match libraries_in(folder) {
                Ok(paths) => paths.into_iter().for_each(|path| {
                    let loaded = Library::load(&path, cache);
                    catalog.add(path, loaded);
                }),
                Err(reason) => tracing::warn!("the plugin folder {} cannot be read: {reason}", folder.display()),
            }
        }
        catalog
    }

    /// The games, sorted by id.
    #[must_use]
    pub fn games(&self) -> &[Arc<Library>] {
        &self.games
    }

    /// The game with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<Library>> {
        self.games.binary_search_by(|game| game.id().cmp(id)).ok().map(|index| &self.games[index])
    }

    /// The files that were refused, in the order in which they were found.
    #[must_use]
    pub fn refused(&self) -> &[Refusal] {
        &self.refused
    }

    fn add(&mut self, path: PathBuf, loaded: Result<Arc<Library>, LoadError>) {
        let result = loaded.and_then(|game| match self.games.binary_search_by(|other| other.id().cmp(game.id())) {
            Ok(index) => {
                let first = self.games[index].path().to_path_buf();
                Err(LoadError::Duplicate { id: game.id().into(), first })
            }
            Err(index) => {
                tracing::debug!("{} is {} {}", path.display(), game.id(), game.version());
                self.games.insert(index, game);
                Ok(())
            }
        });
        if let Err(reason) = result {
            self.refused.push(Refusal { path, reason });
        }
    }
}

/// The files of a folder that are named like libraries, sorted.
fn libraries_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Follows links, and leaves out what cannot be read to its end, such as a pipe.
        if path.extension().is_some_and(|extension| extension == DLL_EXTENSION) && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{declared, leaked};

    fn library(path: &str, id: &'static str) -> Result<Arc<Library>, LoadError> {
        // SAFETY: tables of the SDK, kept for ever.
        unsafe { Library::from_table(Path::new(path), declared(id, "Heap", "1")) }
    }

    #[test]
    fn games_are_sorted_and_found_by_id() {
        let mut catalog = Catalog::default();
        for id in ["nim", "chess", "heap"] {
            catalog.add(id.into(), library(id, id));
        }
        assert_eq!(catalog.games().iter().map(|game| game.id()).collect::<Vec<_>>(), ["chess", "heap", "nim"]);
        assert_eq!(catalog.get("heap").unwrap().path(), Path::new("heap"));
        assert!(catalog.get("go").is_none() && catalog.refused().is_empty());
    }

    #[test]
    fn the_first_of_two_with_one_id_is_kept() {
        let mut catalog = Catalog::default();
        catalog.add("a/first".into(), library("a/first", "heap"));
        catalog.add("b/second".into(), library("b/second", "heap"));
        assert_eq!(catalog.get("heap").unwrap().path(), Path::new("a/first"));
        let [refusal] = catalog.refused() else { panic!("{:?}", catalog.refused()) };
        assert_eq!(refusal.path, Path::new("b/second"));
        assert_eq!(refusal.reason.to_string(), "has the id `heap` of a/first, which was found first");
    }

    #[test]
    fn a_refused_table_leaves_the_others() {
        let mut catalog = Catalog::default();
        // SAFETY: a table of the SDK, kept for ever.
        let broken = unsafe { Library::from_table(Path::new("x"), leaked(|table| table.header.abi_major = 9)) };
        catalog.add("x".into(), broken);
        catalog.add("y".into(), library("y", "heap"));
        assert_eq!((catalog.games().len(), catalog.refused().len()), (1, 1));
    }

    #[test]
    fn files_that_are_no_libraries_are_refused_and_others_not_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at(&format!("b.{DLL_EXTENSION}")), "text").unwrap();
        fs::write(at(&format!("a.{DLL_EXTENSION}")), "").unwrap();
        fs::write(at("notes.txt"), "text").unwrap();
        fs::create_dir(at(&format!("c.{DLL_EXTENSION}"))).unwrap();
        let cache = Cache::new(Some(at("cache")));
        let catalog = Catalog::load(&[at("missing"), folder.path().into()], &cache);
        let refused: Vec<_> = catalog.refused().iter().map(|refusal| refusal.path.file_stem().unwrap()).collect();
        assert_eq!(refused, ["a", "b"]);
        assert!(catalog.refused().iter().all(|refusal| matches!(refusal.reason, LoadError::NotALibrary(_))));
    }
}
