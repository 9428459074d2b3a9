//! What the limits take away, and the means that enforce it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a protection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ProtectionKind {
    /// Privileges of the process.
    Privileges,
    /// The address space.
    Memory,
    /// The number of descriptors.
    Descriptors,
    /// The number of threads.
    Threads,
    /// What is left behind at a crash.
    Core,
    /// Files that are read.
    Reading,
    /// Files that are written, changed or removed.
    Writing,
    /// New processes and programs.
    Processes,
    /// Sockets.
    Network,
    /// Signals to other processes.
    Signals,
    /// Other ways to reach a process, and settings of terminals.
    Others,
    /// What is shared by all processes, and parts of the kernel that a game never needs.
    Kernel,
}

/// Something that a library cannot do under the limits, and what enforces that on this system. Its
/// [`Display`](fmt::Display) is a line for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protection {
    /// What it is about.
    pub kind: ProtectionKind,
    /// The same as a word for programs.
    pub name: &'static str,
    /// What the library cannot do.
    pub what: &'static str,
    /// What enforces it, with versions; empty if nothing does.
    pub by: Vec<String>,
}

impl Protection {
    /// Whether anything enforces it.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.by.is_empty()
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.holds() { self.by.join(", ") } else { "not held here".to_owned() };
        write!(f, "{}: {by}", self.what)
    }
}

/// A means of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KernelMeans {
    /// Limits of resources, and the flags of a process.
    Process(&'static str),
    /// A limit within a user namespace.
    Namespace(&'static str),
    /// Landlock, from this version of its interface.
    Landlock(u32),
    /// The list of system calls.
    Seccomp,
}

/// All of it; `held` returns the name of a means on this system, and `None` if it is missing.
pub(crate) fn all(held: impl Fn(KernelMeans) -> Option<String>) -> Vec<Protection> {
    use KernelMeans::{Landlock, Namespace, Process, Seccomp};
    const ALL: [(ProtectionKind, &str, &str, &[KernelMeans]); 12] = [
        (
            ProtectionKind::Privileges,
            "privileges",
            "gains no privileges, and has none",
            &[Process("no new privileges"), Process("no capabilities")],
        ),
        (ProtectionKind::Memory, "memory", "takes memory up to a bound only", &[Process("RLIMIT_AS")]),
        (
            ProtectionKind::Descriptors,
            "descriptors",
            "opens a bounded number of descriptors",
            &[Process("RLIMIT_NOFILE")],
        ),
        (
            ProtectionKind::Threads,
            "threads",
            "starts a bounded number of threads",
            &[Namespace("RLIMIT_NPROC in a user namespace"), Process("counted by plyd")],
        ),
        (ProtectionKind::Core, "core", "leaves no core file", &[Process("RLIMIT_CORE"), Process("not dumpable")]),
        (
            ProtectionKind::Reading,
            "reading",
            "reads no files but its own, the system's libraries and the folders of `plugins.read-folders`",
            &[Landlock(1)],
        ),
        (
            ProtectionKind::Writing,
            "writing",
            "writes, changes, locks and removes no file",
            &[Seccomp, Landlock(1), Process("RLIMIT_FSIZE")],
        ),
        (ProtectionKind::Processes, "processes", "starts no process and no program", &[Seccomp]),
        (ProtectionKind::Network, "network", "opens no socket", &[Seccomp, Landlock(4)]),
        (ProtectionKind::Signals, "signals", "sends no signal to another process", &[Seccomp, Landlock(6)]),
        (
            ProtectionKind::Others,
            "others",
            "does not trace or watch other processes, nor change their priority, limits or terminal",
            &[Seccomp],
        ),
        (
            ProtectionKind::Kernel,
            "kernel",
            "does not reach drivers, mounts, namespaces, shared memory, keys, bpf and io_uring",
            &[Seccomp],
        ),
    ];
    ALL.into_iter()
        .map(|(kind, name, what, means)| {
            let by = means.iter().copied().filter_map(&held).collect();
            Protection { kind, name, what, by }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_means_holds_is_said() {
        for protection in all(|_| None) {
            assert!(!protection.holds());
            assert!(protection.to_string().ends_with(": not held here"));
        }
        let reading = all(|means| (means == KernelMeans::Landlock(1)).then(|| "Landlock 2".into()));
        let held: Vec<_> = reading.iter().filter(|protection| protection.holds()).map(|held| held.name).collect();
        assert_eq!(held, ["reading", "writing"]);
    }
}
