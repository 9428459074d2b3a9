//! This program as a child of itself, which loads the library of one game.
//!
//! It starts before anything else: its limits must apply before there is a second thread, and before the library's code
//! runs. What the child is for is said by its order, the first line that it reads.

use crate::own_program::SERVE_PARENT;
#[cfg(unix)]
use plyd_worker::{ChildOrder, Role};
#[cfg(target_os = "linux")]
use std::env::consts::DLL_PREFIX;
#[cfg(target_os = "linux")]
use std::ffi::CString;
#[cfg(unix)]
use std::path::Path;
use std::process::ExitCode;

/// Runs as a child, if that is what this process was started for.
#[cfg(unix)]
pub(super) fn run() -> Option<ExitCode> {
    use std::io::Write;

    if std::env::args_os().nth(1)? != SERVE_PARENT {
        return None;
    }
    Some(begin().map_or_else(
        |error| {
            // If standard error is closed, there is no way to report it.
            let _ = writeln!(std::io::stderr(), "plyd: a child process cannot begin: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    ))
}

/// The work of a child, from its first order to its end. It returns if the library may have code for the end of the
/// process that a check wants to see.
#[cfg(unix)]
fn begin() -> std::io::Result<()> {
    let mut streams = plyd_worker::enter()?;
    let order = ChildOrder::read(&mut streams.input)?;
    take_name_of(&order.library);
    plyd_host::own_process::come_last(order.niceness);
    let confined = order.limit();
    match order.role {
        Role::Session => plyd_session::serve_parent(streams, &order, confined),
        Role::Match => plyd_arena::serve_match(streams, &order, confined),
        Role::Command => crate::errand::serve_command(streams, &order, confined),
        Role::Trial => plyd_worker::serve_trial(streams, &order, confined),
        Role::Test => plyd_check::serve_test(streams, &order, confined),
        Role::Wall => plyd_check::serve_wall(streams, &order, confined),
    }
    Ok(())
}

/// Names this process for its library, as `plyd_chess`: a list of processes shows then which game works.
#[cfg(target_os = "linux")]
fn take_name_of(library: &Path) {
    let stem = library.file_stem().unwrap_or_default().as_encoded_bytes();
    let name = stem.strip_prefix(DLL_PREFIX.as_bytes()).unwrap_or(stem);
    // The system keeps 15 bytes. A child works as well without a name.
    let _ = CString::new(name).map(|name| rustix::thread::set_name(&name));
}

/// Other systems show the command.
#[cfg(all(unix, not(target_os = "linux")))]
fn take_name_of(_: &Path) {}

/// This system has no children.
#[cfg(not(unix))]
pub(super) fn run() -> Option<ExitCode> {
    None
}
