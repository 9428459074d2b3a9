//! The other pages of a user on the same machine, to which this one leads.

use serde::Serialize;

/// Another page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherPage {
    /// What it is for.
    pub kind: PageKind,
    /// Its address, such as `http://127.0.0.1:7880/`.
    pub address: String,
}

/// What a page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// To play, analyse, watch a search, and teach.
    Play,
    /// To look at a match.
    Match,
}

impl PageKind {
    /// Its name, the same as in the JSON for pages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Match => "match",
        }
    }
}
