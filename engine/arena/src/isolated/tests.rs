//! Games of a child that is no process, and what one may say.

use super::child::MatchChild;
use super::children::MatchChildren;
use super::inside::GamePlayer;
use super::messages::{ChildEvent, ChildPlan, ChildRequest, EngineEvent, EngineRequest};
use super::terms::{GameTerms, NoticeCount};
use crate::contest::Contest;
use crate::contestant::BuiltinOptions;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::openings::{OpeningNotes, Openings};
use crate::place::PlayVenue as _;
use crate::start_check::StartCheck;
use plyd_host::testing::linked;
use plyd_player::{SearchOptions, SearchSettings};
use plyd_tournament::settings::{EngineKind, MatchPlan};
use plyd_tournament::testing::game;
use plyd_tournament::{EncounterUnit, EncounterUnits, PlayedGame, Take};
use plyd_worker::testing::child_with_handed;
use plyd_worker::{
    Blocking, CallDeadlines, ChildOrder, LEAST_PENDING, MessageMemory, Role, Signal, Stacks, StartedWorker, Supervisor,
    Terms, WorkerMessage, WorkerThreads,
};
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tictactoe::TicTacToe;

const TIME: Duration = Duration::from_secs(20);

/// A match of built-in engines, which are so deep.
fn match_of(depths: [u32; 2]) -> Contest {
    let [a, b] = depths;
    match_between(&format!("'name=A builtin depth={a}', 'name=B builtin depth={b}'"))
}

fn match_between(engines: &str) -> Contest {
    let text = format!("engine = [{engines}]\nrounds = 1\nrandom-plies = 1");
    let settings = MatchPlan::from_toml(&text).unwrap().settle("tictactoe", Vec::new(), 5).unwrap();
    let search = SearchOptions::new(&SearchSettings::default());
    let options =
        BuiltinOptions { search, hash_is_wanted: false, move_overhead: Duration::ZERO, parameters: Vec::new() };
    let builtin = settings.engines.iter().map(|engine| (engine.kind == EngineKind::Builtin).then(|| options.clone()));
    let builtin = builtin.collect();
    Contest::new(settings, builtin)
}

/// A child that plays it, on a thread.
fn child_of(game: &Contest) -> Blocking<GamePlayer> {
    child_with(game, plan_of(game))
}

/// The same with this plan.
fn child_with(game: &Contest, plan: ChildPlan) -> Blocking<GamePlayer> {
    let terms = GameTerms::new(game, NoticeCount::default());
    let pool = WorkerThreads::new(TIME, Stacks { calls: 1 << 20, searches: 1 << 20 }, 0);
    let share = MessageMemory::new(LEAST_PENDING).share(linked::<TicTacToe>().content());
    let mut child = Blocking::<GamePlayer>::in_child(
        &pool,
        start,
        Box::new(terms),
        CallDeadlines { call: TIME, other: TIME },
        share,
    )
    .unwrap();
    child.ask(ChildRequest::Plan(Box::new(plan)));
    child
}

fn start() -> io::Result<StartedWorker> {
    child_with_handed(|handed, output| GamePlayer::new(linked::<TicTacToe>(), 0, || {}, (handed, output)))
}

fn plan_of(game: &Contest) -> ChildPlan {
    ChildPlan {
        settings: game.settings().clone(),
        builtin: game.builtin().to_vec(),
        tablebases: Vec::new(),
        is_logged: false,
    }
}

fn next(child: &mut Blocking<GamePlayer>) -> ChildEvent {
    match child.next(&|| false) {
        Ok(WorkerMessage::Event(event, _)) => event,
        said => panic!("{said:?}"),
    }
}

fn unit_of(game: &Contest) -> EncounterUnit {
    let Take::Unit(unit) = EncounterUnits::new(game.schedule()).take() else { panic!("there are games") };
    unit
}

/// Children of this match, of which none is a process.
fn children_of(game: &Contest) -> MatchChildren {
    let library = linked::<TicTacToe>();
    let order = ChildOrder::of_copy(Role::Match, "library".into(), "copy".into(), library.content().clone());
    let supervisor = Supervisor::of_any("sh".into(), Vec::new()).unwrap();
    let patience = CallDeadlines { call: TIME, other: TIME };
    MatchChildren::of_order(supervisor, &library, order, None, patience).of_match(game.settings(), game.builtin())
}

