//! The work of a session in a child process, which alone loads the library of the game.
//!
//! [`Seat`] is the parent's side: it belongs to a session, starts the child when it is first needed, and sets the
//! position up again in a new one when a child has ended. [`serve_parent`] is the child's side. Between them is a
//! `connection`, over which both say `messages`, each a line of JSON.
//!
//! The parent believes nothing that a child says: a message answers what was asked, is of the kind that was asked for,
//! and is not too long, or the child is ended. What waits for a session takes memory of a bound that all children share.

mod connection;
mod conversation;
mod inside;
mod longest;
mod messages;
mod permission;
mod reader;
pub mod rehearsal;
mod seat;
mod signals;
mod writer;

pub(crate) use connection::crashed;
pub use inside::serve_parent;
pub(crate) use seat::{AwayBoard, Seat};
pub(crate) use signals::Signals;

use crate::library_calls::LibraryCalls;
use plyd_confine::Lack;
use plyd_worker::{LEAST_PENDING, Pending, Supervisor};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How sessions have their work done in child processes.
#[derive(Debug, Clone)]
pub struct Isolation {
    /// Starts the children: this program, as the child of a session.
    supervisor: Supervisor,
    /// What this system cannot hold, as far as it was logged.
    lacks: Arc<Mutex<HashSet<String>>>,
    /// The memory for what all children say.
    pending: Pending,
    /// Threads for long messages.
    readers: Arc<LibraryCalls>,
}

impl Isolation {
    /// With children that this starts.
    #[must_use]
    pub fn new(supervisor: Supervisor) -> Self {
        let (pending, readers) = (Pending::new(LEAST_PENDING), LibraryCalls::new(Duration::MAX, 0));
        let own = Self { supervisor, lacks: Arc::default(), pending, readers: Arc::new(readers) };
        if !cfg!(target_os = "linux") {
            // Before a library runs. What a kernel of Linux lacks, the first child says.
            own.note_lacks(vec![Lack::Everything.to_string()]);
        }
        own
    }

    /// The same with so many bytes for all that children say and nobody has taken yet, and with threads of a lower
    /// priority, by this nice value, to read what is long.
    #[must_use]
    pub fn within(self, pending_bytes: usize, niceness: u8) -> Self {
        let readers = Arc::new(LibraryCalls::new(Duration::MAX, niceness));
        Self { pending: Pending::new(pending_bytes), readers, ..self }
    }

    /// Logs what this system cannot hold, each only once.
    fn note_lacks(&self, lacks: Vec<String>) {
        let mut known = self.lacks.lock().unwrap_or_else(PoisonError::into_inner);
        for lack in lacks {
            if known.insert(lack.clone()) {
                tracing::warn!("libraries are less limited than they should be: {lack}");
            }
        }
    }
}
