//! The worker of a session: hired when it is first needed, and replaced when it has ended.

use super::Session;
use super::board::SessionPosition;
use crate::counters::{ChildEnd, CountedChild};
use crate::event::PositionFacts;
use crate::position::PositionRefused;
use crate::terms::OpenQuestions;
use crate::work::{PermitSlot, SearchResources, SessionWork, WorkerRequest};
use crate::{Engine, Isolation};
use plyd_host::{ContentHash, Library};
use plyd_player::{ClientTablebases, SearchRoom, SearchTable};
use plyd_protocol::{ErrorCode, excerpt};
use plyd_tablebase::Reserved;
use plyd_worker::{
    CallDeadlines, ChildOrder, ConversationEnd, MAX_HANGING, ProcessEnd, Role, StartOptions, StartedWorker, Worker,
};
use std::sync::Arc;
use std::time::Instant;

/// A worker, and what it has.
pub(super) struct SessionWorker {
    pub(super) worker: Worker<SessionWork>,
    content: ContentHash,
    /// The room for searches in a child; `None` without a bound of its own.
    room: Option<SearchRoom>,
    /// The number of the position that is set up, and what is known of it.
    pub(super) holds: Option<(u64, PositionFacts)>,
    counted: Option<Arc<CountedChild>>,
    /// The memory for the tablebases of a child.
    _tablebases: Option<Arc<Reserved>>,
}

/// What a session lends to a worker in this process.
pub(super) struct LentResources {
    pub(super) table: Arc<SearchTable>,
    pub(super) tablebases: Arc<ClientTablebases>,
    pub(super) places: PermitSlot,
}

impl Engine {
    /// A worker with this library and this much room, in this process or in a child. No other code needs to know where
    /// it is.
    pub(super) fn hire(
        self: &Arc<Self>,
        library: &Arc<Library>,
        room: SearchRoom,
        lent: LentResources,
    ) -> SessionWorker {
        match &self.isolation {
            Some(isolation) if !library.is_loaded() => self.hire_child(library, room, isolation),
            _ => self.hire_here(library, lent),
        }
    }

    /// How long things may take in a child.
    fn patience(&self) -> CallDeadlines {
        let session = &self.settings.session;
        CallDeadlines { call: session.stop_time(), other: session.position_time() }
    }

    fn hire_here(
        &self,
        library: &Arc<Library>,
        LentResources { table, tablebases, places }: LentResources,
    ) -> SessionWorker {
        let (threads, stop_time) = (Arc::clone(&self.threads), self.settings.session.stop_time());
        let means = SearchResources::Shared { threads, places, stop_time, start: self.games().start.clone() };
        let work = (Arc::clone(library), &self.pool);
        let worker = Worker::here(|output| SessionWork::new(work, (table, tablebases), means, output));
        let content = library.content().clone();
        SessionWorker { worker, content, room: None, holds: None, counted: None, _tablebases: None }
    }

    fn hire_child(&self, library: &Arc<Library>, needs: SearchRoom, isolation: &Isolation) -> SessionWorker {
        let settings = &self.settings;
        let tablebases = Arc::new(self.tablebases.reserve(library.id()));
        let (data, data_memory) = (settings.search.tablebases.clone(), tablebases.bytes());
        let memory = settings.plugins.memory();
        // There is room for what it may be granted, which is more than it may have in use now.
        let room = SearchRoom { hash: needs.hash.min(settings.search.total_hash), ..needs };
        let address_space = memory.map(|memory| room.address_space(memory).saturating_add(data_memory));
        let nothing = SearchRoom { hash: 0, threads: 0 };
        let memory = memory.map(|memory| nothing.memory(memory).saturating_add(data_memory));
        let readable = settings.plugins.read_folders.clone();
        let (niceness, search_threads) = (settings.niceness, needs.threads);
        let patience = self.patience();
        let supervisor = isolation.supervisor();
        let counted = CountedChild::new(&self.counters, library.id());
        let (started, loaded) = (Arc::clone(&counted), Arc::clone(library));
        let start = move || {
            // The copy of the library may have to be made again.
            let order = ChildOrder::new(Role::Session, &loaded)?;
            let order =
                ChildOrder { niceness, search_threads, address_space, memory, readable, data, data_memory, ..order };
            let begun = supervisor.start(StartOptions::of(&order))?;
            started.begin();
            Ok(StartedWorker { order, started: begun })
        };
        let share = isolation.pending.share(library.content());
        let worker = Worker::in_child(&self.pool, start, Box::<OpenQuestions>::default(), patience, share);
        SessionWorker {
            worker,
            content: library.content().clone(),
            room: Some(needs),
            holds: None,
            counted: Some(counted),
            _tablebases: Some(tablebases),
        }
    }
}

