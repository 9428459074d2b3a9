//! Reads which textbook search a library has inside.

use super::{find, function};
use crate::declaration::DeclarationError;
use crate::table::Functions;
use plyd_plugin::abi::{RunFn, SEARCH_BUILD, SEARCH_EXTENSION, SearchExtension};

/// The textbook search of a library.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Inside {
    /// It has none, as a library in another language.
    #[default]
    None,
    /// It has the search of another build, which may visit other nodes.
    OtherBuild,
    /// It has the very same.
    Same(RunFn),
}

/// The textbook search inside the library. Of another build only the number of the build is known.
///
/// # Safety
/// As for [`find`].
pub(super) unsafe fn read_search(functions: &Functions) -> Result<Inside, DeclarationError> {
    /// What never changes.
    #[derive(Clone, Copy)]
    #[repr(C)]
    struct Head {
        _size: u32,
        _reserved: u32,
        build: u64,
    }
    // SAFETY: by this function's contract. Only in this very build is the structure more than its head.
    unsafe {
        match find::<Head>(functions, SEARCH_EXTENSION)? {
            None => Ok(Inside::None),
            Some(Head { build: SEARCH_BUILD, .. }) => {
                let run = function(functions, SEARCH_EXTENSION, |found: SearchExtension| found.run)?;
                Ok(run.map_or(Inside::None, Inside::Same))
            }
            Some(_) => Ok(Inside::OtherBuild),
        }
    }
}
