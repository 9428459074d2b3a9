//! The program `plyd`.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyd::cli::main()
}
