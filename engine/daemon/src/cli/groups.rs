//! The groups of commands in help.

use crate::styles::{HEADING, LITERAL};
use clap::builder::StyledStr;
use std::fmt::Write;

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Play,
    Search,
    Engines,
    Server,
    Authors,
    Other,
}

impl Group {
    /// All groups, in the order of help.
    const ALL: [Self; 6] = [Self::Play, Self::Search, Self::Engines, Self::Server, Self::Authors, Self::Other];

    const fn title(self) -> &'static str {
        match self {
            Self::Play => "Play",
            Self::Search => "Search",
            Self::Engines => "Engines",
            Self::Server => "Server",
            Self::Authors => "Authors of games",
            Self::Other => "Other",
        }
    }
}

/// The help of the program: usage, the commands, with name and summary, by their groups, and the options.
pub(super) fn template(commands: &[(Group, &str, String)]) -> StyledStr {
    let width = commands.iter().map(|(_, name, _)| name.len()).max().unwrap_or_default();
    let mut text = StyledStr::new();
    // To write to memory does not fail.
    let _ = write!(text, "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n");
    for group in Group::ALL {
        let _ = writeln!(text, "{HEADING}{}:{HEADING:#}", group.title());
        for (_, name, summary) in commands.iter().filter(|command| command.0 == group) {
            let _ = writeln!(text, "  {LITERAL}{name:width$}{LITERAL:#}  {summary}");
        }
        let _ = writeln!(text);
    }
    let _ = write!(text, "{HEADING}Global options:{HEADING:#}\n{{options}}{{after-help}}");
    text
}
