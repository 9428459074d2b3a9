//! A loaded library.

use crate::cache::{Cache, PrivateCopy};
use crate::extensions::{self, Extensions};
use crate::found_file::FoundFile;
use crate::table::{self, Functions, Identity};
use crate::{
    BoardFacts, ContentHash, Fault, GameOption, KnownPerft, LibraryFacts, LoadError, LoadedGame, OpenError, Sides,
};
use plyd_plugin::abi::{ENTRY, Entry, PluginTable, TextFn, WeightsFn};
use plyd_rules::{Abilities, Game, Moves, Want};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};

/// A library whose game passed all checks. It is loaded, and stays in memory until the process ends; or another process
/// loaded it, and only its facts are known here, see [`Library::known`].
#[derive(Debug, Clone)]
pub struct Library {
    path: PathBuf,
    /// Of the file when it was loaded.
    content: ContentHash,
    /// The copy from which it is loaded; `None` for a table that did not come from a file.
    copy: Option<PrivateCopy>,
    identity: Identity,
    extensions: Extensions,
    /// `None` if it is not loaded into this process.
    functions: Option<Functions>,
    start_position: String,
    /// Those of the start position.
    abilities: Abilities,
    /// The file of the table; `None` for a table that did not come from a file.
    entry: Option<Entry>,
    /// Whether the log has why its textbook searches are made by `step`.
    told: Arc<Once>,
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

    /// The hash of that file's content. It is that of the plain build, also if a build for the processor is loaded.
    #[must_use]
    pub fn content(&self) -> &ContentHash {
        &self.content
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

    /// What people call the players.
    #[must_use]
    pub fn sides(&self) -> &Sides {
        &self.extensions.sides
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

    /// Whether the setups of the game are trees, whose nodes may have names.
    #[must_use]
    pub fn is_tree(&self) -> bool {
        self.extensions.node_name.is_some()
    }

    /// The counts of leaves that the library declares for its own rules.
    #[must_use]
    pub fn known_perft(&self) -> &[KnownPerft] {
        &self.extensions.perft
    }

    /// The text of the start position with all options at their defaults.
    #[must_use]
    pub fn start_position(&self) -> &str {
        &self.start_position
    }

    /// Everything about the library that clients see.
    #[must_use]
    pub fn facts(&self) -> LibraryFacts {
        let Identity { id, name, version, abi_version } = self.identity.clone();
        LibraryFacts {
            id,
            name,
            version,
            interface: abi_version,
            start_position: self.start_position.clone(),
            board: self.board().cloned(),
            options: self.options().to_vec(),
            abilities: self.abilities,
        }
    }

    /// Opens a setup; an empty one is the start position. `options` are pairs of a name within the game and a value. If
    /// a name is repeated, its last value applies; missing options have their defaults.
    ///
    /// # Errors
    /// [`OpenError::Refused`] for a setup or option that makes no sense, [`OpenError::Fault`] if the library
    /// misbehaves.
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

    /// The private copy of the file, or of a build for the processor beside it, from which a process can load it;
    /// `None` for a library that came from no file.
    #[must_use]
    pub fn copy(&self) -> Option<&PrivateCopy> {
        self.copy.as_ref()
    }

    /// Whether it is loaded into this process, so that it can open setups.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.functions.is_some()
    }

    /// # Errors
    /// It is not loaded into this process.
    pub(crate) fn functions(&self) -> Result<&Functions, Fault> {
        let missing = || Fault::new(format!("the library of `{}` is not loaded into this process", self.id()));
        self.functions.as_ref().ok_or_else(missing)
    }

    pub(crate) fn optional(&self) -> extensions::OptionalFunctions {
        self.extensions.optional
    }

    pub(crate) fn extensions(&self) -> &extensions::Extensions {
        &self.extensions
    }

    pub(crate) fn weights(&self) -> Option<WeightsFn> {
        self.extensions.weights
    }

    /// Whether the log has why its textbook searches are made by `step`.
    pub(crate) fn told(&self) -> &Once {
        &self.told
    }

    pub(crate) fn picture(&self) -> Option<TextFn> {
        self.extensions.picture
    }

    pub(crate) fn entry(&self) -> Option<Entry> {
        self.entry
    }

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
        let library = cache.open(copy)?;
        // SAFETY: by its name this is the entry function, whose type never changes; `None` is a null address.
        let entry = unsafe { library.get::<Option<Entry>>(ENTRY) }.ok().and_then(|symbol| *symbol);
        let entry = entry.ok_or(LoadError::NoEntry)?;
        // SAFETY: the entry function takes nothing and returns a table, and the library is never unloaded.
        let library = unsafe { Self::from_table(path, copy.identity().clone(), entry())? };
        let copy = Some(copy.clone());
        Ok(Arc::new(Self { entry: Some(entry), copy, ..Self::clone(&library) }))
    }