/// The moves of a game, without their times.
fn moves_of(game: &PlayedGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn a_child_plays_the_games_that_are_played_here() {
    let game = match_of([3, 1]);
    let unit = unit_of(&game);
    let mut child = child_of(&game);
    assert!(matches!(next(&mut child), ChildEvent::Ready { openings: None, .. }));
    child.ask(ChildRequest::CheckStart { concurrency: 1 });
    assert!(matches!(next(&mut child), ChildEvent::Checked(StartCheck::Sound(names)) if names.len() == 2));
    child.ask(ChildRequest::Play(unit.clone()));
    let (heartbeat, interrupt) = (Heartbeat::start().unwrap(), Interrupt::default());
    let mut count = 0;
    let (openings, _) = Openings::of_match(&linked::<TicTacToe>(), game.settings()).unwrap();
    let course = openings.plays(&game, &interrupt, &heartbeat).play(&unit, &mut |here| {
        let ChildEvent::Ended(there) = next(&mut child) else { panic!("a game ends") };
        assert_eq!((here.number, moves_of(&here)), (there.number, moves_of(&there)));
        count += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((course.unwrap(), count), (ControlFlow::Continue(()), 2));
    assert!(matches!(next(&mut child), ChildEvent::Over));
}

/// It abandons its game, and says no more than that its process ends.
#[test]
fn a_child_that_is_stopped_ends_by_itself() {
    let game = match_of([9, 9]);
    let mut child = child_of(&game);
    assert!(matches!(next(&mut child), ChildEvent::Ready { .. }));
    child.ask(ChildRequest::Play(unit_of(&game)));
    child.signal(Signal::Stop);
    let mut ends = Vec::new();
    child.part(TIME, |said| match said {
        WorkerMessage::Ended(over, _) => ends.push(format!("{over:?}")),
        // It may have been quicker.
        WorkerMessage::Event(ChildEvent::Ended(_) | ChildEvent::Over, _) => {}
        said => panic!("{said:?}"),
    });
    assert_eq!(ends, ["Closed"]);
}

/// Without this there would be no answer, and the match would wait for an engine that may be thinking.
#[test]
fn a_child_whose_thread_panics_says_so() {
    let game = match_of([1, 1]);
    let mut child = child_with(&game, ChildPlan { builtin: Vec::new(), ..plan_of(&game) });
    assert!(matches!(next(&mut child), ChildEvent::Ready { .. }));
    child.ask(ChildRequest::Play(unit_of(&game)));
    assert!(matches!(next(&mut child), ChildEvent::Failed(_)));
}

/// An engine that plays no move: it says why, and ends.
const FAILING: &str = "while read -r line; do case \"$line\" in
uci|ugi) echo id name Failing; echo \"${line}ok\";;
isready) echo readyok;;
go*) echo no idea >&2; exit 3;;
quit) exit 0;;
esac; done";

/// A match of a built-in engine and a program, and the folder of that.
fn match_with_program(script: &str) -> (Contest, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.sh");
    fs::write(&file, script).unwrap();
    let program = format!("'name=P cmd=/bin/sh args={} depth=1'", file.display());
    (match_between(&format!("'name=A builtin depth=1', {program}")), folder)
}

