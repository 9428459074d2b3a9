//! Errands of a child that is no process, and what one may say.

use super::terms::ErrandTerms;
use super::words::{Answer, Errand, Event, Failed, Request, Source, Typed, Word};
use super::work::{Errands, Means};
use plyd_formats::Place;
use plyd_host::testing::linked;
use plyd_player::TableMemory;
use plyd_protocol::{ErrorCode, PositionText};
use plyd_session::position::PositionRefused;
use plyd_session::record::MainLine;
use plyd_worker::testing::child_within;
use plyd_worker::{Blocking, LEAST_PENDING, Output, Patience, Pending, Pool, Said, Stacks, Terms};
use std::sync::Arc;
use std::time::Duration;
use tictactoe::TicTacToe;

const TIME: Duration = Duration::from_secs(20);

fn errands(output: Output<Event>) -> Errands {
    let means = Means { tables: TableMemory::unlimited(), tablebases: Arc::default(), bench: Arc::default() };
    Errands::new(linked::<TicTacToe>(), means, output)
}

/// The same errands on a thread, and in a child.
fn both() -> [Blocking<Errands>; 2] {
    let pool = Pool::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    let share = Pending::new(LEAST_PENDING).share(linked::<TicTacToe>().content());
    let start = || child_within(errands);
    let (terms, patience) = (Box::<ErrandTerms>::default(), Patience { call: TIME, other: TIME });
    [Blocking::here(errands).unwrap(), Blocking::in_child(&pool, start, terms, patience, share).unwrap()]
}

fn done(worker: &mut Blocking<Errands>, errand: Errand) -> anyhow::Result<Answer> {
    worker.ask(Request::Do(Box::new(errand)));
    match worker.next(&|| false) {
        Ok(Said::Event(Event::Done(done), _)) => done.map_err(Failed::into_error),
        said => panic!("{said:?}"),
    }
}

fn open(position: &str) -> Errand {
    Errand::Open { options: Vec::new(), text: PositionText::parse(position).unwrap() }
}

#[test]
fn an_errand_is_done_in_one_way_wherever_it_is() {
    for mut worker in both() {
        assert!(matches!(done(&mut worker, open("startpos moves b2")), Ok(Answer::Opened)));
        let error = done(&mut worker, open("startpos moves z9")).unwrap_err();
        let refused = error.downcast_ref::<PositionRefused>().unwrap();
        assert_eq!(refused.code, ErrorCode::IllegalMove, "{error}");
        let source = Source::Text("b2 a1 c3".into(), Place::START);
        let line = done(&mut worker, Errand::Read { source, options: Vec::new(), plies: 2 }).unwrap();
        assert!(matches!(&line, Answer::Line(MainLine { moves, .. }) if *moves == ["P@b2", "P@a1"]), "{line:?}");
    }
}

#[test]
fn nothing_is_said_that_was_not_asked_for() {
    let mut terms = ErrandTerms::default();
    let typed = Word::Typed(Typed::End);
    let say = |terms: &mut ErrandTerms, mut event: Event| terms.admit(&mut event).map(|()| event);
    assert!(!terms.is_owed() && say(&mut terms, Event::Done(Ok(Answer::Opened))).is_err());
    let source = Source::Text("x".into(), Place::START);
    let read = || Errand::Read { source: source.clone(), options: Vec::new(), plies: 1 };
    terms.note(&Request::Do(Box::new(read())));
    assert!(terms.is_owed());
    assert!(say(&mut terms, Event::Ask { prompt: String::new(), moves: Vec::new() }).is_err());
    assert!(say(&mut terms, Event::Text(Vec::new())).is_err() && say(&mut terms, Event::Save(String::new())).is_err());
    assert!(say(&mut terms, Event::Done(Ok(Answer::Opened))).is_err());
    let line = |mv: &str| Answer::Line(MainLine { moves: vec![mv.to_owned()], ..MainLine::default() });
    for mv in ["", "a b", "a\nquit", "a\u{1b}[2J"] {
        assert!(say(&mut terms, Event::Done(Ok(line(mv)))).is_err(), "{mv:?}");
    }
    match say(&mut terms, Event::Remark("a\u{1b}[2J".into())) {
        Ok(Event::Remark(text)) => assert_eq!(text, "a [2J"),
        said => panic!("{said:?}"),
    }
    assert!(say(&mut terms, Event::Done(Ok(line("b2")))).is_ok() && !terms.is_owed());
    terms.note(&Request::Word(typed));
    assert!(!terms.is_owed());
}

#[test]
fn a_reason_is_no_longer_than_people_read() {
    let reason = "é".repeat(1 << 20);
    let error = Failed::new(&reason).into_error();
    assert!(error.to_string().len() < 10_000);
    let chain = Failed::from(anyhow::anyhow!("c").context("b").context("a")).into_error();
    assert_eq!(format!("{chain:#}"), "a: b: c");
}
