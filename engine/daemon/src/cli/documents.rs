//! The tables of docs/commands.md, made from the rows of the commands and from the flags.

use super::command::CliCommand;
use super::global_flags;
use std::fmt::Write;

/// The commands as a table in Markdown: how each is typed, what it does, and the document about it.
pub(super) fn commands_table(commands: &[CliCommand]) -> String {
    let mut table = "| command | what it does | document |\n|---|---|---|\n".to_owned();
    for command in commands {
        let document = command.document.map_or_else(String::new, |(title, file)| format!("[{title}]({file})"));
        // To write to memory does not fail.
        let _ = writeln!(table, "| `plyd {}` | {} | {document} |", command.name, command.summary);
    }
    table
}

/// The flags of all commands as a table in Markdown.
pub(super) fn flags_table() -> String {
    let line = global_flags::add_to(clap::Command::new("plyd"));
    let mut table = "| flag | effect |\n|---|---|\n".to_owned();
    for flag in line.get_arguments() {
        let long = flag.get_long().unwrap_or_default();
        let short = flag.get_short().map_or_else(String::new, |letter| format!("`-{letter}`, "));
        let takes_value = flag.get_action().takes_values();
        let value =
            flag.get_value_names().filter(|_| takes_value).map_or_else(String::new, |names| format!(" {}", names[0]));
        let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(table, "| {short}`--{long}{value}` | {help} |");
    }
    table
}
