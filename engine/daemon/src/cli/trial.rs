//! This program as the program for trials of libraries.

use super::arguments::VERSION;
use crate::settings::Settings;
use anyhow::Result;
use clap::Args;
use plyd_confine::{Limits, address_space, environment};
#[cfg(unix)]
use plyd_host::own_process;
use plyd_host::{LIBRARY_THREADS, Trial};
use plyd_worker::{TrialProcesses, answer_trial};
use std::convert::Infallible;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The most descriptors of a trial within limits.
const DESCRIPTORS: u64 = 32;

/// The arguments of a trial.
#[derive(Debug, Args)]
pub(super) struct Try {
    /// How long the library may take, in seconds
    seconds: u64,
    /// The library
    library: PathBuf,
}

impl Try {
    /// Tries the library in this process, which ends then.
    pub(super) fn run(&self) -> Result<ExitCode> {
        end_with_asker()?;
        plyd_confine::go_first_in_a_shortage();
        match answer_trial(&self.library, Duration::from_secs(self.seconds))? {}
    }
}

/// No trial outlives whoever has asked for it.
#[cfg(unix)]
fn end_with_asker() -> Result<()> {
    Ok(own_process::end_with_parent()?)
}

/// Nothing is tried on this system.
#[cfg(not(unix))]
fn end_with_asker() -> Result<()> {
    Ok(())
}

/// The first argument of a trial within limits.
const WITHIN: &str = "try-within";

/// The stacks of a trial, and what the allocator reserves for its threads, in MiB.
const STACKS: u64 = 256;

/// The trials of libraries by this program: it starts itself. If it cannot find its own file, it can try no library,
/// and reports this for each. A program that loads libraries itself tries them as it will load them; one that leaves
/// this to limited children tries them within these limits.
pub(super) fn trial(settings: &Settings, within_limits: bool) -> Trial {
    let program = own_program();
    let seconds = settings.plugins.try_seconds.to_string().into();
    let (mut build, time) = (build(&program), settings.plugins.try_time());
    if !within_limits {
        let arguments = vec!["try".into(), seconds];
        let by = Arc::new(TrialProcesses { program, arguments, environment: None });
        return Trial { by, build, time, kept_as: "json" };
    }
    let memory = settings.plugins.memory().map_or(0, |memory| memory + STACKS);
    let mut arguments = vec![WITHIN.into(), memory.to_string().into(), seconds];
    for folder in &settings.plugins.read_folders {
        arguments.push(folder.into());
        // A library that finds its data is another matter than one that does not.
        build += &format!(", reads {}", folder.display());
    }
    let by = Arc::new(TrialProcesses { program, arguments, environment: Some(environment()) });
    Trial { by, build, time, kept_as: "limited.json" }
}

/// Tries a library within limits, if that is what this process was started for. It comes before anything else, as the
/// limits must hold before there is a second thread. Its command is not part of the command line, because only this
/// program starts it.
pub(super) fn run_within() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next()? != WITHIN {
        return None;
    }
    let mut number = || arguments.next()?.to_str()?.parse().ok();
    let (memory, seconds) = (number()?, number()?);
    let mut paths: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let library = paths.pop()?;
    let Err(error) = try_within(memory, seconds, paths, library);
    super::tell_error(&error);
    Some(ExitCode::FAILURE)
}

/// `memory` is in MiB; 0 for no limit. The library may read `data_folders`.
fn try_within(memory: u64, seconds: u64, data_folders: Vec<PathBuf>, library: PathBuf) -> Result<Infallible> {
    #[cfg(unix)]
    own_process::close_inherited();
    end_with_asker()?;
    let limits = Limits {
        library_folders: vec![library.clone()],
        data_folders,
        address_space: address_space().filter(|_| memory > 0).map(|own| own.saturating_add(memory << 20)),
        descriptors: Some(DESCRIPTORS),
        threads: Some(LIBRARY_THREADS),
    };
    // What the system lacks is said when the first child starts.
    limits.apply()?;
    Ok(answer_trial(&library, Duration::from_secs(seconds))?)
}

/// The file of this program, on Linux also if it has been replaced since it was started.
pub(super) fn own_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() { running } else { env::current_exe().unwrap_or(running) }
}

/// The identity of this build. Two builds of one commit have one version, so the file counts too: its number and its
/// times, because hashing its content would cost more than everything else at a start.
fn build(program: &Path) -> String {
    let file = fs::metadata(program).ok().map(|file| {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let (changed, nanoseconds) = (file.ctime(), file.ctime_nsec());
            format!("file {}, {} bytes, changed {changed}.{nanoseconds:09}", file.ino(), file.len())
        }
        #[cfg(not(unix))]
        format!("{} bytes, {:?}", file.len(), file.modified())
    });
    format!("plyd {VERSION}, {}", file.unwrap_or_default())
}
