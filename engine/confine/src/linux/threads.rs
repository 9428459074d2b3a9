//! The number of threads, by the limit of the kernel for the processes of a user (`RLIMIT_NPROC`).
//!
//! By itself that limit is of no use here. It counts all processes and threads of the user, so that it would hit the
//! innocent, and it does not bind root. So this process gets a user namespace of its own, in which it alone is counted,
//! and, if it is root's, another number as its real user. Files are opened as the effective user, which stays. The
//! namespace names no users, so that nothing within can change to another one.

use crate::ConfineError;
use rustix::process::{Resource, Rlimit, Uid, geteuid, getrlimit, getuid, setrlimit};
use rustix::thread::{UnshareFlags, set_thread_res_uid};
use std::{fs, thread};

/// The real user of a process of root: a number that distributions do not assign, not even to `nobody`.
const NO_USER: u32 = 65_533;

/// The stack of a thread that only ends, in bytes.
const SMALL_STACK: usize = 32 << 10;

/// Whether the system seems to have namespaces for users. Whether this process can have one shows only in trying.
pub(super) fn are_namespaces_known() -> bool {
    let most = fs::read_to_string("/proc/sys/user/max_user_namespaces");
    most.is_ok_and(|most| most.trim().parse::<u64>().is_ok_and(|most| most > 0))
}

/// Limits the threads of this process, which must have one. Returns whether the kernel can enforce it.
pub(super) fn limit(most: u64) -> Result<bool, ConfineError> {
    let (user, before) = (getuid(), getrlimit(Resource::Nproc));
    if geteuid().is_root() {
        // Without this privilege the test below decides.
        let _ = set_thread_res_uid(Uid::from_raw(NO_USER), None, None);
    }
    if !enter_namespace() {
        return give_back(user, before);
    }
    // An older kernel counts all of the user, and so refuses a second thread also where two are allowed. For root it
    // refuses none.
    if starts_a_thread(1, before) || !starts_a_thread(2, before) {
        return give_back(user, before);
    }
    let lower = |limit: Option<u64>| Some(limit.map_or(most, |limit| limit.min(most)));
    let limit = Rlimit { current: lower(before.current), maximum: lower(before.maximum) };
    set(limit, most).map(|()| true)
}

/// Moves this process into a user namespace of its own; whether the system allows it.
fn enter_namespace() -> bool {
    #[expect(deprecated, reason = "only its flag for descriptors is unsafe, and this crate has no unsafe code")]
    let entered = rustix::thread::unshare(UnshareFlags::NEWUSER);
    entered.is_ok()
}

/// Whether this process can start a second thread if a user may have this many.
fn starts_a_thread(most: u64, before: Rlimit) -> bool {
    let current = Some(before.maximum.map_or(most, |maximum| maximum.min(most)));
    let is_set = setrlimit(Resource::Nproc, Rlimit { current, maximum: before.maximum }).is_ok();
    let started = thread::Builder::new().stack_size(SMALL_STACK).spawn(|| ());
    is_set && started.is_ok_and(|thread| thread.join().is_ok())
}

/// Restores everything, as far as the kernel lets the process go back.
fn give_back(user: Uid, before: Rlimit) -> Result<bool, ConfineError> {
    // In a namespace without users it cannot go back, which changes nothing else.
    let _ = set_thread_res_uid(user, None, None);
    set(before, before.current.unwrap_or(u64::MAX)).map(|()| false)
}

fn set(limit: Rlimit, told: u64) -> Result<(), ConfineError> {
    let resource = "number of threads";
    setrlimit(Resource::Nproc, limit).map_err(|error| ConfineError::Resource {
        resource,
        limit: told,
        source: error.into(),
    })
}
