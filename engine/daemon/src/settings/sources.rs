//! The places to look for settings.

use std::{borrow::Cow, ffi::OsString, path::PathBuf};

use etcetera::BaseStrategy;
use toml::Value;

use super::{
    SettingOrigin, SettingsError,
    entry::{GivenValue, SettingEntry},
    environment,
};

/// The places to look for settings. The default is none.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The settings file that was asked for; it must exist.
    pub file: Option<PathBuf>,
    /// The user's settings file, read if it exists and no other was asked for.
    pub user_file: Option<PathBuf>,
    /// The environment variables, including variables of other programs.
    pub environment: Vec<(OsString, OsString)>,
    /// The values of the flags of the command line.
    pub flags: Overlay,
}

impl Sources {
    /// The environment of this process and the user's settings file, `plyd/plyd.toml` in the folder where the system
    /// keeps a user's settings; `file` is the value of `--config`.
    pub fn of_process(file: Option<PathBuf>, flags: Overlay) -> Sources {
        let user_file =
            etcetera::choose_base_strategy().ok().map(|user| user.config_dir().join("plyd").join("plyd.toml"));
        Sources { file, user_file, environment: std::env::vars_os().collect(), flags }
    }

    /// The file to read: the requested one, else the one in `PLYD_CONFIG`, else the user's if it exists. An empty
    /// `PLYD_CONFIG` means no file.
    pub fn chosen_file(&self) -> Option<PathBuf> {
        if self.file.is_some() {
            return self.file.clone();
        }
        match self.environment.iter().find(|(name, _)| name == environment::FILE) {
            Some((_, path)) => Some(path).filter(|path| !path.is_empty()).map(PathBuf::from),
            None => self.user_file.clone().filter(|path| path.exists()),
        }
    }
}

/// The values of the flags of the command line: the last source, which overrides all others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overlay {
    /// With the flag that was typed, if it was one.
    keys: Vec<(String, Value, Option<&'static str>)>,
    options: Vec<(String, Value)>,
}

impl Overlay {
    /// Sets the key with this path, such as `server.listen`. Whether there is one, and whether the value is right for
    /// it, is checked by [`PlydSettings::load`](super::PlydSettings::load).
    pub fn set(&mut self, path: &str, value: impl Into<Value>) -> &mut Self {
        self.keys.push((path.to_owned(), value.into(), None));
        self
    }

    /// As [`Overlay::set`], by the flag of this name, which an error about the value then names.
    pub(crate) fn set_by_flag(&mut self, flag: &'static str, path: &str, value: impl Into<Value>) {
        self.keys.push((path.to_owned(), value.into(), Some(flag)));
    }

    /// Sets an engine option; of several for one name the last one counts.
    pub fn set_option(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.options.push((name.to_owned(), value.into()));
        self
    }

    /// The value that is set for this path.
    pub(crate) fn get(&self, path: &str) -> Option<&Value> {
        self.keys.iter().rev().find(|(key, ..)| key == path).map(|(_, value, _)| value)
    }

    /// Whether this engine option is set.
    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.options().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// The names of the options that it sets.
    pub(crate) fn options(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|(option, _)| option.as_str())
    }

    pub(super) fn entries(&self) -> Result<Vec<SettingEntry>, SettingsError> {
        let given = |value: &Value, flag| GivenValue {
            value: Some(value.clone()),
            text: Cow::Owned(typed(value)),
            origin: SettingOrigin::Flag(flag),
        };
        let keys = self.keys.iter().map(|(path, value, flag)| given(value, *flag).for_path(path));
        let options = self.options.iter().map(|(name, value)| given(value, None).for_option(name));
        keys.chain(options).collect()
    }
}

/// A value as it was typed: words of a list have commas between.
fn typed(value: &Value) -> String {
    let words = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    words.map_or_else(|| value.to_string(), |words| Value::from(words.join(",")).to_string())
}
