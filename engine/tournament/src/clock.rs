use crate::settings::SearchLimits;
use std::time::Duration;

/// The clock of one player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerClock {
    left: Duration,
    /// The number of moves until time is added.
    moves_to_go: Option<u32>,
    limits: SearchLimits,
}

/// The times shown by a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// The time left.
    pub left: Duration,
    /// The increment for the next move.
    pub increment: Duration,
    /// The number of moves until time is added.
    pub moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// Creates a clock for the start of a game.
    #[must_use]
    pub fn new(limits: &SearchLimits) -> Self {
        Self {
            left: limits.clock.map_or(Duration::ZERO, |control| control.time),
            moves_to_go: limits.clock.and_then(|control| control.moves),
            limits: *limits,
        }
    }

    /// Returns the current times; `None` without a clock.
    #[must_use]
    pub fn reading(&self) -> Option<ClockReading> {
        let control = self.limits.clock?;
        Some(ClockReading { left: self.left, increment: control.increment, moves_to_go: self.moves_to_go })
    }

    /// Deducts the time of a move.
    ///
    /// # Errors
    /// The move exceeded its time, by the returned amount.
    pub fn moved(&mut self, time: Duration) -> Result<(), Duration> {
        if let Some(most) = self.limits.move_time
            && time > most + self.limits.move_margin()
        {
            return Err(time - most);
        }
        let Some(control) = self.limits.clock else { return Ok(()) };
        if time > self.left + self.limits.clock_margin() {
            return Err(time - self.left);
        }
        self.left = self.left.saturating_sub(time) + control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                *moves = control.moves.unwrap_or(1);
                self.left += control.time;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(control: &str, margin: u32) -> PlayerClock {
        PlayerClock::new(&SearchLimits {
            clock: Some(control.parse().unwrap()),
            margin: Some(MS * margin),
            ..Default::default()
        })
    }

    fn shown(clock: &PlayerClock) -> (Duration, Option<u32>) {
        let reading = clock.reading().unwrap();
        (reading.left, reading.moves_to_go)
    }

    #[test]
    fn time_goes_and_increments_come() {
        let mut clock = clock("1+0.5", 0);
        assert_eq!(clock.moved(MS * 300), Ok(()));
        assert_eq!(shown(&clock), (MS * 1_200, None));
        assert_eq!(clock.moved(MS * 1_201), Err(MS));
    }

    #[test]
    fn time_is_added_after_the_moves_of_a_control() {
        let mut clock = clock("2/1", 0);
        assert_eq!(clock.moved(MS * 400), Ok(()));
        assert_eq!(shown(&clock), (MS * 600, Some(1)));
        assert_eq!(clock.moved(MS * 100), Ok(()));
        assert_eq!(shown(&clock), (MS * 1_500, Some(2)));
    }

    #[test]
    fn a_margin_forgives_but_gives_no_time() {
        let mut clock = clock("1+0.1", 50);
        assert_eq!(clock.moved(MS * 1_050), Ok(()));
        assert_eq!(shown(&clock).0, MS * 100);
        assert_eq!(clock.moved(MS * 151), Err(MS * 51));
    }

    #[test]
    fn a_time_for_each_move_counts_beside_the_clock() {
        let limits = SearchLimits { move_time: Some(MS * 100), margin: Some(MS * 10), ..Default::default() };
        let mut clock = PlayerClock::new(&limits);
        assert_eq!((clock.reading(), clock.moved(MS * 110)), (None, Ok(())));
        assert_eq!(clock.moved(MS * 111), Err(MS * 11));
    }
}
