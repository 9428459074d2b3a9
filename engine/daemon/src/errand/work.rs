//! Errands with one library, one after another, on a thread.

use super::console::Console;
use super::go_record;
use super::learning::LearningFacts;
use super::words::{Errand, ErrandEvent, ErrandFailure, ErrandRequest, ErrandResult, GameSource, Word};
use crate::bench::Bench;
use plyd_confine::{ConfineError, MissingLimit};
use plyd_host::{Library, Position};
use plyd_player::{ClientTablebases, TableMemory};
use plyd_protocol::PositionText;
use plyd_search::{Control, STACK_BYTES};
use plyd_session::position::{self, PositionRefused};
use plyd_session::record::{main_line_of_game, main_line_of_text};
use plyd_worker::{ChildOrder, ChildStreams, EventOutput, Signal, Work, WorkPulses, serve};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Does errands for the command that has started this process, until that ends it. `confined` is what became of the
/// [limits](ChildOrder::limit) of this process: without them the library is not loaded.
pub(crate) fn serve_command(
    streams: ChildStreams,
    order: &ChildOrder,
    confined: Result<Vec<MissingLimit>, ConfineError>,
) -> ! {
    serve(streams, order, confined, |library, _, output| {
        let tablebases = ClientTablebases::in_folders(order.data.clone(), order.data_memory);
        // The parent has bounded the memory of this process.
        let (tables, tablebases) = (TableMemory::unlimited(), Arc::new(tablebases));
        let means = ErrandResources { tables, tablebases, bench: Arc::default() };
        Errands::new(library, means, output)
    })
}

/// What errands may use.
#[derive(Debug)]
pub(super) struct ErrandResources {
    /// The memory for tables of searches.
    pub(super) tables: Arc<TableMemory>,
    /// The tables of solved games.
    pub(super) tablebases: Arc<ClientTablebases>,
    /// What `plyd bench` searches with.
    pub(super) bench: Arc<Mutex<Bench>>,
}

/// The errands of one library.
#[derive(Debug)]
pub(super) struct Errands {
    /// To the thread that does them.
    errands: Sender<Errand>,
    words: Sender<Word>,
    watched: WatchedSearch,
    output: EventOutput<ErrandEvent>,
}

/// The search under way, whose threads are watched.
#[derive(Clone, Debug, Default)]
struct WatchedSearch {
    control: Arc<Mutex<Arc<Control>>>,
    searches: Arc<AtomicU64>,
    /// Whether the current errand was stopped; then each search in it ends at once.
    is_stopped: Arc<AtomicBool>,
    /// Whether it is at work without the library, which may take long.
    is_alone: Arc<AtomicBool>,
}

/// What an errand is done with.
pub(crate) struct ErrandContext {
    pub(crate) library: Arc<Library>,
    pub(crate) tables: Arc<TableMemory>,
    pub(crate) tablebases: Arc<ClientTablebases>,
    pub(crate) console: Console,
    watched: WatchedSearch,
    bench: Arc<Mutex<Bench>>,
}

impl Errands {
    pub(super) fn new(library: Arc<Library>, means: ErrandResources, output: EventOutput<ErrandEvent>) -> Self {
        let ((errands, all), (words, said)) = (channel(), channel());
        let watched = WatchedSearch::default();
        let ErrandResources { tables, tablebases, bench } = means;
        let console = Console::new(output.clone(), said);
        let (watches, told) = (watched.clone(), output.clone());
        let scene = ErrandContext { library, tables, tablebases, console, watched: watches, bench };
        let thread = thread::Builder::new().name("errand".into()).stack_size(STACK_BYTES);
        // Without the thread no errands are taken, and each gets that answer.
        let _ = thread.spawn(move || ErrandRunner { scene, output: told, is_owed: false }.serve(&all));
        Self { errands, words, watched, output }
    }
}

impl Work for Errands {
    type Request = ErrandRequest;
    type Event = ErrandEvent;

    fn take(&mut self, request: ErrandRequest) {
        match request {
            ErrandRequest::Do(errand) => {
                self.watched.is_stopped.store(false, Relaxed);
                if self.errands.send(*errand).is_err() {
                    let failed = ErrandFailure::new("there is no thread for the work with the library");
                    self.output.reserve().say(ErrandEvent::Done(Err(failed)));
                }
            }
            // An errand that does not wait for it has failed.
            ErrandRequest::Word(word) => drop(self.words.send(word)),
        }
    }

