//! A look at the plugin folders: the files in them, the files to try first, and the resulting catalog.
//!
//! It has two parts. First come the libraries. Once it is known which of them load games from texts, come the texts.

mod patience;
mod texts;

use crate::builds::{self, BuildChoice};
use crate::cache::PrivateCopy;
use crate::found_file::FoundFile;
use crate::game_text::GameText;
use crate::known_files::KnownFiles;
use crate::library_files::libraries_in;
use crate::{
    Cache, Catalog, ContentHash, Library, LibraryFacts, LibraryTrial, LoadError, LoaderFacts, SearchPath, TrialVerdict,
    Trials, trial,
};
pub(crate) use patience::StartPatience;
use plyd_foreign::{NeededAccess, check_access, shown};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

/// The most bytes of new libraries that one look reads and copies.
const LARGEST_LOOK: u64 = 2 << 30;

/// So many files are named that a start has not tried.
const MOST_NAMED: usize = 8;

/// The known files in the plugin folders.
///
/// A file that no trial has judged is left out of the [catalog](FolderScan::catalog) until it is
/// [judged](FolderScan::judge), so that a catalog can be had at any time.
#[derive(Debug)]
pub struct FolderScan {
    files: Vec<LibraryFile>,
    folders: Vec<PathBuf>,
    /// The games of the earlier catalog.
    earlier: Vec<Arc<Library>>,
    /// Whoever tries what is new.
    trial: Option<LibraryTrial>,
    cache: Cache,
    occasion: ScanOccasion,
    loading: Loading,
}

/// How libraries are loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Loading {
    /// The process.
    pub process: TrialProcess,
    /// Which builds of them.
    pub builds: BuildChoice,
}

/// The process into which libraries are loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TrialProcess {
    /// This one.
    #[default]
    Own,
    /// Others, which this one starts. Of a library this one knows what its trial reported; without a trial it is
    /// refused.
    Children,
    /// This one for libraries of the program's own folders, see [`SearchPath::is_own`], and others for the rest.
    ByFolder,
}

/// The moment of a look, which decides the harm that a bad library can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScanOccasion {
    /// The program is starting, and no game is in progress. A library that no process can try is loaded anyway, because
    /// the alternative is to have no game.
    Start,
    /// Sessions play. What no process can try stays out, and what was found bad is tried again.
    Reload,
}

/// A file that is named like a library, or like a text that one of them loads.
#[derive(Debug)]
struct LibraryFile {
    path: PathBuf,
    /// Whether other processes load it.
    is_for_children: bool,
    state: LibraryState,
    is_text: bool,
}

#[derive(Debug)]
enum LibraryState {
    Loaded(Arc<Library>),
    /// A library that loads games from texts.
    Loader(LoaderFile),
    /// A text that its loader passes over.
    NoGame,
    Refused(LoadError),
    /// To be loaded. `was_tried` says that it was tried just now, so that the file may have changed meanwhile.
    Harmless {
        copy: PrivateCopy,
        was_tried: bool,
        /// The result of its trial, now or at an earlier start.
        verdict: Option<TrialVerdict>,
    },
    Untried(PrivateCopy),
}

/// A library that loads games from texts.
#[derive(Debug)]
struct LoaderFile {
    copy: PrivateCopy,
    facts: LoaderFacts,
    /// Whether its texts were looked for.
    was_asked: bool,
}

impl Catalog {
    /// Loads every library of these folders: the libraries of an earlier folder first, within a folder in the order of
    /// their names. Of two with one id the first is kept. None is tried before: that is for programs, see
    /// [`FolderScan`].
    #[must_use]
    pub fn load(folders: &[PathBuf], cache: Cache) -> Self {
        FolderScan::at_start(folders, cache, None, Loading::default()).catalog(&Self::default())
    }
}

impl FolderScan {
    /// The first look at these folders. Verdicts stored beside the copies say what this build of the program has tried
    /// before. Without a trial, nothing is tried.
    #[must_use]
    pub fn at_start(folders: &[PathBuf], cache: Cache, trial: Option<&LibraryTrial>, loading: Loading) -> Self {
        Self::take(folders, &Catalog::default(), cache, trial, (ScanOccasion::Start, loading))
    }

    /// A later look. Files keep their library if `earlier` has loaded it from the same content. Files found bad before
    /// are tried again.
    #[must_use]
    pub fn again(folders: &[PathBuf], earlier: &Catalog, cache: Cache, trial: &LibraryTrial, loading: Loading) -> Self {
        Self::take(folders, earlier, cache, Some(trial), (ScanOccasion::Reload, loading))
    }

