//! The programs of engines while their match is played: they stay what they were when it began.
//!
//! A match starts its engines again and again. If the file of a program is replaced meanwhile, as by a build, games of
//! two programs would be counted under one name. So each start looks at the file.

use crate::MatchError;
use crate::program_file::file_of;
use plyd_foreign::{UnreadableFile, open_regular};
use plyd_host::{ContentHash, Library, Stamp};
use plyd_record::{EngineIdentity, LibraryIdentity, MatchIdentity, NetworkIdentity, TablebaseIdentity, short_hash};
use plyd_tournament::settings::{EngineSettings, MatchSettings};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The players of a match, and the files of the programs.
#[derive(Debug)]
pub struct Programs {
    /// Whether the match continues with a changed program.
    is_change_allowed: bool,
    state: Mutex<ProgramsState>,
}

#[derive(Debug)]
struct ProgramsState {
    identity: MatchIdentity,
    /// The names of the engines, and their files when these were last read.
    engines: Vec<(String, Option<Stamp>)>,
    /// The identity has changed since it was last taken.
    is_new: bool,
}

/// What an engine was started from.
#[derive(Clone, Debug)]
pub(crate) struct EngineOrigin {
    engine: String,
    /// The stamp of the file before the start; `None` without a file, or if it had none.
    stamp: Option<Stamp>,
}

impl EngineOrigin {
    /// Of an engine that is started now.
    pub(crate) fn of(engine: &EngineSettings) -> Self {
        let metadata = file_of(&engine.kind).and_then(|file| file.metadata().ok());
        Self { engine: engine.name.clone(), stamp: metadata.and_then(|metadata| Stamp::of(&metadata)) }
    }
}

/// The largest program, in bytes; some have networks of some hundred megabytes in them.
const LARGEST_PROGRAM: u64 = 8 << 30;

/// The hash of a file, and the stamp that it had before it was read: what is written later changes that.
fn read(file: &Path) -> io::Result<(Option<Stamp>, ContentHash)> {
    let file = open_regular(file)?;
    let found = file.metadata()?;
    if found.len() > LARGEST_PROGRAM {
        return Err(UnreadableFile::TooLong(LARGEST_PROGRAM).into());
    }
    Ok((Stamp::of(&found), ContentHash::of_reader(file.take(LARGEST_PROGRAM))?))
}

impl Programs {
    /// The programs of a match that this plyd plays. `versions` are the versions that the engines reported, as far as
    /// they were asked. An allowed change is reported; any other ends the match.
    ///
    /// # Errors
    /// The file of a program cannot be read.
    pub fn identify(
        plyd: &str,
        library: &Library,
        settings: &MatchSettings,
        versions: &[Option<String>],
        is_change_allowed: bool,
    ) -> Result<Self, MatchError> {
        let (mut identities, mut engines) = (Vec::new(), Vec::new());
        for (place, engine) in settings.engines.iter().enumerate() {
            let read =
                |file: PathBuf| read(&file).map_err(|error| MatchError::system(file.display().to_string(), error));
            let (stamp, hash) = file_of(&engine.kind).map(read).transpose()?.unzip();
            let stamp = stamp.flatten();
            identities.push(EngineIdentity { hash, version: versions.get(place).cloned().flatten(), network: None });
            engines.push((engine.name.clone(), stamp));
        }
        let library = LibraryIdentity {
            id: library.id().to_owned(),
            version: library.version().to_owned(),
            hash: library.content().clone(),
        };
        let identity = MatchIdentity { plyd: plyd.to_owned(), library, engines: identities, tablebases: Vec::new() };
        Ok(Self { is_change_allowed, state: Mutex::new(ProgramsState { identity, engines, is_new: false }) })
    }

    /// The same, whose built-in engines have these tablebases.
    #[must_use]
    pub fn with_tablebases(self, tablebases: Vec<TablebaseIdentity>) -> Self {
        self.lock().identity.tablebases = tablebases;
        self
    }

