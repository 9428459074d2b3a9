//! Conversations with children that say anything, and one work that is done in this process and beside it.

use super::*;
use crate::attention::AttentionClock;
use crate::{Attention, Blocking, LEAST_PENDING, Output, Pending, Pool, Pulses, Said, Stacks, Worker};
use plyd_host::ContentHash;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;
use tokio::time::timeout;

const TIME: Duration = Duration::from_secs(20);
const PATIENCE: Patience = Patience { call: Duration::from_secs(4), other: Duration::from_secs(60) };

/// What the work of these tests is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Request {
    /// A question: to say this again.
    Repeat(String),
    /// A task: to count up to this, or until it is stopped.
    Count(u32),
    /// To forget; it has no answer.
    Forget,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Event {
    Repeated(String),
    Counted(u32),
    End(u32),
}

/// Repeats and counts.
struct Parrot {
    output: Output<Event>,
    stop: Option<Sender<()>>,
}

impl Work for Parrot {
    type Request = Request;
    type Event = Event;

    fn take(&mut self, request: Request) {
        let output = self.output.clone();
        match request {
            Request::Repeat(text) => drop(thread::spawn(move || output.answer(Event::Repeated(text)))),
            Request::Count(most) => {
                let (stop, stopped) = channel();
                let last = output.reserve();
                thread::spawn(move || {
                    let mut count = 0;
                    while count < most && stopped.try_recv() != Ok(()) {
                        count += 1;
                        output.say(Event::Counted(count));
                    }
                    last.say(Event::End(count));
                });
                self.stop = Some(stop);
            }
            Request::Forget => {}
        }
    }

    fn signal(&mut self, signal: Signal) {
        if signal == Signal::Stop {
            // It may have ended.
            self.stop.iter().for_each(|stop| stop.send(()).unwrap_or_default());
        }
    }

    fn pulses(&self) -> Pulses {
        Pulses::default()
    }
}

/// What a parrot may say.
#[derive(Default)]
struct Parroting {
    repeats: Option<String>,
    counts: Option<u32>,
}

impl Terms<Parrot> for Parroting {
    fn note(&mut self, request: &Request) {
        match request {
            Request::Repeat(text) => self.repeats = Some(text.clone()),
            Request::Count(_) => self.counts = Some(0),
            Request::Forget => {}
        }
    }

    fn is_owed(&self) -> bool {
        self.repeats.is_some() || self.counts.is_some()
    }

    fn longest(&self) -> usize {
        self.repeats.as_ref().map_or(SHORT_MESSAGE, |text| SHORT_MESSAGE.max(2 * text.len()))
    }

    fn most_entries(&self) -> usize {
        100
    }

    fn admit(&mut self, event: &mut Event) -> Result<(), Unasked> {
        match (event, &mut self.repeats, &mut self.counts) {
            (Event::Repeated(text), repeats, _) if repeats.as_ref() == Some(text) => *repeats = None,
            (Event::Counted(count), _, Some(counts)) if *count == *counts + 1 => *counts = *count,
            (Event::End(count), _, counts) if *counts == Some(*count) => *counts = None,
            _ => return Err(Unasked::default()),
        }
        Ok(())
    }
}

fn conversation() -> (Conversation<Parrot>, impl Fn(u64) -> Instant) {
    let share = Pending::new(LEAST_PENDING).share(&ContentHash::of(b""));
    let start = Instant::now();
    (Conversation::new(Box::<Parroting>::default(), PATIENCE, share), move |seconds| {
        start + Duration::from_secs(seconds)
    })
}

fn line(event: &Event) -> Vec<u8> {
    message_line(&FromWorker::Event(event)).unwrap().into_bytes()
}

/// All that is heard after these bytes, up to the end if there is one.
fn heard(conversation: &mut Conversation<Parrot>, bytes: &[u8], now: Instant) -> (Vec<Event>, Option<Over>) {
    let mut events = Vec::new();
    conversation.feed(bytes);
    loop {
        match conversation.next(now, false) {
            Ok(Next::Said(event, _)) => events.push(event),
            Ok(Next::Nothing) => return (events, None),
            Ok(Next::Lacks(_)) => {}
            Ok(Next::Full(wanted)) => panic!("{wanted:?}"),
            Ok(Next::Long(_)) => unreachable!("it is read here"),
            Err(over) => return (events, Some(over)),
        }
    }
}

#[test]
fn what_was_asked_for_is_heard_once() {
    let (mut conversation, at) = conversation();
    conversation.ask(&Request::Repeat("a".into()), at(0)).unwrap();
    assert_eq!(conversation.unsent(), b"{\"Do\":{\"Repeat\":\"a\"}}\n");
    let answer = line(&Event::Repeated("a".into()));
    assert_eq!(heard(&mut conversation, &answer, at(0)), (vec![Event::Repeated("a".into())], None));
    let again = heard(&mut conversation, &answer, at(0));
    assert_eq!(again, (Vec::new(), Some(Over::Lies("an answer that does not fit".into()))));
}

