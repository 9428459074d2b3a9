//! Former names of settings and of their values, which are still read, but not shown.

use plyd_settings::Setting;
use toml::Value;

/// A former path, and the path now.
const PATHS: [(&str, &str); 1] = [("plugins.try-seconds", "plugins.load-timeout")];

/// A former variable that was not named after a former path, and the path of what it sets.
const VARIABLES: [(&str, &str); 1] = [("PLYD_PLUGIN_PATH", "plugins.folders")];

/// The path of a setting, a former value and the value now.
const VALUES: [(&str, &str, &str); 1] = [("plugins.processor", "plain", "baseline")];

/// The path that a setting has now.
pub(super) fn path(given: &str) -> &str {
    PATHS.iter().find(|(former, _)| *former == given).map_or(given, |(_, now)| now)
}

/// Whether this variable set the setting once.
pub(super) fn is_variable(name: &str, setting: &Setting) -> bool {
    let of_path = |former: &str| name == format!("PLYD_{}", former.replace(['.', '-'], "_").to_uppercase());
    PATHS.iter().any(|(former, now)| *now == setting.path && of_path(former))
        || VARIABLES.iter().any(|(former, now)| *now == setting.path && *former == name)
}

/// The value by the name that it has now.
pub(super) fn value(path: &str, given: Value) -> Value {
    let now = VALUES.iter().find(|(of, former, _)| *of == path && given.as_str() == Some(former));
    now.map_or(given, |(_, _, now)| Value::from(*now))
}
