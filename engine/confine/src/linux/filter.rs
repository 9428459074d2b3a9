//! The list of system calls as a filter of the kernel (seccomp).
//!
//! The list names what is denied, because the runtimes of other languages need calls that no list of allowed ones
//! foresees. A denied call fails with `EPERM`. Three kinds fail with `ENOSYS`, "the kernel has no such call", on which
//! libraries fall back to another one:
//!
//! - `clone3`, whose flags are in memory, which a filter cannot read. The C library then starts its threads by `clone`.
//! - `openat2`, for the same reason.
//! - Calls that are newer than the list. The numbers of the x32 interface, by which the whole list could be passed by,
//!   are among them.
//!
//! The kernel ends a process that calls it by another processor's interface, such as the one for 32 bits.

use crate::{ConfineError, Denial, ProtectionKind};

/// Whether the kernel can filter, and plyd has a list for this processor.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn is_known() -> bool {
    false
}

/// Does nothing.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn install(_: Option<ProtectionKind>, _: Denial) -> Result<bool, ConfineError> {
    Ok(false)
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use known::{install, is_known};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod known {
    use super::{ConfineError, Denial, ProtectionKind};
    use crate::linux::calls::{self, ArgumentCondition, DeniedCall, FIRST_UNKNOWN};
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

    /// Has the kernel filter the calls of this thread, and of all that it starts: calls of this kind, or all. `false`
    /// if it cannot.
    pub(in crate::linux) fn install(kind: Option<ProtectionKind>, denial: Denial) -> Result<bool, ConfineError> {
        let own = rustix::process::getpid().as_raw_pid() as u32;
        let denied = denied(kind, denial, own).map_err(|error| refused(error.into()))?;
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

    /// Makes the calls fail that the kernel should seem not to have. Written by hand, because the crate has no ranges
    /// of numbers.
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

    /// Denies the calls of the list that are of this kind, or all; `own` is the number of this process.
    fn denied(kind: Option<ProtectionKind>, denial: Denial, own: u32) -> Result<BpfProgram, BackendError> {
        let is_asked = |of: ProtectionKind| kind.is_none_or(|kind| kind == of);
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
        for (_, always) in calls::ALWAYS.iter().filter(|(of, _)| is_asked(*of)) {
            rules.extend(always.iter().map(|call| (*call, Vec::new())));
        }
        for DeniedCall { call, when, .. } in calls::SOMETIMES.iter().filter(|denied| is_asked(denied.kind)) {
            rules.entry(*call).or_default().push(SeccompRule::new(conditions(*when, own)?)?);
        }
        let action = match denial {
            Denial::Error => SeccompAction::Errno(libc::EPERM as u32),
            Denial::End => SeccompAction::KillProcess,
        };
        SeccompFilter::new(rules, SeccompAction::Allow, action, PROCESSOR)?.try_into()
    }

    /// All of these must be true.
    fn conditions(when: ArgumentCondition, own: u32) -> Result<Vec<SeccompCondition>, BackendError> {
        let (argument, operator, value) = match when {
            ArgumentCondition::NoneOf(argument, values) => {
                return values.iter().map(|value| condition(argument, SeccompCmpOp::Ne, *value)).collect();
            }
            ArgumentCondition::Is(argument, value) => (argument, SeccompCmpOp::Eq, value),
            ArgumentCondition::IsNot(argument, value) => (argument, SeccompCmpOp::Ne, value),
            ArgumentCondition::IsNotThisProcess(argument) => (argument, SeccompCmpOp::Ne, own),
            ArgumentCondition::Has(argument, bits) => (argument, SeccompCmpOp::MaskedEq(bits.into()), bits),
            ArgumentCondition::Lacks(argument, bits) => (argument, SeccompCmpOp::MaskedEq(bits.into()), 0),
        };
        Ok(vec![condition(argument, operator, value)?])
    }

    fn condition(argument: u8, operator: SeccompCmpOp, value: u32) -> Result<SeccompCondition, BackendError> {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value.into())
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use libc::*;
        use seccompiler::sock_filter;

        const OWN: u32 = 4_711;
        const ALLOW: u32 = SECCOMP_RET_ALLOW;
        const FAILS: u32 = SECCOMP_RET_ERRNO | EPERM as u32;
        const ABSENT: u32 = SECCOMP_RET_ERRNO | ENOSYS as u32;

        /// What the kernel would answer, by the definition of its filter programs.
        fn answer(program: &[sock_filter], call: i64, arguments: &[u64]) -> u32 {
            let mut words =
                vec![call as u32, if cfg!(target_arch = "x86_64") { 0xC000_003E } else { 0xC000_00B7 }, 0, 0];
            for place in 0..6 {
                let argument = arguments.get(place).copied().unwrap_or(0);
                words.extend([argument as u32, (argument >> 32) as u32]);
            }
            let (mut accumulator, mut place) = (0, 0);
            loop {
                let step = &program[place];
                let holds = match u32::from(step.code) & !7 {
                    BPF_JEQ => accumulator == step.k,
                    BPF_JGT => accumulator > step.k,
                    BPF_JGE => accumulator >= step.k,
                    _ => false,
                };
                place += 1;
                match u32::from(step.code) & 7 {
                    BPF_LD => accumulator = words[step.k as usize / 4],
                    BPF_ALU if u32::from(step.code) & 0xF0 == BPF_AND => accumulator &= step.k,
                    BPF_JMP if u32::from(step.code) & 0xF0 == BPF_JA => place += step.k as usize,
                    BPF_JMP => place += usize::from(if holds { step.jt } else { step.jf }),
                    BPF_RET => return step.k,
                    other => panic!("no step of these programs: {other}"),
                }
            }
        }

        #[test]
        fn the_list_denies_what_it_names_and_no_more() {
            let program = denied(None, Denial::Error, OWN).unwrap();
            let threads = (CLONE_VM | CLONE_THREAD | CLONE_SIGHAND) as u64;
            let (own, other) = (u64::from(OWN), 1);
            let cases: &[(i64, &[u64], u32)] = &[
                (SYS_read, &[], ALLOW),
                (SYS_futex, &[], ALLOW),
                (SYS_mmap, &[], ALLOW),
                (SYS_execve, &[], FAILS),
                (SYS_io_uring_setup, &[], FAILS),
                (SYS_clone, &[threads], ALLOW),
                (SYS_clone, &[SIGCHLD as u64], FAILS),
                (SYS_clone, &[(CLONE_VM | CLONE_VFORK | SIGCHLD) as u64], FAILS),
                (SYS_kill, &[own, 9], ALLOW),
                (SYS_kill, &[other, 9], FAILS),
                (SYS_kill, &[0, 9], FAILS),
                (SYS_kill, &[u64::MAX, 9], FAILS),
                (SYS_tgkill, &[own, own, 6], ALLOW),
                (SYS_tgkill, &[other, other, 6], FAILS),
                (SYS_openat, &[0, 0, (O_RDONLY | O_CLOEXEC | O_DIRECTORY) as u64], ALLOW),
                (SYS_openat, &[0, 0, O_WRONLY as u64], FAILS),
                (SYS_openat, &[0, 0, O_RDWR as u64], FAILS),
                (SYS_openat, &[0, 0, O_CREAT as u64], FAILS),
                (SYS_openat, &[0, 0, O_TRUNC as u64], FAILS),
                (SYS_openat, &[0, 0, O_TMPFILE as u64 | O_RDWR as u64], FAILS),
                (SYS_fcntl, &[0, F_DUPFD_CLOEXEC as u64], ALLOW),
                (SYS_fcntl, &[0, F_SETOWN as u64], FAILS),
                (SYS_fcntl, &[0, 10], FAILS),
                (SYS_fcntl, &[0, 15], FAILS),
                (SYS_fcntl, &[0, F_GETLK as u64], ALLOW),
                (SYS_fcntl, &[0, F_SETLK as u64], FAILS),
                (SYS_fcntl, &[0, F_OFD_SETLKW as u64], FAILS),
                (SYS_fcntl, &[0, F_GETFL as u64], ALLOW),
                (SYS_fcntl, &[0, F_SETPIPE_SZ as u64], FAILS),
                (SYS_flock, &[0], FAILS),
                (SYS_fsync, &[0], FAILS),
                (SYS_msync, &[0, 0, MS_ASYNC as u64], ALLOW),
                (SYS_msync, &[0, 0, MS_SYNC as u64], FAILS),
                (SYS_getxattr, &[], FAILS),
                (SYS_io_setup, &[1], FAILS),
                (SYS_sendto, &[0, 0, 0, MSG_NOSIGNAL as u64], ALLOW),
                (SYS_sendto, &[0, 0, 0, (MSG_NOSIGNAL | MSG_OOB) as u64], FAILS),
                (SYS_recvfrom, &[0, 0, 0, MSG_OOB as u64], FAILS),
                (SYS_recvmsg, &[0, 0, MSG_OOB as u64], FAILS),
                (SYS_sendmsg, &[], FAILS),
                (SYS_setsockopt, &[0, SOL_SOCKET as u64, SO_ATTACH_FILTER as u64], FAILS),
                (SYS_getsockopt, &[0, SOL_SOCKET as u64, SO_TYPE as u64], ALLOW),
                (SYS_getsockopt, &[0, SOL_SOCKET as u64, 77], FAILS),
                (SYS_madvise, &[0, 0, MADV_DONTNEED as u64], ALLOW),
                (SYS_madvise, &[0, 0, MADV_MERGEABLE as u64], FAILS),
                (SYS_mmap, &[0, 0, 0, (MAP_PRIVATE | MAP_ANONYMOUS) as u64], ALLOW),
                (SYS_mmap, &[0, 0, 0, (MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB) as u64], FAILS),
                (SYS_mmap, &[0, 0, 0, MAP_SHARED as u64], ALLOW),
                (SYS_mmap, &[0, 0, 0, (MAP_SHARED | MAP_ANONYMOUS) as u64], FAILS),
                (SYS_mmap, &[0, 0, 0, (MAP_SHARED_VALIDATE | MAP_ANONYMOUS) as u64], FAILS),
                (SYS_inotify_init1, &[0], FAILS),
                (SYS_setresuid, &[u64::MAX, 0, 0], FAILS),
                (SYS_ioctl, &[0, TIOCGWINSZ], ALLOW),
                (SYS_ioctl, &[0, FIONBIO], ALLOW),
                // The interfaces of the machine, and the version of a file.
                (SYS_ioctl, &[0, 0x8912], FAILS),
                (SYS_ioctl, &[0, 0x4008_7602], FAILS),
                (SYS_ioctl, &[0, TIOCSTI], FAILS),
                // The kernel looks at the lower half only, and so does the list.
                (SYS_ioctl, &[0, TIOCSTI | 1 << 40], FAILS),
                (SYS_prctl, &[PR_SET_NAME as u64], ALLOW),
                (SYS_prctl, &[PR_SET_DUMPABLE as u64, 1], FAILS),
                (SYS_prlimit64, &[0], ALLOW),
                (SYS_prlimit64, &[other], FAILS),
                (SYS_sched_setaffinity, &[0], ALLOW),
                (SYS_sched_setaffinity, &[other], FAILS),
            ];
            for (call, arguments, wanted) in cases {
                assert_eq!(answer(&program, *call, arguments), *wanted, "{call} with {arguments:?}");
            }
        }

        #[test]
        fn of_pairs_of_sockets_only_local_streams_are_left() {
            let program = denied(None, Denial::Error, OWN).unwrap();
            for family in 0..46 {
                for kind in 0..16_u64 {
                    for flags in [0, (SOCK_CLOEXEC | SOCK_NONBLOCK) as u64] {
                        let wanted = if family == AF_UNIX as u64 && kind == SOCK_STREAM as u64 { ALLOW } else { FAILS };
                        assert_eq!(
                            answer(&program, SYS_socketpair, &[family, kind | flags]),
                            wanted,
                            "{family} {kind}"
                        );
                    }
                }
            }
        }

        #[test]
        fn one_kind_denies_nothing_of_another() {
            let program = denied(Some(ProtectionKind::Network), Denial::End, OWN).unwrap();
            assert_eq!(answer(&program, SYS_socket, &[]), SECCOMP_RET_KILL_PROCESS);
            assert_eq!(answer(&program, SYS_execve, &[]), ALLOW);
            assert_eq!(answer(&program, SYS_clone, &[0]), ALLOW);
        }

        #[test]
        fn newer_calls_and_those_with_hidden_flags_seem_absent() {
            let program = absent();
            for call in [SYS_clone3, SYS_openat2, i64::from(FIRST_UNKNOWN), 520, 0x4000_0000, 0x4000_0027, 0xFFFF_FFFF]
            {
                assert_eq!(answer(&program, call, &[]), ABSENT, "{call}");
            }
            for call in [0, SYS_clone, SYS_openat, i64::from(FIRST_UNKNOWN) - 1] {
                assert_eq!(answer(&program, call, &[]), ALLOW, "{call}");
            }
        }
    }
}
