//! The clocks of both players, and times as people read them.

use plyd_host::SideNames;
use plyd_rules::Player;
use plyd_tournament::settings::{SearchLimits, TimeControl};
use plyd_tournament::{ClockReading, PlayerClock};
use std::time::Duration;

/// With less time than this, tenths of a second matter.
const SHORT: Duration = Duration::from_secs(20);

/// A clock for each player, if the game has clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks([PlayerClock; 2]);

impl Clocks {
    /// The clocks at the beginning.
    pub(super) fn new(control: Option<TimeControl>) -> Self {
        let clock = PlayerClock::new(&SearchLimits { clock: control, ..SearchLimits::default() });
        Self([clock, clock])
    }

    /// The display of a player's clock; `None` without clocks.
    pub(super) fn reading(&self, player: Player) -> Option<ClockReading> {
        self.0[player as usize].reading()
    }

    /// The clocks after a move that took this time; `None` if there was not that much left.
    pub(super) fn after(mut self, player: Player, time: Duration) -> Option<Self> {
        self.0[player as usize].moved(time).ok()?;
        Some(self)
    }

    /// Both clocks in a line; `None` without clocks.
    pub(super) fn line(&self, sides: &SideNames) -> Option<String> {
        let told = |player| Some(format!("{} {}", sides.name(player), told(self.reading(player)?)));
        Some(format!("Clocks: {}, {}", told(Player::Max)?, told(Player::Min)?))
    }
}

/// `4:05`, or `9.3 s` where time is short, with the moves until time is added.
fn told(reading: ClockReading) -> String {
    let left = on_clock(reading.left);
    match reading.moves_to_go {
        None => left,
        Some(1) => format!("{left} for 1 move"),
        Some(moves) => format!("{left} for {moves} moves"),
    }
}

fn on_clock(left: Duration) -> String {
    if left < SHORT {
        return seconds(left);
    }
    let (hours, minutes, seconds) = (left.as_secs() / 3_600, left.as_secs() / 60 % 60, left.as_secs() % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// `0.4 s`, rounded down: a display never shows time that is already gone.
pub(super) fn seconds(time: Duration) -> String {
    format!("{}.{} s", time.as_secs(), time.subsec_millis() / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_tell_what_is_left() {
        let clocks = Clocks::new(Some("2/1:05+1".parse().unwrap()));
        let sides = SideNames::default();
        assert_eq!(clocks.line(&sides).unwrap(), "Clocks: First 1:05 for 2 moves, Second 1:05 for 2 moves");
        let clocks = clocks.after(Player::Min, Duration::from_millis(64_900)).unwrap();
        assert_eq!(clocks.line(&sides).unwrap(), "Clocks: First 1:05 for 2 moves, Second 1.1 s for 1 move");
        assert!(clocks.after(Player::Min, Duration::from_millis(1_101)).is_none());
        assert_eq!(on_clock(Duration::from_secs(3_700)), "1:01:40");
    }

    #[test]
    fn without_a_clock_no_move_is_too_late() {
        let clocks = Clocks::new(None);
        assert!(clocks.line(&SideNames::default()).is_none());
        assert!(clocks.after(Player::Max, Duration::from_secs(1 << 40)).is_some());
    }
}
