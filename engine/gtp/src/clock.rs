//! Time, as GTP has it: Canadian byo-yomi.

use std::time::Duration;

/// `time_settings`: a main time, then periods with a fixed number of stones to be played in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// The main time.
    pub main: Duration,
    /// The length of a period; zero for none.
    pub period: Duration,
    /// The stones of a period.
    pub stones: u32,
}

/// The clock of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GtpClock {
    settings: TimeSettings,
    left: Duration,
    /// The stones still to be played in the period; 0 in the main time.
    stones: u32,
}

/// The time of a move, in the form that a search needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimits {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The moves for which it has to do; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl GtpClock {
    /// A full clock; `None` if the settings mean that there is no limit: a period without stones.
    #[must_use]
    pub fn new(settings: TimeSettings) -> Option<Self> {
        let is_endless = !settings.period.is_zero() && settings.stones == 0;
        (!is_endless).then(|| Self { settings, left: settings.main, stones: 0 }.in_period_if_due())
    }

    /// Main time that is over, and a period that is over, are followed by a period.
    fn in_period_if_due(self) -> Self {
        let Self { settings, .. } = self;
        if self.left.is_zero() && self.stones == 0 && !settings.period.is_zero() {
            return Self { left: settings.period, stones: settings.stones, ..self };
        }
        self
    }

    /// `time_left`: the time left for this many stones; for 0 stones it is main time.
    #[must_use]
    pub fn with_left(self, left: Duration, stones: u32) -> Self {
        Self { left, stones, ..self }.in_period_if_due()
    }

    /// The clock after a move that took this long.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        let left = self.left.saturating_sub(time);
        match self.stones {
            // The rest of a move that began in the main time counts in the first period.
            0 if left.is_zero() && !self.settings.period.is_zero() => {
                let period = Self { left: Duration::ZERO, ..self }.in_period_if_due();
                period.after(time - self.left)
            }
            0 => Self { left, ..self },
            // A period is followed by a full one once its stones are played.
            1 => Self { left: Duration::ZERO, stones: 0, ..self }.in_period_if_due(),
            stones => Self { left, stones: stones - 1, ..self },
        }
    }

    /// The time of the next move. In the main time each move may count on its share of a period: when the main time
    /// is over, a period begins.
    #[must_use]
    pub fn limits(self) -> ClockLimits {
        let Self { settings, left, stones } = self;
        let increment = if stones == 0 { settings.period.checked_div(settings.stones) } else { None };
        ClockLimits { left, increment: increment.unwrap_or_default(), moves_to_go: (stones > 0).then_some(stones) }
    }
}
