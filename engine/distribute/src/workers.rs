//! The workers that a broker knows, by their signs of life.

use crate::broker::{BrokerOptions, ROLL};
use crate::entry::FORM;
use crate::error::DistributeError;
use crate::wire::Sign;
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::time::Duration;

/// Asks all workers for signs of life, and waits so long for them. Returns the last one of each, by name.
///
/// # Errors
/// The broker cannot be reached.
pub async fn signs(broker: &BrokerOptions, wait: Duration) -> Result<Vec<Sign>, DistributeError> {
    let broker = broker.connect("plyd workers").await?;
    let mut heard = broker.hear("plyd.alive.*").await?;
    broker.say(ROLL.to_owned(), &()).await;
    broker.flush().await;
    let mut workers = BTreeMap::new();
    let listen = async {
        while let Some(message) = heard.next().await {
            if let Ok(sign) = serde_json::from_slice::<Sign>(&message.payload)
                && sign.form == FORM
            {
                workers.insert(sign.worker.clone(), sign);
            }
        }
    };
    let _ = tokio::time::timeout(wait, listen).await;
    Ok(workers.into_values().filter(|sign| !sign.leaves).collect())
}
