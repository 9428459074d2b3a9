//! The tarball: an installation to copy into a prefix, or to use where it is unpacked.

use crate::distribution::{VERSION, put, run, time};
use crate::installed::{self, Installed, LIST};
use crate::package::Item;
use crate::sources_folder::workspace;
use anyhow::{Context, Result};
use std::env::consts::{ARCH, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files beside those of the prefix: where each is in the sources, and its name.
const AT_THE_TOP: [(&str, &str); 3] = [
    ("configs/packaging/tarball/README.md", "README.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

/// Makes the tarball of these files in a folder, and returns its path.
///
/// # Errors
/// A file cannot be read or written, or there is no GNU tar.
pub(crate) fn make(items: &[Item], folder: &Path) -> Result<PathBuf> {
    let name = format!("plyd-{VERSION}-{ARCH}-{OS}");
    let work = tempfile::tempdir_in(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
    let tree = work.path().join(&name);
    let destination = put(items, &tree)?;
    put(&at_the_top()?, &tree)?;
    // Whoever copies the files into a prefix can remove them by this list, and `install` can replace them.
    let files = items.iter().map(|item| item.to.clone()).chain([LIST.into()]).collect();
    installed::write(&destination, &Installed { files, ..Installed::default() })?;

    let file = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    tar.args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(time().map(|time| format!("--mtime=@{time}")));
    tar.current_dir(work.path()).args(["--file", &file, &name]);
    run(tar)?;
    let to = folder.join(&file);
    fs::rename(work.path().join(&file), &to).with_context(|| format!("{} cannot be written", to.display()))?;
    Ok(to)
}

fn at_the_top() -> Result<Vec<Item>> {
    let item = |(from, to): &(&str, &str)| {
        let from = workspace().join(from);
        let content = fs::read(&from).with_context(|| format!("{} cannot be read", from.display()))?;
        Ok(Item { to: to.into(), content, is_program: false })
    };
    AT_THE_TOP.iter().map(item).collect()
}