impl SessionWorker {
    /// Whether the worker is in a child.
    pub(super) fn is_in_child(&self) -> bool {
        self.counted.is_some()
    }

    fn fits(&self, library: &Library, needs: SearchRoom) -> bool {
        self.content == *library.content() && self.room.is_none_or(|room| needs.fits(room))
    }

    fn note_end(&self, end: ChildEnd) {
        self.counted.iter().for_each(|counted| counted.note(end));
    }
}

impl Session {
    /// Has a worker with the library of this position, and with room enough. False if it has ended, of which the
    /// event comes in a moment: until then there is no other.
    ///
    /// # Errors
    /// The library is left alone, because it hangs or crashes too often.
    pub(super) fn need(&mut self, board: &SessionPosition) -> Result<bool, PositionRefused> {
        self.check_enabled(&board.library)?;
        let needs = (&self.options.search).into();
        if let Some(hired) = &mut self.hired {
            if hired.worker.has_ended(self.attention.clock()) {
                return Ok(false);
            }
            if hired.fits(&board.library, needs) {
                return Ok(true);
            }
            self.hired = None;
        }
        let lent = LentResources {
            table: Arc::clone(&self.table),
            tablebases: Arc::clone(&self.tablebases),
            places: self.places.clone(),
        };
        self.hired = Some(Box::new(self.engine.hire(&board.library, needs, lent)));
        Ok(true)
    }

    /// The error of a library that hangs or crashes too often to be called.
    pub(super) fn check_enabled(&self, library: &Library) -> Result<(), PositionRefused> {
        let id = library.id();
        let text = if self.engine.pool.traffic(library).is_disabled() {
            format!("{MAX_HANGING} calls of the library of `{id}` hang; plyd does not call it until they return")
        } else if self.crashes.get(library.content()).is_some_and(|crashes| crashes.are_too_many(Instant::now())) {
            format!(
                "the library of `{id}` has crashed three times within a minute; this session does not call it until a \
                 minute has passed"
            )
        } else {
            return Ok(());
        };
        Err(PositionRefused { code: ErrorCode::PluginDisabled, text })
    }

    /// The worker has ended: everything that waits for it gets an error.
    pub(super) fn lose_worker(&mut self, over: ConversationEnd, ended: &ProcessEnd) {
        let Some(hired) = self.hired.take() else { return };
        let end = match &over {
            ConversationEnd::NotStarted(reason) => {
                let text = format!("cannot start a process for the game's library: {reason}");
                return self.fail(&PositionRefused { code: ErrorCode::OutOfResources, text });
            }
            ConversationEnd::Closed => ChildEnd::Crashed,
            ConversationEnd::Kept | ConversationEnd::Hangs(_) => ChildEnd::Hung,
            ConversationEnd::Unloadable(_) => ChildEnd::Unloadable,
            ConversationEnd::Lies(_) => ChildEnd::ProtocolViolation,
        };
        let refused = crashed(&over.reason(ended, self.engine.patience()));
        tracing::warn!("a child process was lost: {refused}");
        self.note_crash(&hired, end);
        self.fail(&refused);
    }

    /// Gives the worker up, because of something that it does not do in time. Everything else that waits for it gets
    /// this reason, if it was in a child; in this process another worker is asked the same.
    pub(super) fn give_up_worker(&mut self, reason: &str) -> PositionRefused {
        let refused = crashed(reason);
        let Some(hired) = self.hired.take().map(|hired| *hired) else { return refused };
        if !hired.is_in_child() {
            hired.worker.abandon();
            self.questions.ask_again();
        } else {
            tracing::warn!("a child process is ended: {refused}");
            self.note_crash(&hired, ChildEnd::Hung);
        }
        refused
    }

    fn note_crash(&mut self, hired: &SessionWorker, end: ChildEnd) {
        hired.note_end(end);
        self.crashes.entry(hired.content.clone()).or_default().note(Instant::now());
    }

    /// Ends the worker, which has nothing to do. The next question has another one hired.
    pub(super) fn dismiss(&mut self) {
        self.hired = None;
        // No one has waited for its answer.
        self.questions.take_under_way();
        self.granting.iter().for_each(|granting| granting.free_idle());
    }

    /// Sends the worker, if there is one, a request that has no answer.
    pub(super) fn tell_worker(&mut self, request: WorkerRequest) {
        if let Some(hired) = &mut self.hired {
            hired.worker.ask(request, self.attention.clock());
        }
    }
}

/// The error of a library that has lost its process.
fn crashed(reason: &str) -> PositionRefused {
    let text = excerpt(&format!("the game's library has crashed: {reason}; a new process goes on"));
    PositionRefused { code: ErrorCode::PluginCrashed, text }
}
