//! The flags that set settings, made from the rows of these.

use crate::settings::{Overlay, PlydSettings, all_settings};
use clap::{Arg, ArgAction, ArgMatches, Command};
use plyd_settings::{Flag, Setting, SettingKind, Takes};
use std::path::Path;
use std::sync::LazyLock;
use toml::{Table, Value};

/// The flags that this command has for settings; without a command, the global ones.
fn flags_of(command: Option<&str>) -> impl Iterator<Item = (&'static Setting, &'static Flag)> {
    let flags = all_settings().flat_map(|setting| setting.flags.iter().map(move |flag| (setting, flag)));
    flags.filter(move |(_, flag)| flag.command == command)
}

/// Adds the flags of this command, or the global ones. Parts of a command have them too.
pub(super) fn add_to(line: Command, command: Option<&str>) -> Command {
    let is_global = command.is_none() || line.has_subcommands();
    let flags = flags_of(command).map(|(setting, flag)| {
        let argument =
            Arg::new(flag.name).long(flag.name).aliases(flag.was).help(help(setting, flag)).global(is_global);
        match flag.takes {
            Takes::None(_) => argument.action(ArgAction::SetTrue),
            Takes::One => argument.value_name(flag.value),
            Takes::Many => argument.value_name(flag.value).action(ArgAction::Append),
            Takes::AtMostOne(word) => argument.value_name(flag.value).num_args(0..=1).default_missing_value(word),
            Takes::Pairs => argument.value_name(flag.value).action(ArgAction::Append).value_parser(|text: &str| {
                let (name, value) = text.split_once('=').ok_or("an option is given as NAME=VALUE")?;
                Ok::<_, &str>((name.trim().to_owned(), value.trim().to_owned()))
            }),
        }
    });
    line.args(flags)
}

/// The first sentence of the setting's text, what only the flag has, and what is taken if nothing is given.
fn help(setting: &Setting, flag: &Flag) -> String {
    // Made once: a command line has many flags.
    static DEFAULTS: LazyLock<Table> =
        LazyLock::new(|| Table::try_from(PlydSettings::default()).expect("the defaults are values of TOML"));
    let mut help = flag.help.unwrap_or(setting.summary()).to_owned() + flag.more;
    match (flag.takes, setting.value_in(&DEFAULTS)) {
        (Takes::One, Some(Value::String(default))) if !default.is_empty() => help += &format!(" [default: {default}]"),
        (Takes::AtMostOne(word), _) if is_right(setting.kind, word) => {
            help += &format!(" [without {}: {word}]", flag.value);
        }
        _ => {}
    }
    help
}

fn is_right(kind: SettingKind, word: &str) -> bool {
    kind.accept(kind.read(word), Path::new("")).is_some()
}

/// Adds what the flags of this command, or the global ones, have set.
pub(super) fn read(matches: &ArgMatches, command: Option<&str>, overlay: &mut Overlay) {
    for (setting, flag) in flags_of(command) {
        let texts = || matches.get_many::<String>(flag.name).into_iter().flatten();
        match flag.takes {
            Takes::None(value) => {
                if matches.get_flag(flag.name) {
                    overlay.set_by_flag(flag.name, setting.path, setting.kind.read(value));
                }
            }
            Takes::One | Takes::AtMostOne(_) => {
                if let Some(text) = texts().next() {
                    overlay.set_by_flag(flag.name, setting.path, setting.kind.read(text));
                }
            }
            Takes::Many => {
                let values: Vec<_> = texts().cloned().map(Value::String).collect();
                if !values.is_empty() {
                    overlay.set_by_flag(flag.name, setting.path, values);
                }
            }
            Takes::Pairs => {
                for (name, value) in matches.get_many::<(String, String)>(flag.name).into_iter().flatten() {
                    overlay.set_option(name, value.as_str());
                }
            }
        }
    }
}
