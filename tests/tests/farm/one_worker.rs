//! What one worker can do to the runs of others, a test for each way that was found.

use crate::farm::{Farm, PLAN, await_end};
use crate::raw::{Came, Raw, packed};
use plyd_tests::PATIENCE;
use serde_json::{Value, json};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What this worker says to have played: in both games of an encounter engine A has crashed.
fn crash_of(worker: &str, encounter: u64) -> Vec<u8> {
    let game = |game: u64| {
        json!({ "number": 2 * encounter + game, "round": encounter, "players": [game, 1 - game], "setup": "", "moves": [],
            "half_points": 2 * game, "termination": "crash", "detail": "x", "started": "2026-01-01T00:00:00Z",
            "ended": "2026-01-01T00:00:00Z" })
    };
    let played =
        json!({ "first": encounter, "count": 1, "micros": 1_000_000, "scale": 1.0, "games": [game(0), game(1)] });
    packed(&json!({ "worker": worker, "unit": 9_999, "attempt": 0, "content": { "Played": played } }).to_string())
}

/// As soon as a run is open, before anybody else can have joined it.
fn report_crashes(farm: &Farm, name: &str) -> Raw {
    let mut raw = Raw::connect(farm, None, "_INBOX.raw");
    raw.await_run(name);
    for encounter in 0..60 {
        raw.publish(&format!("plyd.result.{name}.evil"), &crash_of("evil", encounter));
    }
    farm.await_games("many.db", 120);
    raw
}

/// The coordinator has an engine that crashed in 120 games in a row, all of one worker.
#[test]
fn crashes_that_one_worker_reports_end_no_match_of_others() {
    let Some(farm) = Farm::new() else { return };
    let mut command = farm.alone(PLAN, "many.db");
    command.args(["--broker", &farm.url(), "--lease", "60"]);
    let mut run = farm.begin(command);
    let name = farm.run_name();
    let _raw = report_crashes(&farm, &name);
    let _worker = farm.worker("w1");
    await_end(&farm, &mut run);
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(!told.contains("the match has stopped"), "{told}");
    assert_eq!(farm.games("many.db"), 3_000);
}

/// There is no other worker to show whether the engine or the worker is broken.
#[test]
fn crashes_that_the_only_worker_reports_end_the_match() {
    let Some(farm) = Farm::new() else { return };
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    let name = farm.run_name();
    let _raw = report_crashes(&farm, &name);
    let deadline = Instant::now() + PATIENCE;
    while run.is_running() {
        assert!(Instant::now() < deadline, "{}", fs::read_to_string(farm.path("match.log")).unwrap());
        sleep(Duration::from_millis(20));
    }
    run.wait();
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("engine A failed (crash") && told.contains("the match has stopped"), "{told}");
    assert_eq!(farm.games("many.db"), 120);
}

/// The broker keeps 512 requests for units of a run, and delivers in their order. Who sends more than all others gets
/// all units, but the coordinator says that they wait, and it ends with that client's connection.
#[test]
fn a_client_that_takes_all_units_is_noticed() {
    let Some(farm) = Farm::new() else { return };
    let mut command = farm.alone(PLAN, "many.db");
    command.args(["--broker", &farm.url(), "--lease", "0.5"]);
    let _run = farm.begin(command);
    let name = farm.run_name();
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    raw.await_run(&name);
    raw.subscribe("_INBOX.raw.units");
    for _ in 0..600 {
        let request = format!("$JS.API.CONSUMER.MSG.NEXT.PLYD_UNITS.{name}");
        raw.publish_for(&request, "_INBOX.raw.units", b"{\"batch\":1}");
    }
    // With this answer the broker has all requests.
    raw.ask("$JS.API.STREAM.INFO.PLYD_UNITS", b"");
    let _worker = farm.worker("w1");
    let deadline = Instant::now() + PATIENCE;
    let told = || fs::read_to_string(farm.path("match.log")).unwrap();
    while !told().contains("worker w1 gets nothing to play, although units wait") {
        assert!(Instant::now() < deadline, "{}", told());
        sleep(Duration::from_millis(20));
    }
    assert_eq!(farm.games("many.db"), 0);
    drop(raw);
    farm.await_games("many.db", 1);
}

/// `*` is an ordinary word in a publication, but matches all words when the broker is asked to remove messages.
#[test]
fn a_result_on_a_subject_that_is_a_pattern_removes_no_results_of_others() {
    let Some(farm) = Farm::new() else { return };
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    // This run stays open, and its results wait for its coordinator.
    let mut waiting = farm.begin(farm.spread(PLAN, "waiting.db"));
    let name = farm.run_name();
    raw.await_run(&name);
    waiting.signal(rustix::process::Signal::KILL);
    waiting.wait();
    raw.ask(&format!("plyd.result.{name}.w1"), b"precious");
    raw.ask("plyd.result.*.w1", b"x");
    raw.ask("plyd.result.>.w1", b"x");
    raw.ask("plyd.result.ffffffffffffffff.w1", b"x");
    let _run = farm.begin(farm.spread(PLAN, "other.db"));
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answer = raw.ask("$JS.API.STREAM.INFO.PLYD_RESULTS", br#"{"subjects_filter":">"}"#);
        let Came::Message(_, text) = &answer else { panic!("{answer:?}") };
        let found: Value = serde_json::from_slice(text).unwrap();
        let subjects = found["state"]["subjects"].as_object().unwrap();
        assert!(subjects.contains_key(&format!("plyd.result.{name}.w1")), "{subjects:?}");
        if subjects.len() == 1 {
            break;
        }
        assert!(Instant::now() < deadline, "{subjects:?}");
        sleep(Duration::from_millis(50));
    }
}
