//! Conversations with children that say anything, and one work that is done in this process and beside it.

use super::*;
use crate::attention::AttentionClock;
use crate::{
    Attention, Blocking, EventOutput, LEAST_PENDING, MessageMemory, Stacks, WorkPulses, Worker, WorkerMessage,
    WorkerThreads,
};
use plyd_host::ContentHash;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;
use tokio::time::timeout;

const TIME: Duration = Duration::from_secs(20);
const PATIENCE: CallDeadlines = CallDeadlines { call: Duration::from_secs(4), other: Duration::from_secs(60) };

/// What the work of these tests is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum TestWorkRequest {
    /// A question: to say this again.
    Repeat(String),
    /// A task: to count up to this, or until it is stopped.
    Count(u32),
    /// To forget; it has no answer.
    Forget,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum TestWorkEvent {
    Repeated(String),
    Counted(u32),
    End(u32),
}

/// Repeats and counts.
struct ParrotWork {
    output: EventOutput<TestWorkEvent>,
    stop: Option<Sender<()>>,
}

impl Work for ParrotWork {
    type Request = TestWorkRequest;
    type Event = TestWorkEvent;

    fn take(&mut self, request: TestWorkRequest) {
        let output = self.output.clone();
        match request {
            TestWorkRequest::Repeat(text) => drop(thread::spawn(move || output.answer(TestWorkEvent::Repeated(text)))),
            TestWorkRequest::Count(most) => {
                let (stop, stopped) = channel();
                let last = output.reserve();
                thread::spawn(move || {
                    let mut count = 0;
                    while count < most && stopped.try_recv() != Ok(()) {
                        count += 1;
                        output.say(TestWorkEvent::Counted(count));
                    }
                    last.say(TestWorkEvent::End(count));
                });
                self.stop = Some(stop);
            }
            TestWorkRequest::Forget => {}
        }
    }

    fn signal(&mut self, signal: Signal) {
        if signal == Signal::Stop {
            // It may have ended.
            self.stop.iter().for_each(|stop| stop.send(()).unwrap_or_default());
        }
    }

    fn pulses(&self) -> WorkPulses {
        WorkPulses::default()
    }
}

/// What a parrot may say.
#[derive(Default)]
struct ParrotLimits {
    repeats: Option<String>,
    counts: Option<u32>,
}

