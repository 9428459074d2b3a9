//! The arguments of `plyd tune`.

use crate::cli::farm::Farm;
use crate::cli::paths::given_path;
use clap::{ArgAction, Args};
use std::path::PathBuf;

/// The largest seed that a TOML file can hold.
const LARGEST_SEED: u64 = i64::MAX as u64;

/// The most pairs of a batch. Workers get to know the engines of all of them in one message, and brokers take a megabyte.
const MOST_OF_A_BATCH: u64 = 256;

const MEASURE: &str = "Scale of scores";
const GAMES: &str = "Games";

#[derive(Debug, Args)]
pub(in crate::cli) struct Tune {
    /// The games; with several, their pairs take turns
    #[arg(value_name = "GAME")]
    pub(super) games: Vec<String>,
    /// An option to tune: NAME[:FROM..TO][=START], optionally followed by c_end=C and r_end=R (by default a twentieth
    /// of the range, and 0.002); repeat it for each
    #[arg(long = "parameter", value_name = "WORDS", num_args = 1.., action = ArgAction::Append)]
    pub(super) parameters: Vec<String>,
    /// Keep the state of the run in this file, and continue from there if it exists
    #[arg(long, value_name = "FILE", value_parser = given_path(), required_unless_present = "scale")]
    pub(super) file: Option<PathBuf>,
    /// The number of iterations, each a pair of games [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) iterations: Option<u64>,
    /// The seed of all random choices; the same seed repeats them [default: a new one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub(super) seed: Option<u64>,
    /// The number of pairs that start with the same values, and are played in any order [default: 32]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_OF_A_BATCH))]
    pub(super) batch: Option<u64>,
    /// Play this many pairs or games at a time on this machine; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) concurrency: usize,
    #[command(flatten)]
    pub(super) farm: Farm,
    /// The engine, as for `plyd match`, if it isn't plyd's own search
    #[arg(long, value_name = "WORDS", num_args = 1.., help_heading = GAMES)]
    pub(super) engine: Vec<String>,
    /// Settings of the engine, as for `plyd match`, such as nodes=2000, st=0.1 or option.Hash=4; several lists are
    /// combined
    #[arg(long, value_name = "WORDS", num_args = 1.., action = ArgAction::Append, help_heading = GAMES)]
    pub(super) each: Vec<String>,
    /// Start each pair with this many random moves [default: 4]
    #[arg(long, value_name = "N", help_heading = GAMES)]
    pub(super) random_plies: Option<u32>,
    /// Instead of tuning, measure how many points of a score are one logit and how many win half of the games, in these
    /// games or in all
    #[arg(long, help_heading = MEASURE)]
    #[arg(conflicts_with_all = ["parameters", "file", "iterations", "batch", "engine", "random_plies", "broker"])]
    pub(super) scale: bool,
    /// The number of games to measure the scale with
    #[arg(long, value_name = "N", default_value_t = 500, requires = "scale", help_heading = MEASURE)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) rounds: u32,
}

impl Tune {
    /// Whether it describes a run, rather than to leave that to the file.
    pub(super) fn names_a_run(&self) -> bool {
        let Self { games, parameters, engine, each, iterations, batch, seed, random_plies, .. } = self;
        let has_lists = [games, parameters, engine, each].into_iter().any(|list| !list.is_empty());
        has_lists || [iterations, batch, seed].into_iter().any(Option::is_some) || random_plies.is_some()
    }
}
