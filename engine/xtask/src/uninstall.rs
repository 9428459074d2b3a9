//! Removing what was installed.

use crate::destination::Destination;
use crate::installed::{self, LIST};
use crate::listing::Listing;
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// Removes the files of an installation below the prefix, by the list of that installation, and prints each. It also
/// removes the folders that the installation made, if they are empty then.
///
/// # Errors
/// There is no list, or a file cannot be removed.
pub(crate) fn uninstall(destination: &Destination, is_dry: bool, output: &mut impl Write) -> Result<()> {
    let root = destination.root();
    let mut installed = installed::read(destination)?.with_context(|| {
        let (root, list) = (root.display(), root.join(LIST));
        format!("no installation found in {root} ({} is missing); name its folder with --prefix", list.display())
    })?;
    let mut listing = Listing::new(output, true);
    // The list comes last: if a file cannot be removed, the next try knows all of them.
    for file in installed.files.iter().map(|file| file.as_path()).chain([Path::new(LIST)]) {
        if if is_dry { destination.has(file) } else { destination.remove(file)? } {
            listing.line(root.join(file).display());
        }
    }
    if !is_dry {
        destination.remove_empty(&mut installed.folders);
    }
    listing.finish()
}