/// The match starts the program, notices its end, and reads its standard error; the child has its lines.
#[test]
fn a_child_plays_with_a_program_of_the_match() {
    let (game, _folder) = match_with_program(FAILING);
    let (children, interrupt) = (children_of(&game), Interrupt::default());
    let mut child = MatchChild::new(children.common(), &game, &interrupt, start).unwrap();
    child.ask(ChildRequest::Plan(Box::new(plan_of(&game))));
    assert!(matches!(child.hear(), Ok(ChildEvent::Ready { .. })));
    child.ask(ChildRequest::CheckStart { concurrency: 1 });
    let Ok(ChildEvent::Checked(StartCheck::Sound(names))) = child.hear() else { panic!("both can play") };
    assert_eq!(names[1].as_deref(), Some("Failing"));
    let unit = unit_of(&game);
    child.ask(ChildRequest::Play(unit.clone()));
    let (heartbeat, mut count) = (Heartbeat::start().unwrap(), 0);
    let (openings, _) = Openings::of_match(&linked::<TicTacToe>(), game.settings()).unwrap();
    let course = openings.plays(&game, &interrupt, &heartbeat).play(&unit, &mut |here| {
        let Ok(ChildEvent::Ended(there)) = child.hear() else { panic!("a game ends") };
        assert!(here.is_same(&there), "{here:?}, and in the child {there:?}");
        assert_eq!((&*there.detail, &*there.standard_error), ("it ended with code 3", "no idea"));
        count += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((course.unwrap(), count), (ControlFlow::Continue(()), 2));
    assert!(matches!(child.hear(), Ok(ChildEvent::Over)));
    let begun = Instant::now();
    child.part();
    assert!(begun.elapsed() < TIME / 4, "it ends by itself");
}

/// What may be said after these requests.
fn terms(requests: &[ChildRequest]) -> GameTerms {
    let mut terms = GameTerms::new(&match_of([1, 1]), NoticeCount::default());
    requests.iter().for_each(|request| terms.note(request));
    terms
}

#[test]
fn what_was_asked_for_may_be_said_once() {
    let games: Vec<_> = unit_of(&match_of([1, 1])).games;
    let played = |place: usize| {
        let pairing = games[place];
        let (number, round, players) = (pairing.number, pairing.round, pairing.players);
        ChildEvent::Ended(Box::new(PlayedGame { number, round, players, ..game(0) }))
    };
    let mut terms = terms(&[ChildRequest::Play(EncounterUnit { encounter: 0, games: games.clone() })]);
    for (mut event, is_asked) in [
        (ChildEvent::Over, false),
        (played(1), false),
        (ChildEvent::Ready { openings: None, notes: OpeningNotes::default() }, false),
        (ChildEvent::Checked(StartCheck::Interrupted), false),
        (ChildEvent::Program(EngineRequest::Start { number: 0, engine: "A".into() }), false),
        (ChildEvent::Parted, false),
        (played(0), true),
        (played(0), false),
        (played(1), true),
        (ChildEvent::Over, true),
        (ChildEvent::Over, false),
    ] {
        assert_eq!(terms.admit(&mut event).is_ok(), is_asked, "{event:?}");
    }
    assert!(!terms.is_owed());
}

#[test]
fn a_failure_answers_everything() {
    let unit = unit_of(&match_of([1, 1]));
    let plan = ChildRequest::Plan(Box::new(plan_of(&match_of([1, 1]))));
    for request in [plan, ChildRequest::CheckStart { concurrency: 1 }, ChildRequest::Play(unit)] {
        let mut terms = terms(&[request]);
        let mut failed =
            || terms.admit(&mut ChildEvent::Failed(crate::MatchError::Game("it fails".into()).into())).is_ok();
        assert_eq!([failed(), failed()], [true, false]);
    }
}

#[test]
fn engines_outside_are_those_of_the_match_and_two_at_a_time() {
    let game = match_between("'name=A builtin depth=1', 'name=P cmd=/bin/cat depth=1'");
    let mut terms = GameTerms::new(&game, NoticeCount::default());
    let may_start = |terms: &mut GameTerms, number, engine: &str| {
        terms.admit(&mut ChildEvent::Program(EngineRequest::Start { number, engine: engine.into() })).is_ok()
    };
    assert!(!may_start(&mut terms, 0, "P"), "nothing is played");
    terms.note(&ChildRequest::Play(unit_of(&game)));
    assert!(!may_start(&mut terms, 0, "A") && !may_start(&mut terms, 0, "Q"));
    assert!(may_start(&mut terms, 0, "P") && !may_start(&mut terms, 0, "P") && may_start(&mut terms, 1, "P"));
    assert!(!may_start(&mut terms, 2, "P"), "there are two");
    terms.note(&ChildRequest::Program(EngineEvent::NotStarted {
        number: 0,
        text: "it is gone".into(),
        is_lack: false,
    }));
    assert!(may_start(&mut terms, 2, "P") && !may_start(&mut terms, 3, "P"));
    terms.admit(&mut ChildEvent::Program(EngineRequest::End { number: 1 })).unwrap();
    assert!(may_start(&mut terms, 3, "P") && terms.is_owed());
    terms.note(&ChildRequest::Part);
    assert!(!terms.is_owed(), "it has its own time");
    terms.admit(&mut ChildEvent::Parted).unwrap();
    assert!(!may_start(&mut terms, 4, "P"));
}

#[test]
fn notices_of_all_children_are_short_and_few() {
    let notices = NoticeCount::default();
    let game = match_of([1, 1]);
    let mut children = [0, 1].map(|_| GameTerms::new(&game, notices.clone()));
    let mut said = |number: usize| {
        let mut event = ChildEvent::Told { text: format!("\u{1b}[2J{}", "x".repeat(1_000)), once: false };
        children[number % 2].admit(&mut event).unwrap();
        let ChildEvent::Told { text, .. } = event else { unreachable!("it stays what it is") };
        text
    };
    for number in 0..100 {
        let text = said(number);
        assert!(!text.contains('\u{1b}') && !text.is_empty() && text.chars().count() < 300, "{text}");
    }
    assert_eq!([said(0), said(1)], ["further notices are left out", ""]);
}
