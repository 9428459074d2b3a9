//! The program `plyd`.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// An allocator without locks. With one that has them, a search whose thread loses the processor while it holds the
/// lock of a heap keeps every session waiting that frees what the search allocated: for seconds, when hundreds of
/// searches run.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    plyd::cli::main()
}
