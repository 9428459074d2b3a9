//! Workers that others check.

use crate::farm::{Farm, PLAN, TIME, await_end};
use plyd_tests::{PATIENCE, command, finish};
use rustix::process::Signal;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Instant;

#[test]
fn a_worker_that_lies_is_found_and_its_games_are_played_again() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let _honest = [farm.worker("w1"), farm.worker("w2")];
    let _liar = farm.faulty_worker("liar", ("FARM_MEMBER_LIES_EVERY", "100"));
    farm.await_log("liar", "plays 1 games at a time");
    let mut command = farm.spread(PLAN, "many.db");
    command.args(["--audit", "1"]);
    let mut run = farm.begin(command);
    await_end(&farm, &mut run);
    let (rows, others) = (farm.rows("one.db"), farm.rows("many.db"));
    assert_eq!(rows, others);
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("worker liar sent a wrong game"), "{told}");
    assert!(!told.contains("worker w1 sent") && !told.contains("worker w2 sent"), "{told}");
    let report = farm.report("many.db");
    assert!(report.contains("liar"), "{report}");
    farm.await_log("liar", "agree against it");
    // It stays out.
    let again = finish(farm.resume("many.db"), TIME);
    assert!(again.status.success(), "{again:?}");
}

#[test]
fn workers_are_listed_while_they_are_there() {
    let Some(farm) = Farm::new() else { return };
    let url = farm.url();
    let list = |more: &[&str]| {
        let mut command = command(&["workers", "--broker", &url]);
        command.args(more);
        let finished = finish(command, TIME);
        assert!(finished.status.success(), "{finished:?}");
        finished.output
    };
    assert_eq!(list(&[]), "no workers\n");
    let mut worker = farm.worker("w1");
    farm.await_log("w1", "plays 1 games at a time");
    let all: serde_json::Value = serde_json::from_str(list(&["--json"]).trim()).unwrap();
    assert_eq!((all["worker"].as_str(), all["cores"].as_u64()), (Some("w1"), Some(1)));
    assert!(list(&[]).contains("w1"));
    worker.signal(Signal::TERM);
    assert!(worker.wait().success());
    assert_eq!(list(&[]), "no workers\n");
}

/// The unit of one encounter is played again twice, and then it is void: no game is dropped in silence.
#[test]
fn a_unit_that_ends_its_worker_three_times_is_void() {
    let Some(farm) = Farm::new() else { return };
    // Its games last for minutes.
    let plan: &[&str] = &[
        "--game",
        "chess",
        "--each",
        "nodes=3000000",
        "--engine",
        "name=A",
        "builtin",
        "--engine",
        "name=B",
        "builtin",
        "--rounds",
        "1",
        "--seed",
        "1",
    ];
    let mut run = farm.begin(farm.spread(plan, "many.db"));
    for _ in 0..3 {
        let mut worker = farm.worker("w1");
        let deadline = Instant::now() + PATIENCE;
        while !farm.workers().contains("\"units\":[") || farm.workers().contains("\"units\":[]") {
            assert!(Instant::now() < deadline, "no unit is in hand: {}", farm.workers());
        }
        worker.signal(Signal::KILL);
        worker.wait();
    }
    // Its end shows when another process of its name comes.
    let _worker = farm.worker("w1");
    await_end(&farm, &mut run);
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("the games of encounter 1 are void"), "{told}");
    assert_eq!(farm.games("many.db"), 2);
    assert!(farm.report("many.db").contains("could not be played"), "{}", farm.report("many.db"));
}

/// Everybody who may publish at the broker can send anything.
#[test]
fn nonsense_at_the_broker_changes_nothing() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    let name = farm.run_name();
    let _worker = farm.worker("w1");
    farm.await_games("many.db", 1);
    let address = farm.url();
    let mut broker = TcpStream::connect(address.trim_start_matches("nats://")).unwrap();
    let mut lines = BufReader::new(broker.try_clone().unwrap()).lines();
    lines.next().unwrap().unwrap();
    broker.write_all(b"CONNECT {\"verbose\":false}\r\n").unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    let mut publish = |subject: &str, bytes: &[u8]| {
        broker.write_all(format!("PUB {subject} {}\r\n", bytes.len()).as_bytes()).unwrap();
        broker.write_all(bytes).unwrap();
        broker.write_all(b"\r\n").unwrap();
    };
    for _ in 0..500 {
        let length = random.usize(..300);
        let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(length).collect();
        publish(&format!("plyd.result.{name}.nobody"), &bytes);
        publish("plyd.alive.nobody", &bytes);
    }
    publish(&format!("plyd.unit.{name}"), b"nonsense");
    // The worker leaves, sees that the run is still open, and joins it again.
    publish(&format!("plyd.over.{name}"), b"{}");
    publish(&format!("plyd.over.{name}"), b"nonsense");
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("a result cannot be read") && told.lines().count() < 120, "{}", told.lines().count());
}
