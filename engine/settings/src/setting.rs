//! A setting.

use crate::{Flag, SettingKind};
use toml::{Table, Value};

/// All that there is to know of a setting, but for its type and its default, which its [section](crate::Section) has.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The section, a dot and the name; a few are in no section.
    pub path: &'static str,
    /// The right values.
    pub kind: SettingKind,
    /// Its purpose, in whole sentences and with the unit, as its row has it: see [`meaning`](Self::meaning).
    pub text: &'static str,
    /// The flags that set it.
    pub flags: &'static [Flag],
    /// When a change counts in a server that runs.
    pub reload: ReloadEffect,
}

/// When a change counts in a server that runs. A setting itself is read at the start, and at no other time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReloadEffect {
    /// After a restart.
    Never,
    /// The file that it names is read again at a reload.
    File,
    /// A change of the file that it names is noticed.
    Noticed,
}

impl Setting {
    /// Its purpose, in whole sentences, for the settings file and the table of settings.
    #[must_use]
    pub fn meaning(&self) -> String {
        let reload = match self.reload {
            ReloadEffect::Never => "",
            ReloadEffect::File => " The file is read again at SIGHUP.",
            ReloadEffect::Noticed => " A running server notices a change of the file within seconds.",
        };
        format!("{}{}{reload}", self.text.trim_ascii_start(), self.kind.note())
    }

    /// The first sentence of its meaning, without the full stop: what help says of its flag.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        let text = self.text.trim_ascii_start();
        text.split_once(". ").map_or(text.trim_end_matches('.'), |(first, _)| first)
    }

    /// The environment variable that sets it.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("PLYD_{}", self.path.replace(['.', '-'], "_").to_uppercase())
    }

    /// The section that it is in.
    #[must_use]
    pub fn section(&self) -> Option<&'static str> {
        self.path.split_once('.').map(|(section, _)| section)
    }

    /// Its name within the section.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.path.rsplit('.').next().unwrap_or(self.path)
    }

    /// Its value in a table of settings.
    #[must_use]
    pub fn value_in<'a>(&self, settings: &'a Table) -> Option<&'a Value> {
        let table = self.section().map_or(Some(settings), |section| settings.get(section).and_then(Value::as_table));
        table.and_then(|table| table.get(self.name()))
    }

    /// Puts the value at its place in a table of settings.
    ///
    /// # Panics
    /// Its section is a single value in this table.
    pub fn insert(&self, settings: &mut Table, value: Value) {
        let name = self.name().to_owned();
        match self.section() {
            None => {
                settings.insert(name, value);
            }
            Some(section) => {
                let table = settings.entry(section).or_insert_with(|| Value::Table(Table::new()));
                table.as_table_mut().expect("no setting has the path of a section").insert(name, value);
            }
        }
    }
}
