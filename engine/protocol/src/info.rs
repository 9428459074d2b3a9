use std::fmt;
use std::time::Duration;

use crate::Score;

/// What a search reports of itself: `info depth 9 score cp 0 nodes 18297 nps 4000000 time 4 pv P@a3 P@b2`.
///
/// What is `None` or empty is left out; a report without anything in it is no line to send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the deepest line searched.
    pub seldepth: Option<u32>,
    /// The worth of the position for the side to move.
    pub score: Option<Score>,
    /// Nodes visited so far.
    pub nodes: Option<u64>,
    /// Nodes visited in a second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in parts of a thousand.
    pub hashfull: Option<u32>,
    /// Time taken so far; written in whole milliseconds, rounded down.
    pub time: Option<Duration>,
    /// The line of best play.
    pub pv: Vec<String>,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "score", self.score)?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "pv", (!self.pv.is_empty()).then(|| self.pv.join(" ")))
    }
}

/// Writes a keyword and its value, both after a blank, if there is a value.
pub(crate) fn field(f: &mut fmt::Formatter<'_>, keyword: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {keyword} {value}"),
        None => Ok(()),
    }
}
