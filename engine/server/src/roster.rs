//! The sessions of a server, for those who ask: who they are, and how each is sent away.

use crate::connection::PeerAddress;
use plyd_session::ClientVisit;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The open sessions, by number.
///
/// It says nothing of what they do: each [`ClientVisit`] knows that of its session, and is looked at when somebody
/// asks.
#[derive(Debug, Default)]
pub(crate) struct Roster(Mutex<BTreeMap<u64, SessionClient>>);

/// The client of a session.
#[derive(Clone, Debug)]
pub(crate) struct SessionClient {
    pub(crate) peer: PeerAddress,
    /// The name of its token, if it needed one.
    pub(crate) token: Option<String>,
    pub(crate) since: Instant,
    pub(crate) visit: Arc<ClientVisit>,
}

/// An entry, which goes when this is dropped.
#[derive(Debug)]
pub(crate) struct RosterEntry<'a> {
    roster: &'a Roster,
    id: u64,
}

impl Roster {
    pub(crate) fn enter(&self, id: u64, guest: SessionClient) -> RosterEntry<'_> {
        self.guests().insert(id, guest);
        RosterEntry { roster: self, id }
    }

    /// All sessions, the oldest first.
    pub(crate) fn list(&self) -> Vec<(u64, SessionClient)> {
        self.guests().iter().map(|(id, guest)| (*id, guest.clone())).collect()
    }

    /// Sends a client away; false if there is no such session.
    pub(crate) fn kick(&self, id: u64) -> bool {
        self.guests().get(&id).map(|guest| guest.visit.kick()).is_some()
    }

    fn guests(&self) -> MutexGuard<'_, BTreeMap<u64, SessionClient>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RosterEntry<'_> {
    fn drop(&mut self) {
        self.roster.guests().remove(&self.id);
    }
}
