//! What can be written after `plyd bench`.

use crate::bench::{DEFAULT_HASH, Purpose};
use clap::Args;
use plyd_search::MAX_THREADS;
use std::path::PathBuf;

/// One table for a search can have a tebibyte at most.
const MAX_HASH: u64 = 1 << 20;

#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Compare the nodes of each position with this file; fail if they differ
    #[arg(long, value_name = "FILE", conflicts_with_all = ["write", "hash", "threads"])]
    expect: Option<PathBuf>,
    /// Write the nodes of each position to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hash", "threads"])]
    write: Option<PathBuf>,
    /// The size of the table in MiB, 0 for none [default: 16]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(0..=MAX_HASH))]
    hash: Option<u64>,
    /// How many threads search [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

impl Bench {
    pub(super) fn purpose(&self) -> Purpose<'_> {
        match (&self.expect, &self.write) {
            (Some(file), _) => Purpose::Expect(file),
            (None, Some(file)) => Purpose::Write(file),
            (None, None) => Purpose::Measure {
                threads: self.threads.map_or(1, |threads| threads as usize),
                hash: self.hash.map_or(DEFAULT_HASH, |hash| hash as usize),
            },
        }
    }
}
