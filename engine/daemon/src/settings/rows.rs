//! All settings. Those of a section are in the crate that obeys them; a few are in none.

use super::{LogSettings, ShutdownSettings};
use plyd_player::SearchSettings;
use plyd_server::{AdminSettings, MetricsSettings, ServerSettings, WebSettings};
use plyd_session::{PluginSettings, SessionSettings};
use plyd_settings::{CrateKind, Flag, ReloadEffect, Section, Setting, SettingKind, Takes};
use toml::Value;

/// The setting with names of the user's own below it.
pub(super) const OPTIONS: &str = "options";

const GAME: Setting = Setting {
    path: "game",
    kind: SettingKind::Text,
    text: "The game to start with. If empty: chess if it is loaded, else tictactoe, else the first game by name.",
    flags: &[Flag::new("game", "NAME").more("; `plyd games` lists all")],
    reload: ReloadEffect::Never,
};

const ENGINE_OPTIONS: Setting = Setting {
    path: OPTIONS,
    kind: SettingKind::Own(&OPTION_VALUE),
    text: "Engine options to start with. Write one per line, such as \"Move Overhead\" = 10. The case of a name does not \
           matter. Set the game by `game` above, not by the option UCI_Variant.",
    flags: &[Flag::new("option", "NAME=VALUE")
        .takes(Takes::Pairs)
        .more(", such as Algorithm=alphabeta; repeat it for each")],
    reload: ReloadEffect::Never,
};

/// The value of an engine option.
pub(super) static OPTION_VALUE: CrateKind = CrateKind {
    expected: "a string on one line, a whole number, or true or false",
    example: "10",
    accept: |value, _| {
        let is_right = match &value {
            Value::String(text) => !text.contains(char::is_control),
            Value::Integer(_) | Value::Boolean(_) => true,
            _ => false,
        };
        is_right.then_some(value)
    },
    read: CrateKind::read_string,
};

/// The sections in the order of the settings file, and what is in none before and behind them.
const ALL: [&[Setting]; 11] = [
    &[GAME],
    PluginSettings::SETTINGS,
    ServerSettings::SETTINGS,
    MetricsSettings::SETTINGS,
    WebSettings::SETTINGS,
    AdminSettings::SETTINGS,
    SessionSettings::SETTINGS,
    SearchSettings::SETTINGS,
    ShutdownSettings::SETTINGS,
    LogSettings::SETTINGS,
    &[ENGINE_OPTIONS],
];

/// All settings, in the order of the settings file.
pub fn all_settings() -> impl Iterator<Item = &'static Setting> {
    ALL.into_iter().flatten()
}

/// The setting with exactly this path, such as `server.listen`.
pub(super) fn find(path: &str) -> Option<&'static Setting> {
    all_settings().find(|setting| setting.path == path)
}

/// Whether there is a section of this name.
pub(super) fn is_section(name: &str) -> bool {
    all_settings().any(|setting| setting.section() == Some(name))
}

/// The maximum number of characters of an unknown name that are compared with the known names.
const MAX_COMPARED: usize = 100;

/// The path of a setting or the name of a section that is most like a path that is neither. A right name in a wrong
/// section counts for much.
pub(super) fn nearest(path: &str) -> String {
    let path = &beginning(path);
    let alike = |known: &&str| {
        let whole = strsim::normalized_damerau_levenshtein(path, known);
        let name = strsim::normalized_damerau_levenshtein(last_segment(path), last_segment(known));
        whole.max(0.9 * name)
    };
    let known = all_settings().flat_map(|setting| [Some(setting.path), setting.section()]).flatten();
    most(known, alike).to_owned()
}

/// The known variable that is most similar to an unknown one.
pub(super) fn nearest_variable(name: &str) -> String {
    let name = &beginning(name);
    let known = all_settings().filter(|setting| setting.path != OPTIONS).map(Setting::variable);
    most(known, |known| strsim::normalized_damerau_levenshtein(name, known))
}

fn most<T>(items: impl Iterator<Item = T>, worth: impl Fn(&T) -> f64) -> T {
    items.max_by(|a, b| worth(a).total_cmp(&worth(b))).expect("there are settings")
}

fn beginning(name: &str) -> String {
    name.chars().take(MAX_COMPARED).collect()
}

fn last_segment(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