    /// The same, whose engines were given these networks: they are a part of who plays.
    #[must_use]
    pub fn with_networks(self, networks: Vec<Option<NetworkIdentity>>) -> Self {
        for (engine, network) in self.lock().identity.engines.iter_mut().zip(networks) {
            engine.network = network;
        }
        self
    }

    /// The same, whose engines have these libraries of their own, and networks. They are copies, which do not change.
    #[must_use]
    pub fn with_plugins(self, contents: Vec<Option<(ContentHash, Option<NetworkIdentity>)>>) -> Self {
        for (engine, content) in self.lock().identity.engines.iter_mut().zip(contents) {
            if let Some((hash, network)) = content {
                (engine.hash, engine.network) = (Some(hash), network);
            }
        }
        self
    }

    /// The players of the match now.
    #[must_use]
    pub fn identity(&self) -> MatchIdentity {
        self.lock().identity.clone()
    }

    /// The players of the match, if they have changed since the start or since the last call.
    pub(crate) fn take_change(&self) -> Option<MatchIdentity> {
        let mut state = self.lock();
        std::mem::take(&mut state.is_new).then(|| state.identity.clone())
    }

    /// Looks at the program of an engine that has just been started, or could not be. Another program than before is an
    /// error; or, where that is allowed, returned as a sentence, once.
    ///
    /// # Errors
    /// The program is another one, or is gone, and that is not allowed.
    pub(crate) fn look(&self, engine: &EngineSettings) -> Result<Option<String>, MatchError> {
        let Some((place, stamp, hash)) = self.stamped(&engine.name) else { return Ok(None) };
        let file = file_of(&engine.kind);
        let is_untouched = |file: &PathBuf| file.metadata().is_ok_and(|now| Stamp::of(&now).as_ref() == Some(&stamp));
        if file.as_ref().is_some_and(is_untouched) {
            return Ok(None);
        }
        let name = &engine.name;
        // Read without the lock, because others start other engines meanwhile.
        let now = file.as_deref().and_then(|file| read(file).ok());
        let change = match (&now, &file) {
            (Some((_, now)), _) if *now == hash => None,
            (Some((_, now)), Some(file)) => {
                let (file, before, now) = (file.display(), short_hash(Some(&hash)), short_hash(Some(now)));
                Some(format!("{file} was {before} and is {now} now"))
            }
            (None, Some(file)) => Some(format!("{} can no longer be read", file.display())),
            (_, None) => Some("the file is gone".to_owned()),
        };
        let change = change.map(|what| format!("the program of engine {name} changed during the match: {what}"));
        if let Some(change) = change.as_ref().filter(|_| !self.is_change_allowed) {
            return Err(MatchError::Replaced(change.clone()));
        }
        // One that cannot be read cannot be started either, which its fault says.
        let Some((stamp, hash)) = now else { return Ok(None) };
        let mut state = self.lock();
        state.engines[place].1 = stamp;
        let identity = &mut state.identity.engines[place];
        if identity.hash.as_ref() == Some(&hash) {
            // It was only touched, or another worker was first.
            return Ok(None);
        }
        *identity = EngineIdentity { hash: Some(hash), ..EngineIdentity::default() };
        state.is_new = true;
        Ok(change)
    }

    /// The engine has said who it is. Of a program that is not the first one, this is its version.
    pub(crate) fn greeted(&self, engine: &str, version: Option<String>) {
        let mut state = self.lock();
        let Some(place) = state.engines.iter().position(|(name, _)| name == engine) else { return };
        let identity = &mut state.identity.engines[place];
        if identity.version.is_none() && version.is_some() {
            identity.version = version;
            state.is_new = true;
        }
    }

    /// Whether an engine that was started like this is the program that is known now.
    pub(crate) fn know(&self, start: &EngineOrigin) -> bool {
        let state = self.lock();
        state.engines.iter().any(|(name, stamp)| *name == start.engine && *stamp == start.stamp)
    }

