//! Tasks of the workspace that are more than a command of cargo: `cargo xtask install`, `cargo xtask package`, `cargo
//! xtask book`, `cargo xtask fuzz`.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod address;
mod book;
mod built;
mod checksums;
mod debian;
mod destination;
mod distribution;
mod documents;
mod fuzz;
mod glibc;
mod install;
mod installed;
mod item;
mod listing;
mod notices;
mod package;
mod processor;
mod sources_folder;
mod tarball;
mod tool;
mod uninstall;
mod wheel;

use anyhow::Result;
use clap::{Parser, Subcommand};
use destination::InstallDestination;
use distribution::PackageOrder;
use install::InstallChoice;
use sources_folder::workspace;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Tasks of plyd's workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct XtaskArguments {
    #[command(subcommand)]
    task: XtaskCommand,
}

#[derive(Debug, Subcommand)]
enum XtaskCommand {
    /// Make the book of all documents, with a search, in target/book
    ///
    /// It needs mdBook: `cargo install mdbook --locked`. docs/SUMMARY.md has the order of the pages. The book also has
    /// the documentation of the Rust crates for your own games.
    Book,
    /// Build plyd and install it: program, games, man pages, shell completions, documents
    ///
    /// Every file is replaced as a whole, so you can install over a plyd that runs. A running server keeps the old
    /// files; it loads new games on SIGHUP, and the new program when you start it again.
    Install {
        #[command(flatten)]
        place: InstallDestination,
        /// Do not build; install the files that are already in target/release
        #[arg(long)]
        no_build: bool,
        #[command(flatten)]
        choice: InstallChoice,
    },
    /// Attack parts of plyd with inputs that libFuzzer invents
    ///
    /// It needs a C++ compiler. docs/testing.md explains the targets, and what to do with an input that was found.
    Fuzz {
        /// The targets, one after the other; all if none is given
        targets: Vec<String>,
        /// For how many minutes each
        #[arg(long, default_value_t = 10.0, value_name = "N", value_parser = fuzz::minutes)]
        minutes: f64,
        /// Run the target once, with the input in this file
        #[arg(long, value_name = "FILE")]
        input: Option<PathBuf>,
        /// Print the targets
        #[arg(long)]
        list: bool,
    },
    /// Build plyd and make packages of it for other machines: a wheel, a tarball and a Debian package
    ///
    /// All have the program, the games with their builds for newer processors, man pages, completions, documents and
    /// the licences of all that is linked; and the book of the documents, if mdBook is installed. The wheel also has
    /// the Python package, and the Debian package has units for systemd, the user of the server and its settings; it
    /// needs cargo-deb. A file of checksums lies beside them. docs/installing.md tells how to install them.
    Package {
        #[command(flatten)]
        order: PackageOrder,
    },
    /// Remove what `install` has put into a prefix
    Uninstall {
        #[command(flatten)]
        place: InstallDestination,
        /// Print the files that would be removed, and change nothing
        #[arg(long)]
        dry_run: bool,
    },
}

fn main() -> ExitCode {
    let arguments = XtaskArguments::parse();
    let mut output = io::stdout().lock();
    match run(&arguments.task, &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, there is no way to report it.
            let _ = writeln!(io::stderr(), "xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &XtaskCommand, output: &mut impl Write) -> Result<()> {
    match task {
        XtaskCommand::Book => book::make_and_tell(output),
        XtaskCommand::Install { place, no_build, choice } => {
            // A wrong prefix is reported before the long build.
            let destination = place.destination()?;
            let built = if *no_build { built::beside_this_program()? } else { built::build(&workspace(), "plyd")? };
            if !no_build && choice.v3 {
                processor::build(&workspace(), &built)?;
            }
            install::install(&built, &destination, *choice, output)
        }
        XtaskCommand::Fuzz { list: true, .. } => Ok(write!(output, "{}", fuzz::Fuzzer::build()?.list()?)?),
        XtaskCommand::Fuzz { targets, input: Some(input), .. } => fuzz::Fuzzer::build()?.replay(targets, input),
        XtaskCommand::Fuzz { targets, minutes, .. } => {
            fuzz::Fuzzer::build()?.run(targets, Duration::from_secs_f64(minutes * 60.0), output)
        }
        XtaskCommand::Package { order } => order.carry_out(output),
        XtaskCommand::Uninstall { place, dry_run } => uninstall::uninstall(&place.destination()?, *dry_run, output),
    }
}
