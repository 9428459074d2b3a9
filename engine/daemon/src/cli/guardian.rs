//! This program as the guardian of one engine of a match.
//!
//! The guardian starts before anything else: it needs no settings, log, runtime or library, and must start at once and
//! stay small. Its command is not part of the command line, because only a match starts a guardian.

use std::process::ExitCode;

/// Runs as a guardian, if that is what this process was started for.
#[cfg(target_os = "linux")]
pub(super) fn run() -> Option<ExitCode> {
    use std::io::Write;

    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != plyd_arena::GUARD_ENGINE {
        return None;
    }
    Some(plyd_arena::guard_engine(arguments).unwrap_or_else(|error| {
        // If standard error is closed, there is no way to report it.
        let _ = writeln!(std::io::stderr(), "plyd: {error}");
        ExitCode::FAILURE
    }))
}

/// This system has no guardians.
#[cfg(not(target_os = "linux"))]
pub(super) fn run() -> Option<ExitCode> {
    None
}
