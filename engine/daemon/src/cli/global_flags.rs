//! The flags of all commands, which may precede or follow the command, also where they have no effect.

use super::paths::given_path;
use super::setting_flags;
use crate::settings::Overlay;
use clap::error::ErrorKind;
use clap::{ArgAction, ArgMatches, Args, ColorChoice, Command};
use std::fmt::Write;
use std::path::PathBuf;

/// The heading of these flags in help.
const HEADING: &str = "Global options";

/// The flags of all commands: those that set settings, and these.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(super) struct GlobalFlags {
    /// The result of all flags of settings, including the command's.
    #[arg(skip)]
    settings: Overlay,
    /// Read the settings from this file instead of your own settings file
    #[arg(long, global = true, value_name = "FILE", value_parser = given_path())]
    pub(super) config: Option<PathBuf>,
    /// Log more: info with -v, debug with -vv, trace with -vvv
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// Log errors only, and leave out hints
    #[arg(short, long, global = true)]
    quiet: bool,
    /// When to use colours: always, never, or at a terminal unless the variable NO_COLOR is set (auto)
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Print help; -h prints a summary
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
    /// Print the version; only without a command
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

impl GlobalFlags {
    /// Takes what the flags of settings have set, both the global ones and the command's.
    pub(super) fn read_settings(&mut self, matches: &ArgMatches) {
        setting_flags::read(matches, None, &mut self.settings);
        if let Some((name, given)) = matches.subcommand() {
            setting_flags::read(given, Some(name), &mut self.settings);
        }
    }

    /// Refuses flags that contradict each other, one of which may be before the command and one after it, and a wish
    /// for protection if the command has a `refusal` of that.
    pub(super) fn check(&self, line: &mut Command, refusal: Option<String>) -> Result<(), clap::Error> {
        if self.settings.get("plugins.isolation").is_some()
            && let Some(reason) = refusal
        {
            return Err(line.error(ErrorKind::ArgumentConflict, reason));
        }
        let has_level = self.settings.get("log.level").is_some();
        let given = [(self.verbose > 0, "--verbose"), (self.quiet, "--quiet"), (has_level, "--log-level")];
        let given: Vec<_> = given.iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| *flag).collect();
        if let [one, other, ..] = given.as_slice() {
            let text = format!("the flags '{one}' and '{other}' contradict each other; give one of them");
            return Err(line.error(ErrorKind::ArgumentConflict, text));
        }
        Ok(())
    }

    /// Whether hints are left out.
    pub(super) fn are_quiet(&self) -> bool {
        self.quiet
    }

    /// The game that they name.
    pub(super) fn game(&self) -> Option<&str> {
        self.settings.get("game")?.as_str()
    }

    /// Chooses a game, as if they named it.
    pub(super) fn set_game(&mut self, name: &str) {
        self.settings.set("game", name);
    }

    /// Whether they set this option of the engine.
    pub(super) fn set_option(&self, name: &str) -> bool {
        self.settings.has_option(name)
    }

    /// The names of the options that they set.
    pub(super) fn options(&self) -> Vec<String> {
        self.settings.options().map(str::to_owned).collect()
    }

    /// Whether they name folders of tablebases.
    pub(super) fn name_tablebases(&self) -> bool {
        self.settings.get("search.tablebases").is_some()
    }

    /// The settings these flags make.
    pub(super) fn overlay(&self) -> Overlay {
        let mut overlay = self.settings.clone();
        let level = match (self.verbose, self.quiet) {
            (0, true) => "error",
            (0, false) => return overlay,
            (1, _) => "info",
            (2, _) => "debug",
            _ => "trace",
        };
        overlay.set("log.level", level);
        overlay
    }
}

/// A command line with these flags alone.
pub(super) fn add_to(line: Command) -> Command {
    let settings = setting_flags::add_to(line.next_help_heading(HEADING), None);
    GlobalFlags::augment_args(settings)
}

/// The line of a command's help about these flags.
const ELSEWHERE: &str = "Global options: see `plyd --help`";

/// Leaves these flags out of the help of a command, which names the place where they are. Its man page and completions
/// leave out those that it ignores. The command still accepts them, but for `--isolate`: a script that gives them to
/// every command continues to work.
pub(super) fn hide(line: Command, is_ignored: impl Fn(&str) -> bool) -> Command {
    // A flag that the command has by itself takes the place of the global one.
    let flags = add_to(Command::new("plyd"));
    let hidden = flags.get_arguments().filter(|flag| flag.is_global_set()).map(|flag| {
        let is_ignored = is_ignored(flag.get_id().as_str());
        flag.clone().hide(is_ignored).hide_short_help(true).hide_long_help(true)
    });
    let hidden: Vec<_> = hidden.collect();
    let with_place = |line: Command| {
        let before = line.get_after_help().cloned();
        let between = if before.is_some() { "\n\n" } else { "" };
        let mut text = before.unwrap_or_default();
        // To write to memory does not fail.
        let _ = write!(text, "{between}{ELSEWHERE}");
        line.args(&hidden).after_help(text)
    };
    with_place(line.mut_subcommands(with_place))
}
