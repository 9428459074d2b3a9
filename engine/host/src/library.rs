//! A loaded library.

use crate::about::{AboutError, AboutTexts, GameTexts};
use crate::cache::PrivateCopy;
use crate::extensions::{self, Extensions};
use crate::table::{CheckedIdentity, Functions};
use crate::{
    BoardFacts, ContentHash, GameOption, KnownPerft, LibraryFacts, LibraryFault, LoadError, OpenError, SideNames,
};
use plyd_plugin::abi::{Entry, TextFn, WeightsFn};
use plyd_rules::{Abilities, Features, Player};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A library whose game passed all checks. It is loaded, and stays in memory until the process ends; or another process
/// loaded it, and only its facts are known here.
#[derive(Debug, Clone)]
pub struct Library {
    pub(crate) path: PathBuf,
    /// Of the file when it was loaded.
    pub(crate) content: ContentHash,
    /// The copy from which it is loaded; `None` for a table that did not come from a file.
    pub(crate) copy: Option<PrivateCopy>,
    pub(crate) identity: CheckedIdentity,
    pub(crate) extensions: Extensions,
    /// Whether its setups are trees.
    pub(crate) is_tree: bool,
    /// `None` if it is not loaded into this process.
    pub(crate) functions: Option<Functions>,
    pub(crate) start_position: String,
    /// Those of the start position.
    pub(crate) abilities: Abilities,
    /// Those of the start position.
    pub(crate) features: Features,
    /// The function that returns the table; `None` for a game from a text, and for a table that came from no file.
    pub(crate) entry: Option<Entry>,
    /// Whether it was asked about the nodes of a textbook search because the one that it has is of another build.
    pub(crate) is_asked_by_step: Arc<AtomicBool>,
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

    /// The hash of that file's content. It is the hash of the plain build, even if a build for the processor is loaded.
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
    pub fn sides(&self) -> &SideNames {
        &self.extensions.sides
    }

    /// The text about the game, if the library has one.
    ///
    /// # Errors
    /// The text is faulty, or does not fit the game.
    pub fn about(&self) -> Result<Option<AboutTexts>, AboutError> {
        let text = self.extensions.about.as_deref();
        text.map(|text| AboutTexts::read(text, self.options())).transpose()
    }

    /// The texts of the game for people who read these languages, the most wanted first, each written as in `it`,
    /// `it-IT` or `it_IT.UTF-8`. What no language of them has is in English, and what the library has no text of is
    /// missing.
    pub fn texts<'a>(&self, languages: impl IntoIterator<Item = &'a str>) -> GameTexts {
        let sides = [Player::Max, Player::Min].map(|player| self.sides().name(player));
        GameTexts::new((self.id(), self.name(), sides), self.about().ok().flatten().unwrap_or_default(), languages)
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
        self.is_tree
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
        let CheckedIdentity { id, name, version, abi_version } = self.identity.clone();
        LibraryFacts {
            id,
            name,
            version,
            interface: abi_version,
            start_position: self.start_position.clone(),
            board: self.board().cloned(),
            sides: self.sides().clone(),
            about: self.extensions.about.clone(),
            options: self.options().to_vec(),
            is_tree: self.is_tree,
            abilities: self.abilities,
            features: self.features,
        }
    }

    /// The lines that `open` takes: each option that was set, once, spelt as the game spells it.
    pub(crate) fn options_text(&self, options: &[(String, String)]) -> Result<String, OpenError> {
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

    /// Makes sure that the private copy is there for a process that is about to load it. Somebody may have cleaned the
    /// folder; then the copy is made again, elsewhere if that folder cannot be written. Returns it.
    ///
    /// # Errors
    /// The library came from no file, or the copy is gone and cannot be made again.
    pub fn restore_copy(&self) -> Result<PrivateCopy, LoadError> {
        self.copy().ok_or(LoadError::CopyGone)?.restore(&self.path)
    }

    /// Whether it is loaded into this process, so that it can open setups.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.functions.is_some()
    }

    /// # Errors
    /// It is not loaded into this process.
    pub(crate) fn functions(&self) -> Result<&Functions, LibraryFault> {
        let missing = || LibraryFault::new(format!("the library of `{}` is not loaded into this process", self.id()));
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

    /// It is asked about the nodes of a textbook search because the one that it has is of another build.
    pub(crate) fn note_asked_by_step(&self) {
        self.is_asked_by_step.store(true, Relaxed);
    }

    /// A sentence for the log, if textbook searches in this process were slower than this library could make them: it
    /// has the textbook search of another build, so it was asked about every node.
    #[must_use]
    pub fn other_build_remark(&self) -> Option<String> {
        let (id, path) = (self.id(), self.path().display());
        self.is_asked_by_step.load(Relaxed).then(|| {
            format!(
                "the library {path} of `{id}` has the textbook search of another build: `minimax`, `alphabeta` and \
                 perft ask it about every node, with the same results; build it anew with this version, and they are \
                 faster"
            )
        })
    }

    pub(crate) fn picture(&self) -> Option<TextFn> {
        self.extensions.picture
    }

    pub(crate) fn entry(&self) -> Option<Entry> {
        self.entry
    }
}

#[cfg(test)]
mod tests;
