//! Setups and moves of a game: the laws of games must be satisfied in each position that a client can describe.
//!
//! An input is the text after the word `position` in the protocol. Options may precede it, separated by a bar: `Files=5
//! Ranks=6 | startpos moves P@a1`.

use crate::Surroundings;
use plyd_plugin::testing::laws_of_line;
use plyd_plugin::{OptionKind, OptionSpec, Plugin};
use plyd_protocol::PositionText;

/// The maximum number of moves played; the laws are expensive to check at each position.
const MOST_MOVES: usize = 16;

pub(crate) fn attack<P: Plugin>(_: &Surroundings, input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let (options, text) = text.split_once('|').unwrap_or(("", text));
    let Ok(position) = PositionText::parse(text) else { return };
    let options = accepted(P::OPTIONS, options);
    let moves = position.moves.iter().take(MOST_MOVES);
    // A rejection is a valid outcome; the laws cover the text of a rejection too.
    drop(laws_of_line::<P>(position.setup.as_deref().unwrap_or_default(), &options, moves));
}

/// Returns the options that a session would pass on, as lines.
fn accepted(specs: &[OptionSpec], words: &str) -> String {
    let given = words.split_whitespace().filter_map(|word| word.split_once('='));
    let known = given.filter(|(name, value)| specs.iter().any(|spec| spec.name == *name && takes(spec.kind, value)));
    known.map(|(name, value)| format!("{name}={value}\n")).collect()
}

fn takes(kind: OptionKind, value: &str) -> bool {
    match kind {
        OptionKind::Check { .. } => matches!(value, "true" | "false"),
        // The number must be spelled as the host would.
        OptionKind::Spin { min, max, .. } => {
            value.parse::<i64>().is_ok_and(|number| (min..=max).contains(&number) && number.to_string() == value)
        }
        OptionKind::Combo { choices, .. } => choices.contains(&value),
    }
}
