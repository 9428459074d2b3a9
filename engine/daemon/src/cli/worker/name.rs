//! The name of a worker, and its folder: two workers of one machine have two of both.

use anyhow::{Context, bail};
use etcetera::BaseStrategy;
use plyd_distribute::WorkerName;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The workers of one machine that can be distinguished without names of their own.
const MOST: usize = 1_000;

/// A name and a folder that are this worker's alone, as long as this value lives.
#[derive(Debug)]
pub(super) struct WorkerHome {
    pub(super) name: WorkerName,
    pub(super) folder: PathBuf,
    _lock: File,
}

impl WorkerHome {
    /// Takes this name, or else one after the machine that no other worker of it has.
    pub(super) fn take(name: Option<&WorkerName>, folder: Option<&Path>) -> anyhow::Result<Self> {
        let base = match folder {
            Some(folder) => folder.to_owned(),
            None => {
                let user =
                    etcetera::choose_base_strategy().context("there is no home folder; name a folder by --folder")?;
                user.state_dir().unwrap_or_else(|| user.data_dir()).join("plyd/worker")
            }
        };
        if let Some(name) = name {
            return match Self::try_take(name, &base)? {
                Some(place) => Ok(place),
                None => bail!("another worker runs here with the name {name}; give this one another name"),
            };
        }
        let host = machine();
        for number in 1..=MOST {
            let name = if number == 1 { host.clone() } else { format!("{host}-{number}") }.parse()?;
            if let Some(place) = Self::try_take(&name, &base)? {
                return Ok(place);
            }
        }
        bail!("{MOST} workers run here already")
    }

    fn try_take(name: &WorkerName, base: &Path) -> anyhow::Result<Option<Self>> {
        let folder = base.join(&**name);
        let told = || format!("the folder {}", folder.display());
        fs::create_dir_all(&folder).with_context(told)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Libraries and programs are started from here.
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).with_context(told)?;
        }
        let lock = File::create(folder.join("lock")).with_context(told)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Self { name: name.clone(), folder, _lock: lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(told),
        }
    }
}

/// The name of this machine, as a name of a worker.
fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let good = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let name: String = name.trim().chars().map(good).take(48).collect();
    if name.is_empty() { "worker".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_workers_of_one_machine_have_two_names_and_folders() {
        let base = tempfile::tempdir().unwrap();
        let first = WorkerHome::take(None, Some(base.path())).unwrap();
        let second = WorkerHome::take(None, Some(base.path())).unwrap();
        assert_eq!(*second.name, format!("{}-2", first.name));
        assert_ne!(first.folder, second.folder);
        let error = WorkerHome::take(Some(&first.name), Some(base.path())).unwrap_err().to_string();
        assert!(error.contains("another worker runs here"), "{error}");
        let name = first.name.clone();
        drop(first);
        assert_eq!(WorkerHome::take(None, Some(base.path())).unwrap().name, name);
    }
}
