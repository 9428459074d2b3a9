//! A loaded library.

use crate::cache::Cache;
use crate::extensions::{self, Extensions};
use crate::table::{self, Functions, Identity};
use crate::{BoardFacts, Fault, GameOption, LoadError, LoadedGame, OpenError};
use plyd_plugin::abi::{ENTRY, Entry, PluginTable};
use plyd_plugin::{Game, Moves, Want};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A library whose game passed all checks. It stays in memory until the process ends.
#[derive(Debug, Clone)]
pub struct Library {
    path: PathBuf,
    identity: Identity,
    extensions: Extensions,
    functions: Functions,
    start_position: String,
}

impl Library {
    /// The id clients choose the game by.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.identity.id
    }

    /// The name for people: one line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.identity.name
    }

    /// The version of the library: one word.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.identity.version
    }

    /// The file the library was found in; a copy of it was loaded.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Major and minor version of the interface the library was built for.
    #[must_use]
    pub fn abi_version(&self) -> (u16, u16) {
        self.identity.abi_version
    }

    /// The board, of a game that declares one.
    #[must_use]
    pub fn board(&self) -> Option<&BoardFacts> {
        self.extensions.board.as_ref()
    }

    /// The options of the game, in the library's order.
    #[must_use]
    pub fn options(&self) -> &[GameOption] {
        &self.extensions.options
    }

    /// The option with this name, in upper or lower case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&GameOption> {
        self.options().iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The text of the start position with all options at their defaults.
    #[must_use]
    pub fn start_position(&self) -> &str {
        &self.start_position
    }

    /// Opens a setup; an empty one is the start position. `options` are pairs of a name within the game and a value, of
    /// which the last counts if a name comes twice; those left out have their defaults.
    ///
    /// # Errors
    /// [`OpenError::Refused`] for a setup or option that makes no sense, [`OpenError::Fault`] if the library misbehaves.
    pub fn open(self: &Arc<Self>, setup: &str, options: &[(String, String)]) -> Result<LoadedGame, OpenError> {
        LoadedGame::open(self, setup, &self.options_text(options)?)
    }

    /// The lines that `open` takes: each option that was set, once, spelt as the game spells it.
    fn options_text(&self, options: &[(String, String)]) -> Result<String, OpenError> {
        let mut values = vec![None; self.options().len()];
        for (name, value) in options {
            let index = self.options().iter().position(|option| option.name.eq_ignore_ascii_case(name));
            let index = index.ok_or_else(|| OpenError::Refused(format!("{} has no option `{name}`", self.id())))?;
            let value = self.options()[index].accept(value).map_err(|error| OpenError::Refused(error.to_string()))?;
            values[index] = Some(value);
        }
        let set = self.options().iter().zip(values).filter_map(|(option, value)| Some((option, value?)));
        Ok(set.map(|(option, value)| format!("{}={value}\n", option.name)).collect())
    }

    pub(crate) fn functions(&self) -> &Functions {
        &self.functions
    }

    pub(crate) fn picture(&self) -> Option<extensions::Picture> {
        self.extensions.picture
    }

    /// Loads the library at `path` from a copy in the cache, and checks it.
    pub(crate) fn load(path: &Path, cache: &Cache) -> Result<Arc<Self>, LoadError> {
        let content = fs::read(path).map_err(LoadError::Unreadable)?;
        let library = cache.load(&content)?;
        // SAFETY: by its name this is the entry function, whose type never changes; `None` is a null address.
        let entry = unsafe { library.get::<Option<Entry>>(ENTRY) }.ok().and_then(|symbol| *symbol);
        let entry = entry.ok_or(LoadError::NoEntry)?;
        // SAFETY: the entry function takes nothing and returns a table, and the library is never unloaded.
        unsafe { Self::from_table(path, entry()) }
    }

    /// Checks a table and all that it leads to.
    ///
    /// # Safety
    /// As for [`table::read`]; the functions of the table keep the interface wherever it cannot be checked.
    pub(crate) unsafe fn from_table(path: &Path, table: *const PluginTable) -> Result<Arc<Self>, LoadError> {
        // SAFETY: by this function's contract.
        let (identity, functions, extensions) = unsafe {
            let (identity, functions) = table::read(table)?;
            (identity, functions, extensions::read(&functions)?)
        };
        let path = path.to_path_buf();
        let unproven = Arc::new(Self { path, identity, extensions, functions, start_position: String::new() });
        let start_position = unproven.checked_start_position().map_err(LoadError::Start)?;
        Ok(Arc::new(Self { start_position, ..Self::clone(&unproven) }))
    }

    /// Opens the start position, looks at it, and makes sure that its text opens it again.
    fn checked_start_position(self: &Arc<Self>) -> Result<String, String> {
        let game = self.open("", &[]).map_err(|error| error.to_string())?;
        let root = game.root();
        game.legal_moves(&root).map_err(|Fault(text)| text)?;
        if game.examine(&root, Want::VALUE.and(Want::KEY), &mut Moves::new(&mut [])).is_error() {
            return Err(game.last_error(&root));
        }
        let text = game.format_state(&root).map_err(|Fault(text)| text)?;
        let again = self
            .open(&text, &[])
            .map_err(|error| error.to_string())
            .and_then(|game| game.format_state(&game.root()).map_err(|Fault(text)| text))
            .map_err(|reason| format!("its text `{text}` does not open: {reason}"))?;
        if again == text { Ok(text) } else { Err(format!("its text `{text}` opens a state with the text `{again}`")) }
    }
}
