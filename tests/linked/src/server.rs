//! An engine shared by many sessions, as in a server.

use crate::{Engine, catalog, engine};
use plyd_host::Catalog;
use plyd_session::{Access, BuildNotices, ClientVisit, SharedSettings, Transport};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A server without sockets. Its sessions behave like connections to a real server.
pub struct Server {
    engine: Arc<plyd_session::Engine>,
}

impl Server {
    /// Creates a server whose sessions begin with this game, after a change of the settings.
    ///
    /// # Panics
    /// The game, or an option or value in the settings, does not exist.
    #[must_use]
    pub fn start(game: &str, change: impl FnOnce(&mut SharedSettings)) -> Self {
        Self::with_games(catalog(), |settings| {
            game.clone_into(&mut settings.game);
            change(settings);
        })
    }

    /// Creates a server with only these games.
    ///
    /// # Panics
    /// An option or value in the settings does not exist.
    #[must_use]
    pub fn with_games(games: Catalog, change: impl FnOnce(&mut SharedSettings)) -> Self {
        let mut settings = SharedSettings::default();
        change(&mut settings);
        Self { engine: engine(settings, games) }
    }

    /// Returns the memory of the sessions' tables in MiB.
    #[must_use]
    pub fn table_mebibytes(&self) -> usize {
        self.engine.tables.used()
    }

    /// Starts a session.
    ///
    /// # Panics
    /// A thread cannot be created.
    #[must_use]
    pub fn client(&self) -> Engine {
        self.client_with(Access::FREE)
    }

    /// Starts a session for a client with this access.
    ///
    /// # Panics
    /// A thread cannot be created.
    #[must_use]
    pub fn client_with(&self, access: Access) -> Engine {
        let (ends, drained) = (CancellationToken::new(), CancellationToken::new());
        let visit = ClientVisit::new(&ends, drained, None, BuildNotices::default());
        Engine::of(Arc::clone(&self.engine), Transport::Connection(access, Arc::new(visit)))
    }
}
