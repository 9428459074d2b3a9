//! Packages of plyd for machines that did not build it.

use crate::built;
use crate::debian;
use crate::item::Item;
use crate::notices;
use crate::package::items;
use crate::processor;
use crate::sources_folder::workspace;
use crate::tarball;
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
pub(crate) struct Order {
    /// Make only the package for Debian, Ubuntu and their relatives
    #[arg(long, conflicts_with = "tarball")]
    deb: bool,
    /// Make only the tarball, for every Linux with this processor whose C library is not older than that of this machine
    #[arg(long)]
    tarball: bool,
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

impl Order {
    /// Builds plyd and makes the packages, and prints the path of each.
    ///
    /// # Errors
    /// It does not build, something has not been built, or a tool is missing.
    pub(crate) fn carry_out(&self, output: &mut impl Write) -> Result<()> {
        let (wants_deb, wants_tarball) = (!self.tarball, !self.deb);
        if wants_deb {
            // Before the long build.
            debian::ensure_tool()?;
        }
        let built = if self.no_build { built::beside_this_program()? } else { built::build(&workspace(), "plyd")? };
        if !self.no_build && !self.plain {
            processor::build(&workspace(), &built)?;
        }
        let items = self.items(&built)?;
        let folder = self.folder(&built)?;
        if wants_tarball {
            writeln!(output, "{}", tarball::make(&items, &folder)?.display())?;
        }
        if wants_deb {
            writeln!(output, "{}", debian::make(&items, &built, &folder)?.display())?;
        }
        Ok(())
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
