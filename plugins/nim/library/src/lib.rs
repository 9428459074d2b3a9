//! The dynamic library of nim, whose rules are in C.
//!
//! This is how a game in C becomes a crate of the workspace: the build script compiles it under another name for its
//! entry function, and the entry function that Rust exports hands its table on.

use plyd_plugin::abi::PluginTable;

// SAFETY: `nim.c` defines this function with this type: it is the entry function of the header, renamed. It reads
// nothing but constants, so anyone may call it at any time.
unsafe extern "C" {
    /// The table of nim, valid for ever.
    safe fn nim_plugin() -> *const PluginTable;
}

/// The one exported function: the table of this library's game.
// SAFETY: the symbol is the one that hosts look for, its type is `plyd_plugin::abi::Entry`, and no other function of
// this library has the name, as the one in C was renamed.
#[unsafe(no_mangle)]
pub extern "C" fn plyd_plugin() -> *const PluginTable {
    nim_plugin()
}

/// The type of the entry function is the interface's.
const _: plyd_plugin::abi::Entry = plyd_plugin;
