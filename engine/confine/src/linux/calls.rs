//! The system calls that a game has no use for.
//!
//! They are grouped by reason. Files are guarded by Landlock too, but not by each version of it, and never against a
//! change of mode, owner, times or attributes.

use crate::ProtectionKind;
use libc::*;

/// Calls from this number on are newer than this list. The interfaces of all processors share their numbers from 424
/// on; 470 is `listns` of Linux 6.19.
pub(super) const FIRST_UNKNOWN: u32 = 471;

/// Calls whose numbers the crate `libc` has no names for; the same on all processors.
const SYS_FCHMODAT2: c_long = 452;
const SYS_SETXATTRAT: c_long = 463;
const SYS_GETXATTRAT: c_long = 464;
const SYS_LISTXATTRAT: c_long = 465;
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_OPEN_TREE_ATTR: c_long = 467;
const SYS_STATMOUNT: c_long = 457;
const SYS_LISTMOUNT: c_long = 458;
const SYS_FILE_GETATTR: c_long = 468;
const SYS_FILE_SETATTR: c_long = 469;
const SYS_LISTNS: c_long = 470;

/// Calls that are always denied, by the protection that they belong to.
pub(super) const ALWAYS: &[(ProtectionKind, &[c_long])] = &[
    (
        ProtectionKind::Processes,
        &[
            // Programs; processes other than this one. For `clone` see below.
            #[cfg(target_arch = "x86_64")]
            SYS_fork,
            #[cfg(target_arch = "x86_64")]
            SYS_vfork,
            SYS_execve,
            SYS_execveat,
        ],
    ),
    (
        ProtectionKind::Signals,
        &[
            SYS_pidfd_send_signal,
            // A signal to a thread, wherever that may be. The C library names the process beside it (`tgkill`).
            SYS_tkill,
            // The group by which this process is ended.
            SYS_setpgid,
            SYS_setsid,
        ],
    ),
    (
        ProtectionKind::Others,
        &[
            SYS_ptrace,
            SYS_process_vm_readv,
            SYS_process_vm_writev,
            SYS_process_madvise,
            SYS_process_mrelease,
            SYS_kcmp,
            SYS_pidfd_open,
            SYS_pidfd_getfd,
            // What others do with files, in folders that this process cannot read as well.
            #[cfg(target_arch = "x86_64")]
            SYS_inotify_init,
            SYS_inotify_init1,
            SYS_inotify_add_watch,
            SYS_inotify_rm_watch,
            SYS_fanotify_init,
            SYS_fanotify_mark,
            // Attributes of files, also of those that this process cannot read: Landlock has no right for them.
            // Programs keep the address there from which a file came.
            SYS_getxattr,
            SYS_lgetxattr,
            SYS_fgetxattr,
            SYS_GETXATTRAT,
            SYS_listxattr,
            SYS_llistxattr,
            SYS_flistxattr,
            SYS_LISTXATTRAT,
            SYS_FILE_GETATTR,
            // Another user, by whom threads are counted and files are opened.
            SYS_setuid,
            SYS_setgid,
            SYS_setreuid,
            SYS_setregid,
            SYS_setresuid,
            SYS_setresgid,
            SYS_setfsuid,
            SYS_setfsgid,
            SYS_setgroups,
            // Priorities, also of others of the same user.
            SYS_setpriority,
            SYS_ioprio_set,
            SYS_migrate_pages,
            SYS_move_pages,
        ],
    ),
    (
        ProtectionKind::Network,
        &[
            // Sockets. Pairs are below.
            SYS_socket,
            SYS_connect,
            SYS_bind,
            SYS_listen,
            SYS_accept,
            SYS_accept4,
            // A descriptor that goes with a message is closed by the receiver, and that takes as long as the sender
            // likes. Messages to the parent need no such call.
            SYS_sendmsg,
            SYS_sendmmsg,
            // Programs of the kernel that look at what is sent, and buffers of other sizes. A pair needs none.
            SYS_setsockopt,
        ],
    ),
    (
        ProtectionKind::Writing,
        &[
            // Files: what makes, moves, removes and changes them.
            #[cfg(target_arch = "x86_64")]
            SYS_creat,
            #[cfg(target_arch = "x86_64")]
            SYS_unlink,
            #[cfg(target_arch = "x86_64")]
            SYS_rename,
            #[cfg(target_arch = "x86_64")]
            SYS_link,
            #[cfg(target_arch = "x86_64")]
            SYS_symlink,
            #[cfg(target_arch = "x86_64")]
            SYS_mkdir,
            #[cfg(target_arch = "x86_64")]
            SYS_rmdir,
            #[cfg(target_arch = "x86_64")]
            SYS_mknod,
            #[cfg(target_arch = "x86_64")]
            SYS_chmod,
            #[cfg(target_arch = "x86_64")]
            SYS_chown,
            #[cfg(target_arch = "x86_64")]
            SYS_lchown,
            #[cfg(target_arch = "x86_64")]
            SYS_utime,
            #[cfg(target_arch = "x86_64")]
            SYS_utimes,
            #[cfg(target_arch = "x86_64")]
            SYS_futimesat,
            SYS_unlinkat,
            SYS_renameat,
            SYS_renameat2,
            SYS_linkat,
            SYS_symlinkat,
            SYS_mkdirat,
            SYS_mknodat,
            SYS_truncate,
            SYS_ftruncate,
            SYS_fallocate,
            SYS_fchmod,
            SYS_fchmodat,
            SYS_FCHMODAT2,
            SYS_fchown,
            SYS_fchownat,
            SYS_utimensat,
            SYS_setxattr,
            SYS_lsetxattr,
            SYS_fsetxattr,
            SYS_SETXATTRAT,
            SYS_removexattr,
            SYS_lremovexattr,
            SYS_fremovexattr,
            SYS_REMOVEXATTRAT,
            SYS_FILE_SETATTR,
            SYS_name_to_handle_at,
            SYS_open_by_handle_at,
            // Others wait for a lock, and for what a file system writes.
            SYS_flock,
            SYS_sync,
            SYS_syncfs,
            SYS_fsync,
            SYS_fdatasync,
            SYS_sync_file_range,
        ],
    ),
    (
        ProtectionKind::Kernel,
        &[
            // Memory that no limit of this process counts, and that may outlive it.
            SYS_memfd_create,
            SYS_memfd_secret,
            // Filters and rules of its own, for which all processes of the machine share a memory.
            SYS_seccomp,
            SYS_landlock_create_ruleset,
            SYS_landlock_add_rule,
            SYS_landlock_restrict_self,
            // A byte in a pipe or a socket keeps its whole page, even after that was unmapped.
            SYS_vmsplice,
            SYS_splice,
            SYS_tee,
            SYS_sendfile,
            SYS_shmget,
            SYS_shmat,
            SYS_shmctl,
            SYS_semget,
            SYS_semop,
            SYS_semtimedop,
            SYS_semctl,
            SYS_msgget,
            SYS_msgsnd,
            SYS_msgrcv,
            SYS_msgctl,
            SYS_mq_open,
            SYS_mq_unlink,
            // Mounts and namespaces, also to list them.
            SYS_STATMOUNT,
            SYS_LISTMOUNT,
            SYS_LISTNS,
            SYS_mount,
            SYS_umount2,
            SYS_pivot_root,
            SYS_chroot,
            SYS_open_tree,
            SYS_OPEN_TREE_ATTR,
            SYS_move_mount,
            SYS_mount_setattr,
            SYS_fsopen,
            SYS_fsconfig,
            SYS_fsmount,
            SYS_fspick,
            SYS_unshare,
            SYS_setns,
            // Large parts of the kernel that are rarely of use and often vulnerable. io_uring would be a way round this
            // list.
            SYS_bpf,
            SYS_io_uring_setup,
            SYS_io_uring_enter,
            SYS_io_uring_register,
            // The older way beside it, whose places are few for the whole machine.
            SYS_io_setup,
            SYS_userfaultfd,
            SYS_perf_event_open,
            SYS_add_key,
            SYS_request_key,
            SYS_keyctl,
            // The machine: of these a process without capabilities is denied most in any case.
            SYS_reboot,
            SYS_kexec_load,
            SYS_kexec_file_load,
            SYS_init_module,
            SYS_finit_module,
            SYS_delete_module,
            SYS_swapon,
            SYS_swapoff,
            SYS_acct,
            SYS_quotactl,
            SYS_quotactl_fd,
            SYS_syslog,
            SYS_vhangup,
            SYS_settimeofday,
            SYS_clock_settime,
            SYS_clock_adjtime,
            SYS_adjtimex,
            SYS_sethostname,
            SYS_setdomainname,
            #[cfg(target_arch = "x86_64")]
            SYS_iopl,
            #[cfg(target_arch = "x86_64")]
            SYS_ioperm,
            #[cfg(target_arch = "x86_64")]
            SYS_modify_ldt,
        ],
    ),
];

