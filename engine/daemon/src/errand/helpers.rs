//! Whoever has errands done: in this process, or in a child for each library.

use super::terms::ErrandTerms;
use super::words::{Errand, ErrandEvent, ErrandFailure, ErrandKind, ErrandRequest, ErrandResult, Word};
use super::work::{ErrandResources, Errands};
use crate::bench::Bench;
use crate::own_program;
use anyhow::{Context, anyhow, ensure};
use plyd_host::{ContentHash, Library};
use plyd_player::{ClientTablebases, SearchRoom};
use plyd_protocol::{ClientRequest, Command, Mode, PositionText};
use plyd_search::STACK_BYTES;
use plyd_session::Engine;
use plyd_tablebase::Reserved;
use plyd_worker::{
    Blocking, CallDeadlines, ChildOrder, ConversationEnd, LONG_REQUEST, MessageMemory, Role, Signal, Stacks,
    StartOptions, StartedWorker, Supervisor, WorkerMessage, WorkerThreads, message_line,
};
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The most helpers that are kept for their next errand.
const MOST_KEPT: usize = 2;

/// The stack of the threads that start children and read long messages, in bytes.
const READER_STACK: usize = 1 << 20;

/// Where errands are done. No other code needs to know.
pub(crate) struct ErrandWorkers {
    engine: Arc<Engine>,
    patience: CallDeadlines,
    /// For libraries that are not loaded into this process; `None` as long as there was none.
    children: Option<ErrandChildren>,
    /// What `plyd bench` searches with in this process.
    bench: Arc<Mutex<Bench>>,
    /// The latest last.
    kept: Vec<Helper>,
}

/// What children are started with.
struct ErrandChildren {
    supervisor: Supervisor,
    pool: Arc<WorkerThreads>,
    pending: MessageMemory,
    /// What this system cannot hold, as far as it was said.
    lacks: HashSet<String>,
}

impl ErrandChildren {
    /// None is started yet.
    ///
    /// # Errors
    /// The system cannot start processes.
    fn new(engine: &Engine, patience: CallDeadlines) -> anyhow::Result<Self> {
        Ok(Self {
            supervisor: own_program::supervisor()?,
            pool: WorkerThreads::new(patience.other, Stacks { calls: READER_STACK, searches: STACK_BYTES }, 0),
            pending: MessageMemory::new(engine.settings.plugins.pending_bytes),
            lacks: HashSet::new(),
        })
    }
}

/// Errands of one library.
struct Helper {
    worker: Blocking<Errands>,
    content: ContentHash,
    room: SearchRoom,
    /// The files that it reads for its errand.
    data: Vec<PathBuf>,
    /// The memory for its tablebases, in a child.
    _tablebases: Option<Reserved>,
}

impl ErrandWorkers {
    /// Helpers for the games of this engine: for those that it has loaded in this process, for others in children.
    #[must_use]
    pub(crate) fn new(engine: &Arc<Engine>) -> Self {
        let session = &engine.settings.session;
        let patience = CallDeadlines { call: session.stop_time(), other: session.position_time() };
        Self { engine: Arc::clone(engine), patience, children: None, bench: Arc::default(), kept: Vec::new() }
    }

    /// Has an errand done with this library, without any output on the way.
    ///
    /// # Errors
    /// The errand failed, or its process was lost.
    pub(crate) fn run(&mut self, library: &Arc<Library>, errand: Errand) -> anyhow::Result<ErrandResult> {
        self.run_with(library, errand, &mut |_| Ok(None))
    }

    /// Has an errand done with this library. What it says on its way is heard, and has the answer that it waits for.
    ///
    /// # Errors
    /// The errand failed, its process was lost, or hearing has failed.
    pub(crate) fn run_with(
        &mut self,
        library: &Arc<Library>,
        errand: Errand,
        hear: &mut dyn FnMut(ErrandEvent) -> anyhow::Result<Option<Word>>,
    ) -> anyhow::Result<ErrandResult> {
        self.run_until(&|| false, library, errand, hear)
    }

    /// The same for an errand that is stopped once this is true.
    ///
    /// # Errors
    /// See [`run_with`](Self::run_with).
    pub(crate) fn run_until(
        &mut self,
        must_stop: &dyn Fn() -> bool,
        library: &Arc<Library>,
        errand: Errand,
        hear: &mut dyn FnMut(ErrandEvent) -> anyhow::Result<Option<Word>>,
    ) -> anyhow::Result<ErrandResult> {
        if errand.kind() == ErrandKind::Measure {
            // No other table takes memory beside its own.
            self.kept.retain(|helper| helper.content == *library.content());
        }
        let mut helper = self.take(library, errand.room(), errand.data())?;
        let mut place = errand.place().cloned();
        let request = ErrandRequest::Do(Box::new(errand));
        if !library.is_loaded() {
            let bytes = message_line(&request)?.len();
            ensure!(
                bytes < LONG_REQUEST,
                "this takes {bytes} bytes, too many for a process of its own ({LONG_REQUEST})"
            );
        }
        helper.worker.ask(request);
        let mut is_told = false;
        let done = loop {
            let Ok(said) = helper.worker.next(&|| !is_told && must_stop()) else {
                helper.worker.signal(Signal::Stop);
                is_told = true;
                continue;
            };
            match said {
                WorkerMessage::Event(ErrandEvent::Done(done), _) => break done,
                WorkerMessage::Event(ErrandEvent::Remark(text), _) if text.is_empty() => {}
                WorkerMessage::Event(ErrandEvent::Remark(text), _) => tracing::warn!("{text}"),
                WorkerMessage::Event(ErrandEvent::At(moves), _) => {
                    place.iter_mut().for_each(|place| place.moves = moves.clone())
                }
                WorkerMessage::Event(event, _) => {
                    let Helper { worker, .. } = &mut helper;
                    // A person takes their time.
                    if let Some(word) = worker.ignore(|| hear(event))? {
                        worker.ask(ErrandRequest::Word(word));
                    }
                }
                WorkerMessage::Lacks(lacks) => self.note_lacks(lacks),
                WorkerMessage::Ended(over, ended) => {
                    let reason = over.reason(&ended, self.patience);
                    let began = !matches!(over, ConversationEnd::NotStarted(_) | ConversationEnd::Unloadable(_));
                    return Err(crashed(library, &reason, place.filter(|_| began)));
                }
            }
        };
        self.keep(helper);
        done.map_err(ErrandFailure::into_error)
    }

