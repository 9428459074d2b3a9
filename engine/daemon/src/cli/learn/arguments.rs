//! The arguments of `plyd learn`.

use crate::cli::farm::Farm;
use crate::cli::paths::given_path;
use clap::{ArgAction, Args};
use std::path::PathBuf;

/// The largest seed that a TOML file can hold.
const LARGEST_SEED: u64 = i64::MAX as u64;

const GAMES: &str = "Games";
const END: &str = "End";

#[derive(Debug, Args)]
pub(in crate::cli) struct Learn {
    /// The game
    #[arg(value_name = "GAME", required_unless_present = "folder")]
    pub(super) taught: Option<String>,
    /// Keep the run in this folder, and continue from there if it exists [default: GAME.learn]
    #[arg(long, value_name = "DIR", value_parser = given_path())]
    pub(super) folder: Option<PathBuf>,
    /// Don't start a round that is unlikely to end within this many minutes; the first one always ends [default: 10,
    /// without --rounds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), help_heading = END)]
    pub(super) minutes: Option<u64>,
    /// End after this many rounds of games and training
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), help_heading = END)]
    pub(super) rounds: Option<u32>,
    /// Start with the value 0 for every position instead of the game's own heuristic; a game without a heuristic always
    /// does
    #[arg(long)]
    pub(super) from_nothing: bool,
    /// The number of units in the hidden layer: 32, 64, 128 or 256 [default: 64, or 16 for each symmetry of the game]
    #[arg(long, value_name = "N", value_parser = hidden)]
    pub(super) hidden: Option<usize>,
    /// How much the result of its game counts in what a position teaches, from 0 to 1; the rest is the value that the
    /// search found [default: 0.2, less with more weights than games, and 0.7 if most values are 0]
    #[arg(long, value_name = "X", value_parser = share)]
    pub(super) result_share: Option<f32>,
    /// The seed of all random choices; the same seed repeats them [default: a new one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub(super) seed: Option<u64>,
    /// Play this many games at a time; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) concurrency: usize,
    #[command(flatten)]
    pub(super) farm: Farm,
    /// The number of games per round to take positions from [default: 4000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(20..=10_000_000), help_heading = GAMES)]
    pub(super) games: Option<u64>,
    /// Settings of the engine that plays them, as for `plyd match` [default: nodes=1000]
    #[arg(long, value_name = "WORDS", num_args = 1.., action = ArgAction::Append, help_heading = GAMES)]
    pub(super) each: Vec<String>,
    /// The maximum number of games between a new network and the previous evaluation [default: 120]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000), help_heading = GAMES)]
    pub(super) match_games: Option<u64>,
    /// Settings of the engines in that match; with a node limit, the whole run can be repeated [default: st=0.02]
    #[arg(long, value_name = "WORDS", num_args = 1.., action = ArgAction::Append, help_heading = GAMES)]
    pub(super) match_each: Vec<String>,
}

impl Learn {
    /// Whether it describes a run, rather than to leave that to the folder.
    pub(super) fn names_a_run(&self) -> bool {
        let Self { taught, hidden, result_share, seed, games, each, match_games, match_each, .. } = self;
        let has_lists = [each, match_each].into_iter().any(|list| !list.is_empty());
        let has_numbers =
            [seed, games, match_games].into_iter().any(Option::is_some) || hidden.is_some() || result_share.is_some();
        taught.is_some() || has_lists || has_numbers || self.from_nothing
    }
}

fn hidden(text: &str) -> Result<usize, String> {
    let found = text.parse().ok().filter(|units| plyd_network::HIDDEN.contains(units));
    found.ok_or_else(|| "the hidden layer has 32, 64, 128 or 256 units".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let found = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    found.ok_or_else(|| "the share of the result is a number from 0 to 1, such as 0.2".to_owned())
}
