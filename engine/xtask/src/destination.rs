//! The destinations of installed files.

use crate::built::beside_this_program;
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::env;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf, absolute};

/// The destination, as the command line gives it.
#[derive(Debug, Args)]
pub(crate) struct InstallDestination {
    /// Install below this folder, from which plyd finds its games: PREFIX/bin, PREFIX/lib/plyd and PREFIX/share
    /// [default: ~/.local]
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Put all files below this folder, as if it were `/`, to make a package of them [default: the variable DESTDIR]
    #[arg(long, value_name = "DIR")]
    destdir: Option<PathBuf>,
}

impl InstallDestination {
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
        // Below another root `..` could lead elsewhere than below `/`, where the path may have symbolic links.
        let has_step_up = prefix.components().any(|part| part == Component::ParentDir);
        ensure!(
            staging.is_none() || !has_step_up,
            "`{}` has `..` in it; give a --prefix without it, since --destdir is in use",
            prefix.display()
        );
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

    /// Puts a file in place by renaming: a process that has the old one open, or runs it, keeps it, and none sees half
    /// a file.
    ///
    /// # Errors
    /// The folder cannot be made or written to.
    pub(crate) fn put(&self, to: &Path, content: &[u8], is_program: bool) -> Result<()> {
        let path = self.root().join(to);
        let write = || -> io::Result<()> {
            let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
            make_folder(folder)?;
            let mut file = tempfile::Builder::new().prefix(".plyd-").tempfile_in(folder)?;
            file.write_all(content)?;
            set_rights(file.path(), if is_program { 0o755 } else { 0o644 })?;
            file.persist(&path)?;
            Ok(())
        };
        write().map_err(|error| anyhow!("{} cannot be written{}", path.display(), self.hint(&error)))
    }

    /// The rest of the sentence that a file cannot be written: the reason, and what would help.
    fn hint(&self, error: &io::Error) -> String {
        if self.staging.is_some() {
            return format!(": {error}. Choose another --destdir.");
        }
        if error.kind() != io::ErrorKind::PermissionDenied {
            return format!(": {error}. Choose another --prefix.");
        }
        let quoted = |path: &Path| {
            let text = path.display().to_string();
            shlex::try_quote(&text).map_or_else(|_| text.clone(), Cow::into_owned)
        };
        // Cargo may have replaced this program meanwhile. Then the system has no name for it, but its folder is right.
        let program =
            beside_this_program().unwrap_or_else(|_| "target/release".into()).join(format!("xtask{EXE_SUFFIX}"));
        let (program, prefix) = (quoted(&program), quoted(&self.prefix));
        format!(". Choose another --prefix, or run `sudo {program} install --no-build --prefix {prefix}`.")
    }

    /// Whether there is something at this path.
    pub(crate) fn has(&self, file: &Path) -> bool {
        self.root().join(file).symlink_metadata().is_ok()
    }

    /// Removes a file; whether it was there.
    ///
    /// # Errors
    /// It cannot be removed.
    pub(crate) fn remove(&self, file: &Path) -> Result<bool> {
        let path = self.root().join(file);
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            // In the place of its folder there may be a file.
            Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => Ok(false),
            Err(error) => Err(error).with_context(|| format!("{} cannot be removed", path.display())),
        }
    }

    /// The folders that [`Self::put`] would make for a file, below the prefix.
    pub(crate) fn missing_folders(&self, file: &Path) -> Vec<PathBuf> {
        let folders = file.ancestors().skip(1).filter(|folder| *folder != Path::new(""));
        folders.filter(|folder| !self.has(folder)).map(Path::to_path_buf).collect()
    }

    /// Removes the folders that are empty, and takes folders that are gone off the list.
    pub(crate) fn remove_empty(&self, folders: &mut BTreeSet<PathBuf>) {
        // From the inside: a folder sorts before those in it.
        let gone = |folder: &&PathBuf| fs::remove_dir(self.root().join(folder)).is_ok() || !self.has(folder);
        let gone: Vec<PathBuf> = folders.iter().rev().filter(gone).cloned().collect();
        for folder in gone {
            folders.remove(&folder);
        }
    }
}

/// Makes a folder, with those it is in. Everyone may use the new ones, whatever permissions the user's own folders get.
fn make_folder(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.exists()).collect();
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder)?;
        set_rights(folder, 0o755)?;
    }
    Ok(())
}

/// Gives a file or folder these permissions, whatever permissions the user's own files get. Its other bits stay: below
/// some folders everything belongs to their group.
#[cfg(unix)]
fn set_rights(path: &Path, rights: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let other = fs::metadata(path)?.permissions().mode() & 0o7000;
    fs::set_permissions(path, fs::Permissions::from_mode(other | rights))
}

#[cfg(not(unix))]
fn set_rights(_: &Path, _: u32) -> io::Result<()> {
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
    fn a_hint_names_a_command_only_where_it_would_help() {
        let mut destination = Destination { prefix: "/opt/my games".into(), staging: None };
        let denied = io::ErrorKind::PermissionDenied.into();
        let hint = destination.hint(&denied);
        assert!(hint.starts_with(". Choose another --prefix, or run `sudo /"), "{hint}");
        assert!(hint.ends_with(" install --no-build --prefix '/opt/my games'`."), "{hint}");
        let hint = destination.hint(&io::ErrorKind::NotADirectory.into());
        assert_eq!(hint, ": not a directory. Choose another --prefix.");
        destination.staging = Some("/tmp/package".into());
        assert!(destination.hint(&denied).ends_with(". Choose another --destdir."));
    }
}
