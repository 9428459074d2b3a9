//! What can be written after `plyd play`.

use crate::cli::arguments::PositionArgument;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(in crate::cli) struct Play {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgument,
    /// Who you are
    #[arg(long, value_enum, default_value_t = Side::First)]
    pub(in crate::cli) side: Side,
    /// How deep the engine looks, in plies
    #[arg(long, value_name = "N")]
    pub(in crate::cli) depth: Option<u32>,
    /// How long the engine thinks, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    pub(in crate::cli) movetime: u64,
}

/// The person's part in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Side {
    /// The first player, MAX
    First,
    /// The second player, MIN
    Second,
    /// Both players; the engine only keeps the rules
    Both,
    /// Neither; the engine plays itself
    None,
}
