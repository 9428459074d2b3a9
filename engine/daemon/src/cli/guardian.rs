//! This program as the guardian of one engine of a match.
//!
//! Decided before anything else: a guardian needs no settings, no log, no runtime and no library, and has to start at
//! once and stay small. The command is no part of the command line: nobody but a match starts a guardian.

use std::path::PathBuf;
use std::process::ExitCode;

/// Runs as a guardian, if that is what this process was started for.
#[cfg(target_os = "linux")]
pub(super) fn run() -> Option<ExitCode> {
    use std::io::Write;

    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != plyd_match::GUARD_ENGINE {
        return None;
    }
    Some(plyd_match::guard_engine(arguments).unwrap_or_else(|error| {
        // Nobody is left to tell if standard error is closed.
        let _ = writeln!(std::io::stderr(), "plyd: {error}");
        ExitCode::FAILURE
    }))
}

/// There are no guardians here.
#[cfg(not(target_os = "linux"))]
pub(super) fn run() -> Option<ExitCode> {
    None
}

/// The program that guards engines: this one.
pub(super) fn program() -> Option<PathBuf> {
    cfg!(target_os = "linux").then(super::trial::own_program)
}
