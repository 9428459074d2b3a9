//! The work of sessions in child processes, which alone load the libraries of games.
//!
//! A session believes nothing that a child says: see [`terms`](crate::terms). What waits for a session takes memory of
//! a bound that all children share.

use crate::work::SessionWork;
use plyd_confine::{ConfineError, MissingLimit};
use plyd_host::TrialProcess;
use plyd_worker::{ChildOrder, ChildStreams, LEAST_PENDING, MessageMemory, Supervisor};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// How sessions have their work done in child processes.
#[derive(Debug, Clone)]
pub struct Isolation {
    /// Starts the children: each is this program, run as the child of a session.
    supervisor: Supervisor,
    /// The limits that this system cannot enforce and that were logged already.
    lacks: Arc<Mutex<HashSet<String>>>,
    /// The memory for what all children say.
    pub(crate) pending: MessageMemory,
    /// Which libraries are loaded by children.
    pub(crate) process: TrialProcess,
}

impl Isolation {
    /// With children that this starts, for all libraries.
    #[must_use]
    pub fn new(supervisor: Supervisor) -> Self {
        let (lacks, pending) = (Arc::default(), MessageMemory::new(LEAST_PENDING));
        Self { supervisor, lacks, pending, process: TrialProcess::Children }
    }

    /// The same for the libraries alone that do not lie in the program's own folders, see
    /// [`SearchPath::is_own`](plyd_host::SearchPath::is_own). The others are loaded into this process.
    #[must_use]
    pub fn of_foreign(self) -> Self {
        Self { process: TrialProcess::ByFolder, ..self }
    }

    /// The way to start a child, before the first of which this is called: nothing reads this process from then on, and
    /// what this system cannot hold is said.
    pub(crate) fn supervisor(&self) -> Supervisor {
        // Where the kernel has no Landlock, libraries could read this process otherwise.
        plyd_confine::hide();
        if !cfg!(target_os = "linux") {
            // Before a library runs. What a kernel of Linux lacks, the first child says.
            self.note_lacks(&[MissingLimit::Everything.to_string()]);
        }
        self.supervisor.clone()
    }

    /// The same with this many bytes for all unread output of children.
    #[must_use]
    pub fn within(self, pending_bytes: usize) -> Self {
        Self { pending: MessageMemory::new(pending_bytes), ..self }
    }

    /// Logs the limits that this system cannot enforce, each only once.
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
/// [limits](ChildOrder::limit) of this process: without them the library is not loaded.
pub fn serve_parent(streams: ChildStreams, order: &ChildOrder, confined: Result<Vec<MissingLimit>, ConfineError>) -> ! {
    plyd_worker::serve(streams, order, confined, |library, _, output| SessionWork::in_child(library, order, output))
}