    /// The library that was found at `path`, as the process told about it that has tried this copy. It is not loaded
    /// into this process, so all that it can do here is tell its facts.
    pub(crate) fn known(path: &Path, copy: &PrivateCopy, facts: LibraryFacts) -> Arc<Self> {
        let LibraryFacts { id, name, version, interface, start_position, board, options, abilities } = facts;
        Arc::new(Self {
            path: path.to_path_buf(),
            content: copy.identity().clone(),
            copy: Some(copy.clone()),
            identity: Identity { id, name, version, abi_version: interface },
            extensions: Extensions { board, options, ..Extensions::default() },
            functions: None,
            start_position,
            abilities,
            entry: None,
            told: Arc::new(Once::new()),
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
            extensions,
            functions: Some(functions),
            start_position: String::new(),
            abilities: Abilities::NONE,
            entry: None,
            told: Arc::new(Once::new()),
        });
        let (start_position, abilities) = unproven.checked_start_position().map_err(LoadError::Start)?;
        Ok(Arc::new(Self { start_position, abilities, ..Self::clone(&unproven) }))
    }

    /// Opens the start position, looks at it, and makes sure that its text opens it again. Returns that text, and the
    /// abilities of the game there.
    fn checked_start_position(self: &Arc<Self>) -> Result<(String, Abilities), String> {
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
        if again == text {
            Ok((text, game.facts().abilities))
        } else {
            Err(format!("its text `{text}` opens a state with the text `{again}`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{Heap, leaked};
    use plyd_plugin::abi::{Buffer, Opened, Str};
    use plyd_plugin::export;
    use std::ptr::null;

    fn load(change: impl FnOnce(&mut PluginTable)) -> Result<Arc<Library>, LoadError> {
        // SAFETY: a table of the SDK, or with functions of these tests that keep its contract; kept for ever.
        unsafe { Library::from_table(Path::new("heap"), ContentHash::of(b""), leaked(change)) }
    }

    fn refusal(change: impl FnOnce(&mut PluginTable)) -> String {
        load(change).unwrap_err().to_string()
    }

    /// Opens as the test game does, then changes the answer.
    unsafe fn open_changed(
        (setup, options, opened, error): (Str, Str, *mut Opened, Buffer),
        change: impl FnOnce(&mut Opened),
    ) -> isize {
        // SAFETY: what the host passed.
        unsafe {
            let result = export::table::<Heap>().open.unwrap()(setup, options, opened, error);
            change(&mut *opened);
            result
        }
    }

    #[test]
    fn a_library_tells_about_its_game() {
        let library = load(|_| {}).unwrap();
        assert_eq!((library.id(), library.name(), library.version()), ("heap", "Heap", "1.2.3"));
        assert_eq!((library.path(), library.abi_version()), (Path::new("heap"), (2, 0)));
        assert_eq!(library.start_position(), "7 w good");
        assert_eq!(library.option("counters").map(|option| option.name.as_str()), Some("Counters"));
        assert_eq!(library.option("Houses"), None);
    }

    #[test]
    fn options_reach_the_game_in_its_own_spelling() {
        let library = load(|_| {}).unwrap();
        let set = |pairs: &[(&str, &str)]| {
            let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            let game = library.open("", &pairs).map_err(|error| error.to_string())?;
            game.format_state(&game.root()).map_err(|error| error.to_string())
        };
        assert_eq!(set(&[]), Ok("7 w good".into()));
        assert_eq!(set(&[("BLACK FIRST", "TRUE"), ("counters", "9")]), Ok("9 b good".into()));
        assert_eq!(set(&[("Counters", "9"), ("counters", "+8")]), Ok("8 w good".into()));
        assert_eq!(set(&[("Houses", "9")]), Err("heap has no option `Houses`".into()));
        assert_eq!(set(&[("Counters", "99")]), Err("`Counters` takes a whole number from 1 to 30; not `99`".into()));
    }

    #[test]
    fn a_setup_is_refused_in_the_words_of_the_game() {
        let library = load(|_| {}).unwrap();
        assert_eq!(
            library.open("many w", &[]).unwrap_err(),
            OpenError::Refused("`many` is not a number of counters".into())
        );
    }

    #[test]
    fn a_library_that_cannot_open_the_start_position_is_refused() {
        unsafe extern "C" fn open(_: Str, _: Str, _: *mut Opened, _: Buffer) -> isize {
            -1
        }
        assert_eq!(
            refusal(|table| table.open = Some(open)),
            "has no usable start position: the library failed to open the setup"
        );
    }

    #[test]
    fn an_open_that_fills_in_nothing_is_refused() {
        unsafe extern "C" fn open(_: Str, _: Str, _: *mut Opened, _: Buffer) -> isize {
            0
        }
        unsafe extern "C" fn close(_: *mut std::ffi::c_void) {}
        assert_eq!(
            refusal(|table| {
                table.open = Some(open);
                table.close = Some(close);
            }),
            "has no usable start position: the instance declares the state size 0, which is not from 1 to 65536"
        );
    }

    #[test]
    fn facts_out_of_range_are_refused_and_the_instance_closed() {
        use std::sync::atomic::{AtomicBool, Ordering};
        static CLOSED: AtomicBool = AtomicBool::new(false);
        unsafe extern "C" fn open(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
            // SAFETY: what the host passed.
            unsafe { open_changed((setup, options, opened, error), |opened| opened.root = null()) }
        }
        unsafe extern "C" fn close(instance: *mut std::ffi::c_void) {
            CLOSED.store(true, Ordering::SeqCst);
            // SAFETY: what the host passed.
            unsafe { export::table::<Heap>().close.unwrap()(instance) }
        }
        assert_eq!(
            refusal(|table| {
                table.open = Some(open);
                table.close = Some(close);
            }),
            "has no usable start position: the instance has a null pointer for its root state"
        );
        assert!(CLOSED.load(Ordering::SeqCst));
    }

    #[test]
    fn a_start_position_whose_text_does_not_open_is_refused() {
        unsafe extern "C" fn format(_: *const std::ffi::c_void, _: *const std::ffi::c_void, text: Buffer) -> isize {
            // SAFETY: the host's buffer is longer than a word.
            unsafe { text.data.copy_from_nonoverlapping(b"seven".as_ptr(), 5) };
            5
        }
        assert_eq!(
            refusal(|table| table.format_state = Some(format)),
            "has no usable start position: its text `seven` does not open: `seven` is not a number of counters"
        );
    }

    #[test]
    fn a_start_position_that_breaks_a_rule_is_refused() {
        // Whatever the setup, this opens a position in which the test game plays a trick.
        unsafe extern "C" fn open(_: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
            // SAFETY: what the host passed.
            unsafe { export::table::<Heap>().open.unwrap()(Str::new("3 w stuck"), options, opened, error) }
        }
        assert_eq!(
            refusal(|table| table.open = Some(open)),
            "has no usable start position: an unfinished position has no moves"
        );
    }

    #[test]
    fn a_file_that_is_missing_is_refused() {
        let cache = Cache::new(None);
        let reason = Library::load(Path::new("no/such/library"), &cache).unwrap_err();
        assert!(matches!(reason, LoadError::Unreadable(_)));
    }
}
