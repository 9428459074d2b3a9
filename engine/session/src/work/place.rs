//! A task's place among all that run: one of a fixed number, and known to the traffic of its library.

use crate::queue::Permit;
use plyd_worker::UnderWay;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// Where a session puts the permit of the task that it starts next. The task takes it with it, if it is done in this
/// process; that in a child leaves it here until its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct PermitSlot(Arc<Mutex<Option<Permit>>>);

impl PermitSlot {
    /// This is the permit of the next task, or there is none any more.
    pub(crate) fn put(&self, permit: Option<Permit>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = permit;
    }

    pub(super) fn take(&self) -> Option<Permit> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Held by the thread of a task until its end, and by its session. A hanging thread does not keep the place forever.
#[derive(Clone, Debug)]
pub(super) struct TaskPermit(Arc<Mutex<PermitState>>);

#[derive(Debug)]
struct PermitState {
    /// `None` for a task that ends immediately without a turn, and when another task may run in its place.
    permit: Option<Permit>,
    /// `None` when the thread is through.
    under_way: Option<UnderWay>,
}

impl TaskPermit {
    pub(super) fn new(permit: Option<Permit>, under_way: UnderWay) -> Self {
        Self(Arc::new(Mutex::new(PermitState { permit, under_way: Some(under_way) })))
    }

    /// The thread is through.
    pub(super) fn leave(&self) {
        let mut held = self.held();
        (held.permit, held.under_way) = (None, None);
    }

    /// Abandons the thread. It counts as hanging until it ends, and another one may run in its place.
    pub(super) fn give_up(&self) {
        let mut held = self.held();
        held.permit = None;
        if let Some(under_way) = &held.under_way {
            under_way.must_end_by(Instant::now());
        }
    }

    /// The session no longer waits for the thread. It was asked to stop, and has this much time before it is abandoned.
    pub(super) fn give_up_after(&self, grace: Duration) {
        // Without a runtime there is no session that could need the place.
        if let (true, Ok(runtime)) = (self.held().under_way.is_some(), Handle::try_current()) {
            let place = self.clone();
            runtime.spawn(async move {
                tokio::time::sleep(grace).await;
                place.give_up();
            });
        }
    }

    fn held(&self) -> MutexGuard<'_, PermitState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
