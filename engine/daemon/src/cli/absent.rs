//! What a program answers that was built without a feature. Its commands and flags are still there, so that nobody takes
//! them for misspelt.

use clap::{Arg, Command};

/// A feature of the program that it can do without.
pub(super) struct Feature {
    /// What it is for.
    purpose: &'static str,
    is_built: bool,
    /// The commands and the flags of commands that need it.
    commands: &'static [&'static str],
    flags: &'static [(&'static str, &'static str)],
}

pub(super) const BROKER: Feature = Feature {
    purpose: "matches over many machines",
    is_built: cfg!(feature = "broker"),
    commands: &["worker", "workers"],
    flags: &[("match", "broker")],
};

pub(super) const POSTGRES: Feature = Feature {
    purpose: "records in PostgreSQL",
    is_built: cfg!(feature = "postgres"),
    commands: &[],
    flags: &[("match", "store"), ("report", "store")],
};

impl Feature {
    /// Why this program does not do it, and how to get one that does.
    pub(super) fn refusal(&self) -> String {
        let purpose = self.purpose;
        format!(
            "this plyd was built without {purpose}; install a package of plyd, or build it with `cargo build --release \
             --features full`"
        )
    }
}

/// Notes in the help of a command, or in that of a flag, that this program was built without it.
pub(super) fn note_in(mut command: Command) -> Command {
    let name = command.get_name().to_owned();
    for feature in [BROKER, POSTGRES].into_iter().filter(|feature| !feature.is_built) {
        if feature.commands.contains(&&*name) {
            let summary = command.get_about().map(ToString::to_string).unwrap_or_default();
            let refusal = feature.refusal();
            command = command.about(format!("{summary} (not in this build)"));
            command = command.long_about(format!("{summary}\n\nNot in this build: {refusal}."));
        }
        for (_, flag) in feature.flags.iter().filter(|(of, _)| *of == name) {
            let note = |flag: Arg| {
                let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
                flag.long_help(format!("{help}\n\nNot in this build: {}.", feature.refusal()))
                    .help(format!("{help} (not in this build)"))
            };
            command = command.mut_arg(flag, note);
        }
    }
    command
}

/// A command of such a program. It takes any arguments, and refuses.
#[cfg(not(feature = "broker"))]
#[derive(Debug, clap::Args)]
pub(super) struct OfManyMachines {
    #[arg(hide = true, num_args = 0.., allow_hyphen_values = true, trailing_var_arg = true)]
    _arguments: Vec<std::ffi::OsString>,
}

#[cfg(not(feature = "broker"))]
impl OfManyMachines {
    pub(super) fn run(&self, _: &super::program::Program) -> anyhow::Result<std::process::ExitCode> {
        anyhow::bail!(BROKER.refusal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Arguments;

    /// The help of a command, and its line in the list of all.
    fn help(name: &str) -> (String, String) {
        let mut program = Arguments::whole();
        let list = program.render_help().to_string();
        let line = list.lines().find(|line| line.split_whitespace().next() == Some(name)).expect("it is in the list");
        let command = program.find_subcommand_mut(name).expect("it is a command");
        (line.to_owned(), command.render_long_help().to_string())
    }

    #[test]
    fn help_names_what_is_not_in_this_build_and_how_to_get_it() {
        for feature in [BROKER, POSTGRES] {
            for name in feature.commands {
                let (line, help) = help(name);
                assert_eq!(line.contains("(not in this build)"), !feature.is_built, "{line}");
                assert_eq!(help.contains("--features full`"), !feature.is_built, "{help}");
            }
            for (command, flag) in feature.flags {
                let help = help(command).1.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(help.contains(&format!("--{flag} <URL>")), "{help}");
                assert_eq!(help.contains("--features full`"), !feature.is_built, "{help}");
            }
        }
    }

    #[cfg(not(feature = "broker"))]
    #[test]
    fn a_line_for_many_machines_is_read_to_be_refused() {
        for line in [
            "worker",
            "worker --broker nats://localhost --concurrency 1 --name a",
            "workers --broker nats://localhost --json",
            "match --broker nats://localhost --audit 0.1 plan.toml --lease 3 --allow-clocks",
            "match plan.toml --nkey key --broker-ca ca.pem --password-file password --creds creds",
        ] {
            let words = ["plyd"].into_iter().chain(line.split(' ')).map(Into::into);
            assert!(Arguments::read(words).is_ok(), "{line}");
        }
    }
}
