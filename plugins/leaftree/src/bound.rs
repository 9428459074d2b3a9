//! Leaves of which only a bound is known: `c<=2`, `?>=5`.

use crate::tree::{UNKNOWN, write_leaf};
use std::fmt;

/// The signs with which a bound begins.
pub(crate) const SIGNS: [char; 4] = ['<', '>', '\u{2264}', '\u{2265}'];

/// All that is known of the value of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is no more than this.
    AtMost(i32),
    /// It is no less than this.
    AtLeast(i32),
}

/// Makes a bound of its number.
pub(crate) type Kind = fn(i32) -> Bound;

impl Bound {
    /// Splits a text that begins with a sign of a bound into the kind of bound and the number behind it; `None` if the
    /// sign is another one.
    pub(crate) fn split(text: &str) -> Option<(Kind, &str)> {
        let behind = |signs: [&str; 2]| signs.into_iter().find_map(|sign| text.strip_prefix(sign));
        let at_most = behind(["<=", "\u{2264}"]).map(|number| (Self::AtMost as Kind, number));
        at_most.or_else(|| behind([">=", "\u{2265}"]).map(|number| (Self::AtLeast as Kind, number)))
    }
}

/// As setups have it: `<=2`.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(value) => write!(f, "<={value}"),
            Self::AtLeast(value) => write!(f, ">={value}"),
        }
    }
}

/// Writes a leaf as setups have it, with what is known of an unknown one: `?<=2`.
pub(crate) fn write_bounded(text: &mut String, value: i32, bound: Option<Bound>) {
    write_leaf(text, value);
    if let Some(bound) = bound.filter(|_| value == UNKNOWN) {
        text.push_str(&bound.to_string());
    }
}

/// A leaf as people read it: `2`, `?`, or `≤2`.
pub(crate) fn shown(value: i32, bound: Option<Bound>) -> String {
    match bound {
        _ if value != UNKNOWN => value.to_string(),
        None => "?".into(),
        Some(Bound::AtMost(most)) => format!("\u{2264}{most}"),
        Some(Bound::AtLeast(least)) => format!("\u{2265}{least}"),
    }
}
