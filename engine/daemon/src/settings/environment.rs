//! Settings in environment variables.

use std::{borrow::Cow, ffi::OsString};

use plyd_settings::Setting;

use super::{
    OPTIONS, Origin, SettingsError, all_settings,
    entry::{Entry, Given, shorten},
    rows,
};

/// The variable that names the settings file.
pub(super) const FILE: &str = "PLYD_CONFIG";
/// Every variable of ours begins with this.
const PREFIX: &str = "PLYD_";
/// Variables of plyd that set nothing: the settings file, and the folders that the host reads.
const OTHERS: [&str; 2] = [FILE, "PLYD_PLUGIN_PATH"];

/// All settings of the variables; variables of other programs are ignored.
pub(super) fn read(environment: &[(OsString, OsString)]) -> Result<Vec<Entry>, SettingsError> {
    let mut entries = Vec::new();
    for (name, value) in environment {
        let name = name.to_string_lossy();
        if !name.starts_with(PREFIX) || OTHERS.contains(&name.as_ref()) {
            continue;
        }
        let name = name.into_owned();
        let mut settings = all_settings().filter(|setting| setting.path != OPTIONS);
        let Some(setting) = settings.find(|setting| setting.variable() == name) else {
            return Err(SettingsError::UnknownVariable {
                nearest: rows::nearest_variable(&name),
                name: shorten(&name),
            });
        };
        entries.push(entry(setting, name, value)?);
    }
    Ok(entries)
}

fn entry(setting: &'static Setting, name: String, value: &OsString) -> Result<Entry, SettingsError> {
    let Some(text) = value.to_str() else {
        return Err(SettingsError::NotUnicode { name });
    };
    let given = Given {
        value: Some(setting.kind.read(text)),
        text: Cow::Owned(format!("{text:?}")),
        origin: Origin::Variable(name),
    };
    given.for_setting(setting)
}