#[test]
fn anything_else_ends_the_child() {
    for said in [
        "bestmove a1\n",
        "\n",
        "{\"Event\":{\"Counted\":1}}\n",
        "{\"Event\":{\"Repeated\":\"b\"}}\n",
        "{\"Pulses\":{\"searches\":0,\"is_waiting\":false,\"threads\":[]}}\n",
        "{\"Lacks\":[]}\n{\"Lacks\":[]}\n",
        "\"Loaded\"\n\"Loaded\"\n",
        "\u{ff}\u{fe}\n",
    ] {
        let (mut conversation, at) = conversation();
        conversation.ask(&Request::Repeat("a".into()), at(0)).unwrap();
        let (events, over) = heard(&mut conversation, said.as_bytes(), at(0));
        assert!(events.is_empty() && matches!(over, Some(Over::Lies(_))), "{said}: {events:?} {over:?}");
    }
}

#[test]
fn a_message_is_as_long_as_what_was_asked_for_and_no_longer() {
    let (mut conversation, at) = conversation();
    let (_, over) = heard(&mut conversation, &vec![b'x'; SHORT_MESSAGE + 1], at(0));
    assert_eq!(over, Some(Over::Lies(format!("a message of more than {SHORT_MESSAGE} bytes"))));
    let (mut conversation, at) = self::conversation();
    let long = "x".repeat(3 * SHORT_MESSAGE);
    conversation.ask(&Request::Repeat(long.clone()), at(0)).unwrap();
    let answer = line(&Event::Repeated(long.clone()));
    let pieces = answer.chunks(10_000).map(|piece| heard(&mut conversation, piece, at(0)));
    let all: Vec<Event> = pieces
        .flat_map(|(events, over)| {
            assert_eq!(over, None);
            events
        })
        .collect();
    assert_eq!(all, [Event::Repeated(long)]);
}

/// The kind of fault B2: a deadline that has passed while nobody listened.
#[test]
fn what_came_before_a_deadline_is_read_before_it_is_judged() {
    let (mut conversation, at) = conversation();
    let mut attention = Attention::new(at(0));
    let shown = |attention: &Attention, now| attention.clock().shown(now);
    assert_eq!(heard(&mut conversation, b"\"Loaded\"\n", at(0)), (Vec::new(), None));
    conversation.ask(&Request::Repeat("a".into()), at(0)).unwrap();
    attention.listen(at(0), Some(at(1)));
    attention.go_on(at(1));
    let now = shown(&attention, at(1));
    conversation.judge(now).unwrap();
    assert!(conversation.unsent().ends_with(b"\"Ping\"\n"), "a quarter of the time of a call has passed");
    // The process is stopped for an hour.
    attention.listen(at(1), Some(at(2)));
    attention.go_on(at(3_601));
    let now = shown(&attention, at(3_601));
    assert_eq!(conversation.judge(now), Ok(()), "nobody listened");
    // A child that is silent while somebody listens hangs.
    attention.listen(at(3_601), None);
    attention.go_on(at(3_607));
    let now = shown(&attention, at(3_607));
    assert_eq!(conversation.judge(now), Err(Over::Hangs(Hang::Ping)));
}

#[test]
fn a_child_that_ends_in_its_own_time_does_not_hang() {
    let (mut conversation, at) = conversation();
    conversation.ask(&Request::Count(9), at(0)).unwrap();
    conversation.part();
    assert_eq!((conversation.next_look(), conversation.judge(at(1_000))), (None, Ok(())));
}

/// The kind of fault B3: a caller whose client does not read takes no events.
#[test]
fn a_child_that_is_not_read_does_not_hang() {
    let (mut conversation, at) = conversation();
    let mut attention = Attention::new(at(0));
    conversation.ask(&Request::Count(9), at(0)).unwrap();
    attention.ignore(at(0));
    attention.go_on(at(1_000));
    assert_eq!(conversation.judge(attention.clock().shown(at(1_000))), Ok(()));
}

#[test]
fn what_an_idle_child_does_not_read_has_a_bound() {
    let (mut conversation, at) = conversation();
    for _ in 0..1_000 {
        conversation.ask(&Request::Forget, at(0)).unwrap();
    }
    assert_eq!(conversation.unsent(), b"{\"Do\":\"Forget\"}\n", "a client may say `ucinewgame` as often as it likes");
    let mut told = (0..MOST_UNANSWERED).map(|number| {
        if number % 2 == 0 { conversation.signal(Signal::Stop) } else { conversation.ask(&Request::Forget, at(0)) }
    });
    assert!(told.any(|told| told == Err(Over::Hangs(Hang::Ping))));
}

fn here(_: &Arc<Pool>) -> Worker<Parrot> {
    Worker::here(|output| Parrot { output, stop: None })
}

