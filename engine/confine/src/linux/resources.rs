//! Limits on memory, descriptors and files, and which process ends first if the machine has no memory left.

use crate::{ConfineError, ProtectionKind, SandboxLimits};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fs, io};

const FILE_SIZE: &str = "size of files";

/// The most signals that wait, and the most timers: some for each processor.
const SIGNALS: u64 = 256;

pub(super) fn limit(limits: &SandboxLimits) -> Result<(), ConfineError> {
    survive_long_files().map_err(|source| ConfineError::Resource { resource: FILE_SIZE, limit: 0, source })?;
    set_all(&all(limits))
}

pub(crate) fn survive_long_files() -> io::Result<()> {
    let is_beyond = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_beyond).map(|_| ())
}

/// Only the limits of this kind.
pub(super) fn limit_only(limits: &SandboxLimits, kind: ProtectionKind) -> Result<(), ConfineError> {
    let resource = match kind {
        ProtectionKind::Memory => Resource::As,
        ProtectionKind::Descriptors => Resource::Nofile,
        _ => Resource::Core,
    };
    let mut some = all(limits).to_vec();
    some.retain(|(other, ..)| *other == resource);
    set_all(&some)
}

type ResourceLimit = (Resource, &'static str, Option<u64>);

fn all(limits: &SandboxLimits) -> [ResourceLimit; 7] {
    [
        (Resource::Fsize, FILE_SIZE, Some(0)),
        (Resource::Core, "size of cores", Some(0)),
        // On a system that lets users raise their priority, a library could slow everyone else down.
        (Resource::Nice, "priority", Some(0)),
        (Resource::Rtprio, "priority in real time", Some(0)),
        // All processes of a user share these, and each timer takes one.
        (Resource::Sigpending, "number of waiting signals", Some(SIGNALS)),
        (Resource::Nofile, "number of descriptors", limits.descriptors),
        (Resource::As, "address space", limits.address_space),
    ]
}

fn set_all(limits: &[ResourceLimit]) -> Result<(), ConfineError> {
    for &(resource, name, limit) in limits {
        let Some(limit) = limit else { continue };
        set(resource, limit).map_err(|error| ConfineError::Resource { resource: name, limit, source: error.into() })?;
    }
    Ok(())
}

/// Sets both limits, so that the first one cannot be raised again; never above the one in force.
fn set(resource: Resource, limit: u64) -> rustix::io::Result<()> {
    let lower = |in_force: Option<u64>| Some(in_force.map_or(limit, |in_force| in_force.min(limit)));
    let Rlimit { current, maximum } = getrlimit(resource);
    setrlimit(resource, Rlimit { current: lower(current), maximum: lower(maximum) })
}

/// By how much the kernel takes this process for larger than it is, in thousandths of all memory.
const HANDICAP: i32 = 500;

const FILE: &str = "/proc/self/oom_score_adj";

/// Has the kernel end this process before others if memory runs out: a library is easier to replace than a server. What
/// makes it go first by more stays.
pub(crate) fn go_first() {
    let known = fs::read_to_string(FILE).ok().and_then(|text| text.trim().parse::<i32>().ok());
    if known.is_some_and(|known| known < HANDICAP) {
        // It is an order of preference. If the kernel does not take it, all limits still apply.
        let _ = fs::write(FILE, HANDICAP.to_string());
    }
}
