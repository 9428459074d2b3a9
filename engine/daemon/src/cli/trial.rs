//! This program as the program for trials of libraries.

use super::arguments::VERSION;
use crate::settings::Settings;
use anyhow::Result;
use clap::Args;
use plyd_host::{Trial, answer_trial};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

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
        match answer_trial(&self.library, Duration::from_secs(self.seconds))? {}
    }
}

/// The trials of libraries by this program: it starts itself. If it cannot find its own file, it can try no library,
/// and reports this for each.
pub(super) fn trial(settings: &Settings) -> Trial {
    let program = own_program();
    let arguments = vec!["try".into(), settings.plugins.try_seconds.to_string().into()];
    Trial { build: build(&program), program, arguments, time: settings.plugins.try_time() }
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
