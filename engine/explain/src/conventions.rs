//! The kind of search in words: the algorithm, and the conventions by which textbooks differ.

use crate::{Explanation, MoveOrder, Speech};
use plyd_search::{Algorithm, Cut, Fail};

/// What decides about a search, each with its label. What values positions is named if it is not the game's heuristic.
pub(crate) fn conventions(explanation: &Explanation, speech: &Speech) -> Vec<(String, String)> {
    let request = &explanation.request;
    let algorithm = match request.algorithm {
        Algorithm::Minimax => speech.label("minimax"),
        Algorithm::AlphaBeta => speech.label("alphabeta"),
        Algorithm::Pvs => speech.label("pvs"),
        other => other.name().to_owned(),
    };
    let depth = request.depth.map_or_else(|| speech.label("depth-whole"), |depth| depth.to_string());
    let mut rows = vec![(speech.label("algorithm"), algorithm), (speech.label("depth"), depth)];
    if request.algorithm == Algorithm::AlphaBeta {
        let cut = match request.conventions.cut {
            Cut::Equal => speech.label("cut-equal"),
            Cut::Beyond => speech.label("cut-strict"),
        };
        let fail = match request.conventions.fail {
            Fail::Soft => speech.label("fail-soft"),
            Fail::Hard => speech.label("fail-hard"),
        };
        rows.extend([(speech.label("convention-cut"), cut), (speech.label("convention-fail"), fail)]);
    }
    if request.algorithm != Algorithm::Pvs {
        let order = match request.order {
            MoveOrder::Left => speech.label("order-left"),
            MoveOrder::Right => speech.label("order-right"),
            MoveOrder::Best => speech.label("order-best"),
        };
        rows.push((speech.label("order"), order));
    }
    rows.extend(explanation.network.clone().map(|network| (speech.label("network"), network)));
    rows
}

/// The conditions of a cut, with the names by which they are chosen.
pub const CUTS: [(Cut, &str); 2] = [(Cut::Equal, "equal"), (Cut::Beyond, "strict")];

/// The values of a node outside its window, with the names by which they are chosen.
pub const FAILS: [(Fail, &str); 2] = [(Fail::Soft, "soft"), (Fail::Hard, "hard")];

/// The orders of children, with the names by which they are chosen.
pub const ORDERS: [(MoveOrder, &str); 3] =
    [(MoveOrder::Left, "left"), (MoveOrder::Right, "right"), (MoveOrder::Best, "best")];

/// The former name of a choice, which is still read, and the one that it has now.
const FORMER: (&str, &str) = ("beyond", "strict");

/// What such a list has by this name.
#[must_use]
pub fn named<T: Copy>(list: &[(T, &str)], name: &str) -> Option<T> {
    let name = if name == FORMER.0 { FORMER.1 } else { name };
    list.iter().find(|(_, known)| *known == name).map(|&(value, _)| value)
}

/// The name of what such a list has; empty if it is not there.
pub(crate) fn name_of<T: Copy + PartialEq>(list: &[(T, &'static str)], value: T) -> &'static str {
    list.iter().find(|(known, _)| *known == value).map_or("", |&(_, name)| name)
}
