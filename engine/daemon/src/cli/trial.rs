//! The trials of libraries, by children of this program.

use crate::own_program::{self, SERVE_PARENT, VERSION};
use crate::settings::PlydSettings;
use plyd_host::LibraryTrial;
use plyd_worker::{TrialLimits, TrialProcesses};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The stacks of a trial, and what the allocator reserves for its threads, in MiB.
const STACKS: u64 = 256;

/// The trials of libraries by this program: it starts itself. If it cannot find its own file, it can try no library,
/// and reports this for each. A program that loads libraries itself tries them as it will load them; one that leaves
/// this to limited children tries them within these limits.
pub(super) fn trial(settings: &PlydSettings, within_limits: bool) -> LibraryTrial {
    let program = own_program::file();
    let (mut build, time) = (build(&program), settings.plugins.try_time());
    let mut limits = None;
    if within_limits {
        for folder in &settings.plugins.read_folders {
            // A library that finds its data is another matter than one that does not.
            build += &format!(", reads {}", folder.display());
        }
        let address_space = settings.plugins.memory().map(|memory| (memory + STACKS) << 20);
        limits = Some(TrialLimits { address_space, readable: settings.plugins.read_folders.clone() });
    }
    let kept_as = if within_limits { "limited.json" } else { "json" };
    let by = Arc::new(TrialProcesses::new(program, vec![SERVE_PARENT.into()], limits));
    LibraryTrial { by, build, time, kept_as }
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
