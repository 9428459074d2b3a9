//! What a server and one of its sessions know of each other.

use crate::queue::Owner;
use plyd_host::Library;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The visit of a client: the session says what it does, and the server that it should end. Neither waits for the
/// other.
#[derive(Debug)]
pub struct ClientVisit {
    does: AtomicU8,
    /// Of all its searches.
    nodes: AtomicU64,
    game: Mutex<Option<Arc<Library>>>,
    /// To whom its searches belong.
    owner: Option<Owner>,
    is_kicked: AtomicBool,
    ends: CancellationToken,
    drained: CancellationToken,
    builds: BuildNotices,
}

/// New builds of games that somebody works on: each session of a game gets a line when one is there. Clones are one.
#[derive(Clone, Debug, Default)]
pub struct BuildNotices(watch::Sender<String>);

impl BuildNotices {
    /// Sends the id of a game with a new build to all sessions.
    pub fn tell(&self, game: &str) {
        self.0.send_replace(game.to_owned());
    }

    /// Receives the builds from now on.
    pub(crate) fn hear(&self) -> watch::Receiver<String> {
        self.0.subscribe()
    }
}

/// What a session does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It waits for its client.
    Idle,
    /// It waits for a call of the library, or reads a long line.
    Call,
    /// Its search waits for a turn.
    Queued,
    /// It searches, or keeps the answer until `stop`.
    Search,
    /// It counts positions.
    Perft,
    /// It explains a search.
    Explain,
}

impl Activity {
    const ALL: [Self; 6] = [Self::Idle, Self::Call, Self::Queued, Self::Search, Self::Perft, Self::Explain];

    /// Its name, one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Call => "call",
            Self::Queued => "queued",
            Self::Search => "search",
            Self::Perft => "perft",
            Self::Explain => "explain",
        }
    }
}

impl ClientVisit {
    /// One that ends with the server, at `shutdown`, and as soon as it is idle once the server is `drained`. Its
    /// searches belong to this `owner`. It receives `builds`.
    #[must_use]
    pub fn new(
        shutdown: &CancellationToken,
        drained: CancellationToken,
        owner: Option<Owner>,
        builds: BuildNotices,
    ) -> Self {
        Self {
            does: AtomicU8::new(Activity::Idle as u8),
            nodes: AtomicU64::new(0),
            game: Mutex::default(),
            owner,
            is_kicked: AtomicBool::new(false),
            ends: shutdown.child_token(),
            drained,
            builds,
        }
    }

    /// The builds that the session receives.
    pub(crate) fn builds(&self) -> &BuildNotices {
        &self.builds
    }

    /// What the session does.
    #[must_use]
    pub fn does(&self) -> Activity {
        Activity::ALL[usize::from(self.does.load(Relaxed))]
    }

    /// The nodes of all its searches so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The library of its position.
    #[must_use]
    pub fn game(&self) -> Option<Arc<Library>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends the session, and tells its client that the operator wants it.
    pub fn kick(&self) {
        self.is_kicked.store(true, Relaxed);
        self.ends.cancel();
    }

    /// Waits until somebody has the session end in this way.
    pub async fn kicked(&self) {
        self.ends.cancelled().await;
        if !self.is_kicked.load(Relaxed) {
            std::future::pending().await
        }
    }

    /// Cancelled when the session is to end.
    #[must_use]
    pub fn ends(&self) -> &CancellationToken {
        &self.ends
    }

    pub(crate) fn owner(&self) -> Option<&Owner> {
        self.owner.as_ref()
    }

    pub(crate) fn is_kicked(&self) -> bool {
        self.is_kicked.load(Relaxed)
    }

    pub(crate) fn drained(&self) -> &CancellationToken {
        &self.drained
    }

    pub(crate) fn note(&self, activity: Activity) {
        self.does.store(activity as u8, Relaxed);
    }

    pub(crate) fn play(&self, game: &Arc<Library>) {
        *self.game.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(game));
    }

    pub(crate) fn add_nodes(&self, more: u64) {
        self.nodes.fetch_add(more, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_activities_are_places_in_their_list() {
        assert!(Activity::ALL.iter().enumerate().all(|(place, activity)| *activity as usize == place));
    }

    #[test]
    fn one_visit_is_kicked_and_all_end_with_the_server() {
        let shutdown = CancellationToken::new();
        let [one, other] =
            [(); 2].map(|()| ClientVisit::new(&shutdown, CancellationToken::new(), None, BuildNotices::default()));
        one.kick();
        assert!(one.ends().is_cancelled() && one.is_kicked());
        assert!(!other.ends().is_cancelled() && !shutdown.is_cancelled());
        shutdown.cancel();
        assert!(other.ends().is_cancelled() && !other.is_kicked());
    }
}
