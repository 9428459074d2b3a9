use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

use crate::Score;

/// A report of a search about itself: `info depth 9 score cp 0 nodes 18297 nps 4000000 time 4 pv P@a3 P@b2`.
///
/// Fields that are `None` or empty are left out; a report without anything in it is no line to send.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the deepest line searched.
    pub seldepth: Option<u32>,
    /// The rank of this line among the best lines, from 1.
    pub multipv: Option<u32>,
    /// The worth of the position for the side to move.
    pub score: Option<Score>,
    /// The kind of bound; `None` if the score is exact.
    pub bound: Option<ScoreBound>,
    /// The chances of the side to move to win, to draw and to lose, in parts of a thousand.
    pub wdl: Option<[u16; 3]>,
    /// Nodes visited so far.
    pub nodes: Option<u64>,
    /// Nodes visited in a second.
    pub nps: Option<u64>,
    /// How full the transposition table is, per thousand.
    pub hashfull: Option<u32>,
    /// Time taken so far; written in whole milliseconds, rounded down.
    pub time: Option<Duration>,
    /// The root move that is searched now.
    pub currmove: Option<String>,
    /// Its number in this iteration, from 1.
    pub currmovenum: Option<u32>,
    /// The line of best play.
    pub pv: Vec<String>,
}

/// The relation of an inexact score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScoreBound {
    /// The true score is at least this: `lowerbound`.
    Lower,
    /// The true score is at most this: `upperbound`.
    Upper,
}

impl Info {
    /// Whether it has the score of the best line, which must come before a `bestmove`. A lower bound is enough, because
    /// a search that ends while it examines a better move answers with that move. An upper bound says nothing about a
    /// move.
    #[must_use]
    pub fn is_result(&self) -> bool {
        self.tells_a_move() && self.multipv.is_none_or(|line| line == 1)
    }

    /// Whether it has the score of a line other than the best.
    #[must_use]
    pub fn is_further_line(&self) -> bool {
        self.tells_a_move() && !self.is_result()
    }

    fn tells_a_move(&self) -> bool {
        self.score.is_some() && self.bound != Some(ScoreBound::Upper)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        match self.bound {
            Some(ScoreBound::Lower) => f.write_str(" lowerbound")?,
            Some(ScoreBound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        field(f, "wdl", self.wdl.map(|[win, draw, loss]| format!("{win} {draw} {loss}")))?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "currmove", self.currmove.as_deref())?;
        field(f, "currmovenum", self.currmovenum)?;
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