    fn take(
        folders: &[PathBuf],
        earlier: &Catalog,
        cache: Cache,
        trial: Option<&LibraryTrial>,
        (occasion, loading): (ScanOccasion, Loading),
    ) -> Self {
        let (folders, earlier) = (folders.to_vec(), earlier.games().to_vec());
        let mut look = Self { files: Vec::new(), folders, earlier, trial: trial.cloned(), cache, occasion, loading };
        let mut reading = look.reading();
        for folder in look.folders.clone() {
            let is_for_children = look.is_for_children(&folder);
            match libraries_in(&folder) {
                Ok(paths) => {
                    warn_if_exposed(&folder, &paths);
                    paths.into_iter().for_each(|path| {
                        let state = look.examine(&path, &mut reading).unwrap_or_else(LibraryState::Refused);
                        look.files.push(LibraryFile { path, is_for_children, state, is_text: false });
                    });
                }
                Err(reason) => tracing::warn!("the plugin folder {} cannot be read: {reason}", folder.display()),
            }
        }
        look.find_texts(&mut reading);
        reading.known_files.keep();
        reading.known_files.tidy(&look.contents());
        look
    }

    /// Whether other processes load what is in this folder.
    fn is_for_children(&self, folder: &Path) -> bool {
        match self.loading.process {
            TrialProcess::Own => false,
            TrialProcess::Children => true,
            TrialProcess::ByFolder => !SearchPath::of_process().is_own(folder),
        }
    }

    fn reading(&self) -> ScanInput {
        ScanInput { known_files: KnownFiles::of(self.cache.lasting_folder()), room: LARGEST_LOOK }
    }

    /// The state of a file before any of its code runs. If there is a build for this processor beside it, that of the
    /// build.
    fn examine(&self, path: &Path, reading: &mut ScanInput) -> Result<LibraryState, LoadError> {
        let Some(build) = self.loading.builds.beside(path) else {
            return self.examine_build(path, path, None, reading);
        };
        let plain = match reading.known_files.copy_of(path, None) {
            Some(copy) => copy.content().clone(),
            None => self.copy(path, None, &reading.read(path)?, reading)?.content().clone(),
        };
        if builds::is_of(&build, &plain) {
            self.examine_build(path, &build, Some(plain), reading)
        } else {
            self.examine_build(path, path, None, reading)
        }
    }

    /// A private copy, which is remembered for later starts; of a text, behind the library `loader`.
    fn copy(
        &self,
        path: &Path,
        loader: Option<&ContentHash>,
        found: &FoundFile,
        reading: &mut ScanInput,
    ) -> Result<PrivateCopy, LoadError> {
        found.check_whole()?;
        let copy = self.cache.copy(found)?;
        if let Some(stamp) = &found.stamp {
            reading.known_files.note(path, loader, stamp, &copy);
        }
        Ok(copy)
    }

    /// The state of the library at `path`. `build` is that file, or a build of the library whose plain build has the
    /// hash `plain`.
    fn examine_build(
        &self,
        path: &Path,
        build: &Path,
        plain: Option<ContentHash>,
        reading: &mut ScanInput,
    ) -> Result<LibraryState, LoadError> {
        let identified = |copy: PrivateCopy| match &plain {
            Some(plain) => copy.of_plain(plain.clone()),
            None => copy,
        };
        if let Some(copy) = reading.known_files.copy_of(build, None).map(identified)
            // Worth a closer look: what was found bad can have been half written.
            && self.found_bad(&copy).is_none()
        {
            return Ok(self.state_of(path, copy));
        }
        let found = reading.read(build)?;
        self.check_known(path, &found, reading)?;
        Ok(self.state_of(path, identified(self.copy(build, None, &found, reading)?)))
    }

    /// Refuses what an earlier start found bad, before it is copied: a copy of it is not kept.
    fn check_known(&self, path: &Path, found: &FoundFile, reading: &ScanInput) -> Result<(), LoadError> {
        let place = reading.known_files.place_of(&found.hash).filter(|_| self.occasion == ScanOccasion::Start);
        let is_played = self.unchanged(path, &found.hash).is_some();
        place.filter(|_| !is_played).and_then(|place| self.found_bad(&place)).map_or(Ok(()), Err)
    }

    /// The reason for which an earlier start refused the file of this copy.
    fn found_bad(&self, copy: &PrivateCopy) -> Option<LoadError> {
        let trial = self.trial.as_ref()?;
        let reason = Box::new(TrialVerdict::kept(copy, trial)?.danger()?);
        Some(LoadError::FoundEarlier { reason, verdict: trial::path_of_verdict(copy, trial) })
    }

