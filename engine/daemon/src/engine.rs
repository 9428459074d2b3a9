//! What all sessions of a process share: the loaded games, the settings, and the options a session begins with.

use crate::options::SessionOptions;
use crate::settings::Settings;
use plyd_host::{Catalog, SearchPath};
use std::sync::Arc;

/// The loaded games and the settings. Shared, never changed.
#[derive(Debug)]
pub struct Engine {
    /// The loaded games.
    pub catalog: Catalog,
    /// The effective settings.
    pub settings: Settings,
    /// The options a new session begins with.
    pub options: SessionOptions,
}

impl Engine {
    /// Loads the games and applies the settings.
    ///
    /// # Errors
    /// A setting that names a game or an option there is not, or a value the option does not take.
    pub fn new(settings: Settings) -> anyhow::Result<Arc<Self>> {
        let plugins = &settings.plugins;
        let folders = if plugins.standard_folders {
            SearchPath::standard(&plugins.folders)
        } else {
            SearchPath::default().folders(&plugins.folders)
        };
        let catalog = Catalog::load(&folders, &plugins.cache());
        for refusal in catalog.refused() {
            tracing::warn!(file = %refusal.path.display(), "not loaded: it {}", refusal.reason);
        }
        for game in catalog.games() {
            tracing::info!(game = game.id(), version = game.version(), file = %game.path().display(), "loaded");
        }
        let options = SessionOptions::from_settings(&catalog, &settings)?;
        Ok(Arc::new(Self { catalog, settings, options }))
    }
}
