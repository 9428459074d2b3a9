//! The child's side: one library, and the games of one worker.
//!
//! One thread reads what the match says, and never calls the library; another one plays. When the parent's end of the
//! pipe is closed the engines are ended, and then the process.

use super::messages::{Failure, FromChild, Plan, ToChild};
use crate::MatchError;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::programs::Programs;
use crate::surroundings::Surroundings;
use crate::tournament::Match;
use crate::transcript::Transcript;
use crate::worker::{Worker, play_pair};
use plyd_confine::{ConfineError, Lack};
use plyd_host::keep_little_memory;
use plyd_search::STACK_BYTES;
use plyd_tablebase::Tablebases;
use plyd_worker::{Inbox, Order, Stream, Streams, end};
use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long the engines of this process may take to end by themselves.
const END_TIME: Duration = Duration::from_secs(10);

/// Plays for the match that has started this process, until that ends it. `confined` is what became of the
/// [limits](Order::limit) of this process: without them the library is not loaded.
pub fn serve_match(streams: Streams, order: &Order, confined: Result<Vec<Lack>, ConfineError>) -> ! {
    let Streams { mut input, output } = streams;
    match begin(&mut input, order, confined, &output) {
        Ok(game) => serve(input, game, &output),
        Err(failure) => output.say(&FromChild::Failed(failure)),
    }
    end()
}

/// Loads the library, and makes the match of the plan, which comes first, and tells that it is ready.
fn begin(
    input: &mut Inbox,
    order: &Order,
    confined: Result<Vec<Lack>, ConfineError>,
    output: &Stream,
) -> Result<Match, Failure> {
    let lacks = confined.map_err(|reason| Failure::Game(format!("its process cannot be limited: {reason}")))?;
    output.say(&FromChild::Lacks(lacks.iter().map(ToString::to_string).collect()));
    keep_little_memory();
    let library = order.load().map_err(|reason| Failure::Game(format!("it {reason}")))?;
    let read = input.message().and_then(|plan| plan.ok_or_else(|| io::Error::from(ErrorKind::UnexpectedEof)));
    let plan: Plan = read.map_err(|error| MatchError::system("the plan", error))?;
    let tell = output.clone();
    let tell = move |text: &str, once| tell.say(&FromChild::Told { text: text.to_owned(), once });
    let log = output.clone();
    let transcript = plan.is_logged.then(|| {
        Transcript::elsewhere(move |game, engine, direction, text| {
            log.say(&FromChild::Logged { game, engine: engine.to_owned(), direction, text: text.to_owned() });
        })
    });
    let tablebases = Arc::new(Tablebases::open(&plan.tablebases, order.data_memory));
    let surroundings =
        Surroundings::new(plan.guardian, transcript.map(Arc::new), tell).with_tablebases(plan.tablebases, tablebases);
    plan.programs.into_iter().for_each(|known| surroundings.expect(Arc::new(Programs::from(known))));
    let game = Match::of_plan(plan.settings, plan.builtin, &library)?.within(surroundings);
    let (openings, notes) = game.look_at_openings()?;
    output.say(&FromChild::Ready { openings, notes });
    Ok(game)
}

/// Does what the match says, until it says nothing more.
fn serve(mut input: Inbox, game: Match, output: &Stream) {
    let interrupt = Interrupt::default();
    let (orders, all) = channel();
    let (searches, told) = (interrupt.clone(), output.clone());
    let worker = thread::Builder::new().name("game".into()).stack_size(STACK_BYTES);
    let worker = match worker.spawn(move || work(&game, &all, &searches, &told)) {
        Ok(worker) => worker,
        Err(error) => return output.say(&FromChild::Failed(MatchError::system("a thread for games", error).into())),
    };
    pass_on(&mut input, &orders, &interrupt, output);
    drop(orders);
    // Engines that are programs get the time to end by themselves.
    let deadline = Instant::now() + END_TIME;
    while !worker.is_finished() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Reads what the match says, and answers its pings.
fn pass_on(input: &mut Inbox, orders: &Sender<ToChild>, interrupt: &Interrupt, output: &Stream) {
    // The parent is the same program, so it says nothing but messages.
    while let Ok(Some(message)) = input.message() {
        match message {
            ToChild::Ping => {
                let (searches, pulses) = interrupt.pulses();
                output.say(&FromChild::Pulses { searches, pulses });
            }
            ToChild::Stop => interrupt.ask(),
            ToChild::CheckStart { .. } | ToChild::Play(_) => {
                if orders.send(message).is_err() {
                    return;
                }
            }
        }
    }
}

/// Plays what is ordered.
fn work(game: &Match, orders: &Receiver<ToChild>, interrupt: &Interrupt, output: &Stream) {
    // While the match does not read, whatever is told waits, and so may the move of an engine: to the engine that is a
    // pause.
    let stream = output.clone();
    let heartbeat = match Heartbeat::start_with(move || stream.wait_for_parent()) {
        Ok(heartbeat) => heartbeat,
        Err(error) => return output.say(&FromChild::Failed(error.into())),
    };
    let mut worker = Worker::new(game, interrupt, &heartbeat);
    let programs = game.surroundings().programs();
    let mut tell = |played| {
        // Before the games of a new program.
        if let Some(identity) = programs.and_then(Programs::take_change) {
            output.say(&FromChild::PlayedBy(identity.engines));
        }
        output.say(&FromChild::Ended(Box::new(played)));
        ControlFlow::Continue(())
    };
    for order in orders {
        let answer = match order {
            // It plays no games.
            ToChild::CheckStart { concurrency } => {
                game.try_engines(concurrency, interrupt, &BTreeSet::new()).map(FromChild::Checked)
            }
            ToChild::Play(unit) => play_pair(&mut worker, &unit, &mut tell).map(|_| FromChild::Over),
            ToChild::Ping | ToChild::Stop => continue,
        };
        output.say(&answer.unwrap_or_else(|error| FromChild::Failed(error.into())));
    }
}
