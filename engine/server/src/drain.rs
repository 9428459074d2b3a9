//! The end of a server that lets its sessions go on to theirs.

use std::time::Duration;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Has a server take no more clients, and end with its last session.
#[derive(Clone, Debug, Default)]
pub struct Drain(CancellationToken);

impl Drain {
    /// Begins it, once and for good.
    pub fn begin(&self) {
        if !self.0.is_cancelled() {
            tracing::info!("no new sessions are taken; idle ones end, and the server ends with the last one");
            self.0.cancel();
        }
    }

    /// Cancelled when it begins.
    pub(crate) fn token(&self) -> CancellationToken {
        self.0.clone()
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits until it has begun, and then for the last session, at most for this time.
    pub(crate) async fn end(&self, sessions: &TaskTracker, time: Duration) {
        self.0.cancelled().await;
        // The tracker still counts sessions that were admitted just before.
        sessions.close();
        if timeout(time, sessions.wait()).await.is_err() {
            tracing::warn!(sessions = sessions.len(), "sessions did not end in time");
        }
    }
}
