//! The work of sessions in child processes, which alone load the libraries of games.
//!
//! A session believes nothing that a child says: see [`terms`](crate::terms). What waits for a session takes memory of
//! a bound that all children share.

use crate::work::Desk;
use plyd_confine::{ConfineError, Lack};
use plyd_worker::{LEAST_PENDING, Order, Pending, Streams, Supervisor};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// How sessions have their work done in child processes.
#[derive(Debug, Clone)]
pub struct Isolation {
    /// Starts the children: this program, as the child of a session.
    pub(crate) supervisor: Supervisor,
    /// What this system cannot hold, as far as it was logged.
    lacks: Arc<Mutex<HashSet<String>>>,
    /// The memory for what all children say.
    pub(crate) pending: Pending,
}

impl Isolation {
    /// With children that this starts.
    #[must_use]
    pub fn new(supervisor: Supervisor) -> Self {
        let own = Self { supervisor, lacks: Arc::default(), pending: Pending::new(LEAST_PENDING) };
        if !cfg!(target_os = "linux") {
            // Before a library runs. What a kernel of Linux lacks, the first child says.
            own.note_lacks(&[Lack::Everything.to_string()]);
        }
        own
    }

    /// The same with so many bytes for all that children say and nobody has taken yet.
    #[must_use]
    pub fn within(self, pending_bytes: usize) -> Self {
        Self { pending: Pending::new(pending_bytes), ..self }
    }

    /// Logs what this system cannot hold, each only once.
    pub(crate) fn note_lacks(&self, lacks: &[String]) {
        let mut known = self.lacks.lock().unwrap_or_else(PoisonError::into_inner);
        for lack in lacks {
            if known.insert(lack.clone()) {
                tracing::warn!("libraries are less limited than they should be: {lack}");
            }
        }
    }
}

/// Serves the parent until its end, which is the end of this process. `confined` is what became of the
/// [limits](Order::limit) of this process: without them the library is not loaded.
pub fn serve_parent(streams: Streams, order: &Order, confined: Result<Vec<Lack>, ConfineError>) -> ! {
    plyd_worker::serve(streams, order, confined, |library, _, output| Desk::in_child(library, order, output))
}