    /// The helper with this library and at least this much room, or a new one.
    fn take(&mut self, library: &Arc<Library>, needs: SearchRoom, data: Vec<PathBuf>) -> anyhow::Result<Helper> {
        // With room for the next request.
        let usual = SearchRoom::from(&self.engine.games().options.search);
        let room = SearchRoom { hash: needs.hash.max(usual.hash), threads: needs.threads.max(usual.threads) };
        let fits =
            |helper: &Helper| helper.content == *library.content() && room.fits(helper.room) && helper.data == data;
        if let Some(index) = self.kept.iter().position(fits) {
            return Ok(self.kept.remove(index));
        }
        self.kept.retain(|helper| helper.content != *library.content());
        let made = if library.is_loaded() {
            self.here(library, room, data)
        } else {
            let children = match self.children.take() {
                Some(children) => children,
                None => ErrandChildren::new(&self.engine, self.patience)?,
            };
            let made = self.child(library, room, data, &children);
            self.children = Some(children);
            made
        };
        made.context("the system has no descriptors for the work with the library")
    }

    fn keep(&mut self, helper: Helper) {
        if self.kept.len() == MOST_KEPT {
            self.kept.remove(0);
        }
        self.kept.push(helper);
    }

    fn here(&self, library: &Arc<Library>, room: SearchRoom, data: Vec<PathBuf>) -> io::Result<Helper> {
        let tablebases = Arc::new(ClientTablebases::new(Arc::clone(&self.engine.tablebases)));
        let (tables, bench) = (Arc::clone(&self.engine.tables), Arc::clone(&self.bench));
        let means = ErrandResources { tables, tablebases, bench };
        let worker = Blocking::here(|output| Errands::new(Arc::clone(library), means, output))?;
        Ok(Helper { worker, content: library.content().clone(), room, data, _tablebases: None })
    }

    fn child(
        &self,
        library: &Arc<Library>,
        room: SearchRoom,
        data: Vec<PathBuf>,
        children: &ErrandChildren,
    ) -> io::Result<Helper> {
        let settings = &self.engine.settings;
        let tablebases = self.engine.tablebases.reserve(library.id());
        let (mut readable_data, data_memory) = (settings.search.tablebases.clone(), tablebases.bytes());
        readable_data.extend(data.iter().cloned());
        let memory = settings.plugins.memory();
        let address_space = memory.map(|memory| room.address_space(memory).saturating_add(data_memory));
        let memory = memory.map(|memory| room.memory(memory).saturating_add(data_memory));
        let (readable, search_threads) = (settings.plugins.read_folders.clone(), room.threads);
        let (supervisor, loaded) = (children.supervisor.clone(), Arc::clone(library));
        let start = move || {
            // The copy of the library may have to be made again.
            let order = ChildOrder::new(Role::Command, &loaded)?;
            let order = ChildOrder {
                search_threads,
                address_space,
                memory,
                readable,
                data: readable_data,
                data_memory,
                ..order
            };
            Ok(StartedWorker { started: supervisor.start(StartOptions::of(&order))?, order })
        };
        let share = children.pending.share(library.content());
        let terms = Box::<ErrandTerms>::default();
        let worker = Blocking::in_child(&children.pool, start, terms, self.patience, share)?;
        Ok(Helper { worker, content: library.content().clone(), room, data, _tablebases: Some(tablebases) })
    }

    /// They are said before the library is loaded, so it is not the library that says them.
    fn note_lacks(&mut self, lacks: Vec<String>) {
        let Some(children) = &mut self.children else { return };
        for lack in lacks {
            if !children.lacks.contains(&lack) {
                tracing::warn!("the library is less limited than it should be: {lack}");
                children.lacks.insert(lack);
            }
        }
    }
}

/// The error of a library that was lost, with the line by which a session comes to the position where it was.
fn crashed(library: &Library, reason: &str, place: Option<PositionText>) -> anyhow::Error {
    let what = format!("the library of `{}` has crashed: {reason}", library.id());
    let Some(place) = place else { return anyhow!(what) };
    let (command, mode) = (Command::Position(place), Mode::default());
    anyhow!("{what}; it was at: {}", ClientRequest { command: &command, mode })
}
