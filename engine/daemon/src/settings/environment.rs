//! Settings in environment variables.

use std::{borrow::Cow, ffi::OsString};

use plyd_settings::Setting;

use super::{
    OPTIONS, SettingOrigin, SettingsError, all_settings,
    entry::{GivenValue, SettingEntry, shorten},
    former, rows,
};

/// The variable that names the settings file.
pub(super) const FILE: &str = "PLYD_CONFIG";
/// Every variable of ours begins with this.
const PREFIX: &str = "PLYD_";

/// All settings of the variables; variables of other programs are ignored.
pub(super) fn read(environment: &[(OsString, OsString)]) -> Result<Vec<SettingEntry>, SettingsError> {
    let mut entries = Vec::new();
    for (name, value) in environment {
        let name = name.to_string_lossy();
        if !name.starts_with(PREFIX) || name == FILE {
            continue;
        }
        let name = name.into_owned();
        let mut settings = all_settings().filter(|setting| setting.path != OPTIONS);
        let is_it = |setting: &&Setting| setting.variable() == name || former::is_variable(&name, setting);
        let Some(setting) = settings.find(is_it) else {
            return Err(SettingsError::UnknownVariable {
                nearest: rows::nearest_variable(&name),
                name: shorten(&name),
            });
        };
        entries.push(entry(setting, name, value)?);
    }
    Ok(entries)
}

fn entry(setting: &'static Setting, name: String, value: &OsString) -> Result<SettingEntry, SettingsError> {
    let Some(text) = value.to_str() else {
        return Err(SettingsError::NotUnicode { name });
    };
    let given = GivenValue {
        value: Some(setting.kind.read(text)),
        text: Cow::Owned(format!("{text:?}")),
        origin: SettingOrigin::Variable(name),
    };
    given.for_setting(setting)
}
