//! The games of a match, wherever its library is loaded, and its built-in engines.

use crate::own_program;
use plyd_arena::{BuiltinOptions, Children, Match};
use plyd_host::{Catalog, Library};
use plyd_session::{Change, Engine, SessionOptions};
use plyd_tournament::settings::{EngineSettings, MatchSettings, SettingsError};
use plyd_worker::Patience;
use std::sync::Arc;

/// The match, whose library runs in this process, or in children of it.
///
/// # Errors
/// The settings do not fit the game, or children of this program cannot be started.
pub(super) fn match_of(
    engine: &Engine,
    settings: MatchSettings,
    library: &Arc<Library>,
    read: &dyn Fn(&EngineSettings) -> Result<BuiltinOptions, SettingsError>,
) -> anyhow::Result<Match> {
    if library.is_loaded() {
        return Ok(Match::new(settings, library, read)?);
    }
    let own = &engine.settings;
    let limits = Patience { call: own.session.stop_time(), other: own.session.position_time() };
    let readable = (own.plugins.memory(), own.plugins.read_folders.clone());
    let children = Children::new(own_program::supervisor()?, library, readable, limits)?;
    Ok(Match::isolated(settings, children.within(own.plugins.pending_bytes), read)?)
}

/// How a built-in engine of these settings searches. It begins with these options.
///
/// # Errors
/// An option that there is not, or that is none of an engine, or a value that it does not accept.
pub(super) fn builtin(
    defaults: &SessionOptions,
    catalog: &Catalog,
    settings: &EngineSettings,
) -> Result<BuiltinOptions, SettingsError> {
    let mut options = defaults.clone();
    let refused = |reason: &str| SettingsError::new(format!("engine {}: {reason}", settings.name));
    for (name, value) in &settings.options {
        match options.set(catalog, name, value) {
            Ok(Change::Done | Change::Forget) => {}
            Ok(Change::Game(_)) => return Err(refused("the game is that of the match")),
            Err(error) => return Err(refused(&error.text)),
        }
    }
    let is_of_game = |name: &str| catalog.games().iter().any(|game| name.starts_with(&format!("{}.", game.id())));
    if let Some(name) = settings.options.keys().find(|name| is_of_game(name)) {
        return Err(refused(&format!(
            "`{name}` is an option of the game, so set it for the whole match: --option {name}=VALUE"
        )));
    }
    let hash_is_wanted = settings.options.keys().any(|name| name.eq_ignore_ascii_case("Hash"));
    let move_overhead = options.move_overhead();
    Ok(BuiltinOptions { search: options.search, hash_is_wanted, move_overhead })
}
