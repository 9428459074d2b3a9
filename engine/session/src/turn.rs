//! The turn of a loop among all loops of the process: after a bounded amount of work the others have theirs.

use tokio::task::yield_now;

/// The work of a turn, in bytes that were read or written: some tenths of a millisecond.
const TURN: usize = 64 << 10;

/// What a step costs that reads and writes nothing.
const STEP: usize = 1 << 10;

/// What is left of a turn.
#[derive(Debug)]
pub(crate) struct TurnBudget(usize);

impl Default for TurnBudget {
    fn default() -> Self {
        Self(TURN)
    }
}

impl TurnBudget {
    /// A step was done that has read or written so many bytes. If it was the last one of this turn, everything else that
    /// is ready goes first, timers and input too.
    pub(crate) async fn spend(&mut self, bytes: usize) {
        self.0 = self.0.saturating_sub(STEP + bytes);
        if self.0 == 0 {
            yield_now().await;
            self.0 = TURN;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[tokio::test]
    async fn a_loop_that_never_waits_lets_others_go_on() {
        let (steps, counted) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let (working, counting) = (Arc::clone(&steps), Arc::clone(&counted));
        let worker = tokio::spawn(async move {
            let mut turn = TurnBudget::default();
            while counting.load(Relaxed) < 10 {
                working.fetch_add(1, Relaxed);
                turn.spend(0).await;
            }
        });
        for _ in 0..10 {
            counted.fetch_add(1, Relaxed);
            yield_now().await;
        }
        worker.await.unwrap();
        assert!(steps.load(Relaxed) <= 11 * (TURN / STEP) as u64, "{steps:?}");
        let mut turn = TurnBudget::default();
        turn.spend(TURN - STEP - 1).await;
        assert_eq!(turn.0, 1);
        turn.spend(0).await;
        assert_eq!(turn.0, TURN);
    }
}
