//! Conversations with children that are shell scripts.

use super::*;
use crate::isolated::messages::Grant;
use crate::work::{Job, Question, Setup};
use plyd_host::ContentHash;
use plyd_protocol::{Query, Response, TurnOf};
use plyd_worker::{Pending, Start, Supervisor};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::super::connection::{Connection, Granted};

const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug)]
struct Nothing;

impl Granted for Nothing {}

/// A child that reads its first line, and then does this.
fn child(script: &str, call_time: Duration) -> Arc<Connection> {
    begin(script, call_time).0
}

/// The same, with the memory for the messages of children.
fn begin(script: &str, call_time: Duration) -> (Arc<Connection>, Pending) {
    let script = format!("read order; {script}");
    let supervisor = Supervisor::of_any("sh".into(), vec!["-c".into(), script.into()]).expect("there is a thread");
    let order = Order::of_copy("library".into(), "copy".into(), ContentHash::of(b""));
    let started = supervisor.start(Start::of(&order)).expect("there is a shell");
    let limits = Patience { call: call_time, other: PATIENCE };
    let isolation = Isolation::new(supervisor);
    let connection = Connection::begin(started, &order, limits, &isolation, (&Arc::default(), "nim"))
        .expect("its streams can be waited for");
    (connection, isolation.pending)
}

async fn open(connection: &Connection) -> Answer<About> {
    let (sender, answer) = oneshot::channel();
    connection.send(Task::Call(ToChild::Open { call: 1, setup: Setup::default() }, 1, Expected::Opened(sender)));
    timeout(PATIENCE, answer).await.expect("the call ends").expect("with an answer or a reason")
}

async fn ask(connection: &Connection, query: Query) -> Answer<Vec<Reply>> {
    let (sender, answer) = oneshot::channel();
    let question = Question::Query(query);
    let expected = Expected::Answered(question.clone(), sender);
    connection.send(Task::Call(ToChild::Ask { call: 1, question }, 1, expected));
    timeout(PATIENCE, answer).await.expect("the call ends").expect("with an answer or a reason")
}

/// Why a child ended that did this in answer to a call.
async fn end_of(script: &str) -> String {
    open(&child(script, PATIENCE)).await.expect_err(script).text
}

const OPENED: &str = r#"echo '{"Opened":{"call":1,"about":{"turn":"First","has_key":true}}}'"#;

#[tokio::test]
async fn an_answer_that_fits_is_taken() {
    let connection = child(&format!("read call; {OPENED}; read forever"), PATIENCE);
    assert_eq!(open(&connection).await, Ok(About { turn: Some(TurnOf::First), has_key: true }));
    assert!(connection.end().is_none());
}

#[tokio::test]
async fn what_nobody_asked_for_ends_the_child() {
    for said in [
        r#"{"Opened":{"call":2,"about":{"turn":"First","has_key":true}}}"#,
        r#"{"Answered":{"call":1,"lines":["ReadyOk"]}}"#,
        r#"{"Answered":{"call":1,"lines":[]}}"#,
        r#"{"Legal":{"call":1,"found":"a1"}}"#,
        r#"{"Line":{"task":1,"line":{"InfoString":"lies"}}}"#,
        r#"{"Ended":{"task":1,"lines":[],"last":{"BestMove":{"best":"a1","ponder":null}}}}"#,
        "bestmove a1",
        "",
    ] {
        let reason = end_of(&format!("read call; echo '{said}'; read forever")).await;
        assert!(reason.contains("sent what nobody asked for"), "{said}: {reason}");
    }
}

