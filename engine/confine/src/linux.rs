//! The limits as Linux has them.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod calls;
mod filter;
mod folders;
mod privileges;
mod resources;

use crate::protection::{self, Means};
use crate::{ConfineError, Lack, Limits, Protection};
use std::fs;
use std::io;

pub(crate) fn apply(limits: &Limits) -> Result<Vec<Lack>, ConfineError> {
    let mut lacks = Vec::new();
    match threads() {
        Ok(1) => {}
        Ok(count) => return Err(ConfineError::Threads { count }),
        Err(_) => lacks.push(Lack::Threads),
    }
    privileges::give_up_new_ones()?;
    resources::limit(limits)?;
    // Folders are opened with the rights that plyd has, and before the list denies it.
    let landlock = folders::limit(limits, &mut lacks)?;
    if landlock == 0 {
        lacks.push(Lack::Landlock);
    }
    privileges::give_up_all()?;
    if !filter::install()? {
        lacks.push(Lack::Seccomp { landlock });
    }
    Ok(lacks)
}

pub(crate) fn held() -> Vec<Protection> {
    let (landlock, seccomp) = (folders::landlock_version(), filter::is_known());
    protection::all(|means| match means {
        Means::Process(name) => Some(name.to_owned()),
        Means::Landlock(from) => (landlock >= from).then(|| format!("Landlock {landlock}")),
        Means::Seccomp => seccomp.then(|| "seccomp".to_owned()),
    })
}

/// The number of threads of this process.
fn threads() -> io::Result<usize> {
    Ok(fs::read_dir("/proc/self/task")?.count())
}
