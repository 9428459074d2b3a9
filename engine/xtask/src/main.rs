//! Tasks of the workspace that are more than a command of cargo: `cargo xtask install`.

#![forbid(unsafe_code)]

mod build;
mod destination;
mod install;
mod installed;
mod package;
mod uninstall;

use anyhow::Result;
use clap::{Parser, Subcommand};
use destination::Place;
use std::io::{self, Write};
use std::process::ExitCode;

/// Tasks of plyd's workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Build plyd and install it: program, games, man pages, shell completions, documents
    ///
    /// Every file is replaced as a whole, so you can install over a plyd that runs. A running server keeps the old files;
    /// it loads new games on SIGHUP, and the new program when you start it again.
    Install {
        #[command(flatten)]
        place: Place,
        /// Do not build; install the files that are already in target/release
        #[arg(long)]
        no_build: bool,
        /// Print the files that would be installed, and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Remove what `install` has put into a prefix
    Uninstall {
        #[command(flatten)]
        place: Place,
        /// Print the files that would be removed, and change nothing
        #[arg(long)]
        dry_run: bool,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = io::stdout().lock();
    match run(&arguments.task, &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where nobody reads it there is nobody to tell.
            let _ = writeln!(io::stderr(), "xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task, output: &mut impl Write) -> Result<()> {
    match task {
        Task::Install { place, no_build, dry_run } => {
            let built = if *no_build { build::beside_this_program()? } else { build::build()? };
            install::install(&built, &place.destination()?, *dry_run, output)
        }
        Task::Uninstall { place, dry_run } => uninstall::uninstall(&place.destination()?, *dry_run, output),
    }
}
