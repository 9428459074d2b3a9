//! The list of system calls as a filter of the kernel (seccomp).
//!
//! The list names what is denied, as the runtimes of other languages need calls that no list of allowed ones foresees.
//! A denied call fails with `EPERM`. Three kinds fail with `ENOSYS`, "the kernel has no such call", on which libraries
//! fall back to another one:
//!
//! - `clone3`, whose flags lie in memory, where a filter cannot look. The C library then starts its threads by `clone`.
//! - `openat2`, for the same reason.
//! - Calls that are newer than the list. The numbers of the x32 interface, by which the whole list could be passed by,
//!   are among them.
//!
//! The kernel ends a process that calls it by another processor's interface, such as the one for 32 bits.

use crate::ConfineError;

/// Whether the kernel can filter, and plyd has a list for this processor.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn is_known() -> bool {
    false
}

/// Does nothing.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn install() -> Result<bool, ConfineError> {
    Ok(false)
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use known::{install, is_known};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod known {
    use super::ConfineError;
    use crate::linux::calls::{self, Denied, FIRST_UNKNOWN, When};
    use libc::{BPF_ABS, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, SYS_clone3, SYS_openat2};
    use seccompiler::{
        BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
        SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
    };
    use std::collections::BTreeMap;
    use std::fs;

    #[cfg(target_arch = "x86_64")]
    const PROCESSOR: TargetArch = TargetArch::x86_64;
    #[cfg(target_arch = "aarch64")]
    const PROCESSOR: TargetArch = TargetArch::aarch64;

    /// Whether the kernel can let calls fail.
    pub(in crate::linux) fn is_known() -> bool {
        let actions = fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail");
        actions.is_ok_and(|actions| actions.split_whitespace().any(|action| action == "errno"))
    }

    /// Has the kernel filter the calls of this thread, and of all that it starts. `false` if it cannot.
    pub(in crate::linux) fn install() -> Result<bool, ConfineError> {
        let denied = denied(rustix::process::getpid().as_raw_pid() as u32).map_err(|error| refused(error.into()))?;
        for program in [absent(), denied] {
            match apply_filter(&program) {
                Ok(()) => {}
                Err(Error::Seccomp(error)) if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EINVAL)) => {
                    return Ok(false);
                }
                Err(error) => return Err(refused(error)),
            }
        }
        Ok(true)
    }

    fn refused(error: Error) -> ConfineError {
        ConfineError::Calls(error.into())
    }

    /// Lets the calls fail that the kernel shall seem not to have. Written by hand, as the crate has no ranges of numbers.
    fn absent() -> BpfProgram {
        let step = |code: u32, k: u32, jt: u8, jf: u8| sock_filter { code: code as u16, jt, jf, k };
        let answer = |value: u32| step(BPF_RET | BPF_K, value, 0, 0);
        // The number of the call is the first word of what a filter sees.
        vec![
            step(BPF_LD | BPF_W | BPF_ABS, 0, 0, 0),
            step(BPF_JMP | BPF_JGE | BPF_K, FIRST_UNKNOWN, 2, 0),
            step(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3 as u32, 1, 0),
            step(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2 as u32, 0, 1),
            answer(libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
            answer(libc::SECCOMP_RET_ALLOW),
        ]
    }

    /// Lets the calls of the list fail; `own` is the number of this process.
    fn denied(own: u32) -> Result<BpfProgram, BackendError> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
        for call in calls::ALWAYS {
            rules.insert(*call, Vec::new());
        }
        for Denied { call, when } in calls::SOMETIMES {
            rules.entry(*call).or_default().push(SeccompRule::new(vec![condition(*when, own)?])?);
        }
        let failure = SeccompAction::Errno(libc::EPERM as u32);
        SeccompFilter::new(rules, SeccompAction::Allow, failure, PROCESSOR)?.try_into()
    }

    fn condition(when: When, own: u32) -> Result<SeccompCondition, BackendError> {
        let (argument, operator, value) = match when {
            When::Is(argument, value) => (argument, SeccompCmpOp::Eq, value),
            When::IsNot(argument, value) => (argument, SeccompCmpOp::Ne, value),
            When::IsNotThisProcess(argument) => (argument, SeccompCmpOp::Ne, own),
            When::Has(argument, bits) => (argument, SeccompCmpOp::MaskedEq(bits.into()), bits),
            When::Lacks(argument, bits) => (argument, SeccompCmpOp::MaskedEq(bits.into()), 0),
        };
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value.into())
    }
}
