//! The limits as Linux has them.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod calls;
mod filter;
mod folders;
mod privileges;
mod resources;
mod threads;

use crate::protection::{self, KernelMeans};
use crate::{ConfineError, Denial, MissingLimit, Protection, ProtectionKind, SandboxLimits};
use folders::FolderRights;
use std::fs;

pub(crate) use privileges::hide;
pub(crate) use resources::go_first as go_first_in_a_shortage;
pub(crate) use resources::survive_long_files;

pub(crate) fn apply(limits: &SandboxLimits) -> Result<Vec<MissingLimit>, ConfineError> {
    let mut lacks = Vec::new();
    if !is_single()? {
        lacks.push(MissingLimit::Threads);
    }
    resources::go_first();
    privileges::give_up_new_ones()?;
    if let Some(most) = limits.threads
        && !threads::limit(most)?
    {
        lacks.push(MissingLimit::ThreadNumber);
    }
    resources::limit(limits)?;
    // Folders are opened with the rights that plyd has, and before the list denies it.
    let landlock = folders::limit(limits, FolderRights::All, &mut lacks)?;
    if landlock == 0 {
        lacks.push(MissingLimit::Landlock);
    }
    privileges::give_up_all()?;
    if !filter::install(None, Denial::Error)? {
        lacks.push(MissingLimit::Seccomp { landlock });
    }
    Ok(lacks)
}

pub(crate) fn apply_only(limits: &SandboxLimits, kind: ProtectionKind, denial: Denial) -> Result<bool, ConfineError> {
    is_single()?;
    privileges::give_up_new_ones()?;
    match kind {
        ProtectionKind::Privileges => privileges::give_up_all().map(|()| true),
        ProtectionKind::Threads => limits.threads.map_or(Ok(false), threads::limit),
        ProtectionKind::Memory | ProtectionKind::Descriptors | ProtectionKind::Core => {
            resources::limit_only(limits, kind).map(|()| true)
        }
        ProtectionKind::Reading => Ok(folders::limit(limits, FolderRights::Reading, &mut Vec::new())? > 0),
        ProtectionKind::Writing
        | ProtectionKind::Processes
        | ProtectionKind::Network
        | ProtectionKind::Signals
        | ProtectionKind::Others
        | ProtectionKind::Kernel => filter::install(Some(kind), denial),
    }
}

pub(crate) fn held() -> Vec<Protection> {
    let (landlock, seccomp) = (folders::landlock_version(), filter::is_known());
    protection::all(|means| match means {
        KernelMeans::Process(name) => Some(name.to_owned()),
        KernelMeans::Namespace(name) => threads::are_namespaces_known().then(|| name.to_owned()),
        KernelMeans::Landlock(from) => (landlock >= from).then(|| format!("Landlock {landlock}")),
        KernelMeans::Seccomp => seccomp.then(|| "seccomp".to_owned()),
    })
}

/// Whether this is known to be the only thread of its process.
fn is_single() -> Result<bool, ConfineError> {
    match fs::read_dir("/proc/self/task").map(Iterator::count) {
        Ok(1) => Ok(true),
        Ok(count) => Err(ConfineError::Threads { count }),
        Err(_) => Ok(false),
    }
}
