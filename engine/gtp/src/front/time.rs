//! Clocks.

use super::arguments::Arguments;
use super::{Front, Session};
use crate::{Clock, Colour, Failure, TimeSettings};

impl<S: Session> Front<S> {
    pub(super) fn set_time(&mut self, mut words: Arguments<'_>) -> Result<String, Failure> {
        let needed =
            "time_settings needs the main time and the time of a period in seconds, and the stones of a period";
        let settings = TimeSettings {
            main: words.seconds(needed)?,
            period: words.seconds(needed)?,
            stones: words.number(needed)?,
        };
        self.full_clock = Clock::new(settings);
        self.clocks = [self.full_clock; 2];
        Ok(String::new())
    }

    /// Without a clock the settings have no limit, and nothing is left to tell.
    pub(super) fn set_time_left(&mut self, mut words: Arguments<'_>) -> Result<String, Failure> {
        let needed = "time_left needs a colour, seconds, and the stones for which they are, or 0";
        let (colour, left, stones) = (words.colour(needed)?, words.seconds(needed)?, words.number(needed)?);
        let clock = &mut self.clocks[usize::from(colour == Colour::White)];
        *clock = clock.map(|clock| clock.with_left(left, stones));
        Ok(String::new())
    }
}
