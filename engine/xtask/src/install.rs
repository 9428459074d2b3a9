//! Installing.

use crate::destination::Destination;
use crate::installed::{self, Installed, LIST};
use crate::item::Item;
use crate::listing::Listing;
use crate::package::items;
use anyhow::Result;
use std::env;
use std::io::Write;
use std::path::Path;

/// Installs the files that were built into this folder, and prints each; without the libraries for newer processors if
/// it `is_plain`. If it `is_dry`, nothing is installed.
///
/// # Errors
/// Something has not been built, or a file cannot be written. Each file is either complete or unchanged, and the list
/// for `uninstall` names all that may be there.
pub(crate) fn install(
    built: &Path,
    destination: &Destination,
    (is_plain, is_dry): (bool, bool),
    output: &mut impl Write,
) -> Result<()> {
    let items = items(built, is_plain)?;
    let mut listing = Listing::new(output);
    if is_dry {
        items.iter().for_each(|item| listing.line(destination.root().join(&item.to).display()));
    } else if destination.staging.is_some() {
        // The tools that make a package of the files keep the list.
        put(&items, destination, &mut listing)?;
    } else {
        put_with_list(&items, destination, &mut listing)?;
        tell_next_step(destination, &mut listing);
    }
    listing.finish()
}

fn put(items: &[Item], destination: &Destination, listing: &mut Listing<impl Write>) -> Result<()> {
    for Item { to, content, is_program } in items {
        destination.put(to, content, *is_program)?;
        listing.line(destination.root().join(to).display());
    }
    Ok(())
}

/// Puts the files in place of an earlier installation, if there is one.
fn put_with_list(items: &[Item], destination: &Destination, listing: &mut Listing<impl Write>) -> Result<()> {
    let old = installed::read(destination)?.unwrap_or_default();
    let mut new = Installed { files: items.iter().map(|item| item.to.clone()).collect(), folders: old.folders.clone() };
    let all = new.files.iter().map(|file| file.as_path()).chain([Path::new(LIST)]);
    new.folders.extend(all.flat_map(|file| destination.missing_folders(file)));
    // If this installation stops halfway, the list names more files than there are, and never less.
    let both = Installed { files: old.files.union(&new.files).cloned().collect(), folders: new.folders.clone() };
    installed::write(destination, &both)?;
    put(items, destination, listing)?;
    for file in old.files.difference(&new.files) {
        if destination.remove(file)? {
            let path = destination.root().join(file);
            listing.line(format_args!("{} removed: it is no longer part of plyd", path.display()));
        }
    }
    destination.remove_empty(&mut new.folders);
    installed::write(destination, &new)
}

fn tell_next_step(destination: &Destination, listing: &mut Listing<impl Write>) {
    let folder = destination.prefix.join("bin");
    let is_searched = env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|other| other == folder));
    listing.line("");
    if is_searched {
        listing.line("plyd is installed. Try: plyd play --game cfour");
    } else {
        let program = folder.join("plyd");
        listing.line(format_args!("plyd is installed. Try: {} play --game cfour", program.display()));
        listing.line(format_args!("Your shell does not find it yet: add {} to PATH.", folder.display()));
    }
}