/// A call that is denied if the condition is true. A call may have several.
pub(super) struct DeniedCall {
    /// The protection that it belongs to.
    pub(super) kind: ProtectionKind,
    pub(super) call: c_long,
    pub(super) when: ArgumentCondition,
}

/// A condition for an argument, counted from 0, of which the lower 32 bits are looked at. That is all of it: each is an
/// `int` of the kernel or has its bits there.
#[derive(Clone, Copy)]
pub(super) enum ArgumentCondition {
    Is(u8, u32),
    IsNot(u8, u32),
    /// It is none of these.
    NoneOf(u8, &'static [u32]),
    IsNotThisProcess(u8),
    /// All these bits are set.
    Has(u8, u32),
    /// None of these bits is set.
    Lacks(u8, u32),
}

use ArgumentCondition::{Has, Is, IsNot, IsNotThisProcess, Lacks, NoneOf};

const fn denied(kind: ProtectionKind, call: c_long, when: ArgumentCondition) -> DeniedCall {
    DeniedCall { kind, call, when }
}

/// The requests to a driver that runtimes make of any descriptor: how much can be read, whether calls wait, whether
/// programs inherit it, and whether it is a terminal, of which size. All others are denied: each kind of file has
/// requests that change its attributes, and each kind of socket has some that reveal the addresses of the machine.
const REQUESTS: &[u32] = &[
    FIONREAD as u32,
    FIONBIO as u32,
    FIOCLEX as u32,
    FIONCLEX as u32,
    TCGETS as u32,
    TCGETS2 as u32,
    TIOCGWINSZ as u32,
];

/// Not among the names of the crate `libc`: commands about a descriptor.
const F_SETSIG: u32 = 10;
const F_SETOWN_EX: u32 = 15;
const F_SET_RW_HINT: u32 = 1_036;
const F_SET_FILE_RW_HINT: u32 = 1_038;
/// The option that gives a descriptor of the process at the other end.
const SO_PEERPIDFD: u32 = 77;
/// Has the kernel look for memory with the same content, in all processes that ask for it.
const PR_SET_MEMORY_MERGE: u32 = 67;
/// Lets another process attach.
const PR_SET_PTRACER: u32 = 0x5961_6D61;

/// Calls that are denied for some arguments.
pub(super) const SOMETIMES: &[DeniedCall] = &[
    // A new process: threads remain.
    denied(ProtectionKind::Processes, SYS_clone, Lacks(0, CLONE_THREAD as u32)),
    // Signals to others. `abort` signals itself.
    denied(ProtectionKind::Signals, SYS_kill, IsNotThisProcess(0)),
    denied(ProtectionKind::Signals, SYS_tgkill, IsNotThisProcess(0)),
    denied(ProtectionKind::Signals, SYS_rt_sigqueueinfo, IsNotThisProcess(0)),
    denied(ProtectionKind::Signals, SYS_rt_tgsigqueueinfo, IsNotThisProcess(0)),
    // By these a signal of any kind goes to any process as soon as a descriptor is ready.
    denied(ProtectionKind::Signals, SYS_fcntl, Is(1, F_SETOWN as u32)),
    denied(ProtectionKind::Signals, SYS_fcntl, Is(1, F_SETOWN_EX)),
    denied(ProtectionKind::Signals, SYS_fcntl, Is(1, F_SETSIG)),
    // A lease blocks everyone who opens the file to write it.
    denied(ProtectionKind::Writing, SYS_fcntl, Is(1, F_SETLEASE as u32)),
    denied(ProtectionKind::Others, SYS_fcntl, Is(1, F_NOTIFY as u32)),
    // So does a lock, be it one for readers: it keeps those out who want to write.
    denied(ProtectionKind::Writing, SYS_fcntl, Is(1, F_SETLK as u32)),
    denied(ProtectionKind::Writing, SYS_fcntl, Is(1, F_SETLKW as u32)),
    denied(ProtectionKind::Writing, SYS_fcntl, Is(1, F_OFD_SETLK as u32)),
    denied(ProtectionKind::Writing, SYS_fcntl, Is(1, F_OFD_SETLKW as u32)),
    denied(ProtectionKind::Kernel, SYS_prctl, Is(0, PR_SET_SECCOMP as u32)),
    // Pipes of a user share a memory, which no limit of this process counts.
    denied(ProtectionKind::Kernel, SYS_fcntl, Is(1, F_SETPIPE_SZ as u32)),
    denied(ProtectionKind::Kernel, SYS_ioctl, NoneOf(1, REQUESTS)),
    // Attributes of a file that is open to be read.
    denied(ProtectionKind::Writing, SYS_fcntl, Is(1, F_SET_RW_HINT)),
    denied(ProtectionKind::Writing, SYS_fcntl, Is(1, F_SET_FILE_RW_HINT)),
    // Files are opened to be read.
    #[cfg(target_arch = "x86_64")]
    denied(ProtectionKind::Writing, SYS_open, Has(1, O_WRONLY as u32)),
    #[cfg(target_arch = "x86_64")]
    denied(ProtectionKind::Writing, SYS_open, Has(1, O_RDWR as u32)),
    #[cfg(target_arch = "x86_64")]
    denied(ProtectionKind::Writing, SYS_open, Has(1, O_CREAT as u32)),
    #[cfg(target_arch = "x86_64")]
    denied(ProtectionKind::Writing, SYS_open, Has(1, O_TRUNC as u32)),
    denied(ProtectionKind::Writing, SYS_openat, Has(2, O_WRONLY as u32)),
    denied(ProtectionKind::Writing, SYS_openat, Has(2, O_RDWR as u32)),
    denied(ProtectionKind::Writing, SYS_openat, Has(2, O_CREAT as u32)),
    denied(ProtectionKind::Writing, SYS_openat, Has(2, O_TRUNC as u32)),
    // A pair of connected streams reaches no other process, and runtimes wake themselves by one. A pair of another kind
    // could send to any local socket. The kind is in the lower four bits, and a stream is 1.
    denied(ProtectionKind::Network, SYS_socketpair, IsNot(0, AF_UNIX as u32)),
    denied(ProtectionKind::Network, SYS_socketpair, Lacks(1, 1)),
    denied(ProtectionKind::Network, SYS_socketpair, Has(1, 2)),
    denied(ProtectionKind::Network, SYS_socketpair, Has(1, 4)),
    denied(ProtectionKind::Network, SYS_socketpair, Has(1, 8)),
    // Bytes out of turn, in which the kernel was found wanting, and the number of the parent by another door.
    denied(ProtectionKind::Network, SYS_sendto, Has(3, MSG_OOB as u32)),
    denied(ProtectionKind::Network, SYS_recvfrom, Has(3, MSG_OOB as u32)),
    denied(ProtectionKind::Network, SYS_recvmsg, Has(2, MSG_OOB as u32)),
    denied(ProtectionKind::Network, SYS_recvmmsg, Has(3, MSG_OOB as u32)),
    denied(ProtectionKind::Others, SYS_getsockopt, Is(2, SO_PEERPIDFD)),
    // As `fsync`.
    denied(ProtectionKind::Writing, SYS_msync, Has(2, MS_SYNC as u32)),
    // A thread of the kernel looks for such memory, and large pages that an administrator has set aside are few.
    denied(ProtectionKind::Kernel, SYS_prctl, Is(0, PR_SET_MEMORY_MERGE)),
    denied(ProtectionKind::Kernel, SYS_madvise, Is(2, MADV_MERGEABLE as u32)),
    denied(ProtectionKind::Kernel, SYS_mmap, Has(3, MAP_HUGETLB as u32)),
    // Such memory can be filled and then no longer count as this process's. There is no process to share it with.
    denied(ProtectionKind::Kernel, SYS_mmap, Has(3, (MAP_SHARED | MAP_ANONYMOUS) as u32)),
    // The limits and the schedule of others: 0 is the caller.
    denied(ProtectionKind::Others, SYS_prlimit64, IsNot(0, 0)),
    denied(ProtectionKind::Others, SYS_sched_setaffinity, IsNot(0, 0)),
    denied(ProtectionKind::Others, SYS_sched_setscheduler, IsNot(0, 0)),
    denied(ProtectionKind::Others, SYS_sched_setparam, IsNot(0, 0)),
    denied(ProtectionKind::Others, SYS_sched_setattr, IsNot(0, 0)),
    // What would take a limit back.
    denied(ProtectionKind::Others, SYS_prctl, Is(0, PR_SET_DUMPABLE as u32)),
    denied(ProtectionKind::Others, SYS_prctl, Is(0, PR_SET_PDEATHSIG as u32)),
    denied(ProtectionKind::Others, SYS_prctl, Is(0, PR_SET_PTRACER)),
    denied(ProtectionKind::Others, SYS_prctl, Is(0, PR_SCHED_CORE as u32)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_call_is_in_one_list_and_older_than_the_first_unknown_one() {
        let mut seen = std::collections::HashSet::new();
        for call in ALWAYS.iter().flat_map(|(_, calls)| *calls) {
            assert!(seen.insert(*call), "the call {call} is denied twice");
        }
        for denied in SOMETIMES {
            assert!(!seen.contains(&denied.call), "the call {} is denied in any case", denied.call);
        }
        let always = ALWAYS.iter().flat_map(|(_, calls)| calls.iter().copied());
        let all = always.chain(SOMETIMES.iter().map(|denied| denied.call));
        for call in all {
            assert!((0..i64::from(FIRST_UNKNOWN)).contains(&call), "the call {call} never reaches the list");
        }
    }
}
