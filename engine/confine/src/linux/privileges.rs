//! Privileges, and who may look into the process.

use crate::ConfineError;
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};

/// Nothing that this process starts can have more privileges than it has itself. Landlock and seccomp ask for it.
pub(super) fn give_up_new_ones() -> Result<(), ConfineError> {
    set_no_new_privs(true).map_err(|error| given_up("the way to new privileges", error))
}

/// Keeps other processes of the same user from reading this one.
pub(crate) fn hide() {
    // The kernel has no reason to refuse it.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

/// Gives up the capabilities, with which a process of root could raise its limits again and signal everybody; and keeps
/// others from attaching to the process. Where cores go to a program, this alone keeps it from being started at each
/// crash: the limit of the core's size does not count there.
pub(super) fn give_up_all() -> Result<(), ConfineError> {
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|error| given_up("cores", error))?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
        .map_err(|error| given_up("the capabilities", error))
}

fn given_up(what: &'static str, source: rustix::io::Errno) -> ConfineError {
    ConfineError::Privileges { what, source: source.into() }
}
