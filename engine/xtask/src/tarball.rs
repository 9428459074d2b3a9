//! The tarball: an installation to copy into a prefix, or to use where it is unpacked.

use crate::installed::{self, InstalledFiles, LIST};
use crate::item::{Item, put};
use crate::sources_folder::workspace;
use crate::tool::{VERSION, run, time};
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
    installed::write(&destination, &InstalledFiles { files, ..InstalledFiles::default() })?;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::destination::Destination;
    use std::collections::BTreeSet;

    #[test]
    fn an_unpacked_tarball_is_an_installation_with_its_list() {
        let folder = tempfile::tempdir().unwrap();
        let item = |to: &str, is_program| Item { to: to.into(), content: to.into(), is_program };
        let items = [item("bin/plyd", true), item("lib/plyd/v3/game.so", false)];
        let path = make(&items, folder.path()).unwrap();
        let name = format!("plyd-{VERSION}-{ARCH}-{OS}");
        assert_eq!(path, folder.path().join(format!("{name}.tar.gz")));
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, std::slice::from_ref(&path), "nothing else is left in the folder");

        let listed = run({
            let mut tar = Command::new("tar");
            tar.args(["--list", "--verbose", "--gzip", "--file"]).arg(&path);
            tar
        });
        let listed = listed.unwrap();
        let rights = |file: &str| {
            let line = listed.lines().find(|line| line.ends_with(&format!(" {name}/{file}"))).unwrap_or_default();
            line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(rights("bin/plyd"), ["-rwxr-xr-x", "0/0"], "{listed}");
        assert_eq!(rights("lib/plyd/v3/game.so"), ["-rw-r--r--", "0/0"], "{listed}");
        assert_eq!(rights("lib/"), ["drwxr-xr-x", "0/0"], "{listed}");
        for (_, file) in AT_THE_TOP {
            assert_eq!(rights(file), ["-rw-r--r--", "0/0"], "{listed}");
        }

        let to = tempfile::tempdir().unwrap();
        let mut tar = Command::new("tar");
        tar.args(["--extract", "--gzip", "--strip-components=1", "--file"]).arg(&path).current_dir(to.path());
        run(tar).unwrap();
        let list = installed::read(&Destination { prefix: to.path().into(), staging: None }).unwrap().unwrap();
        let expected = ["bin/plyd", "lib/plyd/v3/game.so", LIST].map(PathBuf::from);
        assert_eq!(list.files, BTreeSet::from(expected));
        assert_eq!(fs::read_to_string(to.path().join("bin/plyd")).unwrap(), "bin/plyd");
    }

    #[test]
    fn two_tarballs_of_the_same_files_are_equal() {
        let items = [Item { to: "bin/plyd".into(), content: b"program".to_vec(), is_program: true }];
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let made = folders.each_ref().map(|folder| fs::read(make(&items, folder.path()).unwrap()).unwrap());
        // Without a commit and the variable the times come from the files.
        assert!(time().is_none() || made[0] == made[1]);
    }
}
