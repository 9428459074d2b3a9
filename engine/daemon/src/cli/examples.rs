//! Examples of commands, which help and man pages show.

use crate::styles::{HEADING, LITERAL};
use clap::Command;
use clap::builder::StyledStr;
use std::fmt::Write;

/// A line that works as typed, and its purpose.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) line: &'static str,
    pub(super) meaning: &'static str,
}

pub(super) const fn example(line: &'static str, meaning: &'static str) -> Example {
    Example { line, meaning }
}

/// Puts examples at the end of the help.
pub(super) fn with_examples(command: Command, examples: &[Example]) -> Command {
    if examples.is_empty() { command } else { command.after_help(text(examples)) }
}

/// The examples below their heading.
pub(super) fn text(examples: &[Example]) -> StyledStr {
    let mut text = StyledStr::new();
    // To write to memory does not fail.
    let _ = write!(text, "{HEADING}Examples:{HEADING:#}");
    for Example { line, meaning } in examples {
        let _ = write!(text, "\n  {LITERAL}{line}{LITERAL:#}\n      {meaning}");
    }
    text
}
