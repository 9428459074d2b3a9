//! The Debian package. cargo-deb makes it of files that are put below a folder as if it were `/`; what else it has to
//! know is in the manifest of the program, engine/daemon/Cargo.toml.

use crate::built::cargo;
use crate::destination::Destination;
use crate::item::{Item, put};
use crate::sources_folder::{files_below, workspace};
use crate::tool::{TIME, run, time};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of that `/`, beside the built program. The manifest names it.
const STAGING: &str = "debian";
/// The files that only a package has: units of systemd, the user of the server, its settings. Their paths below this
/// folder are those on the machine.
const OF_THE_SYSTEM: &str = "configs/packaging/root";

/// The completions for zsh, below the prefix, and where zsh looks for those of packages on Debian.
const ZSH: (&str, &str) = ("share/zsh/site-functions/_plyd", "share/zsh/vendor-completions/_plyd");

/// Makes sure that cargo-deb is installed.
///
/// # Errors
/// It is not.
pub(crate) fn ensure_tool() -> Result<()> {
    let mut version = cargo();
    version.args(["deb", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if version.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    bail!("the Debian package needs cargo-deb: `cargo install cargo-deb --locked`; --tarball does without")
}

/// Makes the package of these files and of the system files in a folder. Returns its path.
///
/// # Errors
/// The build is not one for release, a file cannot be read or written, or cargo-deb fails.
pub(crate) fn make(items: &[Item], built: &Path, folder: &Path) -> Result<PathBuf> {
    ensure!(
        built.file_name().is_some_and(|name| name == "release"),
        "{} is no release build, of which the Debian package is made",
        built.display()
    );
    let staging = built.join(STAGING);
    if staging.exists() {
        // A file that is no longer part of plyd must not come back.
        fs::remove_dir_all(&staging).with_context(|| format!("{} cannot be emptied", staging.display()))?;
    }
    let usr = Destination { prefix: staging.join("usr"), staging: None };
    for Item { to, content, is_program } in items {
        usr.put(if to == Path::new(ZSH.0) { Path::new(ZSH.1) } else { to }, content, *is_program)?;
    }
    put(&of_the_system()?, &staging)?;
    compress_pages(&staging.join("usr/share/man/man1"))?;
    let mut deb = cargo();
    // Stripped files would have other hashes than the libraries for newer processors note. The tool xz compresses, as
    // not every cargo-deb can.
    deb.args(["deb", "--package", "plyd", "--locked", "--no-build", "--no-strip", "--compress-system", "--output"]);
    deb.arg(folder);
    if let Some(time) = time() {
        deb.env(TIME, time);
    }
    deb.current_dir(workspace());
    let told = run(deb)?;
    let path = told.lines().last().map(PathBuf::from).filter(|path| path.is_file());
    path.with_context(|| format!("cargo-deb does not say where the package is: {told}"))
}

/// Compresses the man pages, as Debian asks for. cargo-deb does so only with files that were not built.
fn compress_pages(folder: &Path) -> Result<()> {
    let mut gzip = Command::new("gzip");
    gzip.args(["--best", "--no-name"]);
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        gzip.arg(entry?.path());
    }
    run(gzip)?;
    Ok(())
}

fn of_the_system() -> Result<Vec<Item>> {
    let item = |path: &PathBuf| {
        let to = path.strip_prefix(OF_THE_SYSTEM).context("a file is outside its folder")?.to_path_buf();
        Ok(Item { to, ..Item::of_source(path, "")? })
    };
    files_below(OF_THE_SYSTEM)?.iter().map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::VERSION;
    use toml::Table;

    #[test]
    fn the_manifest_names_the_folder_and_files_that_exist() {
        let folder = workspace().join("engine/daemon");
        let manifest: Table = fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap();
        let deb = &manifest["package"]["metadata"]["deb"];
        let assets = deb["assets"].as_array().unwrap();
        assert_eq!(assets[0]["source"].as_str().unwrap(), format!("target/release/{STAGING}/**/*"));
        for path in [&deb["license-file"][0], &deb["changelog"], &deb["maintainer-scripts"], &assets[1]["source"]] {
            assert!(folder.join(path.as_str().unwrap()).exists(), "{path}");
        }
    }

    #[test]
    fn the_changelog_begins_with_this_version() {
        let changelog = fs::read_to_string(workspace().join("configs/packaging/debian/changelog")).unwrap();
        assert!(changelog.starts_with(&format!("plyd ({VERSION}-1) ")), "{changelog}");
    }

    #[test]
    fn the_files_of_the_system_are_where_it_looks_for_them() {
        let items = of_the_system().unwrap();
        for path in ["usr/lib/systemd/system/plyd.service", "usr/lib/sysusers.d/plyd.conf", "etc/plyd/server.toml"] {
            assert!(items.iter().any(|item| item.to == Path::new(path) && !item.content.is_empty()), "{path}");
        }
    }

    #[test]
    fn only_a_release_build_is_packed() {
        let folder = tempfile::tempdir().unwrap();
        let error = make(&[], Path::new("target/debug"), folder.path()).unwrap_err().to_string();
        assert_eq!(error, "target/debug is no release build, of which the Debian package is made");
    }
}
