//! Leaves for which only a bound on the value is known: `c<=2`, `?>=5`.

use crate::tree::{UNKNOWN, write_leaf};
use std::fmt;

/// The characters that begin a bound.
pub(crate) const SIGNS: [char; 4] = ['<', '>', '\u{2264}', '\u{2265}'];

/// The bound on the value of an unknown leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The value is at most this number.
    AtMost(i32),
    /// The value is at least this number.
    AtLeast(i32),
}

/// A constructor that makes a bound from its number.
pub(crate) type Kind = fn(i32) -> Bound;

impl Bound {
    /// Splits a text such as `<=2` into the kind of bound and the rest behind the sign; `None` if the text does not
    /// begin with a valid sign.
    pub(crate) fn split(text: &str) -> Option<(Kind, &str)> {
        let behind = |signs: [&str; 2]| signs.into_iter().find_map(|sign| text.strip_prefix(sign));
        let at_most = behind(["<=", "\u{2264}"]).map(|number| (Self::AtMost as Kind, number));
        at_most.or_else(|| behind([">=", "\u{2265}"]).map(|number| (Self::AtLeast as Kind, number)))
    }
}

/// Writes a bound in the notation of setups: `<=2`.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(value) => write!(f, "<={value}"),
            Self::AtLeast(value) => write!(f, ">={value}"),
        }
    }
}

/// Writes a leaf in the notation of setups, followed by its bound if its value is unknown: `?<=2`.
pub(crate) fn write_bounded(text: &mut String, value: i32, bound: Option<Bound>) {
    write_leaf(text, value);
    if let Some(bound) = bound.filter(|_| value == UNKNOWN) {
        text.push_str(&bound.to_string());
    }
}

/// The text of a leaf in pictures and views: `2`, `?`, or `≤2`.
pub(crate) fn shown(value: i32, bound: Option<Bound>) -> String {
    match bound {
        _ if value != UNKNOWN => value.to_string(),
        None => "?".into(),
        Some(Bound::AtMost(most)) => format!("\u{2264}{most}"),
        Some(Bound::AtLeast(least)) => format!("\u{2265}{least}"),
    }
}
