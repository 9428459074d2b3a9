//! A child process, from the inside.

use rustix::process::{Signal, getpgrp, getpid, kill_process, kill_process_group};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsFd;

/// The streams of a child that nobody else in its process uses.
#[derive(Debug)]
pub struct Streams {
    /// What the parent says. It ends when the parent has ended.
    pub input: File,
    /// What the parent is told.
    pub output: File,
}

/// Makes this process a child: it takes standard input and output away from everything else in it, and asks the system
/// to end it with the thread that started it. Must be called before there is a second thread, and before a library is
/// loaded.
///
/// What a library prints goes where standard error goes, and what it reads is empty.
///
/// # Errors
/// The system has no descriptors for it.
pub fn enter() -> io::Result<Streams> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(OpenOptions::new().read(true).open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(Streams { input, output })
}

/// Ends this process, and everything that it has started, without running code of a library. A normal exit would run
/// its code, or wait for the loader.
pub fn end() -> ! {
    let own = getpid();
    loop {
        // A process that was started for one task leads a group of its own. Within limits it may signal itself only,
        // and has started nothing.
        if getpgrp() == own {
            let _ = kill_process_group(own, Signal::KILL);
        }
        let _ = kill_process(own, Signal::KILL);
    }
}
