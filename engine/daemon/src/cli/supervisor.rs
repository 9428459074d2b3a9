//! What the program that has started a server hears of it, if it has asked: systemd does so by `NOTIFY_SOCKET`.
//!
//! A server that was started otherwise tells nobody. Nothing here fails: a supervisor that cannot be told ends the
//! server by itself.

use plyd_server::Pulse;
use tokio_util::sync::CancellationToken;

#[cfg(target_os = "linux")]
mod words {
    use sd_notify::{NotifyState, notify, watchdog_enabled};
    use std::time::Duration;

    /// The interval of the status if nobody waits for a sign of life.
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

    pub(in crate::cli) fn reloading() {
        if let Ok(now) = NotifyState::monotonic_usec_now() {
            let _ = notify(&[NotifyState::Reloading, now]);
        }
        // Nothing waits for it: a library may be in its trial for long, and the server serves all the while.
        ready();
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

    pub(in crate::cli) fn reloading() {}

    pub(in crate::cli) fn stopping() {}
}

pub(super) use words::{reloading, stopping};

/// Says that the server listens, and from time to time that it still answers; and that it ends, when it is told to.
pub(super) async fn tell(pulse: Pulse, shutdown: CancellationToken) {
    words::ready();
    loop {
        tokio::select! {
            is_alive = pulse.beat() => if is_alive { words::alive(&pulse.status()) },
            () = shutdown.cancelled() => return stopping(),
        }
        tokio::select! {
            () = tokio::time::sleep(words::interval()) => {}
            () = shutdown.cancelled() => return stopping(),
        }
    }
}
