//! The child's side: one library, and the games of one worker.
//!
//! The thread that reads what the match says never calls the library; another one plays. When the match says no more
//! the engines are ended, and then the process.

use super::link::MatchLink;
use super::messages::{ChildEvent, ChildPlan, ChildRequest};
use crate::MatchError;
use crate::contest::Contest;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::openings::Openings;
use crate::place::Plays;
use crate::start_check::try_engines;
use crate::surroundings::MatchSurroundings;
use crate::transcript::Transcript;
use crate::worker::GameThread;
use plyd_confine::{ConfineError, MissingLimit};
use plyd_host::Library;
use plyd_search::STACK_BYTES;
use plyd_tablebase::Tablebases;
use plyd_tournament::settings::EngineKind;
use plyd_worker::{ChildOrder, ChildStreams, EventOutput, ReceivedDescriptors, Signal, Work, WorkPulses, serve};
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long the engines of this process may take to end by themselves.
const END_TIME: Duration = Duration::from_secs(10);

/// Plays for the match that has started this process, until that ends it. `confined` is what became of the
/// [limits](ChildOrder::limit) of this process: without them the library is not loaded.
pub fn serve_match(streams: ChildStreams, order: &ChildOrder, confined: Result<Vec<MissingLimit>, ConfineError>) -> ! {
    let (stream, data_memory) = (streams.output.clone(), order.data_memory);
    let wait = move || stream.wait_for_parent();
    serve::<GamePlayer>(streams, order, confined, |library, handed, output| {
        GamePlayer::new(library, data_memory, wait, (handed.clone(), output))
    })
}

/// The games of one worker, in a child. Dropped, it lets the engines end.
pub(super) struct GamePlayer {
    /// What the thread of the games is to do; `None` once that is nothing more.
    orders: Option<Sender<ChildRequest>>,
    /// `None` if the system has none.
    thread: Option<JoinHandle<()>>,
    interrupt: Interrupt,
    /// The way to engines outside.
    link: MatchLink,
    /// Whether an engine of the match is outside.
    has_outside: bool,
    /// Whether what is under way may have to wait for one.
    may_wait: bool,
}

/// What the thread of the games has.
struct GameThreadState {
    library: Arc<Library>,
    /// The memory for tablebases, in bytes.
    data_memory: u64,
    interrupt: Interrupt,
    link: MatchLink,
    output: EventOutput<ChildEvent>,
}

impl GamePlayer {
    /// Games with this library. `wait` returns when the parent reads, and built-in engines have so much memory for
    /// their tablebases, in bytes. The match hands over the streams of engines outside.
    pub(super) fn new(
        library: Arc<Library>,
        data_memory: u64,
        wait: impl Fn() + Send + 'static,
        (handed, output): (ReceivedDescriptors, EventOutput<ChildEvent>),
    ) -> Self {
        let (orders, all) = channel();
        let interrupt = Interrupt::default();
        let told = output.clone();
        let link = MatchLink::new(output.clone(), handed);
        let playing =
            GameThreadState { library, data_memory, interrupt: interrupt.clone(), link: link.clone(), output };
        let thread = thread::Builder::new().name("game".into()).stack_size(STACK_BYTES);
        let thread = match thread.spawn(move || playing.work(wait, &all)) {
            Ok(thread) => Some(thread),
            Err(error) => {
                // The match has asked for the plan by now, so this answers it.
                told.answer(ChildEvent::Failed(MatchError::system("a thread for games", error).into()));
                None
            }
        };
        Self { orders: Some(orders), thread, interrupt, link, has_outside: false, may_wait: false }
    }
}

impl Work for GamePlayer {
    type Request = ChildRequest;
    type Event = ChildEvent;

    fn take(&mut self, request: ChildRequest) {
        match request {
            // Streams come with it, so it is taken before anything else is read.
            ChildRequest::Program(told) => return self.link.take(told),
            ChildRequest::Plan(ref plan) => {
                let mut kinds = plan.settings.engines.iter().map(|engine| &engine.kind);
                self.has_outside = kinds.any(|kind| *kind != EngineKind::Builtin);
            }
            ChildRequest::CheckStart { .. } | ChildRequest::Play(_) => self.may_wait = self.has_outside,
            ChildRequest::Part => {}
        }
        if let Some(orders) = &self.orders {
            // Without the thread there was an answer before.
            let _ = orders.send(request);
        }
    }

