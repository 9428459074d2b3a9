//! Clocks.

use super::arguments::{GtpArguments, syntax};
use super::{GtpFrontend, GtpSession};
use crate::{GtpClock, GtpFailure, TimeSettings};
use plyd_formats::go::Colour;
use std::time::Duration;

impl<S: GtpSession> GtpFrontend<S> {
    pub(super) fn set_time(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let needed =
            "time_settings needs the main time and the time of a period in seconds, and the stones of a period";
        let settings = TimeSettings {
            main: words.seconds(needed)?,
            period: words.seconds(needed)?,
            stones: words.number(needed)?,
        };
        self.start_clocks(GtpClock::new(settings), false);
        Ok(String::new())
    }

    fn start_clocks(&mut self, full: Option<GtpClock>, has_periods: bool) {
        (self.full_clock, self.clocks, self.has_periods) = (full, [full; 2], has_periods);
    }

    /// The kinds of clock of KGS. Japanese byo-yomi has a number of periods, in each of which one move is to be played.
    /// plyd plans as if each move had a period, which is right until it uses one up.
    pub(super) fn set_kgs_time(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let needed = "kgs-time_settings needs `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN \
                      PERIOD STONES`";
        let kind = words.word(needed)?;
        let mut settings = TimeSettings { main: Duration::ZERO, period: Duration::ZERO, stones: 0 };
        match kind {
            "none" => {
                self.start_clocks(None, false);
                return Ok(String::new());
            }
            "absolute" => settings.main = words.seconds(needed)?,
            "byoyomi" | "canadian" => {
                (settings.main, settings.period) = (words.seconds(needed)?, words.seconds(needed)?);
                settings.stones = words.number(needed)?;
            }
            _ => return Err(syntax(needed)),
        }
        let has_periods = kind == "byoyomi";
        if has_periods {
            settings.stones = settings.stones.min(1);
        }
        // Without a stone to play, or a period left, there is no byo-yomi.
        if settings.stones == 0 {
            settings.period = Duration::ZERO;
        }
        self.start_clocks(GtpClock::new(settings), has_periods);
        Ok(String::new())
    }

    /// Sets the time left. Without a clock the settings have no limit, and the command changes nothing.
    pub(super) fn set_time_left(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let needed = "time_left needs a colour, seconds, and the stones for which they are, or 0";
        let (colour, left) = (words.colour(needed)?, words.seconds(needed)?);
        let stones: u32 = words.number(needed)?;
        // KGS gives the number of periods left instead of stones.
        let stones = if self.has_periods { stones.min(1) } else { stones };
        let clock = &mut self.clocks[usize::from(colour == Colour::White)];
        *clock = clock.map(|clock| clock.with_left(left, stones));
        Ok(String::new())
    }
}