    /// The state of a file with this copy.
    fn state_of(&self, path: &Path, copy: PrivateCopy) -> LibraryState {
        if let Some(library) = self.unchanged(path, copy.content()) {
            // A child would miss it; a library that is loaded into this process needs it no more.
            if !library.is_loaded()
                && let Err(reason) = library.restore_copy()
            {
                tracing::error!("{} {reason}", path.display());
            }
            return LibraryState::Loaded(Arc::clone(library));
        }
        let Some(trial) = &self.trial else { return LibraryState::Harmless { copy, was_tried: false, verdict: None } };
        match TrialVerdict::kept(&copy, trial) {
            Some(kept) if kept.danger().is_none() => {
                LibraryState::Harmless { copy, was_tried: false, verdict: Some(kept) }
            }
            _ => LibraryState::Untried(copy),
        }
    }

    /// The game that the earlier look loaded from the same content of this file.
    fn unchanged(&self, path: &Path, content: &ContentHash) -> Option<&Arc<Library>> {
        let mut known = self.earlier.iter().filter(|game| game.path() == path);
        known.find(|library| library.copy().is_some_and(|copy| copy.content() == content))
    }

    /// What the files contain of which there is a copy.
    fn contents(&self) -> Vec<ContentHash> {
        let copies = self.files.iter().filter_map(|file| match &file.state {
            LibraryState::Loaded(library) => library.copy(),
            LibraryState::Loader(LoaderFile { copy, .. })
            | LibraryState::Harmless { copy, .. }
            | LibraryState::Untried(copy) => Some(copy),
            LibraryState::NoGame | LibraryState::Refused(_) => None,
        });
        copies.map(|copy| copy.content().clone()).collect()
    }

    /// The copies to try.
    #[must_use]
    pub fn untried(&self) -> Vec<PrivateCopy> {
        let untried = self.files.iter().filter_map(|file| match &file.state {
            LibraryState::Untried(copy) => Some(copy.clone()),
            _ => None,
        });
        untried.collect()
    }

    /// Records the result of a trial of this content. Returns whether this look had asked for it.
    pub fn judge(&mut self, content: &ContentHash, verdict: &TrialVerdict) -> bool {
        let mut was_asked = false;
        for LibraryFile { path, is_for_children, state, .. } in &mut self.files {
            let LibraryState::Untried(copy) = state else { continue };
            if copy.content() != content {
                continue;
            }
            was_asked = true;
            *state = match (verdict.danger(), self.occasion) {
                (None, _) => {
                    LibraryState::Harmless { copy: copy.clone(), was_tried: true, verdict: Some(verdict.clone()) }
                }
                (Some(LoadError::Untried(reason)), ScanOccasion::Start) if !*is_for_children => {
                    tracing::warn!(file = %path.display(), "it is loaded without a trial: {reason}");
                    LibraryState::Harmless { copy: copy.clone(), was_tried: false, verdict: None }
                }
                (Some(danger), _) => LibraryState::Refused(danger),
            };
        }
        was_asked
    }

    /// Tries every file that needs it, several at once, and waits for the results. If a start has waited for too long,
    /// it goes on; whoever goes on with this look has the [rest](FolderScan::untried) tried, as at a later look.
    pub fn try_all(&mut self, trial: &LibraryTrial) {
        self.try_within(trial, StartPatience::of(trial.time));
    }

    pub(crate) fn try_within(&mut self, trial: &LibraryTrial, mut patience: StartPatience) {
        if !self.has_untried() {
            return;
        }
        let (sender, verdicts) = channel();
        // If it took far too long, there is no listener any more.
        let trials = Trials::new(trial.clone(), move |content, verdict| drop(sender.send((content, verdict))));
        trials.want(self.untried());
        while self.has_untried() {
            let Ok((content, verdict)) = verdicts.recv_timeout(patience.left()) else {
                self.go_on();
                return;
            };
            patience.hear(&verdict);
            self.judge(&content, &verdict);
            if matches!(verdict, TrialVerdict::Loader(_)) {
                self.find_more();
                trials.want(self.untried());
            }
        }
    }

    /// Whether a file is still to be tried.
    #[must_use]
    pub fn has_untried(&self) -> bool {
        self.files.iter().any(LibraryFile::is_untried)
    }

    /// From now on there may be sessions.
    fn go_on(&mut self) {
        self.occasion = ScanOccasion::Reload;
        let untried: Vec<_> = self.files.iter().filter(|file| file.is_untried()).collect();
        let named: Vec<_> = untried.iter().take(MOST_NAMED).map(|file| shown(&file.path)).collect();
        let others = untried.len() - named.len();
        let more = if others == 0 { String::new() } else { format!(" and {others} more") };
        tracing::warn!("the start waits no longer for new libraries; not tried yet: {}{more}", named.join(", "));
    }

