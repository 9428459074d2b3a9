//! The settings of the daemon, and their sources.
//!
//! Settings come from four places, each overriding the ones before: the defaults in the rows, a TOML file, the
//! environment, the flags of the command line. [`all_settings`] lists them with their texts and right values; a value is
//! checked against that list where it is read, so that an error can say which line, variable or flag is wrong.

mod documents;
mod entry;
mod environment;
mod error;
mod file;
mod former;
mod rows;
mod sections;
mod sources;

use std::collections::BTreeMap;

use plyd_session::SharedSettings;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use entry::{EntryTarget, SettingEntry};

pub use documents::{settings_file, settings_table};
pub use error::{SettingOrigin, SettingsError};
pub use plyd_player::SearchSettings;
pub use plyd_server::{AdminSettings, MetricsSettings, ServerSettings, WebSettings};
pub use plyd_session::{PluginSettings, SessionSettings};
pub use plyd_settings::{Setting, SettingKind};
use rows::OPTIONS;
pub use rows::all_settings;
pub use sections::{EngineOptionValue, LogFormat, LogSettings, ShutdownSettings};
pub use sources::{Overlay, Sources};

/// Everything that can be set, in the sections of the settings file.
///
/// ```
/// use plyd::settings::{Overlay, PlydSettings, Sources};
///
/// let mut flags = Overlay::default();
/// flags.set("server.listen", "127.0.0.1:0");
/// flags.set_option("Move Overhead", "30");
///
/// let settings = PlydSettings::load(&Sources { flags, ..Sources::default() })?;
/// assert_eq!(settings.server.listen.to_string(), "127.0.0.1:0");
/// assert_eq!(settings.options["Move Overhead"].to_string(), "30");
/// assert_eq!(settings.server.max_sessions, PlydSettings::default().server.max_sessions);
/// # Ok::<(), plyd::settings::SettingsError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlydSettings {
    /// The game at the start of a session. If empty: chess if it is loaded, else tictactoe, else the first by name.
    pub game: String,
    /// The folders of game libraries.
    pub plugins: PluginSettings,
    /// The server.
    pub server: ServerSettings,
    /// The figures of the server.
    pub metrics: MetricsSettings,
    /// The page of the server.
    pub web: WebSettings,
    /// The operator of the server.
    pub admin: AdminSettings,
    /// The limits of one session.
    pub session: SessionSettings,
    /// The limits of searches.
    pub search: SearchSettings,
    /// The end of the daemon.
    pub shutdown: ShutdownSettings,
    /// The log.
    pub log: LogSettings,
    /// Engine options every session begins with. No two names differ only in case.
    pub options: BTreeMap<String, EngineOptionValue>,
}

impl PlydSettings {
    /// Reads all sources; a setting that is in none of them has its default.
    ///
    /// # Errors
    /// The first thing wrong: a file that cannot be read or is not TOML, an unknown key or variable, a wrong value.
    pub fn load(sources: &Sources) -> Result<PlydSettings, SettingsError> {
        let mut entries = Vec::new();
        if let Some(path) = sources.chosen_file() {
            entries.extend(file::read(&path)?);
        }
        entries.extend(environment::read(&sources.environment)?);
        entries.extend(sources.flags.entries()?);
        Ok(merge(entries))
    }

    /// The settings that sessions need.
    #[must_use]
    pub fn engine(&self) -> SharedSettings {
        let options = self.options.iter().map(|(name, value)| (name.clone(), value.to_string()));
        SharedSettings {
            game: self.game.clone(),
            plugins: self.plugins.clone(),
            session: self.session.clone(),
            search: self.search.clone(),
            options: options.collect(),
            niceness: 0,
        }
    }

    /// The paths of the settings whose values differ in other settings, in the order of the settings file.
    ///
    /// # Errors
    /// A path set by the program is not Unicode. Settings that were loaded have none.
    pub fn differences(&self, other: &PlydSettings) -> Result<Vec<&'static str>, toml::ser::Error> {
        let (own, others) = (Table::try_from(self)?, Table::try_from(other)?);
        Ok(all_settings()
            .filter(|setting| setting.value_in(&own) != setting.value_in(&others))
            .map(|setting| setting.path)
            .collect())
    }

    /// The settings as a TOML file that loads as the same settings.
    ///
    /// # Errors
    /// A path set by the program is not Unicode. Settings that were loaded have none.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

/// Applies the entries in order, the last one for a setting wins.
fn merge(entries: Vec<SettingEntry>) -> PlydSettings {
    let mut settings = Table::new();
    // By name in lower case: the last spelling of a name wins with its value.
    let mut options = BTreeMap::new();
    for SettingEntry { target, value } in entries {
        match target {
            EntryTarget::Setting(setting) => setting.insert(&mut settings, value),
            EntryTarget::Option(name) => {
                options.insert(name.to_ascii_lowercase(), (name, value));
            }
        }
    }
    settings.insert("options".to_owned(), Value::Table(options.into_values().collect()));
    // An entry exists only for a setting of the list and with a value of its kind, and the fields have these kinds.
    settings.try_into().expect("every value was checked against its row")
}
