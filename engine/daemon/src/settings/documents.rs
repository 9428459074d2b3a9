//! The settings in documents: the file with every default, and the table. Both are made from the rows of the settings,
//! so each text about a setting exists once.

use std::fmt::Write;

use plyd_settings::Flag;
use toml::{Table, Value};

use super::{OPTIONS, PlydSettings, Setting, all_settings};

/// The length of a line of the settings file, in characters.
const LINE: usize = 112;

const HEAD: &str = "Every setting with its default. configs/README.md in the sources of plyd has them as a table, with the \
                    environment variable and the flag of each. It also says where plyd looks for a settings file.";

/// A settings file with every setting, its default, its meaning and its right values. It loads as the defaults.
#[must_use]
pub fn settings_file() -> String {
    let defaults = defaults();
    let mut file = comment(HEAD);
    let mut section = None;
    for setting in all_settings() {
        file.push('\n');
        if setting.section() != section {
            section = setting.section();
            // `options` is a section of its own, and comes last.
            if let Some(section) = section {
                let _ = writeln!(file, "[{section}]");
            }
        }
        file.push_str(&comment(&setting.meaning()));
        file.push_str(&comment(&format!("Value: {}.", setting.kind.expected())));
        match default(&defaults, setting) {
            Value::Table(_) => {
                let _ = writeln!(file, "[{}]", setting.path);
            }
            value => {
                let _ = writeln!(file, "{} = {value}", setting.name());
            }
        }
    }
    file
}

/// The settings as a table in Markdown: key, default, right values, meaning, environment variable, flag.
#[must_use]
pub fn settings_table() -> String {
    let defaults = defaults();
    let code = |text: &str| format!("`{text}`");
    let mut table =
        "| Key | Default | Value | Meaning | Environment variable | Flag |\n|---|---|---|---|---|---|\n".to_owned();
    for setting in all_settings() {
        let default = match default(&defaults, setting) {
            Value::Table(_) => "{}".to_owned(),
            value => value.to_string(),
        };
        let variable = if setting.path == OPTIONS { String::new() } else { code(&setting.variable()) };
        let named = |flag: &Flag| {
            let command = flag.command.map_or_else(String::new, |command| format!("{command} "));
            code(&format!("{command}--{}", flag.name))
        };
        let flags: Vec<_> = setting.flags.iter().map(named).collect();
        let flag = flags.join(", ");
        let (path, values, meaning) = (setting.path, setting.kind.expected(), setting.meaning());
        let _ = writeln!(table, "| `{path}` | `{default}` | {values} | {meaning} | {variable} | {flag} |");
    }
    table
}

fn comment(text: &str) -> String {
    textwrap::fill(text, textwrap::Options::new(LINE).initial_indent("# ").subsequent_indent("# ")) + "\n"
}

fn defaults() -> Table {
    Table::try_from(PlydSettings::default()).expect("the defaults are values of TOML")
}

fn default<'a>(defaults: &'a Table, setting: &Setting) -> &'a Value {
    setting.value_in(defaults).expect("every setting has a default")
}
