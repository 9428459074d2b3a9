//! Delivery of results to the broker, regardless of the length of its outages.

use super::joined::Runs;
use super::spool::{Spool, SpooledResult};
use crate::broker::Broker;
use crate::names::WorkerName;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The maximum pause between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Delivers a result of this worker. Returns whether the broker has it; `false` if the run is gone, or if the worker
/// must end.
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
            // The result may nevertheless be stored; a duplicate counts once.
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

/// Delivers results left by an earlier process of the worker.
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
