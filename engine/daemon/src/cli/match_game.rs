//! The games of a match, wherever its library is loaded, and its built-in engines.

use crate::own_program;
use plyd_arena::{BuiltinOptions, Match, MatchChildren};
use plyd_host::{Catalog, Library};
use plyd_player::Networks;
use plyd_record::TablebaseIdentity;
use plyd_session::{Engine, OptionEffect, SessionOptions, option_of_game};
use plyd_tournament::settings::{EngineKind, EngineSettings, MatchSettings, MatchSettingsError};
use plyd_worker::CallDeadlines;
use std::sync::Arc;

/// The match, whose library runs in this process, or in children of it.
///
/// # Errors
/// The settings do not fit the game, or children of this program cannot be started.
pub(super) fn match_of(
    engine: &Engine,
    settings: MatchSettings,
    library: &Arc<Library>,
    read: &dyn Fn(&EngineSettings) -> Result<BuiltinOptions, MatchSettingsError>,
) -> anyhow::Result<Match> {
    if library.is_loaded() {
        return Ok(Match::new(settings, library, read)?);
    }
    let own = &engine.settings;
    let limits = CallDeadlines { call: own.session.stop_time(), other: own.session.position_time() };
    let readable = (own.plugins.memory(), own.plugins.read_folders.clone());
    let children = MatchChildren::new(own_program::supervisor()?, library, readable, limits)?;
    Ok(Match::isolated(settings, children.within(own.plugins.pending_bytes), read)?)
}

/// How a built-in engine of these settings searches a game. It begins with these options.
///
/// # Errors
/// An option that there is not, or that is none of an engine, or a value that it does not accept, or a network that cannot
/// be read.
pub(super) fn builtin(
    defaults: &SessionOptions,
    (catalog, networks): (&Catalog, &Networks),
    library: &Library,
    settings: &EngineSettings,
) -> Result<BuiltinOptions, MatchSettingsError> {
    let mut options = defaults.clone();
    let mut parameters = Vec::new();
    let refused = |reason: &str| MatchSettingsError::new(format!("engine {}: {reason}", settings.name));
    for (name, value) in &settings.options {
        match options.set(catalog, name, value) {
            Ok(OptionEffect::Done | OptionEffect::Forget) => {}
            Ok(OptionEffect::Game(_)) => return Err(refused("the game is that of the match")),
            Err(error) => return Err(refused(&error.text)),
        }
        match option_of_game(catalog, name).filter(|(_, option)| option.is_parameter()) {
            Some((game, option)) if game.id() == library.id() => parameters.push((option.name.clone(), value.clone())),
            Some((game, _)) => {
                let (id, played) = (game.id(), library.id());
                return Err(refused(&format!("`{name}` is a number of {id} alone, and the game is {played}")));
            }
            None if catalog.games().iter().any(|game| name.starts_with(&format!("{}.", game.id()))) => {
                return Err(refused(&format!(
                    "`{name}` is an option of the game, so set it for the whole match: --option {name}=VALUE"
                )));
            }
            None => {}
        }
    }
    let hash_is_wanted = settings.options.keys().any(|name| name.eq_ignore_ascii_case("Hash"));
    let move_overhead = options.move_overhead();
    let network = networks.find(library, &options.search).map_err(|reason| refused(&reason))?;
    let search = options.search.with_network(network);
    Ok(BuiltinOptions { search, hash_is_wanted, move_overhead, parameters })
}

/// The tablebases of the game, if an engine is built in.
pub(super) fn tablebases(engine: &Engine, settings: &MatchSettings) -> Vec<TablebaseIdentity> {
    if settings.engines.iter().all(|engine| engine.kind != EngineKind::Builtin) {
        return Vec::new();
    }
    let of_game = engine.tablebases.tables().filter(|table| table.identity().game == settings.game);
    of_game.map(|table| TablebaseIdentity { name: table.name(), hash: table.hash().clone() }).collect()
}
