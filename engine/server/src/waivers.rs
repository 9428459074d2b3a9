//! What clients from other machines may do without.

use plyd_settings::CrateKind;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What clients from other machines may do without; by default nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waivers {
    /// They need no token.
    pub token: bool,
    /// Nothing is encrypted.
    pub tls: bool,
}

/// The word for clients without a token.
const NO_TOKEN: &str = "no-token";
/// The word for connections that are not encrypted.
const NO_TLS: &str = "no-tls";

impl Waivers {
    /// The right values in words.
    pub const EXPECTED: &str = "false, or a list of the words no-token (clients from other machines need no token) and \
                                no-tls (nothing is encrypted)";

    /// What these words waive; `None` if one is unknown.
    #[must_use]
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        words.into_iter().try_fold(Self::default(), |waivers, word| match word {
            NO_TOKEN => Some(Self { token: true, ..waivers }),
            NO_TLS => Some(Self { tls: true, ..waivers }),
            _ => None,
        })
    }

    fn words(self) -> impl Iterator<Item = &'static str> {
        [(self.token, NO_TOKEN), (self.tls, NO_TLS)].into_iter().filter(|(is_given, _)| *is_given).map(|(_, word)| word)
    }
}

/// As the settings have it: `false`, or a list of words.
#[derive(Deserialize)]
#[serde(untagged)]
enum WaiverSetting {
    Never(bool),
    Words(Vec<String>),
}

impl Serialize for Waivers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if *self == Self::default() { serializer.serialize_bool(false) } else { serializer.collect_seq(self.words()) }
    }
}

impl<'de> Deserialize<'de> for Waivers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let waivers = match WaiverSetting::deserialize(deserializer)? {
            WaiverSetting::Never(is_allowed) => (!is_allowed).then(Self::default),
            WaiverSetting::Words(words) => Self::of(words.iter().map(String::as_str)),
        };
        waivers.ok_or_else(|| D::Error::custom(Self::EXPECTED))
    }
}

/// The kind of settings that are such waivers.
pub(crate) static WAIVERS: CrateKind = CrateKind {
    expected: Waivers::EXPECTED,
    example: "no-tls, no-token",
    accept: |value, _| {
        let is_right = match &value {
            toml::Value::Boolean(is_allowed) => !is_allowed,
            other => CrateKind::words(other).and_then(Waivers::of).is_some(),
        };
        is_right.then_some(value)
    },
    read: |text| text.parse().map_or_else(|_| CrateKind::read_words(text), toml::Value::Boolean),
};
