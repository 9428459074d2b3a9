//! The sessions of a server, for those who ask: who they are, and how each is sent away.

use crate::connection::Peer;
use plyd_session::Visit;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The open sessions, by number.
///
/// It says nothing of what they do: each [`Visit`] knows that of its session, and is looked at when somebody asks.
#[derive(Debug, Default)]
pub(crate) struct Roster(Mutex<BTreeMap<u64, Guest>>);

/// The client of a session.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) peer: Peer,
    /// The name of its token, if it needed one.
    pub(crate) token: Option<String>,
    pub(crate) since: Instant,
    pub(crate) visit: Arc<Visit>,
}

/// An entry, which goes when this is dropped.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    roster: &'a Roster,
    id: u64,
}

impl Roster {
    pub(crate) fn enter(&self, id: u64, guest: Guest) -> Entry<'_> {
        self.guests().insert(id, guest);
        Entry { roster: self, id }
    }

    /// All sessions, the oldest first.
    pub(crate) fn list(&self) -> Vec<(u64, Guest)> {
        self.guests().iter().map(|(id, guest)| (*id, guest.clone())).collect()
    }

    /// Sends a client away; false if there is no such session.
    pub(crate) fn kick(&self, id: u64) -> bool {
        self.guests().get(&id).map(|guest| guest.visit.kick()).is_some()
    }

    fn guests(&self) -> MutexGuard<'_, BTreeMap<u64, Guest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.roster.guests().remove(&self.id);
    }
}
