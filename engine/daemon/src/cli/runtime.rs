//! The runtimes on which sessions are served.

use anyhow::Context;
use tokio::runtime::Builder;
use tokio_util::sync::CancellationToken;

/// A runtime for a command that serves one client, or waits for one thing: it needs one thread on any number of
/// processors. Searches, libraries and blocking reads have their own threads, so nothing blocks this one.
pub(super) fn one_thread() -> Builder {
    Builder::new_current_thread()
}

/// A runtime for many clients, with a thread for each processor.
pub(super) fn all_processors() -> Builder {
    Builder::new_multi_thread()
}

/// Runs `task` to its end; `shutdown` asks it to end. Calls of libraries belong on separate threads.
pub(super) fn drive<T>(
    mut runtime: Builder,
    shutdown: CancellationToken,
    task: impl AsyncFnOnce(CancellationToken) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let runtime = runtime.enable_all().build().context("cannot wait for input and output")?;
    let result = runtime.block_on(task(shutdown));
    // A thread that waits for standard input, or hangs in a library, must not keep the process.
    runtime.shutdown_background();
    result
}