impl Terms<ParrotWork> for ParrotLimits {
    fn note(&mut self, request: &TestWorkRequest) {
        match request {
            TestWorkRequest::Repeat(text) => self.repeats = Some(text.clone()),
            TestWorkRequest::Count(_) => self.counts = Some(0),
            TestWorkRequest::Forget => {}
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

    fn admit(&mut self, event: &mut TestWorkEvent) -> Result<(), UnaskedEvent> {
        match (event, &mut self.repeats, &mut self.counts) {
            (TestWorkEvent::Repeated(text), repeats, _) if repeats.as_ref() == Some(text) => *repeats = None,
            (TestWorkEvent::Counted(count), _, Some(counts)) if *count == *counts + 1 => *counts = *count,
            (TestWorkEvent::End(count), _, counts) if *counts == Some(*count) => *counts = None,
            _ => return Err(UnaskedEvent::default()),
        }
        Ok(())
    }
}

fn conversation() -> (Conversation<ParrotWork>, impl Fn(u64) -> Instant) {
    let share = MessageMemory::new(LEAST_PENDING).share(&ContentHash::of(b""));
    let start = Instant::now();
    (Conversation::new(Box::<ParrotLimits>::default(), PATIENCE, share), move |seconds| {
        start + Duration::from_secs(seconds)
    })
}

fn line(event: &TestWorkEvent) -> Vec<u8> {
    message_line(&FromWorker::Event(event)).unwrap().into_bytes()
}

/// All that is heard after these bytes, up to the end if there is one.
fn heard(
    conversation: &mut Conversation<ParrotWork>,
    bytes: &[u8],
    now: Instant,
) -> (Vec<TestWorkEvent>, Option<ConversationEnd>) {
    let mut events = Vec::new();
    conversation.feed(bytes);
    loop {
        match conversation.next(now, false) {
            Ok(WorkerNext::Said(event, _)) => events.push(event),
            Ok(WorkerNext::Nothing) => return (events, None),
            Ok(WorkerNext::Lacks(_)) => {}
            Ok(WorkerNext::Full(wanted)) => panic!("{wanted:?}"),
            Ok(WorkerNext::Long(_)) => unreachable!("it is read here"),
            Err(over) => return (events, Some(over)),
        }
    }
}

#[test]
fn what_was_asked_for_is_heard_once() {
    let (mut conversation, at) = conversation();
    conversation.ask(&TestWorkRequest::Repeat("a".into()), at(0)).unwrap();
    assert_eq!(conversation.unsent(), b"{\"Do\":{\"Repeat\":\"a\"}}\n");
    let answer = line(&TestWorkEvent::Repeated("a".into()));
    assert_eq!(heard(&mut conversation, &answer, at(0)), (vec![TestWorkEvent::Repeated("a".into())], None));
    let again = heard(&mut conversation, &answer, at(0));
    assert_eq!(again, (Vec::new(), Some(ConversationEnd::Lies("an answer that does not fit".into()))));
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
        conversation.ask(&TestWorkRequest::Repeat("a".into()), at(0)).unwrap();
        let (events, over) = heard(&mut conversation, said.as_bytes(), at(0));
        assert!(events.is_empty() && matches!(over, Some(ConversationEnd::Lies(_))), "{said}: {events:?} {over:?}");
    }
}

#[test]
fn a_message_is_as_long_as_what_was_asked_for_and_no_longer() {
    let (mut conversation, at) = conversation();
    let (_, over) = heard(&mut conversation, &vec![b'x'; SHORT_MESSAGE + 1], at(0));
    assert_eq!(over, Some(ConversationEnd::Lies(format!("a message of more than {SHORT_MESSAGE} bytes"))));
    let (mut conversation, at) = self::conversation();
    let long = "x".repeat(3 * SHORT_MESSAGE);
    conversation.ask(&TestWorkRequest::Repeat(long.clone()), at(0)).unwrap();
    let answer = line(&TestWorkEvent::Repeated(long.clone()));
    let pieces = answer.chunks(10_000).map(|piece| heard(&mut conversation, piece, at(0)));
    let all: Vec<TestWorkEvent> = pieces
        .flat_map(|(events, over)| {
            assert_eq!(over, None);
            events
        })
        .collect();
    assert_eq!(all, [TestWorkEvent::Repeated(long)]);
}

/// The kind of fault B2: a deadline that has passed while the loop did not listen.
#[test]
fn what_came_before_a_deadline_is_read_before_it_is_judged() {
    let (mut conversation, at) = conversation();
    let mut attention = Attention::new(at(0));
    let shown = |attention: &Attention, now| attention.clock().shown(now);
    assert_eq!(heard(&mut conversation, b"\"Loaded\"\n", at(0)), (Vec::new(), None));
    conversation.ask(&TestWorkRequest::Repeat("a".into()), at(0)).unwrap();
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
    assert_eq!(conversation.judge(now), Err(ConversationEnd::Hangs(Hang::Ping)));
}

#[test]
fn a_child_that_ends_in_its_own_time_does_not_hang() {
    let (mut conversation, at) = conversation();
    conversation.ask(&TestWorkRequest::Count(9), at(0)).unwrap();
    conversation.part();
    assert_eq!((conversation.next_look(), conversation.judge(at(1_000))), (None, Ok(())));
}

/// The kind of fault B3: a caller whose client does not read takes no events.
#[test]
fn a_child_that_is_not_read_does_not_hang() {
    let (mut conversation, at) = conversation();
    let mut attention = Attention::new(at(0));
    conversation.ask(&TestWorkRequest::Count(9), at(0)).unwrap();
    attention.ignore(at(0));
    attention.go_on(at(1_000));
    assert_eq!(conversation.judge(attention.clock().shown(at(1_000))), Ok(()));
}

#[test]
fn what_an_idle_child_does_not_read_has_a_bound() {
    let (mut conversation, at) = conversation();
    for _ in 0..1_000 {
        conversation.ask(&TestWorkRequest::Forget, at(0)).unwrap();
    }
    assert_eq!(conversation.unsent(), b"{\"Do\":\"Forget\"}\n", "a client may say `ucinewgame` as often as it likes");
    let mut told = (0..MOST_UNANSWERED).map(|number| {
        if number % 2 == 0 {
            conversation.signal(Signal::Stop)
        } else {
            conversation.ask(&TestWorkRequest::Forget, at(0))
        }
    });
    assert!(told.any(|told| told == Err(ConversationEnd::Hangs(Hang::Ping))));
}

fn here(_: &Arc<WorkerThreads>) -> Worker<ParrotWork> {
    Worker::here(|output| ParrotWork { output, stop: None })
}

fn away(pool: &Arc<WorkerThreads>) -> Worker<ParrotWork> {
    let start = || crate::testing::child_within(|output| ParrotWork { output, stop: None });
    let share = MessageMemory::new(LEAST_PENDING).share(&ContentHash::of(b""));
    Worker::in_child(pool, start, Box::<ParrotLimits>::default(), PATIENCE, share)
}

async fn next(worker: &mut Worker<ParrotWork>, clock: &AttentionClock) -> TestWorkEvent {
    loop {
        match timeout(TIME, worker.next(clock, true)).await.expect("it is not silent") {
            WorkerMessage::Event(event, _) => return event,
            WorkerMessage::Lacks(_) => {}
            WorkerMessage::Ended(over, ended) => panic!("{over:?}: {}", ended.how()),
        }
    }
}

/// One question beside one task, wherever the work is done.
#[tokio::test]
async fn a_worker_is_asked_in_one_way_wherever_it_is() {
    let pool = WorkerThreads::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    let clock = Attention::new(Instant::now()).clock().clone();
    for start in [here, away] {
        let mut worker = start(&pool);
        worker.ask(TestWorkRequest::Count(u32::MAX), &clock);
        assert_eq!(next(&mut worker, &clock).await, TestWorkEvent::Counted(1));
        worker.ask(TestWorkRequest::Repeat("beside it".into()), &clock);
        let (mut count, mut has_answer) = (1, false);
        loop {
            match next(&mut worker, &clock).await {
                TestWorkEvent::Counted(more) => count = more,
                TestWorkEvent::Repeated(text) => {
                    assert_eq!(text, "beside it");
                    has_answer = true;
                    worker.signal(Signal::Stop);
                }
                TestWorkEvent::End(total) => {
                    assert!(total >= count && has_answer);
                    break;
                }
            }
        }
        worker.ask(TestWorkRequest::Repeat("after it".into()), &clock);
        assert_eq!(next(&mut worker, &clock).await, TestWorkEvent::Repeated("after it".into()));
    }
}

/// A future of `next` that is dropped again and again loses nothing.
#[tokio::test]
async fn a_wait_that_is_given_up_loses_nothing() {
    let pool = WorkerThreads::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    let clock = Attention::new(Instant::now()).clock().clone();
    for start in [here, away] {
        let mut worker = start(&pool);
        worker.ask(TestWorkRequest::Count(1_000), &clock);
        let mut counted = 0;
        loop {
            let said = tokio::select! {
                biased;
                said = worker.next(&clock, true) => said,
                () = tokio::task::yield_now() => continue,
            };
            match said {
                WorkerMessage::Event(TestWorkEvent::Counted(count), _) => {
                    assert_eq!(count, counted + 1);
                    counted = count;
                }
                WorkerMessage::Event(TestWorkEvent::End(total), _) => {
                    break assert_eq!((counted, total), (1_000, 1_000));
                }
                WorkerMessage::Lacks(_) => {}
                said => panic!("{said:?}"),
            }
        }
    }
}

/// A child, for a thread without a runtime.
fn blocking() -> Blocking<ParrotWork> {
    let share = MessageMemory::new(LEAST_PENDING).share(&ContentHash::of(b""));
    let start = || crate::testing::child_within(|output| ParrotWork { output, stop: None });
    let pool = WorkerThreads::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    Blocking::in_child(&pool, start, Box::<ParrotLimits>::default(), PATIENCE, share).unwrap()
}

#[test]
fn a_thread_without_a_runtime_waits_for_the_same() {
    let here = Blocking::<ParrotWork>::here(|output| ParrotWork { output, stop: None }).unwrap();
    for mut worker in [here, blocking()] {
        worker.ask(TestWorkRequest::Count(200));
        let mut events = Vec::new();
        while !matches!(events.last(), Some(TestWorkEvent::End(_))) {
            match worker.next(&|| false).unwrap() {
                WorkerMessage::Event(event, _) => events.push(event),
                WorkerMessage::Lacks(_) => {}
                said @ WorkerMessage::Ended(..) => panic!("{said:?}"),
            }
        }
        assert_eq!(events.len(), 201);
        assert!(worker.next(&|| true).is_err(), "nothing is asked, and somebody interrupts");
    }
}

#[test]
fn a_wait_for_a_worker_that_never_pauses_can_be_interrupted() {
    let mut worker = blocking();
    worker.ask(TestWorkRequest::Count(u32::MAX));
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
    worker.ask(TestWorkRequest::Count(u32::MAX));
    assert!(matches!(worker.next(&|| false), Ok(WorkerMessage::Event(TestWorkEvent::Counted(1), _))));
    worker.signal(Signal::Stop);
    let mut said = Vec::new();
    worker.part(TIME, |more| match more {
        WorkerMessage::Event(TestWorkEvent::End(_), _) => said.push("the end of the task".to_owned()),
        WorkerMessage::Ended(over, _) => said.push(format!("{over:?}")),
        _ => {}
    });
    assert_eq!(said, ["the end of the task", "Closed"]);
}