fn away(pool: &Arc<Pool>) -> Worker<Parrot> {
    let start = || crate::testing::child_within(|output| Parrot { output, stop: None });
    let share = Pending::new(LEAST_PENDING).share(&ContentHash::of(b""));
    Worker::in_child(pool, start, Box::<Parroting>::default(), PATIENCE, share)
}

async fn next(worker: &mut Worker<Parrot>, clock: &AttentionClock) -> Event {
    loop {
        match timeout(TIME, worker.next(clock, true)).await.expect("it is not silent") {
            Said::Event(event, _) => return event,
            Said::Lacks(_) => {}
            Said::Ended(over, ended) => panic!("{over:?}: {}", ended.how()),
        }
    }
}

/// One question beside one task, wherever the work is done.
#[tokio::test]
async fn a_worker_is_asked_in_one_way_wherever_it_is() {
    let pool = Pool::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    let clock = Attention::new(Instant::now()).clock().clone();
    for start in [here, away] {
        let mut worker = start(&pool);
        worker.ask(Request::Count(u32::MAX), &clock);
        assert_eq!(next(&mut worker, &clock).await, Event::Counted(1));
        worker.ask(Request::Repeat("beside it".into()), &clock);
        let (mut count, mut has_answer) = (1, false);
        loop {
            match next(&mut worker, &clock).await {
                Event::Counted(more) => count = more,
                Event::Repeated(text) => {
                    assert_eq!(text, "beside it");
                    has_answer = true;
                    worker.signal(Signal::Stop);
                }
                Event::End(total) => {
                    assert!(total >= count && has_answer);
                    break;
                }
            }
        }
        worker.ask(Request::Repeat("after it".into()), &clock);
        assert_eq!(next(&mut worker, &clock).await, Event::Repeated("after it".into()));
    }
}

/// A future of `next` that is dropped again and again loses nothing.
#[tokio::test]
async fn a_wait_that_is_given_up_loses_nothing() {
    let pool = Pool::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    let clock = Attention::new(Instant::now()).clock().clone();
    for start in [here, away] {
        let mut worker = start(&pool);
        worker.ask(Request::Count(1_000), &clock);
        let mut counted = 0;
        loop {
            let said = tokio::select! {
                biased;
                said = worker.next(&clock, true) => said,
                () = tokio::task::yield_now() => continue,
            };
            match said {
                Said::Event(Event::Counted(count), _) => {
                    assert_eq!(count, counted + 1);
                    counted = count;
                }
                Said::Event(Event::End(total), _) => break assert_eq!((counted, total), (1_000, 1_000)),
                Said::Lacks(_) => {}
                said => panic!("{said:?}"),
            }
        }
    }
}

/// A child, for a thread without a runtime.
fn blocking() -> Blocking<Parrot> {
    let share = Pending::new(LEAST_PENDING).share(&ContentHash::of(b""));
    let start = || crate::testing::child_within(|output| Parrot { output, stop: None });
    let pool = Pool::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    Blocking::in_child(&pool, start, Box::<Parroting>::default(), PATIENCE, share).unwrap()
}

#[test]
fn a_thread_without_a_runtime_waits_for_the_same() {
    let here = Blocking::<Parrot>::here(|output| Parrot { output, stop: None }).unwrap();
    for mut worker in [here, blocking()] {
        worker.ask(Request::Count(200));
        let mut events = Vec::new();
        while !matches!(events.last(), Some(Event::End(_))) {
            match worker.next(&|| false).unwrap() {
                Said::Event(event, _) => events.push(event),
                Said::Lacks(_) => {}
                said @ Said::Ended(..) => panic!("{said:?}"),
            }
        }
        assert_eq!(events.len(), 201);
        assert!(worker.next(&|| true).is_err(), "nothing is asked, and somebody interrupts");
    }
}

#[test]
fn a_wait_for_a_worker_that_never_pauses_can_be_interrupted() {
    let mut worker = blocking();
    worker.ask(Request::Count(u32::MAX));
    let deadline = Instant::now() + TIME;
    while worker.next(&|| true).is_ok() {
        assert!(Instant::now() < deadline, "nobody hears of the interruption");
    }
    worker.signal(Signal::Stop);
    worker.part(TIME, drop);
}

#[test]
fn the_input_of_a_child_ends_with_what_was_asked_last() {
    let mut worker = blocking();
    worker.ask(Request::Count(u32::MAX));
    assert!(matches!(worker.next(&|| false), Ok(Said::Event(Event::Counted(1), _))));
    worker.signal(Signal::Stop);
    let mut said = Vec::new();
    worker.part(TIME, |more| match more {
        Said::Event(Event::End(_), _) => said.push("the end of the task".to_owned()),
        Said::Ended(over, _) => said.push(format!("{over:?}")),
        _ => {}
    });
    assert_eq!(said, ["the end of the task", "Closed"]);
}
