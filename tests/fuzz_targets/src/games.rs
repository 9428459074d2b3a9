//! Setups and moves of a game: the laws of games hold in every position that a client can describe.
//!
//! An input is what follows the word `position` in the protocol. Options may stand before it, divided by a bar:
//! `Files=5 Ranks=6 | startpos moves P@a1`.

use crate::Surroundings;
use plyd_plugin::testing::laws_of_line;
use plyd_plugin::{OptionKind, OptionSpec, Plugin};
use plyd_protocol::PositionText;

/// The longest line that is played; laws cost much at each position.
const MOST_MOVES: usize = 16;

pub(crate) fn attack<P: Plugin>(_: &Surroundings, input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let (options, text) = text.split_once('|').unwrap_or(("", text));
    let Ok(position) = PositionText::parse(text) else { return };
    let options = accepted(P::OPTIONS, options);
    let moves = position.moves.iter().take(MOST_MOVES);
    // A refusal is a good answer; what it may say is among the laws.
    drop(laws_of_line::<P>(position.setup.as_deref().unwrap_or_default(), &options, moves));
}

/// The options that a session would hand over, as lines.
fn accepted(specs: &[OptionSpec], words: &str) -> String {
    let given = words.split_whitespace().filter_map(|word| word.split_once('='));
    let known = given.filter(|(name, value)| specs.iter().any(|spec| spec.name == *name && takes(spec.kind, value)));
    known.map(|(name, value)| format!("{name}={value}\n")).collect()
}

fn takes(kind: OptionKind, value: &str) -> bool {
    match kind {
        OptionKind::Check { .. } => matches!(value, "true" | "false"),
        // In the spelling of the host.
        OptionKind::Spin { min, max, .. } => {
            value.parse::<i64>().is_ok_and(|number| (min..=max).contains(&number) && number.to_string() == value)
        }
        OptionKind::Combo { choices, .. } => choices.contains(&value),
    }
}
