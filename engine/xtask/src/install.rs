//! Installing.

use crate::destination::Destination;
use crate::installed;
use crate::package::{Item, items};
use anyhow::Result;
use std::env;
use std::io::Write;
use std::path::Path;

/// Installs the files that were built into this folder, and prints each.
///
/// # Errors
/// Something has not been built, or a file cannot be written. Each file is either complete or unchanged.
pub(crate) fn install(built: &Path, destination: &Destination, is_dry: bool, output: &mut impl Write) -> Result<()> {
    let items = items(built)?;
    let root = destination.root();
    for Item { to, content, is_program } in &items {
        if !is_dry {
            destination.put(to, content, *is_program)?;
        }
        writeln!(output, "{}", root.join(to).display())?;
    }
    // Where a package is made, its own tools keep the list.
    if is_dry || destination.staging.is_some() {
        return Ok(());
    }
    let files = || items.iter().map(|item| item.to.as_path());
    for old in installed::read(destination)?.unwrap_or_default() {
        if !files().any(|file| file == old) && destination.remove(&old)? {
            writeln!(output, "{} removed: it is no longer part of plyd", root.join(&old).display())?;
        }
    }
    installed::write(destination, files())?;
    tell_next_step(destination, output)
}

fn tell_next_step(destination: &Destination, output: &mut impl Write) -> Result<()> {
    let folder = destination.prefix.join("bin");
    let is_searched = env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|other| other == folder));
    writeln!(output)?;
    if is_searched {
        writeln!(output, "plyd is installed. Try: plyd play --game cfour")?;
    } else {
        writeln!(output, "plyd is installed. Try: {} play --game cfour", folder.join("plyd").display())?;
        writeln!(output, "Your shell does not find it yet: add {} to PATH.", folder.display())?;
    }
    Ok(())
}
