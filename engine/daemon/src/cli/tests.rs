//! Tests of rules for every command.

use super::COMMANDS;
use super::arguments::{CommandLine, EXAMPLES, whole};
use super::command::{CliCommand, Isolates};
use super::examples::Example;
use crate::settings::{PlydSettings, Sources, all_settings};
use clap::Arg;

#[test]
fn the_command_line_is_sound() {
    whole(COMMANDS).debug_assert();
}

/// Every command obeys the flag, isolates in any case, or refuses it with its name.
#[test]
fn no_command_ignores_a_wish_for_isolation() {
    let obeys = [
        "bench",
        "config",
        "eval",
        "explain",
        "games",
        "go",
        "gtp",
        "learn",
        "match",
        "perft",
        "play",
        "show",
        "tablebase",
        "tune",
        "view",
        "worker",
    ];
    for command in COMMANDS {
        let name = command.name;
        assert_eq!(obeys.contains(&name), matches!(command.isolates, Isolates::OnDemand), "{name}");
        // They isolate without the flag, or `report` if another flag has it load a library.
        let always = ["report", "serve", "web"].contains(&name);
        assert_eq!(always, matches!(command.isolates, Isolates::Always), "{name}");
        if let Some(reason) = command.refusal_of_isolation() {
            assert!(reason.starts_with(&format!("`plyd {name}` ")) && reason.contains("refuses --isolate"), "{reason}");
        }
    }
}

#[test]
fn flags_without_effect_are_hidden() {
    let program = whole(COMMANDS);
    let all: Vec<_> = program.get_arguments().filter(|flag| flag.is_global_set()).map(Arg::get_id).collect();
    assert!(all.len() > 9, "{all:?}");
    for command in COMMANDS {
        let line = program.find_subcommand(command.name).expect("it is in the list");
        let known = command.idle.iter().all(|name| all.iter().any(|flag| flag.as_str() == *name));
        assert!(known, "{}: {:?}", command.name, command.idle);
        for name in &all {
            // A command may have flags of its own for all its subcommands.
            let is_it = |flag: &&Arg| flag.is_global_set() && flag.get_id() == *name;
            let hidden: Vec<_> = line.get_arguments().filter(is_it).map(Arg::is_hide_set).collect();
            assert_eq!(hidden, [command.ignores(name.as_str())], "{name} of {}", command.name);
        }
    }
}

/// Every flag of a setting is of all commands, or of one that there is.
#[test]
fn the_flags_of_settings_are_of_commands() {
    for flag in all_settings().flat_map(|setting| setting.flags) {
        let is_one = |name| COMMANDS.iter().any(|command| command.name == name);
        assert!(flag.command.is_none_or(is_one), "--{} of {:?}", flag.name, flag.command);
    }
}

/// A flag that may have a value means something without one, which the settings check as well.
#[test]
fn words_for_remote_clients_are_read_as_settings() {
    let allowed = |flag: &str| {
        let read = CommandLine::read(COMMANDS, ["plyd", "serve", flag].map(Into::into)).expect("it can be typed");
        let sources = Sources { flags: read.flags.overlay(), ..Sources::default() };
        let server = PlydSettings::load(&sources).map(|settings| settings.server.allow_remote);
        server.map(|waivers| (waivers.token, waivers.tls)).ok()
    };
    assert_eq!(allowed("--insecure=no-tls,no-token"), Some((true, true)));
    assert_eq!(allowed("--insecure=false"), Some((false, false)));
    assert_eq!(allowed("--allow-remote=no-tls"), Some((false, true)), "its old name");
    assert_eq!(allowed("--insecure"), None);
    assert_eq!(allowed("--insecure=all"), None);
}

#[test]
fn every_example_can_be_typed() {
    let of_program = EXAMPLES.iter().map(|example| ("", example));
    let of_commands =
        COMMANDS.iter().flat_map(|command| command.examples.iter().map(|example| (command.name, example)));
    for (name, Example { line, meaning }) in of_program.chain(of_commands) {
        let words = shlex::split(line).expect("the quotes have pairs");
        let read = CommandLine::read(COMMANDS, words.iter().map(Into::into));
        assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
        assert!(words[0] == "plyd" && (name.is_empty() || words[1] == name), "{line} is an example of {name}");
        assert!(meaning.chars().count() <= 60, "{meaning}");
    }
}

/// The help of a command, and its line in the list of all.
fn help(name: &str) -> (String, String) {
    let mut program = whole(COMMANDS);
    let list = program.render_long_help().to_string();
    let line = list.lines().find(|line| line.split_whitespace().next() == Some(name)).expect("it is in the list");
    let command = program.find_subcommand_mut(name).expect("it is a command");
    (line.to_owned(), command.render_long_help().to_string())
}

/// `-h` has the room of a screen, on which every command is named.
#[test]
fn short_help_is_a_screen_with_all_commands() {
    const LINES: usize = 40;
    let help = whole(COMMANDS).render_help().to_string();
    assert!(help.lines().count() <= LINES, "{help}");
    for CliCommand { name, .. } in COMMANDS {
        let is_named = help.split([' ', ',', '\n']).any(|word| word == *name);
        assert!(is_named, "{name}: {help}");
    }
    assert!(help.contains("  serve, connect, token, admin\n"), "a group has one line: {help}");
}

/// Documents are not where an installed program is.
#[test]
fn help_names_no_file_of_the_sources() {
    let mut program = whole(COMMANDS);
    program.build();
    let parts: Vec<_> = program.get_subcommands().flat_map(clap::Command::get_subcommands).cloned().collect();
    let commands: Vec<_> = program.get_subcommands().cloned().collect();
    for mut line in [program].into_iter().chain(commands).chain(parts) {
        let help = line.render_long_help().to_string();
        assert!(!help.contains("docs/") && !help.contains(".md"), "{help}");
    }
}

#[test]
fn help_names_what_is_not_in_this_build_and_how_to_get_it() {
    let (has_broker, has_database) = (cfg!(feature = "broker"), cfg!(feature = "postgres"));
    for (name, is_built) in [("worker", has_broker), ("workers", has_broker), ("go", true)] {
        let (line, help) = help(name);
        assert_eq!(line.contains("(not in this build)"), !is_built, "{line}");
        assert_eq!(help.contains("--features full`"), !is_built, "{help}");
    }
    for (command, flag, is_built) in [
        ("match", "broker", has_broker),
        ("tune", "broker", has_broker),
        ("learn", "broker", has_broker),
        ("match", "store", has_database),
        ("report", "store", has_database),
    ] {
        let help = help(command).1;
        let (_, of_flag) = help.split_once(&format!("--{flag} <URL>")).expect("it is a flag");
        let of_flag = of_flag.split("\n      --").next().expect("there is a first part");
        assert_eq!(of_flag.contains("--features"), !is_built, "{help}");
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
        "tune cfour --file a.toml --batch 8 --broker nats://localhost --lease 3",
        "match plan.toml --nkey key --broker-ca ca.pem --password-file password --creds creds",
    ] {
        let words = ["plyd"].into_iter().chain(line.split(' ')).map(Into::into);
        assert!(CommandLine::read(COMMANDS, words).is_ok(), "{line}");
    }
}
