//! What a system cannot hold, in words for its operator.

use std::fmt;
use std::path::PathBuf;

/// A limit that is not in force. Its [`Display`](fmt::Display) is one sentence: what is missing, and what that leaves
/// open to a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingLimit {
    /// This is not Linux.
    Everything,
    /// The kernel has no Landlock, or it is switched off.
    Landlock,
    /// The kernel cannot filter system calls, or plyd has no list for this processor.
    Seccomp {
        /// The version of Landlock's interface, 0 without Landlock: newer ones hold some of what the list would.
        landlock: u32,
    },
    /// There is no `/proc` in which the threads of this process could be counted.
    Threads,
    /// The kernel cannot limit the threads of one process.
    ThreadNumber,
    /// A folder of data cannot be opened.
    Data {
        /// The folder.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}

impl fmt::Display for MissingLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everything => f.write_str(
                "plyd knows no limits of processes on this system but Linux's, so a library can do all that the user of \
                 plyd can",
            ),
            Self::Landlock => f.write_str(
                "the kernel has no Landlock, which came with Linux 5.13 and can be switched off at boot, so a library \
                 can read all files that the user of plyd can read",
            ),
            Self::Seccomp { landlock } => {
                write!(
                    f,
                    "system calls cannot be filtered here (seccomp, on x86-64 and AArch64), so a library can start \
                     processes, {}",
                    open_without_seccomp(*landlock)
                )
            }
            Self::Threads => f.write_str(
                "there is no /proc to count threads in, so a thread that was started before the limits would be free of \
                 some of them",
            ),
            Self::ThreadNumber => f.write_str(
                "the kernel cannot limit the threads of one process here (user namespaces, from Linux 5.14 on), so a \
                 library can start many threads until plyd counts them and ends its process",
            ),
            Self::Data { path, why } => {
                write!(f, "the data folder {} cannot be opened ({why}), so a library cannot read it", path.display())
            }
        }
    }
}

/// What a library can still do without a filter of system calls, with this version of Landlock's interface.
fn open_without_seccomp(landlock: u32) -> String {
    let mut open = Vec::new();
    if landlock < 1 {
        open.push("write files");
    }
    if (1..3).contains(&landlock) {
        open.push("empty files");
    }
    open.push("change the owner and the mode of files");
    open.push(if landlock < 4 { "use the network" } else { "use all of the network but TCP" });
    if landlock < 6 {
        open.push("send signals to other processes");
    }
    format!("{} and change the priority of other processes", open.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_landlock_leaves_less_open() {
        let open = |landlock| MissingLimit::Seccomp { landlock }.to_string();
        assert!(open(0).contains("write files") && open(0).contains("signals") && !open(0).contains("empty files"));
        assert!(open(2).contains("empty files") && !open(2).contains("write files"));
        assert!(open(4).contains("but TCP") && open(4).contains("signals"));
        assert!(!open(6).contains("signals") && open(6).contains("start processes"));
    }

    #[test]
    fn a_lack_is_one_sentence_on_one_line() {
        let data = MissingLimit::Data { path: "/tables".into(), why: "No such file or directory (os error 2)".into() };
        for lack in [
            MissingLimit::Everything,
            MissingLimit::Landlock,
            MissingLimit::Seccomp { landlock: 3 },
            MissingLimit::Threads,
            MissingLimit::ThreadNumber,
            data,
        ] {
            let text = lack.to_string();
            assert!(text.contains("so a ") || text.contains("would be"), "{text}");
            assert!(!text.contains('\n') && !text.contains("  ") && !text.ends_with('.'), "{text}");
        }
    }
}
