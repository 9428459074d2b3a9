//! The queue of incoming signs of life, ordered for each worker.
//!
//! All workers publish on one subject, and one of them may publish incessantly. Therefore a separate task receives the
//! signs at once, and each worker has a short queue: a sign beyond its capacity replaces the last one, and does not
//! affect other workers.

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

/// The maximum number of signs of one worker that are processed per [`WINDOW`]. An honest one sends three per lease,
/// and answers requests.
const MOST_SIGNS: usize = 8;
const WINDOW: Duration = Duration::from_secs(1);

/// The signs of life of all workers.
pub(super) struct Signs {
    shared: Arc<SharedSigns>,
    task: AbortHandle,
}

#[derive(Default)]
struct SharedSigns {
    queues: Mutex<Queues>,
    news: Notify,
}

impl Signs {
    /// Receives the signs of this subscription from now on.
    pub(super) fn new(mut signs: Subscriber) -> Self {
        let shared = Arc::new(SharedSigns::default());
        let of_task = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            while let Some(message) = signs.next().await {
                match Sign::read(&message.subject, &message.payload) {
                    Ok(sign) => {
                        of_task.queues.lock().unwrap_or_else(PoisonError::into_inner).add(sign, Instant::now());
                        of_task.news.notify_one();
                    }
                    Err(reason) => tracing::debug!("a sign of life on {} cannot be read: {reason}", message.subject),
                }
            }
        });
        Self { shared, task: task.abort_handle() }
    }

    /// Waits for the next sign. The future is cancel-safe: if it is dropped, nothing is lost.
    pub(super) async fn next(&self) -> Sign {
        loop {
            let next = self.shared.queues.lock().unwrap_or_else(PoisonError::into_inner).next(Instant::now());
            match next {
                NextSign::Sign(sign) => return sign,
                NextSign::After(delay) => {
                    // Another worker may send a sign in the meantime.
                    let _ = tokio::time::timeout(delay, self.shared.news.notified()).await;
                }
                NextSign::Nothing => self.shared.news.notified().await,
            }
        }
    }
}

impl Drop for Signs {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The waiting signs.
#[derive(Default)]
struct Queues {
    workers: BTreeMap<WorkerName, SignQueue>,
    /// The worker whose sign was taken last; the others take precedence.
    last: Option<WorkerName>,
}

/// The waiting signs of one worker.
struct SignQueue {
    waiting: VecDeque<Sign>,
    /// The start of the current window, and the number of signs taken in it.
    window: Instant,
    taken: usize,
}

/// The availability of a sign.
enum NextSign {
    Sign(Sign),
    /// None before this time has passed.
    After(Duration),
    Nothing,
}

impl Queues {
    fn add(&mut self, sign: Sign, now: Instant) {
        if !self.workers.contains_key(&sign.worker) && self.workers.len() >= MOST_WORKERS {
            self.workers.retain(|_, queue| !queue.waiting.is_empty() || now.duration_since(queue.window) < WINDOW);
            if self.workers.len() >= MOST_WORKERS {
                return;
            }
        }
        let new = || SignQueue { waiting: VecDeque::new(), window: now, taken: 0 };
        let queue = self.workers.entry(sign.worker.clone()).or_insert_with(new);
        if queue.waiting.len() >= MOST_SIGNS {
            queue.waiting.pop_back();
        }
        queue.waiting.push_back(sign);
    }

    fn next(&mut self, now: Instant) -> NextSign {
        let Self { workers, last } = self;
        let (mut soonest, before) = (None, last.clone());
        // The workers after the last one, then all from the first on.
        for start in [before.as_ref().map_or(Unbounded, Excluded), Unbounded] {
            for (worker, queue) in workers.range_mut((start, Unbounded)) {
                if queue.waiting.is_empty() {
                    continue;
                }
                let left = queue.wait(now);
                if left > Duration::ZERO {
                    soonest = Some(soonest.map_or(left, |soonest: Duration| soonest.min(left)));
                } else if let Some(sign) = queue.waiting.pop_front() {
                    queue.taken += 1;
                    *last = Some(worker.clone());
                    return NextSign::Sign(sign);
                }
            }
        }
        soonest.map_or(NextSign::Nothing, NextSign::After)
    }
}

impl SignQueue {
    /// Returns the time until the next sign may be taken.
    fn wait(&mut self, now: Instant) -> Duration {
        let age = now.duration_since(self.window);
        if age >= WINDOW {
            (self.window, self.taken) = (now, 0);
        }
        if self.taken < MOST_SIGNS { Duration::ZERO } else { WINDOW.saturating_sub(age) }
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
        let (mut queues, now) = (Queues::default(), Instant::now());
        for since in 0..100_000 {
            queues.add(sign("loud", since), now);
        }
        queues.add(sign("quiet", 7), now);
        let mut taken = Vec::new();
        while let NextSign::Sign(sign) = queues.next(now) {
            taken.push((sign.worker.to_string(), sign.since));
        }
        let loud: Vec<_> = taken.iter().filter(|(worker, _)| worker == "loud").map(|&(_, since)| since).collect();
        // The first signs in order, then the latest one.
        assert_eq!(loud, [0, 1, 2, 3, 4, 5, 6, 99_999]);
        assert!(taken[..2].contains(&("quiet".to_owned(), 7)), "{taken:?}");
        // Its next sign waits for the next window, unlike that of the other worker.
        queues.add(sign("loud", 1), now);
        assert!(matches!(queues.next(now), NextSign::After(delay) if delay == WINDOW));
        queues.add(sign("quiet", 8), now);
        assert!(matches!(queues.next(now), NextSign::Sign(sign) if sign.since == 8));
        assert!(matches!(queues.next(now + WINDOW), NextSign::Sign(sign) if sign.since == 1));
        assert!(matches!(queues.next(now + WINDOW), NextSign::Nothing));
    }
}
