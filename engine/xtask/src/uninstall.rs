//! Removing what was installed.

use crate::destination::Destination;
use crate::installed::{self, LIST};
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// Removes the files of an installation below the prefix, by the list of that installation, and prints each.
///
/// # Errors
/// There is no list, or a file cannot be removed.
pub(crate) fn uninstall(destination: &Destination, is_dry: bool, output: &mut impl Write) -> Result<()> {
    let root = destination.root();
    let files = installed::read(destination)?.with_context(|| {
        format!(
            "nothing was installed there: {} does not exist; give the folder of the installation with --prefix",
            root.join(LIST).display()
        )
    })?;
    // The list comes last: if a file cannot be removed, the next try knows all of them.
    for file in files.iter().map(|file| file.as_path()).chain([Path::new(LIST)]) {
        if is_dry || destination.remove(file)? {
            writeln!(output, "{}", root.join(file).display())?;
        }
    }
    Ok(())
}
