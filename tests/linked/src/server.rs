//! An engine that many sessions share, as those of a server do.

use crate::{Engine, catalog, engine};
use plyd_host::Catalog;
use plyd_session::{Access, BuildNotices, ClientVisit, SharedSettings, Transport};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A server without sockets: sessions as those on its connections.
pub struct Server {
    engine: Arc<plyd_session::Engine>,
}

impl Server {
    /// A server whose sessions begin with this game, after a change of the settings.
    ///
    /// # Panics
    /// There is no such game, or no option or value that the settings name.
    #[must_use]
    pub fn start(game: &str, change: impl FnOnce(&mut SharedSettings)) -> Self {
        Self::with_games(catalog(), |settings| {
            game.clone_into(&mut settings.game);
            change(settings);
        })
    }

    /// A server with these games alone.
    ///
    /// # Panics
    /// There is no option or value that the settings name.
    #[must_use]
    pub fn with_games(games: Catalog, change: impl FnOnce(&mut SharedSettings)) -> Self {
        let mut settings = SharedSettings::default();
        change(&mut settings);
        Self { engine: engine(settings, games) }
    }

    /// The MiB of the tables of its sessions.
    #[must_use]
    pub fn table_mebibytes(&self) -> usize {
        self.engine.tables.used()
    }

    /// A new session.
    ///
    /// # Panics
    /// The system gives no thread.
    #[must_use]
    pub fn client(&self) -> Engine {
        self.client_with(Access::FREE)
    }

    /// A new session of somebody with this access.
    ///
    /// # Panics
    /// The system gives no thread.
    #[must_use]
    pub fn client_with(&self, access: Access) -> Engine {
        let (ends, drained) = (CancellationToken::new(), CancellationToken::new());
        let visit = ClientVisit::new(&ends, drained, None, BuildNotices::default());
        Engine::of(Arc::clone(&self.engine), Transport::Connection(access, Arc::new(visit)))
    }
}