#[tokio::test]
async fn an_answer_of_another_kind_is_none() {
    let answer =
        |lines: &str| format!("read call; echo '{{\"Answered\":{{\"call\":1,\"lines\":{lines}}}}}'; read forever");
    let taken = ask(&child(&answer(r#"[{"Response":{"Truth":true}}]"#), PATIENCE), Query::GameOver).await;
    assert_eq!(taken, Ok(vec![Reply::Response(Response::Truth(true))]));
    for lines in [r#"[{"Response":{"Fen":"3 w"}}]"#, r#"[{"Evaluation":3}]"#, "[]"] {
        let refused = ask(&child(&answer(lines), PATIENCE), Query::GameOver).await.unwrap_err();
        assert!(refused.text.contains("sent what nobody asked for"), "{lines}: {refused}");
    }
}

#[tokio::test]
async fn a_search_ends_once() {
    let end = r#"echo '{"Ended":{"task":7,"lines":[],"last":{"BestMove":{"best":"a1","ponder":null}}}}'"#;
    let connection = child(&format!("read start; {end}; {end}; read forever"), PATIENCE);
    let (events, mut heard) = mpsc::channel(4);
    let grant = Grant { hash: 0, threads: 0, budget: None, is_stopped: false, is_hit: false };
    // The kind is what counts; a perft needs the least.
    let running =
        Running { kind: Kind::Search, longest: SHORT_MESSAGE, events, budget: None, _granted: Box::new(Nothing) };
    connection.send(Task::Start(ToChild::Start { task: 7, job: Box::new(Job::Perft(1)), grant }, 7, running));
    let first = timeout(PATIENCE, heard.recv()).await.expect("it ends");
    let Some(TaskEvent::Reserved(event, _)) = first else { panic!("{first:?}") };
    assert!(matches!(*event, TaskEvent::End(_, Some(Reply::BestMove { .. }))), "{event:?}");
    assert!(timeout(PATIENCE, heard.recv()).await.expect("nothing more is heard").is_none());
}

#[tokio::test]
async fn a_child_that_ends_or_hangs_is_told_by_how() {
    assert!(end_of("read call; exit 3").await.contains("it ended its process (exit status: 3)"));
    assert!(end_of("read call; kill -SEGV $$").await.contains("(signal: 11"));
    assert!(end_of("exec 1>&-; sleep 1000").await.contains("it ended its process (signal: 9"));
    let connection = child("sleep 1000", Duration::from_millis(100));
    let reason = open(&connection).await.unwrap_err().text;
    assert!(reason.contains("its process did not answer for 0.1 s"), "{reason}");
    assert!(connection.end().is_some());
}

#[tokio::test]
async fn a_library_that_cannot_be_loaded_again_says_why() {
    let reason = end_of(r#"echo '{"Unloadable":{"reason":"it is gone"}}'; read forever"#).await;
    assert!(reason.contains("it was not loaded again: it is gone"), "{reason}");
}

#[tokio::test]
async fn pulses_are_said_in_answer_to_a_ping_only() {
    let reason = end_of(r#"read call; echo '{"Pulses":{"pulses":[]}}'; read forever"#).await;
    assert!(reason.contains("sent what nobody asked for"), "{reason}");
}

/// Two libraries with slow clients can keep all memory for long messages for as long as these like.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_child_that_waits_for_memory_ends_with_its_session() {
    let file = tempfile::NamedTempFile::new().expect("there is a folder for it");
    let path = file.path().display();
    let (connection, pending) =
        begin(&format!("echo $$ > {path}; read call; head -c 200000 /dev/zero; sleep 1000"), PATIENCE);
    let taken = [1, 2].map(|library| pending.share(&ContentHash::of(&[library])).try_take_long(usize::MAX));
    assert!(taken.iter().all(Option::is_some));
    let (sender, _answer) = oneshot::channel();
    let expected = Expected::Answered(Question::View, sender);
    connection.send(Task::Call(ToChild::Ask { call: 1, question: Question::View }, 1, expected));
    let began = Instant::now();
    while !connection.is_paused() {
        assert!(began.elapsed() < PATIENCE && connection.end().is_none(), "{:?}", connection.end());
        sleep(Duration::from_millis(5)).await;
    }
    let process = std::fs::read_to_string(file.path()).expect("it has written its number");
    let process = std::path::Path::new("/proc").join(process.trim());
    assert!(process.exists());
    drop(connection);
    while process.exists() {
        assert!(began.elapsed() < PATIENCE, "it is left");
        sleep(Duration::from_millis(5)).await;
    }
    drop(taken);
}

#[tokio::test]
async fn an_idle_child_may_not_begin_a_long_line() {
    let connection = child("head -c 200000 /dev/zero; read forever", PATIENCE);
    let began = Instant::now();
    while connection.end().is_none() {
        assert!(began.elapsed() < PATIENCE, "it goes on");
        sleep(Duration::from_millis(5)).await;
    }
    let reason = connection.end().map(|end| end.text.clone()).unwrap_or_default();
    assert!(reason.contains("a message of more than 65536 bytes"), "{reason}");
}

/// A client may say `ucinewgame` as often as it likes.
#[tokio::test]
async fn what_an_idle_child_does_not_read_has_a_bound() {
    let supervisor = Supervisor::of_any("sh".into(), Vec::new()).expect("there is a thread");
    let limits = Patience { call: PATIENCE, other: PATIENCE };
    let (input, _output) = tokio::io::duplex(1);
    let (_orders, all) = mpsc::unbounded_channel();
    let mut conversation =
        Conversation::new(input, all, limits, Isolation::new(supervisor), &ContentHash::of(b"")).on_one_thread();
    for _ in 0..1_000 {
        conversation.take(Task::Tell(ToChild::Forget));
    }
    assert_eq!(conversation.unread, b"\"Forget\"\n");
    let mut hangs = false;
    for message in (0..MOST_UNANSWERED).map(|number| if number % 2 == 0 { ToChild::FreeTable } else { ToChild::Forget })
    {
        hangs = conversation.take_step(Step::Ordered(Some(Task::Tell(message)))).await.is_err();
        if hangs {
            break;
        }
    }
    assert!(hangs, "{} bytes wait", conversation.unread.len());
}
