//! This program as the child of a session, which loads the library of one game.
//!
//! It starts before anything else: its limits must hold before there is a second thread, and before the library's code
//! runs. Its command is not part of the command line, because only a session starts it.

use anyhow::{Context, Result};
use plyd_session::Isolation;
#[cfg(target_os = "linux")]
use std::env::consts::DLL_PREFIX;
#[cfg(target_os = "linux")]
use std::ffi::CString;
#[cfg(unix)]
use std::path::Path;
use std::process::ExitCode;

/// The first argument of a child.
#[cfg(unix)]
const CHILD: &str = "serve-parent";

/// Runs as a child, if that is what this process was started for.
#[cfg(unix)]
pub(super) fn run() -> Option<ExitCode> {
    use std::io::Write;

    if std::env::args_os().nth(1)? != CHILD {
        return None;
    }
    let Err(error) = serve();
    // Nobody is left to tell if standard error is closed.
    let _ = writeln!(std::io::stderr(), "plyd: a child process cannot begin: {error}");
    Some(ExitCode::FAILURE)
}

#[cfg(unix)]
fn serve() -> std::io::Result<std::convert::Infallible> {
    let mut streams = plyd_isolation::enter()?;
    let order = plyd_session::read_order(&mut streams.input)?;
    take_name_of(&order.library);
    // As others come first, the child may be slow. Afterwards no priority can be changed. It is as well without.
    let _ = rustix::process::nice(order.niceness.into());
    let confined = order.limits().apply();
    plyd_session::serve_parent(streams, &order, confined)
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

/// Sessions have children of this program.
///
/// # Errors
/// The system has no thread that could start them.
#[cfg(unix)]
pub(super) fn isolation() -> Result<Isolation> {
    let launcher = plyd_isolation::Launcher::new(super::trial::own_program(), vec![CHILD.into()]);
    let launcher = launcher.context("cannot start processes for libraries")?;
    Ok(Isolation::new(launcher))
}

/// This system has no children.
#[cfg(not(unix))]
pub(super) fn run() -> Option<ExitCode> {
    None
}
