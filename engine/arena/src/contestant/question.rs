//! Questions to contestants, and how they are written in UCI and UGI.

use plyd_host::Position;
use plyd_protocol::{Command, GoLimits, PositionText};
use plyd_tournament::ClockReading;
use plyd_tournament::settings::SearchLimits;
use std::time::Duration;

/// A question to a contestant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveQuestion<'a> {
    /// The position.
    pub(crate) position: &'a Position,
    /// The setup the game began with; empty for the start position.
    pub(crate) setup: &'a str,
    /// The moves from there.
    pub(crate) moves: &'a [String],
    /// The player to move: 0 for the first player.
    pub(crate) player: usize,
    /// The limits of both players.
    pub(crate) limits: [&'a SearchLimits; 2],
    /// The clocks of both players; `None` without one.
    pub(crate) clocks: [Option<ClockReading>; 2],
    /// The maximum thinking time of an engine without a clock.
    pub(crate) max_think: Duration,
    /// A random number that belongs to this move of this game.
    pub(crate) seed: u64,
}

impl MoveQuestion<'_> {
    /// After how long an answer is too late, by the clock and by the time of a move; `None` without either.
    pub(crate) fn time(&self) -> Option<Duration> {
        let limits = self.limits[self.player];
        let clock = self.clocks[self.player].map(|clock| clock.left + limits.clock_margin());
        let move_time = limits.move_time.map(|time| time + limits.move_margin());
        match (clock, move_time) {
            (Some(clock), Some(move_time)) => Some(clock.min(move_time)),
            (time, None) | (None, time) => time,
        }
    }

    /// The position as a command.
    pub(super) fn position_command(&self) -> Command {
        let setup = Some(self.setup).filter(|setup| !setup.is_empty()).map(str::to_owned);
        Command::Position(PositionText { setup, moves: self.moves.iter().collect() })
    }

    /// The question as a command.
    pub(super) fn go(&self) -> GoLimits {
        let limits = self.limits[self.player];
        let mut go =
            GoLimits { depth: limits.depth, nodes: limits.nodes, movetime: limits.move_time, ..GoLimits::default() };
        if let Some(own) = self.clocks[self.player] {
            for (player, clock) in self.clocks.iter().enumerate() {
                go.time[player] = clock.map(|clock| clock.left);
                go.increment[player] = clock.map(|clock| clock.increment);
            }
            go.moves_to_go = own.moves_to_go;
        }
        go
    }
}
