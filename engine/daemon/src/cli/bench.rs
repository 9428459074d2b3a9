//! `plyd bench`: the search of fixed positions.

use super::command::{CliCommand, RunCommand};
use super::groups::CommandGroup;
use super::paths::given_path;
use super::program::Program;
use super::standard_output::{self, StandardOutput};
use crate::bench::{BenchPurpose, DEFAULT_HASH, bench};
use crate::errand::{Errand, ErrandResult, ErrandWorkers};
use clap::Args;
use plyd_search::MAX_THREADS;
use plyd_session::Engine;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// One table for a search can have a tebibyte at most.
const MAX_HASH: u64 = 1 << 20;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "bench",
    group: CommandGroup::Engines,
    summary: "Measure the speed of the search, or compare its node counts with a saved signature",
    document: Some(("Performance", "performance.md")),
    // Its positions are of all games.
    idle: &["game", "tablebases"],
    ..CliCommand::of::<BenchCommand>()
};

#[derive(Debug, Args)]
pub(super) struct BenchCommand {
    /// Compare the node counts with those in this file; fail if they differ
    #[arg(long, value_name = "FILE", conflicts_with_all = ["write", "hash", "threads"])]
    #[arg(value_parser = given_path())]
    expect: Option<PathBuf>,
    /// Write the node counts to this file, `-` for standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hash", "threads"])]
    #[arg(value_parser = given_path())]
    write: Option<PathBuf>,
    /// The size of the transposition table in MiB, 0 for none [default: 16]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(0..=MAX_HASH))]
    hash: Option<u64>,
    /// Search with this many threads [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

impl RunCommand for BenchCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let (engine, mut helpers) = program.start_helped()?;
        self.search(&engine, &mut helpers)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl BenchCommand {
    /// Searches all positions, and prints each when it is done: to standard error if standard output gets the file.
    fn search(&self, engine: &Engine, helpers: &mut ErrandWorkers) -> anyhow::Result<()> {
        let mut search = |library: &_, measure| match helpers.run(library, Errand::Measure(measure))? {
            ErrandResult::Measured { nodes, time } => Ok((nodes, time)),
            _ => Err(ErrandResult::unexpected()),
        };
        let is_printed = self.write.as_deref().is_some_and(standard_output::is_named);
        let text = if is_printed {
            bench(engine, self.purpose(), &mut search, &mut io::stderr())?
        } else {
            let mut output = StandardOutput::outliving_readers(io::stdout());
            bench(engine, self.purpose(), &mut search, &mut output)?
        };
        self.write.as_deref().map_or(Ok(()), |file| standard_output::save(file, &text))
    }

    fn purpose(&self) -> BenchPurpose<'_> {
        match (&self.expect, &self.write) {
            (Some(file), _) => BenchPurpose::Expect(file),
            (None, Some(_)) => BenchPurpose::Write,
            (None, None) => BenchPurpose::Measure {
                threads: self.threads.map_or(1, |threads| threads as usize),
                hash: self.hash.map_or(DEFAULT_HASH, |hash| hash as usize),
            },
        }
    }
}
