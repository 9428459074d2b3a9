use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Something that a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Right {
    /// `watch`: set positions up and look at them, without the engine's opinion.
    Watch,
    /// `play`: search. It includes `watch`.
    Play,
    /// `metrics`: read the figures of the server.
    Metrics,
    /// `admin`: manage the server. It includes all others.
    Admin,
}

impl Right {
    /// Every right there is, in the order in which they are written.
    pub const ALL: [Self; 4] = [Self::Watch, Self::Play, Self::Metrics, Self::Admin];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Watch => "watch",
            Self::Play => "play",
            Self::Metrics => "metrics",
            Self::Admin => "admin",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rights that a client was given; one at least. Written and read as `play,watch`.
///
/// ```
/// use plyd_protocol::{Right, ClientRights};
///
/// let rights: ClientRights = "play".parse()?;
/// assert!(rights.allow(Right::Watch) && !rights.allow(Right::Metrics));
/// assert_eq!("play, watch".parse::<ClientRights>().map(|rights| rights.to_string()).ok(), None);
/// assert_eq!("play,watch".parse::<ClientRights>()?.to_string(), "watch,play");
/// # Ok::<(), plyd_protocol::RightsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientRights(u8);

/// A text that names no rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("rights are a list of `watch`, `play`, `metrics` and `admin`, with commas between, such as `play,metrics`")]
pub struct RightsError;

impl ClientRights {
    /// All of them: those of a client that needs no token.
    pub const ALL: Self = Self(Right::Admin.bit());

    /// Whether they include this one.
    #[must_use]
    pub const fn allow(self, right: Right) -> bool {
        let including = match right {
            Right::Watch => Right::Watch.bit() | Right::Play.bit(),
            Right::Play | Right::Metrics | Right::Admin => right.bit(),
        };
        self.0 & (including | Right::Admin.bit()) != 0
    }
}

impl From<Right> for ClientRights {
    fn from(right: Right) -> Self {
        Self(right.bit())
    }
}

impl FromStr for ClientRights {
    type Err = RightsError;

    fn from_str(text: &str) -> Result<Self, RightsError> {
        text.split(',').try_fold(Self(0), |rights, name| {
            let right = Right::ALL.into_iter().find(|right| right.name() == name).ok_or(RightsError)?;
            Ok(Self(rights.0 | right.bit()))
        })
    }
}

impl fmt::Display for ClientRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = Right::ALL.into_iter().filter(|right| self.0 & right.bit() != 0);
        given.enumerate().try_for_each(|(place, right)| write!(f, "{}{right}", if place > 0 { "," } else { "" }))
    }
}

/// A text that opens doors, such as a token: it is shown to nobody who does not ask for it by name.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// This text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself: for the peer, and for comparisons.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_include_others() {
        for (given, allowed) in [
            ("watch", &[Right::Watch][..]),
            ("play", &[Right::Watch, Right::Play]),
            ("metrics", &[Right::Metrics]),
            ("metrics,watch", &[Right::Watch, Right::Metrics]),
            ("admin", &Right::ALL),
        ] {
            let rights: ClientRights = given.parse().unwrap();
            for right in Right::ALL {
                assert_eq!(rights.allow(right), allowed.contains(&right), "{given}: {right}");
            }
        }
    }

    #[test]
    fn rights_are_written_as_they_are_read() {
        for bits in 1..16 {
            let rights = ClientRights(bits);
            assert_eq!(rights.to_string().parse(), Ok(rights));
        }
        for wrong in ["", ",", "play,", "Play", "play watch", "root", "play,,watch"] {
            assert_eq!(wrong.parse::<ClientRights>(), Err(RightsError), "{wrong}");
        }
    }
}
