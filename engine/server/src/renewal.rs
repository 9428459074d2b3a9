//! All that a server reads again, and looks at, when it reloads: libraries, the certificate, and what may be no longer
//! as it was at the start.

use crate::hall::ServerState;
use crate::listener::ServerListener;
use crate::tls::Tls;
use plyd_session::{ReloadChange, Reloads, reload_on};
use std::sync::Arc;

/// What else is looked at when a server reloads.
#[derive(Default)]
pub(crate) struct Looks(Vec<Box<dyn Fn() -> Option<ReloadChange> + Send + Sync>>);

impl Looks {
    /// Adds a check, which returns what it found changed, or could not change.
    pub(crate) fn add(&mut self, look: impl Fn() -> Option<ReloadChange> + Send + Sync + 'static) {
        self.0.push(Box::new(look));
    }

    /// Adds a check that the file of a listener's socket is still in place, if it has one.
    pub(crate) fn add_socket(&mut self, listener: &ServerListener) {
        // A listener whose address is unknown has no file.
        let Ok(address) = listener.address() else { return };
        let is_found = listener.is_found();
        self.add(move || {
            let reason = "the file of the socket was removed or moved, so clients do not find the server; restart it";
            (!is_found()).then(|| ReloadChange::Failed { what: address.to_string(), reason: reason.to_owned() })
        });
    }
}

impl std::fmt::Debug for Looks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Looks").field(&self.0.len()).finish()
    }
}

/// Reads libraries and the certificate again for all who ask, and looks at all else.
pub(crate) async fn reload(hall: Arc<ServerState>, reloads: Arc<Reloads>, also: Looks) {
    let also = Arc::new(also);
    match reload_on(&hall.engine, &reloads, || renew(hall.door.tls.clone(), Arc::clone(&also))).await {}
}

async fn renew(tls: Option<Arc<Tls>>, also: Arc<Looks>) -> Vec<ReloadChange> {
    let looking = tokio::task::spawn_blocking(move || {
        let certificate = tls.map(|tls| renew_certificate(&tls));
        let others = also.0.iter().filter_map(|look| look()).inspect(|change| {
            if let ReloadChange::Failed { what, reason } = change {
                tracing::warn!("{what}: {reason}");
            }
        });
        certificate.into_iter().chain(others).collect()
    });
    let failed = |reason: String| vec![ReloadChange::Failed { what: "certificate and settings".to_owned(), reason }];
    looking.await.unwrap_or_else(|error| failed(error.to_string()))
}

fn renew_certificate(tls: &Tls) -> ReloadChange {
    let what = "certificate".to_owned();
    match tls.reload() {
        Ok(()) => ReloadChange::Renewed { what },
        Err(error) => ReloadChange::Failed { what, reason: error.to_string() },
    }
}
