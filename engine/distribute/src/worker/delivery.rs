//! How results get to the broker, however long it is away.

use super::joined::Runs;
use super::spool::{Spool, SpooledResult};
use crate::broker::Broker;
use crate::names::WorkerName;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Delivers a result of this worker; whether the broker has it. It does not if the run is gone, or this was asked to end.
pub(super) async fn deliver(
    (broker, worker): (&Broker, &WorkerName),
    spool: &Spool,
    runs: &Runs,
    kept: &SpooledResult,
    end: &CancellationToken,
) -> bool {
    let mut wait = Duration::from_millis(100);
    loop {
        match broker.publish_result(&kept.run, worker, &kept.id, kept.packed.clone()).await {
            Ok(()) => {
                spool.forget(kept);
                return true;
            }
            // It may be stored all the same. If so, it counts once.
            Err(error) => tracing::debug!("{error}; it is sent again"),
        }
        if runs.is_gone(&kept.run) {
            spool.forget(kept);
            return false;
        }
        tokio::select! {
            () = end.cancelled() => return false,
            () = tokio::time::sleep(wait) => {}
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// Delivers what a worker before has left here.
pub(super) async fn deliver_rest(
    broker: Broker,
    spool: Spool,
    runs: Arc<Runs>,
    worker: WorkerName,
    end: CancellationToken,
) {
    for kept in spool.rest() {
        deliver((&broker, &worker), &spool, &runs, &kept, &end).await;
    }
}
