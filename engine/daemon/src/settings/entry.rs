//! One value that a source sets, checked.

use std::borrow::Cow;

use toml::Value;

use plyd_settings::{Setting, SettingKind};

use super::{
    SettingOrigin, SettingsError, former,
    rows::{self, OPTION_VALUE, OPTIONS},
};

/// A right value for something that can be set.
pub(super) struct SettingEntry {
    pub(super) target: EntryTarget,
    pub(super) value: Value,
}

/// The target of an entry.
pub(super) enum EntryTarget {
    /// One of the list.
    Setting(&'static Setting),
    /// The engine option of this name.
    Option(String),
}

/// A value on its way to becoming an entry: what it is, and what an error says about it.
pub(super) struct GivenValue<'a> {
    /// Nothing if it cannot be a value at all, such as a number that is too large.
    pub(super) value: Option<Value>,
    /// As it was written.
    pub(super) text: Cow<'a, str>,
    pub(super) origin: SettingOrigin,
}

impl GivenValue<'_> {
    /// The value for a setting of the list.
    pub(super) fn for_setting(self, setting: &'static Setting) -> Result<SettingEntry, SettingsError> {
        self.check(setting.path.to_owned(), setting.kind, EntryTarget::Setting(setting))
    }

    /// The value for the setting with this path.
    pub(super) fn for_path(self, path: &str) -> Result<SettingEntry, SettingsError> {
        match rows::find(former::path(path)) {
            Some(setting) if path != OPTIONS => self.for_setting(setting),
            _ => Err(unknown(self.origin, path)),
        }
    }

    /// The value for an engine option.
    pub(super) fn for_option(self, name: &str) -> Result<SettingEntry, SettingsError> {
        let path = format!("{OPTIONS}.{name}");
        if name.trim() != name || name.is_empty() || name.contains(char::is_control) {
            return Err(self.wrong(path, "left out: no option has such a name".to_owned()));
        }
        if name.eq_ignore_ascii_case("UCI_Variant") {
            return Err(self.wrong(path, "left out: the key `game` names the game".to_owned()));
        }
        self.check(path, SettingKind::Own(&OPTION_VALUE), EntryTarget::Option(name.to_owned()))
    }

    /// The error that says what would be right. Somebody who typed a flag may not know the path of its setting.
    pub(super) fn wrong(self, path: String, expected: String) -> SettingsError {
        let key = match self.origin {
            SettingOrigin::Flag(Some(name)) => format!("--{name}"),
            _ => path,
        };
        SettingsError::Value { origin: self.origin, key: shorten(&key), value: shorten(&self.text), expected }
    }

    fn check(mut self, path: String, kind: SettingKind, target: EntryTarget) -> Result<SettingEntry, SettingsError> {
        let value = self.value.take().map(|value| former::value(&path, value));
        let value = value.and_then(|value| kind.accept(value, self.origin.base()));
        value.map(|value| SettingEntry { target, value }).ok_or_else(|| self.wrong(path, kind.expected()))
    }
}

/// The error for a path that no setting has.
pub(super) fn unknown(origin: SettingOrigin, path: &str) -> SettingsError {
    SettingsError::UnknownKey { origin, key: shorten(path), nearest: rows::nearest(path) }
}

/// Enough of a value to recognise it, on one line.
pub(super) fn shorten(text: &str) -> String {
    const MAX_SHOWN: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(MAX_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
