//! Errands of a child that is no process, and what one may say.

use super::terms::ErrandTerms;
use super::words::{Errand, ErrandEvent, ErrandFailure, ErrandRequest, ErrandResult, GameSource, TypedInput, Word};
use super::work::{ErrandResources, Errands};
use plyd_formats::Place;
use plyd_host::testing::linked;
use plyd_player::TableMemory;
use plyd_protocol::{ErrorCode, PositionText};
use plyd_session::position::PositionRefused;
use plyd_session::record::MainLine;
use plyd_worker::testing::child_within;
use plyd_worker::{
    Blocking, CallDeadlines, EventOutput, LEAST_PENDING, MessageMemory, Stacks, Terms, WorkerMessage, WorkerThreads,
};
use std::sync::Arc;
use std::time::Duration;
use tictactoe::TicTacToe;

const TIME: Duration = Duration::from_secs(20);

fn errands(output: EventOutput<ErrandEvent>) -> Errands {
    let means = ErrandResources { tables: TableMemory::unlimited(), tablebases: Arc::default(), bench: Arc::default() };
    Errands::new(linked::<TicTacToe>(), means, output)
}

/// The same errands on a thread, and in a child.
fn both() -> [Blocking<Errands>; 2] {
    let pool = WorkerThreads::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    let share = MessageMemory::new(LEAST_PENDING).share(linked::<TicTacToe>().content());
    let start = || child_within(errands);
    let (terms, patience) = (Box::<ErrandTerms>::default(), CallDeadlines { call: TIME, other: TIME });
    [Blocking::here(errands).unwrap(), Blocking::in_child(&pool, start, terms, patience, share).unwrap()]
}

fn done(worker: &mut Blocking<Errands>, errand: Errand) -> anyhow::Result<ErrandResult> {
    worker.ask(ErrandRequest::Do(Box::new(errand)));
    match worker.next(&|| false) {
        Ok(WorkerMessage::Event(ErrandEvent::Done(done), _)) => done.map_err(ErrandFailure::into_error),
        said => panic!("{said:?}"),
    }
}

fn open(position: &str) -> Errand {
    Errand::Open { options: Vec::new(), text: PositionText::parse(position).unwrap() }
}

#[test]
fn an_errand_is_done_in_one_way_wherever_it_is() {
    for mut worker in both() {
        assert!(matches!(done(&mut worker, open("startpos moves b2")), Ok(ErrandResult::Opened)));
        let error = done(&mut worker, open("startpos moves z9")).unwrap_err();
        let refused = error.downcast_ref::<PositionRefused>().unwrap();
        assert_eq!(refused.code, ErrorCode::IllegalMove, "{error}");
        let source = GameSource::Text("b2 a1 c3".into(), Place::START);
        let line = done(&mut worker, Errand::Read { source, options: Vec::new(), plies: 2 }).unwrap();
        assert!(matches!(&line, ErrandResult::Line(MainLine { moves, .. }) if *moves == ["P@b2", "P@a1"]), "{line:?}");
    }
}

#[test]
fn nothing_is_said_that_was_not_asked_for() {
    let mut terms = ErrandTerms::default();
    let typed = Word::Typed(TypedInput::End);
    let say = |terms: &mut ErrandTerms, mut event: ErrandEvent| terms.admit(&mut event).map(|()| event);
    assert!(!terms.is_owed() && say(&mut terms, ErrandEvent::Done(Ok(ErrandResult::Opened))).is_err());
    let source = GameSource::Text("x".into(), Place::START);
    let read = || Errand::Read { source: source.clone(), options: Vec::new(), plies: 1 };
    terms.note(&ErrandRequest::Do(Box::new(read())));
    assert!(terms.is_owed());
    assert!(say(&mut terms, ErrandEvent::Ask { prompt: String::new(), moves: Vec::new() }).is_err());
    assert!(
        say(&mut terms, ErrandEvent::Text(Vec::new())).is_err()
            && say(&mut terms, ErrandEvent::Save(String::new())).is_err()
    );
    assert!(say(&mut terms, ErrandEvent::Done(Ok(ErrandResult::Opened))).is_err());
    let line = |mv: &str| ErrandResult::Line(MainLine { moves: vec![mv.to_owned()], ..MainLine::default() });
    for mv in ["", "a b", "a\nquit", "a\u{1b}[2J"] {
        assert!(say(&mut terms, ErrandEvent::Done(Ok(line(mv)))).is_err(), "{mv:?}");
    }
    match say(&mut terms, ErrandEvent::Remark("a\u{1b}[2J".into())) {
        Ok(ErrandEvent::Remark(text)) => assert_eq!(text, "a [2J"),
        said => panic!("{said:?}"),
    }
    assert!(say(&mut terms, ErrandEvent::Done(Ok(line("b2")))).is_ok() && !terms.is_owed());
    terms.note(&ErrandRequest::Word(typed));
    assert!(!terms.is_owed());
}

#[test]
fn a_reason_is_no_longer_than_people_read() {
    let reason = "é".repeat(1 << 20);
    let error = ErrandFailure::new(&reason).into_error();
    assert!(error.to_string().len() < 10_000);
    let chain = ErrandFailure::from(anyhow::anyhow!("c").context("b").context("a")).into_error();
    assert_eq!(format!("{chain:#}"), "a: b: c");
}