    /// Loads the sound files, and makes a catalog of them. It keeps games of the earlier catalog that would be missing:
    /// no look loses a game. Texts are looked for if the libraries that load them are known only now; then there may be
    /// more to try.
    pub fn catalog(&mut self, earlier: &Catalog) -> Catalog {
        self.load();
        if self.find_more() {
            self.load();
        }
        let mut next = Catalog::default();
        for file in &self.files {
            let loaded = match &file.state {
                LibraryState::Loaded(library) => Ok(Arc::clone(library)),
                LibraryState::Loader(LoaderFile { facts, .. }) => {
                    next.add_loader(&file.path, facts);
                    continue;
                }
                LibraryState::NoGame => continue,
                LibraryState::Refused(reason) => Err(reason.clone()),
                LibraryState::Harmless { .. } | LibraryState::Untried(_) => Err(LoadError::BeingTried),
            };
            next.add(file.path.clone(), loaded, &earlier.loaded_from(&file.path));
        }
        next.keep_lost(earlier);
        next
    }

    /// Loads the sound files.
    fn load(&mut self) {
        for file in &mut self.files {
            file.load(&self.cache);
        }
    }
}

/// What is read during a look.
struct ScanInput {
    known_files: KnownFiles,
    /// The bytes that may still be read.
    room: u64,
}

impl ScanInput {
    fn read(&mut self, path: &Path) -> Result<FoundFile, LoadError> {
        let found = FoundFile::read_within(path, self.room)?;
        self.room = self.room.saturating_sub(found.size());
        Ok(found)
    }

    /// A text, and the library before it, which makes a file of its own.
    fn read_text(&mut self, text: GameText, loader: &PrivateCopy) -> Result<FoundFile, LoadError> {
        let found = text.behind_copy(loader)?;
        self.room =
            self.room.checked_sub(found.size()).ok_or(LoadError::NoRoom { found: found.size(), room: self.room })?;
        Ok(found)
    }
}

/// Warns of a folder whose libraries another user can change. It is searched all the same: people build as one user and
/// serve as another, and the settings name the folder.
fn warn_if_exposed(folder: &Path, libraries: &[PathBuf]) {
    let exposed = |path: &Path| check_access(&fs::metadata(path).ok()?, NeededAccess::Kept).err();
    let named = std::iter::once(folder).chain(libraries.iter().map(PathBuf::as_path));
    let mut found = named.filter_map(|path| Some((path, exposed(path)?)));
    if let Some((first, reason)) = found.next() {
        let (first, others) = (first.display(), found.count());
        let more = if others == 0 { String::new() } else { format!(" (the same holds for {others} more)") };
        tracing::warn!("others decide which code runs as this user: {first}: {reason}{more}");
    }
}

impl LibraryFile {
    fn is_untried(&self) -> bool {
        matches!(self.state, LibraryState::Untried(_))
    }

    fn load(&mut self, cache: &Cache) {
        let LibraryState::Harmless { copy, was_tried, verdict } = &self.state else { return };
        let is_unchanged = || match self.is_text {
            true => GameText::read(&self.path).is_ok_and(|text| text.hash == *copy.identity()),
            false => FoundFile::has(&self.path, copy.identity()),
        };
        let loaded = match (self.is_for_children, verdict) {
            _ if *was_tried && !is_unchanged() => Err(LoadError::Changing),
            (_, Some(TrialVerdict::Loader(facts))) => Err(LoadError::Loader(facts.clone())),
            (_, Some(TrialVerdict::NoGame)) => Err(LoadError::NoGame),
            // Another process may have made room meanwhile.
            (false, _) if !copy.path().exists() => {
                copy.restore(&self.path).and_then(|copy| Library::of_copy(&self.path, &copy, cache))
            }
            (false, _) => Library::of_copy(&self.path, copy, cache),
            (true, Some(TrialVerdict::Sound(facts))) => {
                Ok(Library::known(&self.path, copy, LibraryFacts::clone(facts)))
            }
            (true, Some(TrialVerdict::Refused(reason))) => Err(LoadError::Told(plyd_foreign::one_line(reason))),
            (true, _) => Err(LoadError::Untried("there is no program to try it".into())),
        };
        self.state = match loaded {
            Ok(library) => LibraryState::Loaded(library),
            Err(LoadError::Loader(facts)) => {
                LibraryState::Loader(LoaderFile { copy: copy.clone(), facts: *facts, was_asked: false })
            }
            Err(LoadError::NoGame) => LibraryState::NoGame,
            Err(reason) => LibraryState::Refused(reason),
        };
    }
}
