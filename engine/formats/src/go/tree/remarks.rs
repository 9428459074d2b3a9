//! Annotations in a record: comments, judgements, clocks, and the result.

use super::GoTreeBuilder;
use crate::add_glyph;
use crate::go::Colour;
use crate::pgn::{MoveComment, PgnCommand, PgnOutcome};
use crate::sgf::SgfNode;
use std::time::Duration;

/// Properties that judge a move or a position, with their PGN glyph and the glyph for the emphatic value 2. Where SGF
/// names the colours, PGN does too. A hotspot (`HO`) has no glyph.
const JUDGEMENTS: [(&str, u8, u8); 8] = [
    ("TE", 1, 3),
    ("BM", 2, 4),
    ("IT", 5, 5),
    ("DO", 6, 6),
    ("DM", 10, 10),
    ("UC", 13, 13),
    ("GW", 16, 18),
    ("GB", 17, 19),
];

/// Properties whose value is a comment on a node or on the game.
const TEXTS: [&str; 3] = ["N", "C", "GC"];

/// Properties with the remaining time of a player after a move, in seconds.
const CLOCKS: [(&str, Colour); 2] = [("BL", Colour::Black), ("WL", Colour::White)];

/// The longest clock time, in seconds.
const LONGEST: f64 = 1e6;

impl GoTreeBuilder {
    /// Adds the annotations of a node. They apply to the last move of the line, because a node without a move does not
    /// change the board; before the first move they apply to the game. `played` lists the moves of the node itself.
    pub(super) fn add_remarks(&mut self, node: &SgfNode, last: Option<usize>, played: &[(Colour, usize)]) {
        let mut said = MoveComment::default();
        for property in node.properties.iter().filter(|property| TEXTS.contains(&property.name.as_str())) {
            property.values.iter().for_each(|value| said.add(&value.text));
        }
        if let Some(value) = node.value("V").filter(|value| value.parse::<f64>().is_ok_and(f64::is_finite)) {
            said.commands.push(PgnCommand { name: "eval".to_owned(), value: value.to_owned() });
        }
        let remark = match last {
            Some(last) => &mut self.game.nodes[last].after,
            None => &mut self.game.remark,
        };
        // The text is appended without another parse, because a remaining bracket may be unclosed.
        if !remark.text.is_empty() && !said.text.is_empty() {
            remark.text.push(' ');
        }
        remark.text.push_str(&said.text);
        remark.commands.append(&mut said.commands);
        if let Some(last) = last {
            for (name, glyph, emphatic) in JUDGEMENTS {
                if let Some(value) = node.value(name) {
                    add_glyph(&mut self.game.nodes[last].glyphs, if value == "2" { emphatic } else { glyph });
                }
            }
        }
        for (name, colour) in CLOCKS {
            let of_colour = played.iter().rev().find(|(mover, _)| *mover == colour);
            if let (Some(&(_, index)), Some(value)) = (of_colour, node.value(name).and_then(clock_of)) {
                self.game.nodes[index].after.commands.push(PgnCommand { name: "clk".to_owned(), value });
            }
        }
    }
}

/// Formats seconds as a PGN clock, `0:04:58.5`.
fn clock_of(seconds: &str) -> Option<String> {
    let seconds: f64 = seconds.parse().ok().filter(|seconds| (0.0..LONGEST).contains(seconds))?;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    let (whole, rest) = (time.as_secs(), time.subsec_millis());
    let rest = if rest > 0 { format!(".{rest:03}").trim_end_matches('0').to_owned() } else { String::new() };
    Some(format!("{}:{:02}:{:02}{rest}", whole / 3_600, whole / 60 % 60, whole % 60))
}

/// Parses a result: `B+3.5`, `W+R`, `0`. Black moves first in go.
pub(super) fn outcome_of(result: &str) -> PgnOutcome {
    let result = result.trim().to_ascii_lowercase();
    if result.starts_with("b+") {
        PgnOutcome::First
    } else if result.starts_with("w+") {
        PgnOutcome::Second
    } else if matches!(result.as_str(), "0" | "draw" | "jigo") {
        PgnOutcome::Draw
    } else {
        PgnOutcome::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_in_pgn() {
        let clocks = ["298.5", "3600", "0", "59.04"].map(clock_of);
        assert_eq!(clocks.map(Option::unwrap), ["0:04:58.5", "1:00:00", "0:00:00", "0:00:59.04"]);
        assert_eq!(["", "-1", "nan", "1e9", "x"].map(clock_of), [const { None }; 5]);
    }

    #[test]
    fn results_have_many_forms() {
        for (text, outcome) in [
            ("B+R", PgnOutcome::First),
            (" b+0.5 ", PgnOutcome::First),
            ("W+Time", PgnOutcome::Second),
            ("0", PgnOutcome::Draw),
            ("Draw", PgnOutcome::Draw),
            ("Void", PgnOutcome::Open),
            ("?", PgnOutcome::Open),
            ("", PgnOutcome::Open),
        ] {
            assert_eq!(outcome_of(text), outcome, "{text}");
        }
    }
}
