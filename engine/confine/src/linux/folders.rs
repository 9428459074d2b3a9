//! Which files can be read, by Landlock.

use crate::{ConfineError, MissingLimit, SandboxLimits};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, RestrictSelf, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The newest version of Landlock's interface whose limits are asked for. An older kernel enforces fewer of them.
const NEWEST: ABI = ABI::V10;

/// What is read beside the library's own folders: nothing in it belongs to a user. Missing ones are left out.
const SYSTEM: [&str; 24] = [
    // The libraries that a library needs, and the names by which the loader finds them.
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    // The number of processors and the size of memory, by which allocators, runtimes and plyd itself choose theirs.
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/kernel/mm/transparent_hugepage",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/sys/vm/overcommit_memory",
    // This process, and no more of it: what else is there names clients, mounts and the environment.
    "/proc/self/maps",
    "/proc/self/status",
    "/proc/self/stat",
    CONTROL_GROUP,
    // The time of day.
    "/etc/localtime",
    "/usr/share/zoneinfo",
    // Random numbers, for runtimes that do not use the system call.
    "/dev/urandom",
];

/// The threads of this process, of which only the list can be read.
const THREADS: &str = "/proc/self/task";

/// The control group of this process.
const CONTROL_GROUP: &str = "/proc/self/cgroup";

/// The files of a control group by which a runtime chooses the number of its threads and the size of its heap.
const SHARES: [&str; 2] = ["cpu.max", "memory.max"];

/// What is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FolderRights {
    /// All that Landlock knows: also to write, and to reach others.
    All,
    /// To read.
    Reading,
}

/// Limits reading to the folders. Returns the version of Landlock's interface; 0 if the kernel has none, and then
/// nothing is limited.
pub(super) fn limit(
    limits: &SandboxLimits,
    rights: FolderRights,
    lacks: &mut Vec<MissingLimit>,
) -> Result<u32, ConfineError> {
    let version = landlock_version();
    if version == 0 {
        return Ok(0);
    }
    let mut rules = begin(rights).map_err(refused)?;
    for path in &limits.library_folders {
        let folder = |source: Box<dyn Error + Send + Sync>| ConfineError::Folder { path: path.clone(), source };
        let opened = PathFd::new(path).map_err(|error| folder(error.into()))?;
        rules = rules.add_rule(PathBeneath::new(opened, reading(path))).map_err(|error| folder(error.into()))?;
    }
    for path in &limits.data_folders {
        match PathFd::new(path) {
            Ok(opened) => rules = rules.add_rule(PathBeneath::new(opened, reading(path))).map_err(refused)?,
            Err(error) => lacks.push(MissingLimit::Data { path: path.clone(), why: reason(&error) }),
        }
    }
    rules = rules.add_rules(path_beneath_rules(SYSTEM, AccessFs::ReadFile | AccessFs::ReadDir)).map_err(refused)?;
    rules = rules.add_rules(path_beneath_rules([THREADS], AccessFs::ReadDir)).map_err(refused)?;
    rules = rules.add_rules(path_beneath_rules(shares(), AccessFs::ReadFile)).map_err(refused)?;
    rules.restrict_self().map_err(refused)?;
    Ok(version)
}

/// Rules under which nothing of this is allowed.
fn begin(rights: FolderRights) -> Result<RulesetCreated, RulesetError> {
    let rules = Ruleset::default();
    let rules = match rights {
        FolderRights::Reading => rules.handle_access(AccessFs::ReadFile | AccessFs::ReadDir)?,
        FolderRights::All => rules
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?,
    };
    // What a library tries in vain is not for the system's log, which it could fill. `plyd check` shows it.
    rules.create()?.log_same_exec(false)
}

/// The files with the shares of this process, also of the control groups around its own.
fn shares() -> Vec<PathBuf> {
    let groups = fs::read_to_string(CONTROL_GROUP).unwrap_or_default();
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/")).filter(|own| !own.contains(".."));
    let folder = own.map(|own| Path::new("/sys/fs/cgroup").join(own));
    let around =
        folder.iter().flat_map(|folder| folder.ancestors()).take_while(|group| group.starts_with("/sys/fs/cgroup"));
    around.flat_map(|group| SHARES.map(|name| group.join(name))).collect()
}

/// Reading, and no more. Code is loaded by reading it; Landlock's right to execute would be that to start programs.
fn reading(path: &Path) -> BitFlags<AccessFs> {
    if path.is_dir() { AccessFs::ReadFile | AccessFs::ReadDir } else { AccessFs::ReadFile.into() }
}

fn refused(error: RulesetError) -> ConfineError {
    ConfineError::Files(error.into())
}

/// The last reason of an error: the system's.
fn reason(error: &(dyn Error + 'static)) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

/// The version of the interface that both the kernel and plyd know; 0 without Landlock.
pub(super) fn landlock_version() -> u32 {
    // Nothing is asked for, so nothing is limited.
    match RestrictSelf::default().no_new_privs(false).apply().map(|status| status.landlock) {
        Ok(LandlockStatus::Available { effective_abi, .. }) => effective_abi as u32,
        Ok(LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) | Err(_) => 0,
    }
}
