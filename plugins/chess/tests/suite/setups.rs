//! Helpers that open setups.

use chess::{Chess, State};
use plyd_plugin::{Options, Plugin};

/// Opens a setup that is known to be valid.
pub(crate) fn open(setup: &str, chess960: bool) -> (Chess, State) {
    try_open(setup, chess960).unwrap_or_else(|reason| panic!("{setup}: {reason}"))
}

pub(crate) fn try_open(setup: &str, chess960: bool) -> Result<(Chess, State), String> {
    let options = format!("UCI_Chess960={chess960}\n");
    Chess::open(setup, &Options::new(Chess::OPTIONS, &options)).map_err(|reason| reason.to_string())
}
