//! The workers that a broker knows from their signs of life.

use crate::broker::BrokerOptions;
use crate::error::DistributeError;
use crate::wire::{CrewResiduals, MOST_RUNS, MOST_WORKERS, Sign};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::time::Duration;

/// Requests signs of life from all workers, and comparisons from all coordinators, and waits for the answers. Returns
/// the latest sign of each worker, sorted by name.
///
/// # Errors
/// The broker cannot be reached.
pub async fn signs(broker: &BrokerOptions, wait: Duration) -> Result<Vec<Sign>, DistributeError> {
    let broker = broker.connect("plyd workers").await?;
    let (mut heard, mut crews) = (broker.hear("plyd.alive.*").await?, broker.hear("plyd.crew.*").await?);
    broker.ask().await;
    broker.flush().await;
    let (mut workers, mut residuals) = (BTreeMap::new(), BTreeMap::new());
    let listen = async {
        loop {
            tokio::select! {
                Some(message) = heard.next() => {
                    if let Ok(sign) = Sign::read(&message.subject, &message.payload)
                        && (workers.len() < MOST_WORKERS || workers.contains_key(&sign.worker))
                    {
                        workers.insert(sign.worker.clone(), sign);
                    }
                }
                Some(message) = crews.next() => {
                    let read = CrewResiduals::read(&message.subject, &message.payload);
                    if let Ok(CrewResiduals { run, residuals: of_run, .. }) = read
                        && (residuals.len() < MOST_RUNS || residuals.contains_key(&run))
                    {
                        residuals.insert(run, of_run);
                    }
                }
                else => return,
            }
        }
    };
    let _ = tokio::time::timeout(wait, listen).await;
    let mut signs: Vec<_> = workers.into_values().filter(|sign| !sign.leaves).collect();
    for sign in &mut signs {
        for run in &mut sign.runs {
            run.residual = residuals.get(&run.run).and_then(|of_run| of_run.get(&sign.worker)).copied();
        }
    }
    Ok(signs)
}
