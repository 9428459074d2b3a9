//! How a library comes to be: it is loaded and checked, or another process has reported its facts.

#[cfg(target_os = "linux")]
mod surroundings;

use crate::cache::{Cache, PrivateCopy};
use crate::extensions::{self, Extensions};
use crate::found_file::FoundFile;
use crate::game_text::text_behind;
use crate::loader::LoadedLoader;
use crate::table::{self, CheckedIdentity};
use crate::{ContentHash, Library, LibraryFacts, LibraryFault, LoadError, OpenError, StartError};
use plyd_plugin::abi::{ENTRY, Entry, PluginTable};
use plyd_rules::{Abilities, Facts, Features, Game, Moves, Want};
use std::path::Path;
use std::sync::Arc;
#[cfg(target_os = "linux")]
use surroundings::SavedProcessState;

impl Library {
    /// Loads the library at `path` from a copy in the cache, and checks it. It is not tried before.
    ///
    /// # Errors
    /// It is no library, or does not keep the interface.
    pub fn load(path: &Path, cache: &Cache) -> Result<Arc<Self>, LoadError> {
        let found = FoundFile::read(path)?;
        found.check_whole()?;
        Self::of_copy(path, &cache.copy(&found)?, cache)
    }

    /// Loads the library that was found at `path` from a copy that another process has made of it, and checks it.
    ///
    /// # Errors
    /// The copy is gone or has another content, or it does not keep the interface.
    pub fn load_copy(path: &Path, copy: &Path, content: &ContentHash) -> Result<Arc<Self>, LoadError> {
        let found = FoundFile::read(copy)?;
        if found.hash != *content {
            return Err(LoadError::Changing);
        }
        let copy = PrivateCopy::at(copy.to_path_buf(), found.hash);
        // The folder of the copy is no cache of this process, which makes no copies.
        Self::of_copy(path, &copy, &Cache::new(copy.path().parent().map(Path::to_path_buf)))
    }

    /// Loads the library that was found at `path` from this copy of it, and checks it.
    pub(crate) fn of_copy(path: &Path, copy: &PrivateCopy, cache: &Cache) -> Result<Arc<Self>, LoadError> {
        #[cfg(target_os = "linux")]
        let _restored = SavedProcessState::note();
        let library = cache.open(copy)?;
        // SAFETY: by its name this is the entry function, whose type never changes; `None` is a null address.
        let entry = unsafe { library.get::<Option<Entry>>(ENTRY) }.ok().and_then(|symbol| *symbol);
        let entry = entry.ok_or(LoadError::NoEntry)?;
        // SAFETY: the entry function takes nothing and returns a table, and the library is never unloaded.
        let (table, loader) = unsafe {
            let table = entry();
            (table, LoadedLoader::read(table)?)
        };
        let (library, entry) = match (loader, text_behind(copy.path())?) {
            // SAFETY: as above.
            (None, None) => (unsafe { Self::from_table(path, copy.identity().clone(), table)? }, Some(entry)),
            (Some(loader), Some(text)) => {
                // SAFETY: a loader keeps the interface too, and this copy of it was loaded just now, for this text.
                let library = unsafe {
                    let table = loader.table_of(&text)?;
                    Self::from_table(path, ContentHash::of(text.as_bytes()), table)?
                };
                (library, None)
            }
            (Some(loader), None) => return Err(LoadError::Loader(Box::new(loader.facts))),
            (None, Some(_)) => return Err(LoadError::TextBehindGame),
        };
        let copy = Some(copy.clone());
        Ok(Arc::new(Self { entry, copy, ..Self::clone(&library) }))
    }

    /// The library that was found at `path`, as the process told about it that has tried this copy. It is not loaded
    /// into this process, so all that it can do here is give its facts.
    pub(crate) fn known(path: &Path, copy: &PrivateCopy, facts: LibraryFacts) -> Arc<Self> {
        // Processes will load it for as long as it is known here.
        copy.keep_open();
        let LibraryFacts {
            id,
            name,
            version,
            interface,
            start_position,
            board,
            sides,
            about,
            options,
            is_tree,
            abilities,
            features,
        } = facts;
        Arc::new(Self {
            path: path.to_path_buf(),
            content: copy.identity().clone(),
            copy: Some(copy.clone()),
            identity: CheckedIdentity { id, name, version, abi_version: interface },
            extensions: Extensions { board, sides, about, options, ..Extensions::default() },
            is_tree,
            functions: None,
            start_position,
            abilities,
            features,
            entry: None,
            is_asked_by_step: Arc::default(),
        })
    }

    /// Checks a table and all that it leads to.
    ///
    /// # Safety
    /// As for [`table::read`]; the functions of the table keep the interface wherever it cannot be checked.
    pub(crate) unsafe fn from_table(
        path: &Path,
        content: ContentHash,
        table: *const PluginTable,
    ) -> Result<Arc<Self>, LoadError> {
        // SAFETY: by this function's contract.
        let (identity, functions, extensions) = unsafe {
            let (identity, functions) = table::read(table)?;
            (identity, functions, extensions::read(&functions)?)
        };
        let path = path.to_path_buf();
        let unproven = Arc::new(Self {
            path,
            content,
            copy: None,
            identity,
            is_tree: extensions.node_name.is_some(),
            extensions,
            functions: Some(functions),
            start_position: String::new(),
            abilities: Abilities::NONE,
            features: Features::NONE,
            entry: None,
            is_asked_by_step: Arc::default(),
        });
        let (start_position, Facts { abilities, features, .. }) =
            unproven.checked_start_position().map_err(LoadError::Start)?;
        Ok(Arc::new(Self { start_position, abilities, features, ..Self::clone(&unproven) }))
    }

    /// Opens the start position, looks at it, and makes sure that its text opens it again. Returns that text, and the
    /// facts of the game there.
    fn checked_start_position(self: &Arc<Self>) -> Result<(String, Facts), StartError> {
        let game = self.open("", &[])?;
        let root = game.root();
        game.legal_moves(&root).map_err(OpenError::from)?;
        if game.examine(&root, Want::VALUE.and(Want::KEY), &mut Moves::new(&mut [])).is_error() {
            return Err(OpenError::from(LibraryFault(game.last_error(&root))).into());
        }
        let text = game.format_state(&root).map_err(OpenError::from)?;
        let again = self.open(&text, &[]).and_then(|game| Ok(game.format_state(&game.root())?));
        match again {
            Ok(again) if again == text => Ok((text, game.facts())),
            Ok(again) => Err(StartError::OtherText { text, again }),
            Err(reason) => Err(StartError::Text { text, reason }),
        }
    }
}
