use std::io;
use std::path::PathBuf;

/// The reason why a process could not be limited, though the kernel knows the limit.
#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    /// Other threads run already, and most limits do not reach them.
    #[error("the process has {count} threads; limits are for a process with one")]
    Threads {
        /// The number of threads.
        count: usize,
    },
    /// A limit of a resource was refused.
    #[error("the {resource} cannot be limited to {limit}")]
    Resource {
        /// The resource.
        resource: &'static str,
        /// The limit.
        limit: u64,
        /// Why not.
        source: io::Error,
    },
    /// Privileges could not be given up.
    #[error("{what} cannot be given up")]
    Privileges {
        /// The privileges.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
    /// A folder of libraries cannot be opened, so no library could be loaded from it.
    #[error("the folder {} cannot be opened for the library", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The kernel has Landlock, and refused its rules.
    #[error("files cannot be limited by Landlock")]
    Files(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The kernel has seccomp, and refused the list of system calls.
    #[error("system calls cannot be limited by seccomp")]
    Calls(#[source] Box<dyn std::error::Error + Send + Sync>),
}
