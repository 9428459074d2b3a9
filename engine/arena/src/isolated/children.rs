//! How the children of a match are started, and what they may use.

use super::child::{ChildLoss, MatchChild, SharedChildSettings};
use super::messages::{ChildEvent, ChildPlan, ChildRequest};
use super::terms::NoticeCount;
use crate::contest::Contest;
use crate::contestant::BuiltinOptions;
use crate::interrupt::Interrupt;
use crate::openings::OpeningNotes;
use plyd_host::Library;
use plyd_player::SearchRoom;
use plyd_tournament::settings::{EngineKind, MatchSettings};
use plyd_worker::{
    CallDeadlines, ChildOrder, LEAST_PENDING, MessageMemory, Role, Stacks, StartOptions, StartedWorker, Supervisor,
    WorkerThreads,
};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The stack of the threads that start children and read long messages, in bytes.
const STACK_BYTES: usize = 1 << 20;

/// The children of a match: a process for each worker, which loads the library and plays whole units.
///
/// The processes have limits. Engines that are programs, or on other machines, are started and reached by the match.
#[derive(Debug)]
pub struct MatchChildren {
    supervisor: Supervisor,
    library: Library,
    order: ChildOrder,
    /// The memory that the library may have, in MiB.
    memory: Option<u64>,
    patience: CallDeadlines,
    /// Whether an engine is a program, or on another machine.
    have_outside: bool,
    /// The threads that start children and read their long messages.
    pool: Arc<WorkerThreads>,
    /// The memory for what all children say.
    pending: MessageMemory,
    /// The notices of all of them for the user.
    notices: NoticeCount,
}

impl MatchChildren {
    /// Children that this starts, for this library. `memory` is what the library may have beside the tables and threads
    /// of its searches, in MiB, `readable` are folders that it may read; `patience` are the times after which a child
    /// counts as hanging.
    ///
    /// # Errors
    /// The library did not come from a file.
    pub fn new(
        supervisor: Supervisor,
        library: &Library,
        (memory, readable): (Option<u64>, Vec<PathBuf>),
        patience: CallDeadlines,
    ) -> io::Result<Self> {
        let order = ChildOrder { readable, ..ChildOrder::new(Role::Match, library)? };
        Ok(Self::of_order(supervisor, library, order, memory, patience))
    }

    /// The same, with this order for each of them.
    pub(super) fn of_order(
        supervisor: Supervisor,
        library: &Library,
        order: ChildOrder,
        memory: Option<u64>,
        patience: CallDeadlines,
    ) -> Self {
        let pending = MessageMemory::new(LEAST_PENDING);
        let pool = WorkerThreads::new(patience.other, Stacks { calls: STACK_BYTES, searches: STACK_BYTES }, 0);
        let (library, notices) = (library.clone(), NoticeCount::default());
        Self { supervisor, library, order, memory, patience, have_outside: false, pool, pending, notices }
    }

    /// The same with a limit, in bytes, for the messages of all children that have not been taken yet.
    #[must_use]
    pub fn within(self, pending_bytes: usize) -> Self {
        Self { pending: MessageMemory::new(pending_bytes), ..self }
    }

    /// For a match with these settings.
    pub(crate) fn of_match(mut self, settings: &MatchSettings, builtin: &[Option<BuiltinOptions>]) -> Self {
        self.have_outside = settings.engines.iter().any(|engine| engine.kind != EngineKind::Builtin);
        self.order.data = settings.openings.file.iter().map(PathBuf::from).collect();
        let room = room(builtin);
        self.order.address_space = self.memory.map(|memory| room.address_space(memory));
        self.order.memory = self.memory.map(|memory| room.memory(memory));
        self.order.search_threads = room.threads;
        if self.have_outside {
            // A child says when it is pinged that it waits for a program. That must come before its time is over.
            self.patience.other = self.patience.other.max(2 * self.patience.call);
        }
        self
    }

    /// What a new one has in common with the others.
    pub(super) fn common(&self) -> SharedChildSettings<'_> {
        SharedChildSettings {
            pool: &self.pool,
            share: self.pending.share(&self.order.content),
            patience: self.patience,
            notices: self.notices.clone(),
            have_outside: self.have_outside,
        }
    }

    /// A new child, with the number of its openings, if they are a list, and what it says about them.
    pub(super) fn start<'a>(
        &'a self,
        game: &'a Contest,
        interrupt: &Interrupt,
    ) -> Result<(MatchChild<'a>, (Option<u64>, OpeningNotes)), ChildLoss> {
        let (supervisor, library, order) = (self.supervisor.clone(), self.library.clone(), self.order.clone());
        let start = move || -> io::Result<StartedWorker> {
            // The match may last for days, in which somebody cleans the folder of the copy.
            let copy = library.restore_copy().map_err(io::Error::other)?;
            let order = ChildOrder { copy: copy.path().to_path_buf(), ..order };
            Ok(StartedWorker { started: supervisor.start(StartOptions::of(&order))?, order })
        };
        let surroundings = game.surroundings();
        let plan = ChildPlan {
            settings: game.settings().clone(),
            builtin: game.builtin().to_vec(),
            tablebases: surroundings.folders.clone(),
            is_logged: surroundings.transcript.is_some(),
        };
        let mut child = MatchChild::new(self.common(), game, interrupt, start)?;
        child.ask(ChildRequest::Plan(Box::new(plan)));
        match child.hear()? {
            ChildEvent::Ready { openings, notes } => Ok((child, (openings, notes))),
            ChildEvent::Failed(failure) => Err(ChildLoss::Failed(failure.into())),
            _ => Err(ChildLoss::unasked()),
        }
    }

    /// Has each of them read the files in these folders, with at most `bytes` of memory for them.
    pub(super) fn read(&mut self, folders: &[PathBuf], bytes: u64) {
        self.order.data.extend_from_slice(folders);
        self.order.data_memory = bytes;
        for limit in [&mut self.order.address_space, &mut self.order.memory] {
            *limit = limit.map(|limit| limit.saturating_add(bytes));
        }
    }
}

/// What the searches of a game need. Two engines play at the same time.
fn room(builtin: &[Option<BuiltinOptions>]) -> SearchRoom {
    let of_two = |number: fn(&BuiltinOptions) -> usize| {
        let mut all: Vec<_> = builtin.iter().flatten().map(number).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.into_iter().take(2).sum()
    };
    SearchRoom { hash: of_two(|options| options.search.hash), threads: of_two(|options| options.search.threads) }
}
