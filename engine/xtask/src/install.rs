//! Installing.

use crate::destination::Destination;
use crate::installed::{self, InstalledFiles, LIST};
use crate::item::Item;
use crate::listing::Listing;
use crate::package::items;
use anyhow::Result;
use clap::Args;
use std::env;
use std::io::Write;
use std::path::Path;

/// What to install, and what to print of it.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct InstallChoice {
    /// Also build and install the libraries for newer processors (x86-64-v3), which plyd prefers where the processor has
    /// what they need: this builds the games a second time
    #[arg(long)]
    pub(crate) v3: bool,
    /// Print the files that would be installed, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the path of every file that is installed or removed
    #[arg(long, short)]
    verbose: bool,
}

/// Installs the files that were built into this folder, and says how many.
///
/// # Errors
/// Something has not been built, or a file cannot be written. Each file is either complete or unchanged, and the list
/// for `uninstall` names all that may be there.
pub(crate) fn install(
    built: &Path,
    destination: &Destination,
    InstallChoice { v3, dry_run, verbose }: InstallChoice,
    output: &mut impl Write,
) -> Result<()> {
    let items = items(built, !v3)?;
    let mut listing = Listing::new(output, verbose);
    let root = destination.root();
    if dry_run {
        items.iter().for_each(|item| listing.line(root.join(&item.to).display()));
    } else if destination.staging.is_some() {
        // The tools that make a package of the files keep the list.
        put(&items, destination, &mut listing)?;
        listing.line(format_args!("{} files are now below {}.", items.len(), root.display()));
    } else {
        put_with_list(&items, destination, &mut listing)?;
        tell_next_step(items.len(), destination, &mut listing);
    }
    listing.finish()
}

fn put(items: &[Item], destination: &Destination, listing: &mut Listing<impl Write>) -> Result<()> {
    for Item { to, content, is_program } in items {
        destination.put(to, content, *is_program)?;
        listing.detail(destination.root().join(to).display());
    }
    Ok(())
}

/// Puts the files in place of an earlier installation, if there is one.
fn put_with_list(items: &[Item], destination: &Destination, listing: &mut Listing<impl Write>) -> Result<()> {
    let old = installed::read(destination)?.unwrap_or_default();
    let mut new =
        InstalledFiles { files: items.iter().map(|item| item.to.clone()).collect(), folders: old.folders.clone() };
    let all = new.files.iter().map(|file| file.as_path()).chain([Path::new(LIST)]);
    new.folders.extend(all.flat_map(|file| destination.missing_folders(file)));
    // If this installation stops halfway, the list names more files than there are, and never less.
    let both = InstalledFiles { files: old.files.union(&new.files).cloned().collect(), folders: new.folders.clone() };
    installed::write(destination, &both)?;
    put(items, destination, listing)?;
    for file in old.files.difference(&new.files) {
        if destination.remove(file)? {
            let path = destination.root().join(file);
            listing.detail(format_args!("{} removed: it is no longer part of plyd", path.display()));
        }
    }
    destination.remove_empty(&mut new.folders);
    installed::write(destination, &new)
}

fn tell_next_step(count: usize, destination: &Destination, listing: &mut Listing<impl Write>) {
    let folder = destination.prefix.join("bin");
    let is_searched = env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|other| other == folder));
    let program = if is_searched { "plyd".into() } else { folder.join("plyd") };
    let (prefix, program) = (destination.prefix.display(), program.display());
    listing.line(format_args!("plyd is installed, {count} files in {prefix}. Try: {program} play cfour"));
    if !is_searched {
        listing.line(format_args!("Your shell does not find it yet: add {} to PATH.", folder.display()));
    }
}