    fn stamped(&self, engine: &str) -> Option<(usize, Stamp, ContentHash)> {
        let state = self.lock();
        let place = state.engines.iter().position(|(name, _)| name == engine)?;
        let (stamp, hash) = (state.engines[place].1.clone()?, state.identity.engines[place].hash.clone()?);
        Some((place, stamp, hash))
    }

    fn lock(&self) -> MutexGuard<'_, ProgramsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use plyd_tournament::settings::MatchPlan;
    use std::fs::{self, File};
    use std::time::Duration;

    /// A program in a file of this folder, and what is known of it.
    fn program(folder: &Path, is_change_allowed: bool) -> (PathBuf, EngineSettings, Programs) {
        let file = folder.join("engine");
        fs::write(&file, "first").unwrap();
        let text = format!("engine = ['name=A \"cmd={}\" depth=1', 'name=B builtin depth=1']", file.display());
        let settings = MatchPlan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap();
        let (stamp, hash) = read(&file).unwrap();
        let library = LibraryIdentity { id: "x".into(), version: String::new(), hash: hash.clone() };
        let known = EngineIdentity { hash: Some(hash), version: Some("A 1".into()), network: None };
        let engines = vec![known, EngineIdentity::default()];
        let identity = MatchIdentity { plyd: String::new(), library, engines, tablebases: Vec::new() };
        let engines = vec![("A".to_owned(), stamp), ("B".to_owned(), None)];
        let programs =
            Programs { is_change_allowed, state: Mutex::new(ProgramsState { identity, engines, is_new: false }) };
        assert_eq!(programs.look(&settings.engines[1]).unwrap(), None, "it has no program");
        (file, settings.engines.into_iter().next().unwrap(), programs)
    }

    /// Gives a file another time, which a quick test would not.
    fn touch(file: &Path) {
        let later = fs::metadata(file).unwrap().modified().unwrap() + Duration::from_secs(5);
        File::options().write(true).open(file).unwrap().set_modified(later).unwrap();
    }

    #[test]
    fn another_program_is_an_error_that_names_engine_and_file() {
        let folder = tempfile::tempdir().unwrap();
        let (file, engine, programs) = program(folder.path(), false);
        assert_eq!(programs.look(&engine).unwrap(), None);
        touch(&file);
        assert_eq!(programs.look(&engine).unwrap(), None, "it was only touched");
        // As long as before, and in the same file.
        fs::write(&file, "other").unwrap();
        touch(&file);
        let error = programs.look(&engine).unwrap_err().to_string();
        for part in ["engine A", &file.display().to_string(), "was SHA-256", "--allow-changed"] {
            assert!(error.contains(part), "{part}: {error}");
        }
        fs::remove_file(&file).unwrap();
        assert!(programs.look(&engine).unwrap_err().to_string().contains("the file is gone"));
        fs::write(&file, "first").unwrap();
        assert_eq!(programs.look(&engine).unwrap(), None, "it is back");
        assert_eq!(programs.take_change(), None);
    }

    #[test]
    fn a_change_that_is_allowed_is_told_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (file, engine, programs) = program(folder.path(), true);
        programs.greeted("A", Some("A 2".into()));
        assert_eq!(programs.take_change(), None, "the first program has its version");
        fs::write(&file, "another").unwrap();
        assert!(programs.look(&engine).unwrap().is_some());
        programs.greeted("A", Some("A 2".into()));
        assert_eq!(programs.look(&engine).unwrap(), None);
        let change = programs.take_change().unwrap();
        assert_eq!(change.engines[0].version.as_deref(), Some("A 2"));
        assert_eq!(change.engines[0].hash, Some(ContentHash::of(b"another")));
        assert_eq!(programs.take_change(), None);
        assert_eq!(programs.identity(), change);
        // Its start is a fault, which says why.
        fs::remove_file(&file).unwrap();
        assert_eq!(programs.look(&engine).unwrap(), None);
    }
}
