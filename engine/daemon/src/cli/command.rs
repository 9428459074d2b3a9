//! What there is to know of a command. Its file has it in one place, and the command line, help, man pages, completions
//! and the table in docs/commands.md come from there.

use super::examples::{Example, with_examples};
use super::feature::Feature;
use super::groups::CommandGroup;
use super::program::Program;
use super::setting_flags;
use clap::builder::Resettable;
use clap::{ArgMatches, Args};
use std::fmt::Debug;
use std::process::ExitCode;

/// A command.
#[derive(Debug)]
pub(super) struct CliCommand {
    /// The word of the command line.
    pub(super) name: &'static str,
    /// Another word for it, which help does not show.
    pub(super) alias: Option<&'static str>,
    /// Where the help of the program lists it.
    pub(super) group: CommandGroup,
    /// What it does, in one line without a full stop.
    pub(super) summary: &'static str,
    /// More text for its own help, in whole sentences; may be empty.
    pub(super) details: &'static str,
    /// The title of the document about it, and where that is from docs/commands.md.
    pub(super) document: Option<(&'static str, &'static str)>,
    pub(super) examples: &'static [Example],
    /// The flags of all commands that have no effect here, by their ids. Help leaves them out. They are accepted all
    /// the same, so that a script can give them to every command.
    pub(super) idle: &'static [&'static str],
    pub(super) isolates: Isolates,
    /// The exit code of a first signal that comes before it owes anybody an answer; `None` for the code of the signal.
    /// `plyd report --web` sets its own.
    pub(super) interrupted: Option<u8>,
    /// What a program must be built with to have it.
    pub(super) needs: Option<&'static Feature>,
    /// Adds its arguments.
    pub(super) arguments: fn(clap::Command) -> clap::Command,
    /// Reads the arguments that were typed, or says which of them is wrong.
    pub(super) read: fn(&ArgMatches) -> Result<Box<dyn RunCommand>, clap::Error>,
}

/// A command with its arguments, as it was typed.
pub(super) trait RunCommand: Debug {
    /// Does what was asked for.
    ///
    /// # Errors
    /// Whatever kept it from that.
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode>;
}

/// What becomes of `--isolate`. Unlike other flags without effect, this one must not be ignored: a user who gives it
/// does not trust a library.
#[derive(Debug)]
pub(super) enum Isolates {
    /// All libraries are isolated if it is given, and foreign ones in any case.
    OnDemand,
    /// All are isolated in any case, or are only loaded if another flag asks for it. Help leaves it out.
    Always,
    /// There is no library, so it is refused.
    Nothing,
    /// It is refused for this reason.
    Refused(&'static str),
}

/// There is no search, or none that uses them.
pub(super) const SEARCH_DATA: &[&str] = &["tablebases", "networks"];
/// There is no game.
pub(super) const GAMES: &[&str] = &["game", "option", "plugin-dir", "tablebases", "networks"];
/// There are no settings.
pub(super) const SETTINGS: &[&str] =
    &["game", "option", "plugin-dir", "tablebases", "networks", "config", "verbose", "quiet", "log-level"];

impl CliCommand {
    /// A command with these arguments, and no other properties.
    pub(super) const fn of<A: Args + RunCommand + 'static>() -> Self {
        Self {
            name: "",
            alias: None,
            group: CommandGroup::Other,
            summary: "",
            details: "",
            document: None,
            examples: &[],
            idle: &[],
            isolates: Isolates::OnDemand,
            interrupted: None,
            needs: None,
            arguments: A::augment_args,
            read: |matches| Ok(Box::new(A::from_arg_matches(matches)?)),
        }
    }

    /// The command as clap parses it, with examples, and with a note if this program was built without it.
    pub(super) fn line(&self) -> clap::Command {
        let line =
            setting_flags::add_to((self.arguments)(clap::Command::new(self.name).aliases(self.alias)), Some(self.name));
        let missing = self.needs.and_then(|feature| feature.long_help(self.summary));
        let whole = (!self.details.is_empty()).then(|| format!("{}\n\n{}", self.summary, self.details).into());
        let line = line.about(self.short_summary()).long_about(Resettable::from(missing.or(whole)));
        with_examples(line, self.examples)
    }

    /// Its summary, with a note if this program was built without it.
    pub(super) fn short_summary(&self) -> String {
        self.needs.map_or_else(|| self.summary.to_owned(), |feature| feature.help(self.summary))
    }

    /// Whether this flag of all commands has no effect.
    pub(super) fn ignores(&self, flag: &str) -> bool {
        self.idle.contains(&flag) || (flag == "isolate" && !matches!(self.isolates, Isolates::OnDemand))
    }

    /// Why it refuses `--isolate`, if it does.
    pub(super) fn refusal_of_isolation(&self) -> Option<String> {
        match self.isolates {
            Isolates::OnDemand | Isolates::Always => None,
            Isolates::Nothing => {
                Some(format!("`plyd {}` loads no library, so it refuses --isolate; leave it out", self.name))
            }
            Isolates::Refused(reason) => Some(reason.to_owned()),
        }
    }
}
