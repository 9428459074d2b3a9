//! `--metrics` of commands that are no servers: figures for programs that watch, while the command works.

use crate::settings::PlydSettings;
use plyd_server::{FigureServer, Figures, ListenAddress};
use std::io::{self, Write};
use std::sync::Arc;
use tokio::task::JoinHandle;

/// Figures that are served as long as this lives.
pub(super) struct ServedMetrics(JoinHandle<()>);

impl ServedMetrics {
    /// Serves these at the address, on the runtime of the program. Tokens and TLS come from the settings of servers.
    ///
    /// # Errors
    /// The address cannot be used, or the settings do not allow it.
    pub(super) async fn begin(
        figures: Arc<dyn Figures>,
        address: &ListenAddress,
        settings: &PlydSettings,
    ) -> anyhow::Result<Self> {
        let server = FigureServer::bind(figures, address.clone(), &settings.server).await?;
        // If standard error is closed, there is no way to report it.
        let _ = writeln!(io::stderr(), "plyd: metrics on {}", server.address()?);
        Ok(Self(tokio::spawn(server.run())))
    }
}

impl Drop for ServedMetrics {
    fn drop(&mut self) {
        self.0.abort();
    }
}
