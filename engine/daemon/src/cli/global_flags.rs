//! The flags of all commands, which may precede or follow the command.

use super::paths::given_path;
use crate::settings::{Overlay, key};
use clap::error::ErrorKind;
use clap::{ArgAction, Args, ColorChoice, Command};
use std::path::PathBuf;

/// The heading of these flags in help.
const HEADING: &str = "Global options";

/// The flags of all commands, which may precede or follow the command, also where they have no effect: see
/// [`hide_idle`].
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(super) struct GlobalFlags {
    #[arg(long, global = true, value_name = "NAME", help = setting("game", "; `plyd games` lists all"))]
    pub(super) game: Option<String>,
    #[arg(long, global = true, value_name = "NAME=VALUE", value_parser = parse_option)]
    #[arg(help = setting("options", ", such as Algorithm=alphabeta; repeat it for each"))]
    pub(super) option: Vec<(String, String)>,
    #[arg(long, global = true, value_name = "DIR", help = setting("plugins.folders", "; repeat it for each"))]
    pub(super) plugin_dir: Vec<String>,
    /// Load and call libraries in processes of their own, as `plyd serve` does
    #[arg(long, global = true)]
    isolate: bool,
    #[arg(long, global = true, value_name = "DIR", help = setting("search.tablebases", "; repeat it for each"))]
    tablebases: Vec<String>,
    /// Read the settings from this file instead of your own settings file
    #[arg(long, global = true, value_name = "FILE", value_parser = given_path())]
    pub(super) config: Option<PathBuf>,
    /// Log more: info with -v, debug with -vv, trace with -vvv
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// Log errors only, and leave out hints
    #[arg(short, long, global = true)]
    quiet: bool,
    #[arg(long, global = true, value_name = "LEVEL")]
    #[arg(help = setting("log.level", ": off, error, warn, info, debug or trace"))]
    log_level: Option<String>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Print help; -h prints a summary
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

/// The help of a flag that sets a key: the first sentence of the key's text, and what only the flag has.
pub(super) fn setting(path: &str, more: &str) -> String {
    format!("{}{more}", key(path).summary())
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("an option is given as NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl GlobalFlags {
    /// Refuses flags that contradict each other, one of which may be before the command and one after it, and a wish
    /// for protection that the command does not fulfil.
    pub(super) fn check(&self, command: &mut Command, task: Option<&str>) -> Result<(), clap::Error> {
        if self.isolate
            && let Some(reason) = task.and_then(refusal_of_isolation)
        {
            return Err(command.error(ErrorKind::ArgumentConflict, reason));
        }
        let given =
            [(self.verbose > 0, "--verbose"), (self.quiet, "--quiet"), (self.log_level.is_some(), "--log-level")];
        let given: Vec<_> = given.iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| *flag).collect();
        if let [one, other, ..] = given.as_slice() {
            let text = format!("the flags '{one}' and '{other}' contradict each other; give one of them");
            return Err(command.error(ErrorKind::ArgumentConflict, text));
        }
        Ok(())
    }

    /// Whether hints are left out.
    pub(super) fn are_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether they name folders of tablebases.
    pub(super) fn name_tablebases(&self) -> bool {
        !self.tablebases.is_empty()
    }

    /// The settings these flags make.
    pub(super) fn overlay(&self) -> Overlay {
        let mut overlay = Overlay::default();
        if let Some(game) = &self.game {
            overlay.set("game", game.as_str());
        }
        if !self.plugin_dir.is_empty() {
            overlay.set("plugins.folders", self.plugin_dir.clone());
        }
        if !self.tablebases.is_empty() {
            overlay.set("search.tablebases", self.tablebases.clone());
        }
        if self.isolate {
            overlay.set("plugins.isolation", "process");
        }
        if let Some(level) = self.level() {
            overlay.set("log.level", level);
        }
        for (name, value) in &self.option {
            overlay.set_option(name, value.as_str());
        }
        overlay
    }

    fn level(&self) -> Option<&str> {
        match (self.verbose, self.quiet) {
            (0, true) => Some("error"),
            (0, false) => self.log_level.as_deref(),
            (1, _) => Some("info"),
            (2, _) => Some("debug"),
            _ => Some("trace"),
        }
    }
}

/// Libraries are isolated in any case.
const ISOLATE: &[&str] = &["isolate"];
/// There is no search, or none that uses them.
const TABLEBASES: &[&str] = &["tablebases"];
const GAMES: &[&str] = &["game", "option", "plugin_dir", "isolate", "tablebases"];
/// All that settings are made of.
const SETTINGS: &[&str] =
    &["game", "option", "plugin_dir", "isolate", "tablebases", "config", "verbose", "quiet", "log_level"];

/// The flags that do nothing with a command.
const IDLE: &[(&str, &[&str])] = &[
    ("admin", GAMES),
    // Its positions are of all games.
    ("bench", &["game", "tablebases"]),
    ("check", GAMES),
    ("completions", SETTINGS),
    ("connect", GAMES),
    ("d", TABLEBASES),
    ("eval", TABLEBASES),
    ("explain", TABLEBASES),
    ("games", TABLEBASES),
    ("perft", TABLEBASES),
    // Its default.
    ("serve", ISOLATE),
    ("man", SETTINGS),
    ("new-plugin", SETTINGS),
    ("report", SETTINGS),
    // It names its game itself.
    ("solve", &["game", "tablebases"]),
    ("token", GAMES),
    ("view", TABLEBASES),
    // As with serve.
    ("web", ISOLATE),
    // The match says what is played.
    ("worker", &["game", "option", "tablebases"]),
    ("workers", GAMES),
];

/// The commands without this flag that isolate libraries all the same, or only if another flag has them load one.
const ISOLATING: &[&str] = &["report", "serve", "web"];

/// Why a command refuses `--isolate`. Unlike other flags without effect, this one must not be ignored: whoever gives it
/// does not trust a library.
fn refusal_of_isolation(task: &str) -> Option<String> {
    let is_idle = IDLE.iter().any(|(name, flags)| *name == task && flags.contains(&"isolate"));
    if !is_idle || ISOLATING.contains(&task) {
        return None;
    }
    Some(match task {
        "check" => {
            "`plyd check` always tests a library in processes of its own, so it refuses --isolate; --isolation tells \
                    what limits a library on this system"
                .to_owned()
        }
        _ => format!("`plyd {task}` loads no library, so it refuses --isolate; leave it out"),
    })
}

/// Removes the flags without effect from the help of a command. The command still accepts them, but for `--isolate`: a
/// script that gives them to every command continues to work.
pub(super) fn hide_idle(command: Command) -> Command {
    let idle = IDLE.iter().find(|(name, _)| *name == command.get_name()).map_or(&[][..], |(_, flags)| flags);
    // A flag that the command has by itself takes the place of the global one.
    let flags = GlobalFlags::augment_args(Command::new("plyd"));
    let hidden = flags.get_arguments().filter(|flag| idle.contains(&flag.get_id().as_str()));
    let hidden: Vec<_> = hidden.map(|flag| flag.clone().hide(true)).collect();
    command.mut_subcommands(|part| part.args(&hidden)).args(&hidden)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Arguments;
    use clap::Arg;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::whole().debug_assert();
    }

    /// Every command obeys the flag, isolates in any case, or refuses it with its name.
    #[test]
    fn no_command_ignores_a_wish_for_isolation() {
        let program = Arguments::whole();
        let obeys = [
            "bench", "config", "d", "eval", "explain", "games", "go", "gtp", "match", "perft", "play", "solve", "view",
            "worker",
        ];
        for task in program.get_subcommands().map(Command::get_name).filter(|name| *name != "help") {
            match refusal_of_isolation(task) {
                Some(reason) => {
                    assert!(reason.starts_with(&format!("`plyd {task}` ")) && reason.contains("refuses --isolate"));
                    assert!(!obeys.contains(&task) && !ISOLATING.contains(&task), "{task}");
                }
                None => assert!(obeys.contains(&task) || ISOLATING.contains(&task), "{task}"),
            }
        }
    }

    #[test]
    fn flags_are_kept_out_of_commands_that_there_are() {
        let program = Arguments::whole();
        for (name, flags) in IDLE {
            let command = program.find_subcommand(name).unwrap_or_else(|| panic!("no command {name}"));
            // A command may have flags of its own for all its subcommands.
            let is_idle = |flag: &&Arg| flag.is_global_set() && flags.contains(&flag.get_id().as_str());
            let hidden: Vec<_> = command.get_arguments().filter(is_idle).collect();
            assert_eq!(hidden.len(), flags.len(), "{name}");
            assert!(hidden.iter().all(|flag| flag.is_hide_set()), "{name}");
        }
    }
}
