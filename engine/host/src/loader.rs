//! Libraries that make games of texts: `plyd.loader/1`.

use crate::declaration::{Breach, DeclarationError};
use crate::extensions::find_by;
use crate::table::{self, check_identity};
use crate::text::{fetch_reason, readable};
use crate::{LoadError, LoaderFacts};
use plyd_plugin::abi::{LOADER_EXTENSION, LoadFn, LoadedText, LoaderExtension, PluginTable, Str};
use std::ptr::null;

/// The most suffixes of a loader.
const MOST_SUFFIXES: usize = 8;
/// The longest suffix, in bytes.
const LONGEST_SUFFIX: usize = 16;
/// The longest list of suffixes, in bytes.
const LONGEST_LIST: usize = MOST_SUFFIXES * (LONGEST_SUFFIX + 1);

impl LoaderFacts {
    /// Checks what another process said of a library.
    ///
    /// # Errors
    /// It breaks a rule of the interface.
    pub fn check(&self) -> Result<(), DeclarationError> {
        check_identity(&self.id, &self.name, &self.version)?;
        let count = self.suffixes.len();
        if !(1..=MOST_SUFFIXES).contains(&count) {
            let rule = Breach::Rule(format!("; a loader has 1 to {MOST_SUFFIXES}"));
            return Err(rule.of(format!("{count} suffixes")));
        }
        let is_suffix = |suffix: &str| {
            let is_plain = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit();
            (1..=LONGEST_SUFFIX).contains(&suffix.len()) && suffix.chars().all(is_plain)
        };
        match self.suffixes.iter().find(|suffix| !is_suffix(suffix)) {
            Some(wrong) => {
                let rule = format!("; a suffix has 1 to {LONGEST_SUFFIX} of the characters a-z and 0-9");
                Err(Breach::Rule(rule).of(format!("the suffix `{}`", plyd_foreign::excerpt(wrong))))
            }
            None => Ok(()),
        }
    }
}

/// A loader in this process.
pub(crate) struct LoadedLoader {
    pub(crate) facts: LoaderFacts,
    load: LoadFn,
}

impl LoadedLoader {
    /// The loader with this table; `None` if the table is a game's.
    ///
    /// # Safety
    /// As for [`table::read`].
    pub(crate) unsafe fn read(table: *const PluginTable) -> Result<Option<Self>, LoadError> {
        // SAFETY: by this function's contract.
        let Some(extension) = (unsafe { table::read_extension(table)? }) else { return Ok(None) };
        // SAFETY: the id goes with the structure that the interface gives it.
        let Some(found) = (unsafe { find_by::<LoaderExtension>(extension, LOADER_EXTENSION)? }) else {
            return Ok(None);
        };
        // SAFETY: the texts of a library are readable for ever.
        let suffixes = unsafe { readable(found.suffixes, LONGEST_LIST) };
        let suffixes = suffixes.map_err(|breach| breach.of("a list of suffixes"))?;
        let load = found.load.ok_or_else(|| Breach::rule(" without the function `load`").of("a loader"))?;
        // SAFETY: by this function's contract.
        let table::CheckedIdentity { id, name, version, abi_version: interface } =
            unsafe { table::read_identity(table)? };
        let suffixes = suffixes.split_whitespace().map(str::to_owned).collect();
        let facts = LoaderFacts { id, name, version, interface, suffixes };
        facts.check()?;
        Ok(Some(Self { facts, load }))
    }

    /// The table of the game that this text describes.
    ///
    /// # Errors
    /// The text is wrong, or not meant for this loader.
    ///
    /// # Safety
    /// The loader keeps the interface, and has made no game yet.
    pub(crate) unsafe fn table_of(&self, text: &str) -> Result<*const PluginTable, LoadError> {
        let size = size_of::<LoadedText>() as u32;
        let mut loaded = LoadedText { size, line: 0, column: 0, reserved: 0, table: null() };
        let mut result = 0;
        let reason = fetch_reason(|error| {
            // SAFETY: the text is readable, `loaded` says how long it is, and the buffer is ours.
            result = unsafe { (self.load)(Str::new(text), &raw mut loaded, error) };
            result
        });
        match result {
            0 if loaded.table.is_null() => Err(LoadError::NoGame),
            0 => Ok(loaded.table),
            _ => Err(LoadError::Text {
                line: loaded.line,
                column: loaded.column,
                reason: reason.unwrap_or_else(|| "the loader failed without a reason".into()),
            }),
        }
    }
}
