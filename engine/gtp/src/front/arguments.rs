use crate::GtpFailure;
use plyd_formats::go::Colour;
use std::str::FromStr;
use std::time::Duration;

/// The longest time of a clock, in seconds: a year.
const LONGEST: u32 = 366 * 24 * 3_600;

/// An argument is missing, or is none.
pub(super) fn syntax(needed: &str) -> GtpFailure {
    GtpFailure::Syntax(needed.to_owned())
}

/// The arguments of a command. Surplus ones are ignored; the reference implementation does the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct GtpArguments<'a>(&'a [String]);

impl<'a> GtpArguments<'a> {
    pub(super) const fn new(words: &'a [String]) -> Self {
        Self(words)
    }

    /// The next one, if there is one.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The next one.
    pub(super) fn word(&mut self, needed: &str) -> Result<&'a str, GtpFailure> {
        self.next().ok_or_else(|| syntax(needed))
    }

    /// The next one, which is a number.
    pub(super) fn number<T: FromStr>(&mut self, needed: &str) -> Result<T, GtpFailure> {
        self.word(needed)?.parse().map_err(|_| syntax(needed))
    }

    /// The next one, which is a time in whole seconds. One below zero, which controllers send of a clock that has run
    /// out, is zero.
    pub(super) fn seconds(&mut self, needed: &str) -> Result<Duration, GtpFailure> {
        let seconds: i64 = self.number(needed)?;
        let seconds = u32::try_from(seconds.max(0)).unwrap_or(LONGEST).min(LONGEST);
        Ok(Duration::from_secs(seconds.into()))
    }

    /// The next one, which is a colour.
    pub(super) fn colour(&mut self, needed: &str) -> Result<Colour, GtpFailure> {
        self.word(needed)?.parse().map_err(|()| syntax(needed))
    }
}
