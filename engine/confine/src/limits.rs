//! What a process may still use, and what happens if it tries more.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a process may still use.
#[derive(Clone, Debug, Default)]
pub struct SandboxLimits {
    /// Folders, or single files, whose code can be loaded: the library's. The folders of the system's libraries are
    /// always among them. Each must exist.
    pub library_folders: Vec<PathBuf>,
    /// Folders or single files that settings name for the library to read, such as tablebases. One that cannot be
    /// opened is a [`Lack`](crate::MissingLimit).
    pub data_folders: Vec<PathBuf>,
    /// The most bytes of address space, reserved ones included: code, tables, stacks and the arenas of allocators.
    /// `None` for no limit but the one in force.
    pub address_space: Option<u64>,
    /// The most descriptors, 0 to 2 included. Those that are open stay open. `None` for no limit but the one in force.
    pub descriptors: Option<u64>,
    /// The most threads. `None` for no limit but the one in force.
    pub threads: Option<u64>,
}

/// How a system call is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Denial {
    /// It fails.
    Error,
    /// It ends the process by `SIGSYS`, which shows the attempt to its parent.
    End,
}
