//! Calls of the functions that belong to a library, not to an instance.

use super::guarded::GuardedBytes;
use super::{ProbedText, fetch};
use crate::instance::{self, Instance};
use crate::table;
use crate::{Library, LoadError, LoadedGame, OpenError};
use std::sync::Arc;

/// The identity that a library reports when its entry function is called again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredIdentity {
    /// Whether two more calls of the entry function returned the same address.
    pub same_table: bool,
    /// The size of the table it declares, in bytes.
    pub size: u32,
    /// The id of the game.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The version of the library.
    pub version: String,
}

/// Calls the entry function of a loaded library again; `None` for a library that was not loaded from a file.
///
/// # Errors
/// The table is no longer sound.
pub fn declared_again(library: &Library) -> Option<Result<DeclaredIdentity, LoadError>> {
    let entry = library.entry()?;
    // SAFETY: the entry function takes nothing, may be called at any time, and returns a table that is valid for ever.
    let read = unsafe {
        let (first, second) = (entry(), entry());
        table::read(second).map(|(identity, _)| (first == second, (*second).header.size, identity))
    };
    Some(read.map(|(same_table, size, identity)| {
        let table::CheckedIdentity { id, name, version, .. } = identity;
        DeclaredIdentity { same_table, size, id, name, version }
    }))
}

/// The address of the extension with this id, which is not followed by a zero byte; `None` if the library does not know
/// it.
#[must_use]
pub fn extension_address(library: &Library, id: &[u8]) -> Option<usize> {
    let id = GuardedBytes::holding(id);
    // SAFETY: the id is readable, and the function takes any.
    let found = unsafe { (library.functions().ok()?.extension)(id.as_str()) };
    (!found.is_null()).then(|| found.addr())
}

/// The result of an `open`.
#[derive(Debug)]
pub struct RawOpening {
    /// The reason of a refusal, from the buffer; `open` returned its length, or 0 for success.
    pub error: ProbedText,
    /// The opened game, if `open` returned 0: a fault if what it declares of itself is not within the limits.
    pub game: Option<Result<LoadedGame, OpenError>>,
    /// Whether the library wrote beyond the structure it fills in.
    pub overrun: bool,
}

/// Opens a setup with options as the library itself takes them, neither of them checked, no zero byte behind them, and
/// with room for so many bytes of an error.
#[must_use]
pub fn open_raw(library: &Arc<Library>, setup: &[u8], options: &[u8], capacity: usize) -> RawOpening {
    let functions = match library.functions() {
        Ok(functions) => functions,
        Err(fault) => {
            return RawOpening { error: fetch(capacity, |_| 0), game: Some(Err(fault.into())), overrun: false };
        }
    };
    let (setup, options) = (GuardedBytes::holding(setup), GuardedBytes::holding(options));
    let mut opened = GuardedOpened { before: [STRIP; 64], opened: instance::unfilled(), after: [STRIP; 64] };
    let error = fetch(capacity, |buffer| {
        // SAFETY: the texts are readable, `opened` says how long it is, and the buffer is ours.
        unsafe { (functions.open)(setup.as_str(), options.as_str(), &raw mut opened.opened, buffer) }
    });
    let overrun = opened.before != [STRIP; 64] || opened.after != [STRIP; 64];
    let game = (error.length == 0).then(|| {
        // SAFETY: `open` has just filled in the structure.
        let instance = unsafe { Instance::of_opened(library, &opened.opened)? };
        Ok(LoadedGame::of_instance(instance))
    });
    RawOpening { error, game, overrun }
}

const STRIP: u8 = 0xA5;

#[repr(C)]
struct GuardedOpened {
    before: [u8; 64],
    opened: plyd_plugin::abi::Opened,
    after: [u8; 64],
}
