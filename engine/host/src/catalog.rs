//! The libraries that were found.

use crate::{Library, LoadError, LoaderFacts};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All games that were found, and all files that were refused.
#[derive(Debug, Default)]
pub struct Catalog {
    games: Vec<Arc<Library>>,
    refused: Vec<LibraryRefusal>,
    loaders: Vec<(PathBuf, LoaderFacts)>,
}

/// A file that looked like a library and was not taken. Displayed, it continues a sentence that begins with the path.
#[derive(Debug)]
pub struct LibraryRefusal {
    /// The file.
    pub path: PathBuf,
    /// Why; the text continues a sentence that begins with the path.
    pub reason: LoadError,
    /// The game that an earlier look at the folders had loaded from this file, and that is still played.
    pub stays: Option<Arc<Library>>,
}

impl fmt::Display for LibraryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        match &self.stays {
            Some(game) => write!(f, "; {} {} stays loaded", game.id(), game.version()),
            None => Ok(()),
        }
    }
}

impl Catalog {
    /// The games that this file holds or held: two, if it holds another one now than it once did.
    pub(crate) fn loaded_from(&self, path: &Path) -> Vec<&Arc<Library>> {
        self.games.iter().filter(|game| game.path() == path).collect()
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

    /// The games of this name, without regard to case, blanks and signs: the one with this id, or else those with such
    /// an id, or else those with such a display name. Several mean that the name does not decide.
    #[must_use]
    pub fn called(&self, name: &str) -> Vec<&Arc<Library>> {
        let wanted = plain_name(name);
        let exact = |game: &Library| game.id().eq_ignore_ascii_case(name);
        let is_id = |game: &Library| !wanted.is_empty() && plain_name(game.id()) == wanted;
        let is_name = |game: &Library| !wanted.is_empty() && plain_name(game.name()) == wanted;
        let of = |is_meant: &dyn Fn(&Library) -> bool| -> Vec<_> {
            self.games.iter().filter(|game| is_meant(game)).collect()
        };
        let ranks: [&dyn Fn(&Library) -> bool; 3] = [&exact, &is_id, &is_name];
        ranks.into_iter().map(of).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The files that were refused, in the order in which they were found.
    #[must_use]
    pub fn refused(&self) -> &[LibraryRefusal] {
        &self.refused
    }

    /// The libraries that load games from texts, each with its file, in the order in which they were found.
    #[must_use]
    pub fn loaders(&self) -> &[(PathBuf, LoaderFacts)] {
        &self.loaders
    }

    pub(crate) fn add_loader(&mut self, path: &Path, facts: &LoaderFacts) {
        self.loaders.push((path.to_path_buf(), facts.clone()));
    }

    /// Takes what was loaded from the file; if nothing was, what was loaded from it before.
    pub(crate) fn add(&mut self, path: PathBuf, loaded: Result<Arc<Library>, LoadError>, before: &[&Arc<Library>]) {
        if let Err(reason) = loaded.and_then(|game| self.insert(&game)) {
            let stays = match reason {
                LoadError::Duplicate { .. } => None,
                _ => before.iter().find(|old| self.insert(old).is_ok()),
            };
            self.refused.push(LibraryRefusal { path, reason, stays: stays.map(|&old| Arc::clone(old)) });
        }
    }

    /// Takes the games of an earlier catalog that are missing in this one.
    pub(crate) fn keep_lost(&mut self, earlier: &Self) {
        for game in &earlier.games {
            if self.insert(game).is_ok() {
                let reason = LoadError::Gone { id: game.id().into() };
                self.refused.push(LibraryRefusal { path: game.path().into(), reason, stays: Some(Arc::clone(game)) });
            }
        }
    }

    /// Takes a game, unless there is one with its id.
    fn insert(&mut self, game: &Arc<Library>) -> Result<(), LoadError> {
        match self.games.binary_search_by(|other| other.id().cmp(game.id())) {
            Ok(index) => {
                let first = self.games[index].path().to_path_buf();
                Err(LoadError::Duplicate { id: game.id().into(), first })
            }
            Err(index) => {
                self.games.insert(index, Arc::clone(game));
                Ok(())
            }
        }
    }
}

/// A name of a game without what people write in several ways: `connectfour` of `Connect-Four`.
#[must_use]
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{changed, declared};
    use crate::{Cache, ContentHash};
    use std::env::consts::DLL_EXTENSION;
    use std::fs;

    fn library(path: &str, id: &'static str) -> Result<Arc<Library>, LoadError> {
        version(path, id, "1")
    }

    fn version(path: &str, id: &'static str, version: &'static str) -> Result<Arc<Library>, LoadError> {
        named(path, id, "Heap", version)
    }

    fn named(
        path: &str,
        id: &'static str,
        name: &'static str,
        version: &'static str,
    ) -> Result<Arc<Library>, LoadError> {
        // SAFETY: tables of the SDK, kept for ever.
        unsafe { Library::from_table(Path::new(path), ContentHash::of(b""), declared(id, name, version)) }
    }

    /// What a look at these files finds after the earlier one.
    fn scanned(earlier: &Catalog, files: Vec<(&str, Result<Arc<Library>, LoadError>)>) -> Catalog {
        let mut next = Catalog::default();
        for (path, loaded) in files {
            next.add(path.into(), loaded, &earlier.loaded_from(Path::new(path)));
        }
        next.keep_lost(earlier);
        next
    }

    fn games(catalog: &Catalog) -> Vec<(&str, &str, &str)> {
        catalog.games().iter().map(|game| (game.id(), game.version(), game.path().to_str().unwrap())).collect()
    }

    fn refusals(catalog: &Catalog) -> Vec<String> {
        catalog.refused().iter().map(|refusal| format!("{} {refusal}", refusal.path.display())).collect()
    }

    #[test]
    fn games_are_sorted_and_found_by_id() {
        let mut catalog = Catalog::default();
        for id in ["nim", "chess", "heap"] {
            catalog.add(id.into(), library(id, id), &[]);
        }
        assert_eq!(catalog.games().iter().map(|game| game.id()).collect::<Vec<_>>(), ["chess", "heap", "nim"]);
        assert_eq!(catalog.get("heap").unwrap().path(), Path::new("heap"));
        assert!(catalog.get("go").is_none() && catalog.refused().is_empty());
    }

    #[test]
    fn an_id_goes_before_names_and_a_name_of_two_names_both() {
        let mut catalog = Catalog::default();
        for (id, name) in [("heap", "Nim"), ("nim", "Heaps"), ("heaps-2", "The Game"), ("heaps2", "the game")] {
            catalog.add(id.into(), named(id, id, name, "1"), &[]);
        }
        for (name, ids) in [
            ("nim", &["nim"][..]),
            ("NIM", &["nim"]),
            ("n_i m", &["nim"]),
            ("heaps", &["nim"]),
            ("heaps2", &["heaps2"]),
            ("Heaps-2", &["heaps-2"]),
            ("heaps 2", &["heaps-2", "heaps2"]),
            ("THE_GAME", &["heaps-2", "heaps2"]),
            ("game", &[]),
            (" - ", &[]),
            ("", &[]),
        ] {
            assert_eq!(catalog.called(name).iter().map(|game| game.id()).collect::<Vec<_>>(), ids, "{name}");
        }
    }

    #[test]
    fn the_first_of_two_with_one_id_is_kept() {
        let mut catalog = Catalog::default();
        catalog.add("a/first".into(), library("a/first", "heap"), &[]);
        catalog.add("b/second".into(), library("b/second", "heap"), &[]);
        assert_eq!(catalog.get("heap").unwrap().path(), Path::new("a/first"));
        let [refusal] = catalog.refused() else { panic!("{:?}", catalog.refused()) };
        assert_eq!(refusal.path, Path::new("b/second"));
        assert_eq!(refusal.reason.to_string(), "has the id `heap` of a/first, which was found first");
    }

    #[test]
    fn a_refused_table_leaves_the_others() {
        let mut catalog = Catalog::default();
        catalog.add("x".into(), changed(|table| table.header.abi_major = 9), &[]);
        catalog.add("y".into(), library("y", "heap"), &[]);
        assert_eq!((catalog.games().len(), catalog.refused().len()), (1, 1));
    }

    #[test]
    fn a_rescan_takes_new_versions_and_new_games() {
        let first = scanned(&Catalog::default(), vec![("a", version("a", "heap", "1"))]);
        let next = scanned(&first, vec![("a", version("a", "heap", "2")), ("b", library("b", "nim"))]);
        assert_eq!(games(&next), [("heap", "2", "a"), ("nim", "1", "b")]);
        assert!(next.refused().is_empty());
    }

    #[test]
    fn a_rescan_keeps_what_a_broken_or_missing_file_held() {
        let first = scanned(&Catalog::default(), vec![("a", library("a", "heap")), ("b", library("b", "nim"))]);
        let broken = || Err(LoadError::NotALibrary("half of it is missing".into()));
        let next = scanned(&first, vec![("a", broken())]);
        assert_eq!(games(&next), [("heap", "1", "a"), ("nim", "1", "b")]);
        let expected = [
            "a is not a loadable library: half of it is missing; heap 1 stays loaded",
            "b no longer holds the game `nim`; nim 1 stays loaded",
        ];
        assert_eq!(refusals(&next), expected);
        // And so does the one after it, until there is something better.
        let third = scanned(&next, vec![("a", broken())]);
        assert_eq!((games(&third), refusals(&third)), (games(&next), refusals(&next)));
        let last = scanned(&third, vec![("a", version("a", "heap", "2")), ("c", version("c", "nim", "2"))]);
        assert_eq!(games(&last), [("heap", "2", "a"), ("nim", "2", "c")]);
        assert!(last.refused().is_empty());
    }

    #[test]
    fn a_rescan_keeps_a_game_whose_file_holds_another_one_now() {
        let first = scanned(&Catalog::default(), vec![("a", library("a", "heap"))]);
        let next = scanned(&first, vec![("a", library("a", "nim"))]);
        assert_eq!(games(&next), [("heap", "1", "a"), ("nim", "1", "a")]);
        assert_eq!(refusals(&next), ["a no longer holds the game `heap`; heap 1 stays loaded"]);
        // Then the file breaks: neither is lost.
        let last = scanned(&next, vec![("a", Err(LoadError::NoEntry))]);
        assert_eq!(games(&last), games(&next));
        assert_eq!(last.refused().len(), 2);
    }

    #[test]
    fn a_broken_file_loses_its_game_to_no_later_file() {
        let both = || vec![("a", version("a", "heap", "1")), ("b", version("b", "heap", "2"))];
        let first = scanned(&Catalog::default(), both());
        let broken = scanned(&first, vec![("a", Err(LoadError::NoEntry)), ("b", version("b", "heap", "2"))]);
        assert_eq!(games(&broken), [("heap", "1", "a")]);
        // A file that is gone does: there is one that holds the game.
        let moved = scanned(&first, vec![("b", version("b", "heap", "2"))]);
        assert_eq!(games(&moved), [("heap", "2", "b")]);
        assert!(moved.refused().is_empty());
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
        let catalog = Catalog::load(&[at("missing"), folder.path().into()], cache);
        let refused: Vec<_> = catalog.refused().iter().map(|refusal| refusal.path.file_stem().unwrap()).collect();
        assert_eq!(refused, ["a", "b"]);
        assert!(catalog.refused().iter().all(|refusal| matches!(refusal.reason, LoadError::NotALibrary(_))));
    }
}
