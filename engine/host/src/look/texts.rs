//! The texts in the folders of games, which libraries among them load.

use super::{FolderScan, LibraryFile, LibraryState, LoaderFile, ScanInput};
use crate::game_text::GameText;
use crate::library_files::MOST_LIBRARIES;
use crate::{LoadError, LoaderFacts, PrivateCopy, TrialVerdict};
use std::fs;
use std::path::{Path, PathBuf};

impl FolderScan {
    /// Looks for the texts of the libraries that turned out to load some. Returns whether there are any.
    pub(super) fn find_more(&mut self) -> bool {
        let mut reading = self.reading();
        let has_found = self.find_texts(&mut reading);
        reading.known_files.keep();
        has_found
    }

    /// The same, with what is read during a look.
    pub(super) fn find_texts(&mut self, reading: &mut ScanInput) -> bool {
        let before = self.files.len();
        for (copy, facts, is_for_children) in self.new_loaders() {
            for folder in self.folders.clone() {
                // A game is of the program's own folders if both its parts are.
                let is_for_children = is_for_children || self.is_for_children(&folder);
                // An unreadable folder was reported when its libraries were looked for.
                for path in texts_in(&folder, &facts) {
                    if self.files.iter().all(|file| file.path != path) {
                        let state = self.examine_text(&path, &copy, reading).unwrap_or_else(LibraryState::Refused);
                        self.files.push(LibraryFile { path, is_for_children, state, is_text: true });
                    }
                }
            }
        }
        self.files.len() > before
    }

    /// The libraries that load texts, each once, with whether other processes load them.
    fn new_loaders(&mut self) -> Vec<(PrivateCopy, LoaderFacts, bool)> {
        let loaders = self.files.iter_mut().filter_map(|LibraryFile { state, is_for_children, .. }| {
            if let LibraryState::Harmless { copy, verdict: Some(TrialVerdict::Loader(facts)), .. } = state {
                let facts = LoaderFacts::clone(facts);
                *state = LibraryState::Loader(LoaderFile { copy: copy.clone(), facts, was_asked: false });
            }
            let (copy, facts, was_asked) = match state {
                LibraryState::Loader(LoaderFile { copy, facts, was_asked }) => (copy, facts, was_asked),
                _ => return None,
            };
            let is_new = !std::mem::replace(was_asked, true);
            is_new.then(|| (copy.clone(), facts.clone(), *is_for_children))
        });
        loaders.collect()
    }

    /// The state of a text before its library reads it.
    fn examine_text(
        &self,
        path: &Path,
        loader: &PrivateCopy,
        reading: &mut ScanInput,
    ) -> Result<LibraryState, LoadError> {
        let text = GameText::read(path)?;
        let (hash, by) = (text.hash.clone(), Some(loader.content()));
        if let Some(copy) = reading.known_files.copy_of(path, by)
            && self.found_bad(&copy).is_none()
        {
            return Ok(self.state_of(path, copy.of_plain(hash)));
        }
        let found = reading.read_text(text, loader)?;
        self.check_known(path, &found, reading)?;
        Ok(self.state_of(path, self.copy(path, by, &found, reading)?.of_plain(hash)))
    }
}

/// The files of a folder that this library loads, sorted.
fn texts_in(folder: &Path, loader: &LoaderFacts) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<_> =
        files.filter(|path| loader.loads(path) && path.is_file()).take(MOST_LIBRARIES + 1).collect();
    if paths.len() > MOST_LIBRARIES {
        let (folder, files) = (folder.display(), loader.files());
        tracing::warn!("{folder} has more than {MOST_LIBRARIES} files that end in {files}; the rest is left out");
        paths.truncate(MOST_LIBRARIES);
    }
    paths.sort();
    paths
}
