//! The faults of engines.

use plyd_foreign::one_line;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an engine lost a game that it did not lose on the board, or had only a draw if the opponent could not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It could not be started or reached, or ended before it had said who it is.
    Start,
    /// It did not answer `uci`, `ugi` or, in GTP, who it is in time.
    NoHandshake,
    /// It did not answer `isready`, or in GTP a command that takes no thought, in time.
    NoReady,
    /// It ended, or its connection was closed.
    Crash,
    /// It did not answer `go` or `genmove`, or did not read.
    Hang,
    /// It had no move in a position that has some.
    NoMove,
    /// Its move is against the rules.
    IllegalMove,
    /// It does not accept a legal move, or the board of the game.
    Refused,
    /// Its move came too late.
    Time,
    /// Its output is not the protocol.
    Garbage,
    /// It writes without end.
    Flood,
    /// It closed its output and lives on.
    ClosedOutput,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 12] = [
        Self::Start,
        Self::NoHandshake,
        Self::NoReady,
        Self::Crash,
        Self::Hang,
        Self::NoMove,
        Self::IllegalMove,
        Self::Refused,
        Self::Time,
        Self::Garbage,
        Self::Flood,
        Self::ClosedOutput,
    ];

    /// Whether the engine that was asked for a move made no legal one in its time: what a flag and an illegal move are
    /// for people. The other reasons say that the engine has left the game or cannot be talked with.
    pub const fn is_of_move(self) -> bool {
        matches!(self, Self::Time | Self::Hang | Self::IllegalMove | Self::NoMove)
    }

    /// The word for it in records and reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::NoHandshake => "no-handshake",
            Self::NoReady => "no-ready",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::NoMove => "no-move",
            Self::IllegalMove => "illegal-move",
            Self::Refused => "refused",
            Self::Time => "time",
            Self::Garbage => "garbage",
            Self::Flood => "flood",
            Self::ClosedOutput => "closed-output",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A fault of an engine, in a game or before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct EngineFault {
    /// Its kind.
    pub reason: Reason,
    /// The details, for people.
    pub detail: String,
}

impl EngineFault {
    /// A fault with these details, which become one line.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        // Engines can affect it, and terminals obey control characters.
        Self { reason, detail: one_line(&detail.into()) }
    }
}

/// The ends of the details of a fault that costs no game, by the player at fault. The record has no other place for who
/// that was: the half points of a draw do not say it.
const DRAWN: [&str; 2] = [
    "; a draw, because the second player cannot win any more",
    "; a draw, because the first player cannot win any more",
];

/// The end of the detail of a fault of this player, 0 or 1, if the game is a draw.
pub fn drawn_by_fault_of(player: usize) -> &'static str {
    DRAWN[player]
}

/// The player, 0 or 1, that committed the fault with this detail, if the game is a draw because of it.
pub(crate) fn at_fault_in_draw(detail: &str) -> Option<usize> {
    DRAWN.iter().position(|end| detail.ends_with(end))
}

/// The detail of a fault, with the last lines that the engine wrote to standard error.
pub fn told_with(detail: &str, standard_error: &str) -> String {
    match last_lines(standard_error) {
        last if last.is_empty() => detail.to_owned(),
        last => format!("{detail}; the end of its standard error: {last}"),
    }
}

/// The last lines of a text, in one line for people.
fn last_lines(text: &str) -> String {
    const LINES: usize = 3;
    const CHARS: usize = 300;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join(" | ");
    let visible: Vec<char> = one_line(&last).chars().collect();
    visible[visible.len().saturating_sub(CHARS)..].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_of_standard_error_is_short_and_in_one_line() {
        let told = |text: &str| told_with("it ended", text).replace("it ended", "");
        assert_eq!(told("a\nb\n\nc\r\n  d\u{7}e\n"), "; the end of its standard error: b | c | d e");
        assert_eq!(told(&"ä".repeat(1_000)).chars().filter(|&c| c == 'ä').count(), 300);
        assert_eq!(told("\n \n"), "");
    }
}
