//! The arguments of `plyd play`.

use crate::cli::arguments::PositionArgument;
use clap::{Args, ValueEnum};
use plyd_tournament::settings::TimeControl;
use serde::{Deserialize, Serialize};

/// Who rolls, in games with dice or other chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(in crate::cli) enum Roll {
    /// plyd does
    Auto,
    /// You do, with dice of your own, and type each roll
    Ask,
}

/// The arguments. Serialized they lack what only the process of the command needs.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
pub(in crate::cli) struct Play {
    #[command(flatten)]
    #[serde(skip)]
    pub(super) position: PositionArgument,
    /// Your side: its name on the board (white, x, ...), first, second, both or none
    #[arg(long, value_name = "SIDE", default_value = "first")]
    pub(super) side: String,
    /// Look at most N plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
    /// Think for at most MS milliseconds per move [default: 1000, or as --time allows]
    #[arg(long, value_name = "MS")]
    pub(super) movetime: Option<u64>,
    /// Give both sides a clock: [MOVES/][MINUTES:]SECONDS[+INCREMENT], such as 5:00+2
    #[arg(long, value_name = "CLOCK")]
    pub(super) time: Option<TimeControl>,
    /// Who rolls the dice, in games that have some
    #[arg(long, value_enum, default_value_t = Roll::Auto)]
    pub(super) roll: Roll,
    /// The seed of plyd's rolls; the same seed gives the same rolls [default: a new one]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}
