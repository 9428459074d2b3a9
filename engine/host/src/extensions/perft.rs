//! Reads the counts of leaves that a library declares.

use super::null_function;
use crate::declaration::{Breach, DeclarationError};
use crate::text::readable;
use plyd_plugin::abi::{OK, PERFT_EXTENSION, PerftExtension, PerftItem, Str};
use std::ptr::null;

const MOST_PERFT: u32 = 4_096;
const LONGEST_SETUP: usize = 4_096;

/// A count of leaves that a library declares for its own rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPerft {
    /// The setup, empty for the start position.
    pub setup: String,
    /// The options it is opened with.
    pub options: Vec<(String, String)>,
    /// The depth in plies.
    pub depth: u32,
    /// The leaves at that depth.
    pub leaves: u64,
}

/// # Safety
/// The function of the structure keeps the interface.
pub(super) unsafe fn read_perft(extension: &PerftExtension) -> Result<Vec<KnownPerft>, DeclarationError> {
    let counts = || format!("{} known counts of leaves", extension.count);
    if extension.count > MOST_PERFT {
        return Err(Breach::TooMany(MOST_PERFT as usize).of(counts()));
    }
    let fetch = extension.item.ok_or_else(|| null_function(PERFT_EXTENSION))?;
    let nothing = Str { data: null(), len: 0 };
    let known = (0..extension.count).map(|index| {
        let size = size_of::<PerftItem>() as u32;
        let mut item = PerftItem { size, depth: 0, leaves: 0, setup: nothing, options: nothing };
        // SAFETY: the item is ours and says how long it is.
        if unsafe { fetch(index, &raw mut item) } != OK {
            return Err(Breach::NotReturned(index).of(counts()));
        }
        let text = |what: &str, text: Str| {
            if text.len == 0 {
                return Ok(String::new());
            }
            // SAFETY: the texts of an item are readable for ever.
            let text = unsafe { readable(text, LONGEST_SETUP) };
            text.map_err(|breach| breach.of(format!("known count {index} with {what}")))
        };
        let options = text("options", item.options)?;
        let options = options.lines().filter_map(|line| line.split_once('='));
        Ok(KnownPerft {
            setup: text("a setup", item.setup)?,
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            depth: item.depth,
            leaves: item.leaves,
        })
    });
    known.collect()
}
