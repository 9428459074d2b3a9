//! Signs of life as they come, in order for each worker.
//!
//! All workers speak on one subscription, and one may speak without a pause. So a task of its own takes the signs at once,
//! and each worker has a short queue: what it says too often takes the place of what it said before, and costs the others
//! nothing.

use crate::names::WorkerName;
use crate::wire::{MOST_WORKERS, Sign};
use async_nats::Subscriber;
use futures_util::StreamExt;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

/// So many signs of one worker count in [`WINDOW`]. An honest one has three in a lease, and answers questions.
const MOST_SIGNS: usize = 8;
const WINDOW: Duration = Duration::from_secs(1);

/// The signs of all workers.
pub(super) struct Ear {
    shared: Arc<Shared>,
    task: AbortHandle,
}

#[derive(Default)]
struct Shared {
    heard: Mutex<Heard>,
    news: Notify,
}

impl Ear {
    /// Takes the signs of this subscription from now on.
    pub(super) fn new(mut signs: Subscriber) -> Self {
        let shared = Arc::new(Shared::default());
        let of_task = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            while let Some(message) = signs.next().await {
                match Sign::read(&message.subject, &message.payload) {
                    Ok(sign) => {
                        of_task.heard.lock().unwrap_or_else(PoisonError::into_inner).take(sign, Instant::now());
                        of_task.news.notify_one();
                    }
                    Err(reason) => tracing::debug!("a sign of life on {} cannot be read: {reason}", message.subject),
                }
            }
        });
        Self { shared, task: task.abort_handle() }
    }

    /// The next sign. It can be dropped while it waits: nothing is lost.
    pub(super) async fn next(&self) -> Sign {
        loop {
            let next = self.shared.heard.lock().unwrap_or_else(PoisonError::into_inner).next(Instant::now());
            match next {
                Next::Sign(sign) => return sign,
                Next::After(delay) => {
                    // Another worker may say something meanwhile.
                    let _ = tokio::time::timeout(delay, self.shared.news.notified()).await;
                }
                Next::Nothing => self.shared.news.notified().await,
            }
        }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What was heard and not told yet.
#[derive(Default)]
struct Heard {
    workers: BTreeMap<WorkerName, Voice>,
    /// The worker whose sign was told last: the others come first.
    last: Option<WorkerName>,
}

/// The signs of one worker.
struct Voice {
    waiting: VecDeque<Sign>,
    /// When the window began, and the signs that were told in it.
    window: Instant,
    told: usize,
}

/// What there is to hear.
enum Next {
    Sign(Sign),
    /// Nothing before this time has passed.
    After(Duration),
    Nothing,
}

impl Heard {
    fn take(&mut self, sign: Sign, now: Instant) {
        if !self.workers.contains_key(&sign.worker) && self.workers.len() >= MOST_WORKERS {
            self.workers.retain(|_, voice| !voice.waiting.is_empty() || now.duration_since(voice.window) < WINDOW);
            if self.workers.len() >= MOST_WORKERS {
                return;
            }
        }
        let new = || Voice { waiting: VecDeque::new(), window: now, told: 0 };
        let voice = self.workers.entry(sign.worker.clone()).or_insert_with(new);
        if voice.waiting.len() >= MOST_SIGNS {
            voice.waiting.pop_back();
        }
        voice.waiting.push_back(sign);
    }

    fn next(&mut self, now: Instant) -> Next {
        let after = self.last.as_ref().map_or(Unbounded, Excluded);
        let order: Vec<_> = self
            .workers
            .range((after, Unbounded))
            .chain(self.workers.iter())
            .filter(|(_, voice)| !voice.waiting.is_empty())
            .map(|(worker, _)| worker.clone())
            .take(MOST_WORKERS)
            .collect();
        let mut soonest = None;
        for worker in order {
            let Some(voice) = self.workers.get_mut(&worker) else { continue };
            if now.duration_since(voice.window) >= WINDOW {
                (voice.window, voice.told) = (now, 0);
            }
            if voice.told >= MOST_SIGNS {
                let left = WINDOW.saturating_sub(now.duration_since(voice.window));
                soonest = Some(soonest.map_or(left, |soonest: Duration| soonest.min(left)));
            } else if let Some(sign) = voice.waiting.pop_front() {
                voice.told += 1;
                self.last = Some(worker);
                return Next::Sign(sign);
            }
        }
        soonest.map_or(Next::Nothing, Next::After)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::FORM;

    fn sign(worker: &str, since: u64) -> Sign {
        Sign {
            form: FORM,
            worker: worker.parse().unwrap(),
            since,
            host: "h".to_owned().into(),
            cores: 1,
            plyd: "0".to_owned().into(),
            target: "t".to_owned().into(),
            games: 0,
            speed: 0.0,
            runs: Vec::new(),
            leaves: false,
        }
    }

    #[test]
    fn a_worker_that_does_not_stop_keeps_nobody_else_from_being_heard() {
        let (mut heard, now) = (Heard::default(), Instant::now());
        for since in 0..100_000 {
            heard.take(sign("loud", since), now);
        }
        heard.take(sign("quiet", 7), now);
        let mut told = Vec::new();
        while let Next::Sign(sign) = heard.next(now) {
            told.push((sign.worker.to_string(), sign.since));
        }
        let loud: Vec<_> = told.iter().filter(|(worker, _)| worker == "loud").map(|&(_, since)| since).collect();
        // The first ones in order, then the last word.
        assert_eq!(loud, [0, 1, 2, 3, 4, 5, 6, 99_999]);
        assert!(told[..2].contains(&("quiet".to_owned(), 7)), "{told:?}");
        // Its next word waits for the next second, that of the other one does not.
        heard.take(sign("loud", 1), now);
        assert!(matches!(heard.next(now), Next::After(delay) if delay == WINDOW));
        heard.take(sign("quiet", 8), now);
        assert!(matches!(heard.next(now), Next::Sign(sign) if sign.since == 8));
        assert!(matches!(heard.next(now + WINDOW), Next::Sign(sign) if sign.since == 1));
        assert!(matches!(heard.next(now + WINDOW), Next::Nothing));
    }
}
