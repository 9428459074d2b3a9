//! The groups of commands in help.

use crate::styles::{HEADING, LITERAL};
use clap::builder::StyledStr;
use std::fmt::Write;

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandGroup {
    Play,
    Search,
    Engines,
    Server,
    Authors,
    Other,
}

impl CommandGroup {
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

    /// Its title, and a line for each command of it. The names of all commands have one width.
    fn list(self, commands: &[(Self, &str, String)]) -> StyledStr {
        let width = commands.iter().map(|(_, name, _)| name.len()).max().unwrap_or_default();
        let mut text = StyledStr::new();
        // To write to memory does not fail.
        let _ = write!(text, "{HEADING}{}:{HEADING:#}", self.title());
        for (_, name, summary) in commands.iter().filter(|command| command.0 == self) {
            let _ = write!(text, "\n  {LITERAL}{name:width$}{LITERAL:#}  {summary}");
        }
        text
    }

    /// Writes its title and the names of its commands on one line.
    fn write_names(self, commands: &[(Self, &str, String)], text: &mut StyledStr) {
        let width = Self::ALL.iter().map(|group| group.title().len()).max().unwrap_or_default();
        // Blanks without a style after the line break: clap counts columns from there.
        let _ = write!(text, "\n  {:width$}", self.title());
        let mut between = "  ";
        for (_, name, _) in commands.iter().filter(|command| command.0 == self) {
            let _ = write!(text, "{between}{LITERAL}{name}{LITERAL:#}");
            between = ", ";
        }
    }
}

/// The help of the program: usage, the commands, by [`list`] or [`short_list`], and the options.
pub(super) fn template() -> StyledStr {
    let mut text = StyledStr::new();
    // To write to memory does not fail.
    let _ = write!(text, "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{{before-help}}");
    let _ = write!(text, "{HEADING}Global options:{HEADING:#}\n{{options}}{{after-help}}");
    text
}

/// The commands, with name and summary, by their groups.
pub(super) fn list(commands: &[(CommandGroup, &str, String)]) -> StyledStr {
    joined(CommandGroup::ALL.map(|group| group.list(commands)))
}

/// The same for a screen: groups that a beginner does not need are a line each, with the names of their commands.
pub(super) fn short_list(commands: &[(CommandGroup, &str, String)]) -> StyledStr {
    let [play, search, others @ ..] = CommandGroup::ALL;
    let mut names = StyledStr::new();
    let _ = write!(names, "{HEADING}More commands:{HEADING:#}");
    others.iter().for_each(|group| group.write_names(commands, &mut names));
    joined([play.list(commands), search.list(commands), names])
}

/// Parts with an empty line between.
fn joined<const COUNT: usize>(parts: [StyledStr; COUNT]) -> StyledStr {
    let mut text = StyledStr::new();
    let _ = write!(text, "{}", parts.map(|part| part.ansi().to_string()).join("\n\n"));
    text
}
