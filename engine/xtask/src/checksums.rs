//! The file of checksums beside the packages, by which a download can be verified.

use anyhow::{Context, Result};
use plyd_host::ContentHash;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Its usual name in other projects.
pub(crate) const NAME: &str = "SHA256SUMS";

/// Writes the checksums of these files of a folder into it, as `sha256sum --check` reads them. Returns the path.
///
/// # Errors
/// A file cannot be read, or the checksums cannot be written.
pub(crate) fn write(packages: &[PathBuf], folder: &Path) -> Result<PathBuf> {
    let mut text = String::new();
    for package in packages {
        let content = fs::read(package).with_context(|| format!("{} cannot be read", package.display()))?;
        let name = package.file_name().with_context(|| format!("{} is not a file", package.display()))?;
        writeln!(text, "{}  {}", ContentHash::of(&content), name.display())?;
    }
    let to = folder.join(NAME);
    fs::write(&to, text).with_context(|| format!("{} cannot be written", to.display()))?;
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn sha256sum_reads_them_and_finds_a_changed_file() {
        let folder = tempfile::tempdir().unwrap();
        let packages = ["a.whl", "b.tar.gz"].map(|name| folder.path().join(name));
        packages.iter().for_each(|package| fs::write(package, "content").unwrap());
        assert_eq!(write(&packages, folder.path()).unwrap(), folder.path().join(NAME));
        let check = || {
            let mut check = Command::new("sha256sum");
            check.args(["--check", "--strict", "--quiet", NAME]).current_dir(folder.path());
            check.output().unwrap().status.success()
        };
        assert!(check());
        fs::write(&packages[1], "other").unwrap();
        assert!(!check());
    }
}
