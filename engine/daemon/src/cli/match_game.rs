//! The games of a match, wherever its library is loaded.

use crate::own_program;
use plyd_arena::{BuiltinOptions, Children, Match};
use plyd_host::Library;
use plyd_session::Engine;
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
