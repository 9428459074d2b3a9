//! The faults of engines.

use plyd_foreign::one_line;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The reason why an engine lost a game other than on the board; the game is a draw if the opponent could not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It could not be started or reached, or exited before it identified itself.
    Start,
    /// It did not answer `uci`, `ugi` or, in GTP, the identification commands in time.
    NoHandshake,
    /// It did not answer `isready` or, in GTP, a command that needs no search, in time.
    NoReady,
    /// It exited, or its connection was closed.
    Crash,
    /// It did not answer `go` or `genmove`, or did not read its input.
    Hang,
    /// It reported no move in a position that has legal moves.
    NoMove,
    /// Its move is illegal.
    IllegalMove,
    /// It rejected a legal move, or the board of the game.
    Refused,
    /// It exceeded its time.
    Time,
    /// Its output violates the protocol.
    Garbage,
    /// Its output does not end.
    Flood,
    /// It closed its output but continued to run.
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

    /// Whether the engine failed to make a legal move in time, which corresponds to a flag fall or an illegal move of a
    /// human player. All other reasons mean that the engine left the game or cannot be communicated with.
    pub const fn is_of_move(self) -> bool {
        matches!(self, Self::Time | Self::Hang | Self::IllegalMove | Self::NoMove)
    }

    /// Returns the word for the reason in records and reports.
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
    /// The kind of fault.
    pub reason: Reason,
    /// The details, as text for people.
    pub detail: String,
}

impl EngineFault {
    /// Creates a fault; its details are converted to one line.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        // Engines can influence the details, and terminals interpret control characters.
        Self { reason, detail: one_line(&detail.into()) }
    }
}

/// Suffixes of the details of a fault that led to a draw, by the player at fault. The record has no other field for
/// that player, and the half points of a draw do not show it.
const DRAWN: [&str; 2] = [
    "; a draw, because the second player cannot win any more",
    "; a draw, because the first player cannot win any more",
];

/// Returns the suffix for the detail of a fault of this player (0 or 1) in a game that is a draw.
pub fn drawn_by_fault_of(player: usize) -> &'static str {
    DRAWN[player]
}

/// Returns the player (0 or 1) who committed the fault with this detail, if it led to a draw.
pub(crate) fn at_fault_in_draw(detail: &str) -> Option<usize> {
    DRAWN.iter().position(|end| detail.ends_with(end))
}

/// Appends the last lines of the engine's standard error to the detail of a fault.
pub fn told_with(detail: &str, standard_error: &str) -> String {
    match last_lines(standard_error) {
        last if last.is_empty() => detail.to_owned(),
        last => format!("{detail}; the end of its standard error: {last}"),
    }
}

/// Joins the last lines of a text into one line.
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
