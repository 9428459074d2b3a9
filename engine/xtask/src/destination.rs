//! The destinations of installed files.

use anyhow::{Context, Result, ensure};
use clap::Args;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf, absolute};

/// The destination, as the command line gives it.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Install below this folder, from which plyd finds its games: PREFIX/bin, PREFIX/lib/plyd and PREFIX/share
    /// [default: ~/.local]
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Put all files below this folder, as if it were `/`, to make a package of them [default: the variable DESTDIR]
    #[arg(long, value_name = "DIR")]
    destdir: Option<PathBuf>,
}

impl Place {
    /// # Errors
    /// The system names no home folder, or a folder has no name.
    pub(crate) fn destination(&self) -> Result<Destination> {
        let prefix = match &self.prefix {
            Some(prefix) => prefix.clone(),
            None => env::home_dir().context("no home folder was found; choose a folder with --prefix")?.join(".local"),
        };
        let prefix = absolute(&prefix).with_context(|| format!("`{}` is not a folder", prefix.display()))?;
        let of_variable = || env::var_os("DESTDIR").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let staging = match self.destdir.clone().or_else(of_variable) {
            Some(folder) => Some(absolute(&folder).with_context(|| format!("`{}` is not a folder", folder.display()))?),
            None => None,
        };
        Ok(Destination { prefix, staging })
    }
}

/// The destination.
#[derive(Debug, Clone)]
pub(crate) struct Destination {
    /// The folder from which the files will be used.
    pub(crate) prefix: PathBuf,
    /// The folder that replaces `/` until then.
    pub(crate) staging: Option<PathBuf>,
}

impl Destination {
    /// The folder that files are written to.
    pub(crate) fn root(&self) -> PathBuf {
        let Some(staging) = &self.staging else { return self.prefix.clone() };
        let parts = self.prefix.components().filter(|part| matches!(part, Component::Normal(_)));
        parts.fold(staging.clone(), |folder, part| folder.join(part))
    }

    /// Puts a file in place by renaming: a process that has the old one open, or runs it, keeps it, and none sees half a
    /// file.
    ///
    /// # Errors
    /// The folder cannot be made or written to.
    pub(crate) fn put(&self, to: &Path, content: &[u8], is_program: bool) -> Result<()> {
        let path = self.root().join(to);
        let write = || -> io::Result<()> {
            let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
            fs::create_dir_all(folder)?;
            let mut file = tempfile::Builder::new().prefix(".plyd-").tempfile_in(folder)?;
            file.write_all(content)?;
            set_rights(file.as_file(), is_program)?;
            file.persist(&path)?;
            Ok(())
        };
        write().with_context(|| {
            format!(
                "cannot write to {}; choose another --prefix, or install as a user who can write there, with \
                 `--no-build` after the build",
                path.display()
            )
        })
    }

    /// Removes a file, and the folders in which nothing is left then; whether it was there.
    ///
    /// # Errors
    /// It cannot be removed.
    pub(crate) fn remove(&self, file: &Path) -> Result<bool> {
        ensure!(is_below(file), "`{}` is not below the prefix", file.display());
        let root = self.root();
        match fs::remove_file(root.join(file)) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be removed", root.join(file).display()));
            }
        }
        for folder in file.ancestors().skip(1).filter(|folder| *folder != Path::new("")) {
            // It fails on a folder that holds something else.
            if fs::remove_dir(root.join(folder)).is_err() {
                break;
            }
        }
        Ok(true)
    }
}

/// Whether a path leads to something below the folder it is relative to.
fn is_below(path: &Path) -> bool {
    path.components().next().is_some() && path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// The usual permissions of installed files, whatever permissions the user's own files get.
#[cfg(unix)]
fn set_rights(file: &fs::File, is_program: bool) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(if is_program { 0o755 } else { 0o644 }))
}

#[cfg(not(unix))]
fn set_rights(_: &fs::File, _: bool) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_staging_folder_stands_for_the_root() {
        let destination =
            |staging: Option<&str>| Destination { prefix: "/usr/local".into(), staging: staging.map(PathBuf::from) };
        assert_eq!(destination(None).root(), Path::new("/usr/local"));
        assert_eq!(destination(Some("/tmp/package")).root(), Path::new("/tmp/package/usr/local"));
    }

    #[test]
    fn only_what_is_below_the_prefix_is_removed() {
        for (path, expected) in [
            ("bin/plyd", true),
            ("../plyd", false),
            ("bin/../../plyd", false),
            ("/bin/plyd", false),
            ("", false),
            (".", false),
        ] {
            assert_eq!(is_below(Path::new(path)), expected, "{path}");
        }
    }
}
