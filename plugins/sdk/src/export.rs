//! The library side of the C interface, for every [`Plugin`].
//!
//! [`export!`](crate::export!) makes a table of these functions for one game. Every function catches panics, because
//! unwinding into the host would abort the process. The text of a panic is stored per thread for `last_error`.

mod calls;
mod extensions;
mod functions;
mod loader;
mod search;

use crate::abi::{ABI_MAJOR, ABI_MINOR, Header, MAGIC, PluginTable, Str};
use crate::{Loader, Plugin};

/// The beginning of the reason for a failure if a function of a Rust game panicked.
pub const PANICKED: &str = "the library panicked: ";

/// The payload of an unwinding by which a loader says that the text of a game has failed, not the library. It is the
/// reason for the failure, a whole sentence.
#[derive(Debug)]
pub struct FailedText(pub String);

/// The table of the game `G`.
#[must_use]
pub const fn table<G: Plugin>() -> PluginTable {
    // States are copied byte by byte and never destroyed.
    const {
        assert!(
            !std::mem::needs_drop::<G::State>(),
            "a state must not need a destructor: use arrays of a fixed size instead of Vec, String or Box"
        );
    };
    const { assert!(size_of::<G::State>() > 0 && size_of::<G::State>() <= 65_536, "a state has 1 to 65,536 bytes") };
    const { assert!(align_of::<G::State>() <= 64, "a state is aligned to at most 64 bytes") };
    PluginTable {
        header: Header {
            magic: MAGIC,
            size: size_of::<PluginTable>() as u32,
            abi_major: ABI_MAJOR,
            abi_minor: ABI_MINOR,
        },
        id: Str::new(G::ID),
        name: Str::new(G::NAME),
        version: Str::new(G::VERSION),
        open: Some(functions::open::<G>),
        close: Some(functions::close::<G>),
        format_state: Some(functions::format_state::<G>),
        format_move: Some(functions::format_move::<G>),
        parse_move: Some(functions::parse_move::<G>),
        step: Some(functions::step::<G>),
        examine: Some(functions::examine::<G>),
        last_error: Some(functions::last_error::<G>),
        extension: Some(extensions::find::<G>),
    }
}

/// The table of the loader `L`.
#[must_use]
pub const fn loader_table<L: Loader>() -> PluginTable {
    PluginTable {
        open: None,
        close: None,
        format_state: None,
        format_move: None,
        parse_move: None,
        step: None,
        examine: None,
        last_error: None,
        extension: Some(loader::find::<L>),
        ..table::<L>()
    }
}

/// Exports a type as the game of the library. A library crate needs only `plyd_plugin::export!(my_rules::MyGame);`.
///
/// The crate must be a `cdylib` and unwind on panic. It does not compile with `panic = "abort"`, because a faulty rule
/// would then end the daemon.
#[macro_export]
macro_rules! export {
    ($game:ty) => {
        #[cfg(not(panic = "unwind"))]
        compile_error!(
            "a plyd plugin must be built with panic = \"unwind\": a panic must end only one search, not the daemon"
        );

        /// The one exported function: the table of this library's game.
        #[unsafe(no_mangle)]
        pub extern "C" fn plyd_plugin() -> *const $crate::abi::PluginTable {
            static TABLE: $crate::abi::PluginTable = $crate::export::table::<$game>();
            &TABLE
        }
    };
}

/// Exports a type as the loader of the library, as [`export!`](crate::export!) does for a game.
#[macro_export]
macro_rules! export_loader {
    ($loader:ty) => {
        #[cfg(not(panic = "unwind"))]
        compile_error!(
            "a plyd plugin must be built with panic = \"unwind\": a panic must end only one search, not the daemon"
        );

        /// The one exported function: the table of this library's loader.
        #[unsafe(no_mangle)]
        pub extern "C" fn plyd_plugin() -> *const $crate::abi::PluginTable {
            static TABLE: $crate::abi::PluginTable = $crate::export::loader_table::<$loader>();
            &TABLE
        }
    };
}