    fn signal(&mut self, signal: Signal) {
        match signal {
            Signal::Stop => {
                let control = self.watched.control();
                self.watched.is_stopped.store(true, Relaxed);
                control.stop();
            }
            // Nothing ponders here.
            Signal::Hit => {}
        }
    }

    fn pulses(&self) -> WorkPulses {
        let threads = self.watched.control().pulses();
        let is_waiting = self.watched.is_alone.load(Relaxed);
        WorkPulses { searches: self.watched.searches.load(Relaxed), is_waiting, threads }
    }
}

impl WatchedSearch {
    fn control(&self) -> MutexGuard<'_, Arc<Control>> {
        self.control.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread of the errands.
struct ErrandRunner {
    scene: ErrandContext,
    output: EventOutput<ErrandEvent>,
    /// Whether an errand has no answer yet.
    is_owed: bool,
}

impl ErrandRunner {
    fn serve(mut self, errands: &Receiver<Errand>) {
        for errand in errands {
            self.is_owed = true;
            let longest = errand.kind().longest();
            let done = self.scene.run(errand).map_err(ErrandFailure::from);
            self.is_owed = false;
            self.scene.alone(|| self.say(longest, done));
        }
    }

    fn say(&self, longest: usize, done: Result<ErrandResult, ErrandFailure>) {
        if let Err(bytes) = self.output.say_within(longest, ErrandEvent::Done(done)) {
            let reason = format!("the answer has {bytes} bytes, and may have {longest} in a process of its own");
            self.output.say(ErrandEvent::Done(Err(ErrandFailure::new(&reason))));
        }
    }
}

impl Drop for ErrandRunner {
    fn drop(&mut self) {
        if self.is_owed {
            self.output.say(ErrandEvent::Done(Err(ErrandFailure::new("the work with the library has panicked"))));
        }
    }
}

impl ErrandContext {
    fn run(&mut self, errand: Errand) -> anyhow::Result<ErrandResult> {
        match errand {
            Errand::Read { source, options, plies } => self.read(source, options, plies),
            Errand::Open { options, text } => {
                self.open(&options, &text)?;
                Ok(ErrandResult::Opened)
            }
            Errand::Measure(measure) => {
                let control = self.control();
                let mut bench = self.bench.lock().unwrap_or_else(PoisonError::into_inner);
                let (nodes, time) = bench.measure(&measure, &self.library, &control)?;
                Ok(ErrandResult::Measured { nodes, time })
            }
            Errand::Draw(drawing) => Ok(ErrandResult::Drawn(drawing.draw(self)?)),
            Errand::DrawSheet(sheet) => sheet.draw(self),
            Errand::Play(game) => game.play(self),
            Errand::Build(build) => build.build(self),
            Errand::Check(check) => check.check(self),
            Errand::Teach { options } => Ok(ErrandResult::Taught(LearningFacts::of(self, &options)?)),
            Errand::Learn(lesson) => Ok(ErrandResult::Positions(lesson.positions(self)?)),
        }
    }

    fn read(&self, source: GameSource, options: Vec<(String, String)>, plies: usize) -> anyhow::Result<ErrandResult> {
        let library = &self.library;
        Ok(ErrandResult::Line(match source {
            GameSource::Game(game) => main_line_of_game(library, options, game, plies)?,
            GameSource::Go(record) => go_record::main_line(library, &options, &record)?,
            GameSource::Text(text, place) => main_line_of_text(library, options, &text, place, plies)?,
        }))
    }

    /// Opens a position.
    pub(crate) fn open(&self, options: &[(String, String)], text: &PositionText) -> Result<Position, PositionRefused> {
        position::open(&self.library, options, text, &|| {
            self.go_on();
            false
        })
    }

    /// The work that goes on is no search, and comes to this point again and again.
    pub(crate) fn go_on(&self) {
        self.watched.searches.fetch_add(1, Relaxed);
    }

    /// Work that does not call the library. However long it takes, the library does not hang.
    pub(crate) fn alone<T>(&self, work: impl FnOnce() -> T) -> T {
        self.watched.is_alone.store(true, Relaxed);
        let done = work();
        self.watched.is_alone.store(false, Relaxed);
        done
    }

    /// The control of a search that begins now. Its threads are watched.
    pub(crate) fn control(&self) -> Arc<Control> {
        let control = Arc::new(Control::new());
        let mut watched = self.watched.control();
        if self.watched.is_stopped.load(Relaxed) {
            control.stop();
        }
        *watched = Arc::clone(&control);
        drop(watched);
        self.watched.searches.fetch_add(1, Relaxed);
        control
    }
}
