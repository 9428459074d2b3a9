//! The command line as a whole, from the rows of the commands.

use super::command::{CliCommand, RunCommand};
use super::examples::{self, Example, example};
use super::global_flags::{self, GlobalFlags};
use super::groups;
use super::runner_words::{in_own_words, with_answer};
use super::{subject, tablebase};
use crate::own_program::VERSION;
use crate::styles::HELP;
use clap::FromArgMatches;
use clap::error::ErrorKind;
use std::ffi::OsString;

const SUMMARY: &str = "A game engine for any two-player board game; the games are plugins";

const DETAILS: &str = "Without a command, plyd speaks UCI and UGI on standard input and output: that is how GUIs and \
                       tournament runners start an engine.";

/// The flags of all commands, by their ids, that `-h` shows, which has the room of a screen.
const MOST_USED: &[&str] = &["game", "option", "help", "version"];

/// The end of `-h`.
const MORE: &str = "`plyd --help` explains all commands and global options, `plyd COMMAND -h` those of a command.";

/// Of the program as a whole.
pub(super) const EXAMPLES: &[Example] = &[
    example("plyd play cfour", "play connect four in the terminal"),
    example("plyd go --depth 12", "search the start position of chess"),
    example("plyd explain", "see every step of a small search"),
    example("plyd games", "list the games"),
];

/// A command line that was read.
#[derive(Debug)]
pub(super) struct CommandLine {
    pub(super) flags: GlobalFlags,
    /// The command, with what is known of it; `None` for a session on standard input and output.
    pub(super) task: Option<(&'static CliCommand, Box<dyn RunCommand>)>,
}

impl CommandLine {
    /// Parses a command line with these commands.
    ///
    /// # Errors
    /// It asks for help or the version, or it is wrong.
    pub(super) fn read(
        commands: &'static [CliCommand],
        line: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, clap::Error> {
        let mut whole = whole(commands);
        let line = in_own_words(tablebase::in_new_words(line.into_iter().collect(), &whole), &whole)
            .map_err(|answer| whole.error(ErrorKind::UnknownArgument, answer))?;
        let matches = whole.try_get_matches_from_mut(&line);
        let matches = matches.map_err(|error| with_answer(error, &line, &whole))?;
        let mut flags = GlobalFlags::from_arg_matches(&matches)?;
        flags.read_settings(&matches);
        if let Some((_, given)) = matches.subcommand() {
            let named = subject::game(given, flags.game());
            if let Some(game) = named.map_err(|text| whole.error(ErrorKind::ArgumentConflict, text))? {
                flags.set_game(game);
            }
        }
        let given = matches.subcommand();
        let task = given.and_then(|(name, given)| Some((commands.iter().find(|command| command.name == name)?, given)));
        flags.check(&mut whole, task.and_then(|(command, _)| command.refusal_of_isolation()))?;
        let task = task.map(|(command, given)| Ok::<_, clap::Error>((command, (command.read)(given)?))).transpose()?;
        Ok(Self { flags, task })
    }
}

/// The command line with these commands, for parsing, help and documents: with the examples of each command, and
/// without the flags of all commands, which that of the program has.
pub(super) fn whole(commands: &[CliCommand]) -> clap::Command {
    let line = clap::Command::new("plyd").version(VERSION).max_term_width(100).styles(HELP);
    let line = line.disable_help_flag(true).disable_version_flag(true);
    let grouped: Vec<_> =
        commands.iter().map(|command| (command.group, command.name, command.short_summary())).collect();
    let line = global_flags::add_to(line)
        .mut_args(|flag| {
            let is_long = !MOST_USED.contains(&flag.get_id().as_str());
            flag.hide_short_help(is_long)
        })
        .help_template(groups::template())
        .about(SUMMARY)
        .long_about(format!("{SUMMARY}\n\n{DETAILS}"))
        .before_help(groups::short_list(&grouped))
        .before_long_help(groups::list(&grouped))
        .after_help(MORE)
        .after_long_help(examples::text(EXAMPLES));
    let of_command = |command: &CliCommand| global_flags::hide(command.line(), |flag| command.ignores(flag));
    line.subcommands(commands.iter().map(of_command))
}
