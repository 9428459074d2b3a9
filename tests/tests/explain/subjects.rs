//! Positions to be explained, and the explanation as the JSON that programs read.

use crate::libraries::library;
use plyd_explain::{ExplainRequest, ExplainSubject, Explanation, Format, Panel, Speech, Style, explain, write};
use plyd_host::Position;
use plyd_search::Control;
use serde_json::Value;

/// A setup of a game, without a history.
pub(crate) fn subject(game: &str, setup: &str) -> ExplainSubject {
    let game = library(game).open(setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error}"));
    Position::new(game).into()
}

/// The search of a setup, explained.
pub(crate) fn explained(game: &str, setup: &str, request: &ExplainRequest) -> Explanation {
    explain(&subject(game, setup), request, &Control::new()).unwrap_or_else(|error| panic!("{setup}: {error}"))
}

/// The JSON of an explanation.
pub(crate) fn json(explanation: &Explanation) -> Value {
    let speech = Speech::new(Some("en")).expect("there is English");
    let text = write(Format::Json, &[Panel { title: "", explanation }], &Style::new(speech));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
