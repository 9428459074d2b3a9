//! What the program that has started a server hears of it, if it has asked: systemd does so by `NOTIFY_SOCKET`.
//!
//! A server that was started otherwise tells nobody. Nothing here fails: a supervisor that cannot be told ends the
//! server by itself.

use plyd_server::ServerPulse;
use plyd_session::ReloadProgress;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

#[cfg(target_os = "linux")]
mod words {
    use sd_notify::{NotifyState, notify, watchdog_enabled};
    use std::time::Duration;

    /// The longest interval of the status, which applies if the supervisor has no watchdog.
    const STATUS_INTERVAL: Duration = Duration::from_secs(10);

    /// How often to give a sign of life: twice in the time after which the server counts as dead.
    pub(super) fn interval() -> Duration {
        watchdog_enabled().map_or(STATUS_INTERVAL, |time| (time / 2).clamp(Duration::from_millis(1), STATUS_INTERVAL))
    }

    pub(super) fn ready() {
        let _ = notify(&[NotifyState::Ready]);
    }

    pub(super) fn alive(status: &str) {
        let _ = notify(&[NotifyState::Watchdog, NotifyState::Status(status)]);
    }

    pub(super) fn reloading() {
        if let Ok(now) = NotifyState::monotonic_usec_now() {
            let _ = notify(&[NotifyState::Reloading, now]);
        }
    }

    pub(in crate::cli) fn stopping() {
        let _ = notify(&[NotifyState::Stopping]);
    }
}

#[cfg(not(target_os = "linux"))]
mod words {
    use std::time::Duration;

    pub(super) fn interval() -> Duration {
        Duration::MAX
    }

    pub(super) fn ready() {}

    pub(super) fn alive(_: &str) {}

    pub(super) fn reloading() {}

    pub(in crate::cli) fn stopping() {}
}

pub(super) use words::stopping;

/// Says that the server listens, and from time to time that it still answers; that it reloads, and when it has done so;
/// and that it ends, when it is asked to.
pub(super) async fn tell(pulse: ServerPulse, reloads: watch::Receiver<ReloadProgress>, shutdown: CancellationToken) {
    words::ready();
    let living = async {
        loop {
            if pulse.beat().await {
                words::alive(&pulse.status());
            }
            tokio::time::sleep(words::interval()).await;
        }
    };
    tokio::select! {
        () = living => {}
        () = tell_reloads(reloads) => {}
        () = shutdown.cancelled() => stopping(),
    }
}

/// A server is ready again when the newest request has been answered.
async fn tell_reloads(mut reloads: watch::Receiver<ReloadProgress>) {
    let mut told = (0, 0);
    loop {
        let now = {
            let progress = reloads.borrow_and_update();
            (progress.asked, progress.answered)
        };
        if now.0 > told.0 {
            words::reloading();
        }
        if now.1 > told.1 && now.0 == now.1 {
            words::ready();
        }
        told = now;
        if reloads.changed().await.is_err() {
            return;
        }
    }
}
