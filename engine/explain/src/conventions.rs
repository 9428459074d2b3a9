//! The kind of search, told in words: the algorithm, and the conventions by which textbooks differ.

use crate::{Order, Request, Speech};
use plyd_search::{Algorithm, Cut, Fail};

/// What decides about a search, each with its label.
pub(crate) fn conventions(request: &Request, speech: &Speech) -> Vec<(String, String)> {
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
            Cut::Beyond => speech.label("cut-beyond"),
        };
        let fail = match request.conventions.fail {
            Fail::Soft => speech.label("fail-soft"),
            Fail::Hard => speech.label("fail-hard"),
        };
        rows.extend([(speech.label("convention-cut"), cut), (speech.label("convention-fail"), fail)]);
    }
    if request.algorithm != Algorithm::Pvs {
        let order = match request.order {
            Order::Left => speech.label("order-left"),
            Order::Right => speech.label("order-right"),
            Order::Best => speech.label("order-best"),
        };
        rows.push((speech.label("order"), order));
    }
    rows
}
