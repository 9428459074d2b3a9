//! How the children of a match are started, and what they may use.

use super::conversation::{Conversation, Lost};
use super::messages::Plan;
use crate::MatchError;
use crate::contestant::BuiltinOptions;
use crate::interrupt::Interrupt;
use crate::openings::Notes;
use crate::programs::Programs;
use crate::settings::{EngineKind, MatchSettings};
use crate::tournament::Match;
use plyd_foreign::excerpt;
use plyd_host::Library;
use plyd_player::Room;
use plyd_tablebase::Tablebases;
use plyd_worker::{LEAST_PENDING, Order, Patience, Pending, Share, Start, Supervisor};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// The most notices of all children of a match for the user.
const MOST_NOTICES: u32 = 100;

/// The time for what cannot be told from the thinking of an engine that is a program.
const NO_LIMIT: Duration = Duration::from_secs(u32::MAX as u64);

/// The children of a match: a process for each worker, which loads the library and plays whole units.
///
/// If all engines are built in, the processes are limited. Otherwise they start programs, or connect to other machines,
/// so that they have no limits: what the library does ends a process at most, but it may read, write and connect.
#[derive(Debug)]
pub struct Children {
    supervisor: Supervisor,
    library: Library,
    order: Order,
    /// The memory that the library may have, in MiB.
    memory: Option<u64>,
    limits: Patience,
    /// The memory for what all children say.
    pending: Pending,
    /// The notices of all of them for the user.
    notices: AtomicU32,
}

impl Children {
    /// Children that this starts, for this library. `memory` is what the library may have beside the tables and threads
    /// of its searches, in MiB, `readable` are folders that it may read; `limits` are the times after which a child counts
    /// as hanging.
    ///
    /// # Errors
    /// The library did not come from a file.
    pub fn new(
        supervisor: Supervisor,
        library: &Library,
        (memory, readable): (Option<u64>, Vec<PathBuf>),
        limits: Patience,
    ) -> io::Result<Self> {
        let order = Order { readable, ..Order::new(library)? };
        let pending = Pending::new(LEAST_PENDING);
        Ok(Self { supervisor, library: library.clone(), order, memory, limits, pending, notices: AtomicU32::new(0) })
    }

    /// The same with so many bytes for all that children say and nobody has taken yet.
    #[must_use]
    pub fn within(self, pending_bytes: usize) -> Self {
        Self { pending: Pending::new(pending_bytes), ..self }
    }

    /// For a match with these settings.
    pub(crate) fn of_match(mut self, settings: &MatchSettings, builtin: &[Option<BuiltinOptions>]) -> Self {
        self.order.is_limited = settings.engines.iter().all(|engine| engine.kind == EngineKind::Builtin);
        self.order.data = settings.openings.file.iter().map(PathBuf::from).collect();
        let room = room(builtin);
        self.order.address_space = self.memory.map(|memory| room.address_space(memory));
        self.order.memory = self.memory.map(|memory| room.memory(memory));
        self.order.search_threads = room.threads;
        if !self.order.is_limited {
            self.limits.other = NO_LIMIT;
        }
        self
    }

    /// Each of them may read the tablebases of this game for itself.
    pub(crate) fn read_tablebases(&mut self, folders: &[PathBuf], tablebases: &Arc<Tablebases>, game: &str) {
        let bytes = tablebases.reserve(game).bytes();
        self.order.data.extend_from_slice(folders);
        self.order.data_memory = bytes;
        for limit in [&mut self.order.address_space, &mut self.order.memory] {
            *limit = limit.map(|limit| limit.saturating_add(bytes));
        }
    }

    /// What the user is told of a notice of a child. A library has a say in it, and terminals obey what they are told.
    pub(super) fn notice(&self, text: &str) -> Option<String> {
        let next = |count: u32| (count <= MOST_NOTICES).then_some(count + 1);
        match self.notices.fetch_update(Relaxed, Relaxed, next) {
            Ok(MOST_NOTICES) => Some("further notices are left out".to_owned()),
            Ok(_) => Some(excerpt(text)),
            Err(_) => None,
        }
    }

    /// The times after which a child counts as hanging.
    pub(super) fn limits(&self) -> Patience {
        self.limits
    }

    /// What a new one may use of the memory for what all of them say.
    pub(super) fn share(&self) -> Share {
        self.pending.share(&self.order.content)
    }

    /// Whether their processes are limited: they play with built-in engines only.
    pub(super) fn are_limited(&self) -> bool {
        self.order.is_limited
    }

    /// A new child, with the number of its openings, if they are a list, and what it says about them.
    pub(super) fn start<'a>(
        &'a self,
        game: &'a Match,
        interrupt: &Interrupt,
    ) -> Result<(Conversation<'a>, (Option<u64>, Notes)), Lost> {
        let failed = |error| Lost::Failed(MatchError::system("a process for the game's library", error));
        // The match may last for days, in which somebody cleans the folder of the copy.
        let copy = self.library.restore_copy().map_err(|reason| failed(io::Error::other(reason)))?;
        let order = Order { copy: copy.path().to_path_buf(), ..self.order.clone() };
        let surroundings = game.surroundings();
        let plan = Plan {
            settings: game.settings().clone(),
            builtin: game.all_builtin().to_vec(),
            guardian: surroundings.guardian.clone(),
            programs: surroundings.programs().map(Programs::known),
            tablebases: surroundings.folders.clone(),
            is_logged: surroundings.transcript.is_some(),
        };
        let started = self.supervisor.start(Start::of(&order)).map_err(failed)?;
        let conversation = Conversation::new(started, self, game, interrupt).map_err(failed)?;
        conversation.begin(&order, &plan)
    }

    /// The number of openings in a list, after a look at those that are needed, and what is to be said about them.
    ///
    /// # Errors
    /// As [`Match::new`], or the library crashes.
    pub(crate) fn look_at_openings(&self, game: &Match) -> Result<(Option<u64>, Notes), MatchError> {
        match self.start(game, &Interrupt::default()) {
            Ok((_, openings)) => Ok(openings),
            Err(lost) => Err(lost.into()),
        }
    }
}

/// What the searches of a game need. Two engines play at the same time.
fn room(builtin: &[Option<BuiltinOptions>]) -> Room {
    let of_two = |number: fn(&BuiltinOptions) -> usize| {
        let mut all: Vec<_> = builtin.iter().flatten().map(number).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.into_iter().take(2).sum()
    };
    Room { hash: of_two(|options| options.search.hash), threads: of_two(|options| options.search.threads) }
}