    fn signal(&mut self, signal: Signal) {
        match signal {
            Signal::Stop => self.interrupt.ask(),
            // No engine ponders here.
            Signal::Hit => {}
        }
    }

    fn pulses(&self) -> WorkPulses {
        let (searches, threads) = self.interrupt.pulses();
        // Other work cannot be distinguished from the thinking of an engine that is a program.
        WorkPulses { searches, is_waiting: self.may_wait && threads.is_empty(), threads }
    }
}

impl Drop for GamePlayer {
    fn drop(&mut self) {
        self.orders = None;
        let deadline = Instant::now() + END_TIME;
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for GameThreadState {
    fn drop(&mut self) {
        if thread::panicking() {
            // The match would wait for the answer.
            let error = MatchError::system("the thread for games", io::Error::other("it panicked"));
            self.say(ChildEvent::Failed(error.into()));
        }
    }
}

impl GameThreadState {
    /// Takes the plan, which comes first, and plays what is ordered.
    fn work(self, wait: impl Fn() + Send + 'static, orders: &Receiver<ChildRequest>) {
        let Ok(ChildRequest::Plan(plan)) = orders.recv() else { return };
        match self.begin(*plan, wait) {
            Ok((game, openings, heartbeat)) => self.play(&game, &openings, &heartbeat, orders),
            Err(error) => self.say(ChildEvent::Failed(error.into())),
        }
    }

    fn begin(
        &self,
        plan: ChildPlan,
        wait: impl Fn() + Send + 'static,
    ) -> Result<(Contest, Openings, Heartbeat), MatchError> {
        // While the match does not read, all messages wait, and so may the move of an engine, which sees this as a
        // pause.
        let heartbeat = Heartbeat::start_with(wait)?;
        let told = self.output.clone();
        let tell = move |text: &str, once| {
            told.say(ChildEvent::Told { text: text.to_owned(), once });
        };
        let log = self.output.clone();
        let transcript = plan.is_logged.then(|| {
            Transcript::elsewhere(move |game, engine, direction, text| {
                log.say(ChildEvent::Logged { game, engine: engine.to_owned(), direction, text: text.to_owned() });
            })
        });
        let tablebases = Arc::new(Tablebases::open(&plan.tablebases, self.data_memory));
        let surroundings = MatchSurroundings::new(None, transcript.map(Arc::new), tell)
            .with_tablebases(plan.tablebases, tablebases)
            .with_reach(Arc::new(self.link.clone()));
        let (openings, _) = Openings::of_match(&self.library, &plan.settings)?;
        let game = Contest::new(plan.settings, plan.builtin).within(surroundings);
        self.say(ChildEvent::Ready { openings: openings.count(), notes: openings.notes().clone() });
        Ok((game, openings, heartbeat))
    }

    fn play(&self, game: &Contest, openings: &Openings, heartbeat: &Heartbeat, orders: &Receiver<ChildRequest>) {
        let mut worker = GameThread::new(game, openings, &self.interrupt, heartbeat);
        let mut tell = |played| {
            self.say(ChildEvent::Ended(Box::new(played)));
            ControlFlow::Continue(())
        };
        for order in orders {
            let answer = match order {
                ChildRequest::Play(unit) => match worker.play(&unit, &mut tell) {
                    // It was asked to end, so the rest is not needed.
                    Ok(ControlFlow::Break(())) => continue,
                    played => played.map(|_| ChildEvent::Over),
                },
                // It plays no games, so no engine stays for them.
                ChildRequest::CheckStart { concurrency } => {
                    try_engines((game, openings), concurrency, (&self.interrupt, heartbeat), &BTreeSet::new())
                        .map(ChildEvent::Checked)
                }
                ChildRequest::Part => {
                    drop(worker);
                    return self.say(ChildEvent::Parted);
                }
                // The plan came before, and the other never comes here.
                ChildRequest::Plan(_) | ChildRequest::Program(_) => continue,
            };
            self.say(answer.unwrap_or_else(|error| ChildEvent::Failed(error.into())));
        }
    }

    fn say(&self, event: ChildEvent) {
        self.output.say(event);
    }
}
