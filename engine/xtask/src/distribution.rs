//! Packages of plyd for machines that did not build it.

use crate::address;
use crate::book;
use crate::built;
use crate::checksums;
use crate::debian;
use crate::item::Item;
use crate::notices;
use crate::package::items;
use crate::processor;
use crate::sources_folder::workspace;
use crate::tarball;
use crate::wheel;
use anyhow::{Context, Result, ensure};
use clap::Args;
use plyd_host::V3_FOLDER;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The packages to make, as the command line gives them.
#[derive(Debug, Args)]
pub(crate) struct PackageOrder {
    /// Make the wheel, for `pip install` on every Linux with this processor and glibc 2.34 or later; all packages are
    /// made if none is named
    #[arg(long)]
    wheel: bool,
    /// Make the tarball, for every Linux with this processor whose C library is not older than that of this machine
    #[arg(long)]
    tarball: bool,
    /// Make the package for Debian, Ubuntu and their relatives
    #[arg(long)]
    deb: bool,
    /// Put the packages into this folder [default: target/packages]
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
    /// Do not build; pack the files that are already in target/release
    #[arg(long)]
    no_build: bool,
    /// Leave out the libraries for newer processors (x86-64-v3)
    #[arg(long)]
    plain: bool,
}

impl PackageOrder {
    /// Builds plyd and makes the packages, and says what to do with each.
    ///
    /// # Errors
    /// It does not build, something has not been built, or a tool is missing.
    pub(crate) fn carry_out(&self, output: &mut impl Write) -> Result<()> {
        let wants_all = !(self.wheel || self.tarball || self.deb);
        if self.deb || wants_all {
            // Before the long build.
            debian::ensure_tool()?;
        }
        let built = if self.no_build { built::beside_this_program()? } else { built::build(&workspace(), "plyd")? };
        if !self.no_build && !self.plain {
            processor::build(&workspace(), &built)?;
        }
        let mut items = self.items(&built)?;
        if book::has_tool() {
            items.append(&mut book::items()?);
        } else {
            writeln!(output, "The packages have no book, because mdBook is missing: `{}`.", book::INSTALL)?;
        }
        let folder = self.folder(&built)?;
        let mut made = Vec::new();
        if self.wheel || wants_all {
            made.push((
                wheel::make(&items, &folder)?,
                "for `pip install`, on any Linux; also for an index of Python packages",
            ));
        }
        if self.tarball || wants_all {
            made.push((tarball::make(&items, &folder)?, "for any Linux"));
        }
        if self.deb || wants_all {
            made.push((debian::make(&items, &built, &folder)?, "for Debian, Ubuntu and their relatives"));
        }
        let packages: Vec<PathBuf> = made.iter().map(|(path, _)| path.clone()).collect();
        made.push((checksums::write(&packages, &folder)?, "for `sha256sum --check`"));
        tell(&made, &folder, address::address()?.as_deref(), output)
    }

    /// All files of the packages, below the prefix.
    fn items(&self, built: &Path) -> Result<Vec<Item>> {
        let mut items = items(built, self.plain)?;
        let is_v3 = |item: &Item| item.to.components().any(|part| part.as_os_str() == OsStr::new(V3_FOLDER));
        ensure!(
            self.plain || env::consts::ARCH != "x86_64" || items.iter().any(is_v3),
            "the libraries for newer processors are missing, or older than the plain ones; do without --no-build, or \
             leave them out with --plain"
        );
        items.push(notices::item()?);
        Ok(items)
    }

    /// The folder for the packages, which is made.
    fn folder(&self, built: &Path) -> Result<PathBuf> {
        let beside = || built.parent().map(|target| target.join("packages"));
        let folder = self.output_dir.clone().or_else(beside).context("the folder of the build has no parent")?;
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        folder.canonicalize().with_context(|| format!("{} cannot be found", folder.display()))
    }
}

/// Says which files to upload, what each is for, and where to.
fn tell(made: &[(PathBuf, &str)], folder: &Path, address: Option<&str>, output: &mut impl Write) -> Result<()> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let width = made.iter().map(|(path, _)| name(path).len()).max().unwrap_or_default();
    match address {
        Some(address) => writeln!(output, "Upload from {} to {address}/releases:", folder.display())?,
        // See Cargo.toml.
        None => writeln!(output, "Upload from {}, when the project has an address:", folder.display())?,
    }
    for (path, purpose) in made {
        writeln!(output, "  {:width$}  {purpose}", name(path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool;

    #[test]
    fn every_file_is_told_with_its_purpose() {
        let told = |address| {
            let made = [("/target/packages/plyd.whl", "for pip"), ("/target/packages/sums", "for checks")];
            let made = made.map(|(path, purpose)| (PathBuf::from(path), purpose));
            let mut output = Vec::new();
            tell(&made, Path::new("/target/packages"), address, &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        let files = "  plyd.whl  for pip\n  sums      for checks\n";
        let without = "Upload from /target/packages, when the project has an address:\n";
        assert_eq!(told(None), format!("{without}{files}"));
        let with = "Upload from /target/packages to https://plyd.invalid/releases:\n";
        assert_eq!(told(Some("https://plyd.invalid")), format!("{with}{files}"));
    }

    #[test]
    fn the_documents_name_the_files_that_are_made() {
        let (wheel, version) = (wheel::name(), tool::VERSION);
        let wheel = wheel.replace(env::consts::ARCH, "x86_64");
        let files = [wheel, format!("plyd-{version}-x86_64-linux.tar.gz"), format!("plyd_{version}-1_amd64.deb")];
        for document in ["README.md", "docs/installing.md"] {
            let text = fs::read_to_string(workspace().join(document)).unwrap();
            for file in &files {
                assert!(text.contains(file), "{document} should name {file}");
            }
        }
    }
}
