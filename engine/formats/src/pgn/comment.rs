//! Comments: text with embedded commands such as `[%clk 0:05:00]` (the "PGN spec supplement" of 2001, and lichess).

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The comments on a move, or those before the first move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveComment {
    /// The text, with single blanks between its words and without the commands.
    pub text: String,
    /// The commands, in order.
    pub commands: Vec<PgnCommand>,
}

/// A command for programs, `[%name value]`: a clock, an evaluation, arrows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PgnCommand {
    /// The name, such as `clk`.
    pub name: String,
    /// The value as written, without surrounding blanks.
    pub value: String,
}

impl MoveComment {
    /// Appends a comment to the existing ones.
    pub(crate) fn add(&mut self, comment: &str) {
        let mut rest = comment;
        while let Some((before, behind)) = rest.split_once("[%") {
            let Some((command, behind)) = behind.split_once(']') else { break };
            self.add_words(before);
            let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
            self.commands.push(PgnCommand { name: name.to_owned(), value: value.trim().to_owned() });
            rest = behind;
        }
        self.add_words(rest);
    }

    fn add_words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// Whether there is neither text nor a command.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.commands.is_empty()
    }

    /// Returns the value of the last command with this name.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&str> {
        self.commands.iter().rev().find(|command| command.name == name).map(|command| command.value.as_str())
    }

    /// Returns the player's remaining time after the move, from `[%clk 1:02:03.4]`.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        self.command("clk").and_then(time_of)
    }

    /// Returns the time that the player took for the move, from `[%emt 0:00:07]`.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.command("emt").and_then(time_of)
    }

    /// Returns a program's evaluation of the position after the move as written, from `[%eval 0.25,18]` or `[%eval
    /// #-3]`.
    #[must_use]
    pub fn evaluation(&self) -> Option<&str> {
        self.command("eval")
    }
}

/// Parses hours, minutes and seconds; leading parts may be missing.
fn time_of(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    let mut parts = 0;
    for part in text.split(':') {
        let part: f64 = part.trim().parse().ok().filter(|part| (0.0..1e6).contains(part))?;
        seconds = seconds * 60.0 + part;
        parts += 1;
    }
    if parts > 3 { None } else { Duration::try_from_secs_f64(seconds).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(comments: &[&str]) -> MoveComment {
        let mut remark = MoveComment::default();
        comments.iter().for_each(|comment| remark.add(comment));
        remark
    }

    #[test]
    fn commands_are_apart_from_the_text() {
        let remark = remark(&[" a [%clk 1:02:03]  good\nmove [%eval -0.31,18][%csl Ga1]", "and [more"]);
        assert_eq!(remark.text, "a good move and [more");
        assert_eq!(remark.clock(), Some(Duration::from_secs(3_723)));
        assert_eq!(remark.evaluation(), Some("-0.31,18"));
        assert_eq!((remark.command("csl"), remark.command("cal"), remark.elapsed()), (Some("Ga1"), None, None));
    }

    #[test]
    fn times_have_one_to_three_parts() {
        let time = |text| time_of(text).map(|time| time.as_millis());
        assert_eq!(["7", "0:07", "0:00:07.5", "10:00:00"].map(time), [7_000, 7_000, 7_500, 36_000_000].map(Some));
        assert_eq!(["", "x", "-1", "1:2:3:4", "inf", "nan", "1e300"].map(time), [None; 7]);
    }

    #[test]
    fn a_command_without_an_end_is_text() {
        assert_eq!(remark(&["x [%clk 0:01"]).text, "x [%clk 0:01");
    }
}
