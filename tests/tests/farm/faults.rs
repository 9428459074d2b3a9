//! Whatever ends, stops or is lost: nothing is lost, and nothing counts twice.

use crate::farm::{Farm, PLAN, await_end, faulty, names};
use rustix::process::Signal;
use std::thread::sleep;
use std::time::Duration;

/// The games of the plan.
const GAMES: u64 = 3_000;

/// Plays the plan with this in the middle of it, by two workers, and compares it with one machine.
fn survives(act: impl FnOnce(&mut Farm, &mut Vec<plyd_tests::Process>)) {
    let Some(mut farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let mut workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    farm.await_games("many.db", 1);
    // The fault is to hit a match in the middle: most games are not even handed out.
    assert!(farm.games("many.db") < GAMES / 2 && run.is_running(), "{} games", farm.games("many.db"));
    act(&mut farm, &mut workers);
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
}

#[test]
fn a_worker_that_is_killed() {
    survives(|_, workers| drop(workers.pop()));
}

#[test]
fn a_worker_that_stops_for_longer_than_its_lease() {
    survives(|_, workers| {
        workers[0].signal(Signal::STOP);
        sleep(Duration::from_secs(5));
        workers[0].signal(Signal::CONT);
    });
}

/// It takes no more, and what it has in hand is not lost.
#[test]
fn a_worker_that_is_interrupted() {
    survives(|farm, workers| {
        let mut last = workers.pop().unwrap();
        last.signal(Signal::INT);
        assert_eq!(last.wait().code(), Some(0), "{}", farm.log("w2"));
        let told = farm.log("w2");
        assert!(told.contains("worker w2 takes no more units, and ends after those in hand"), "{told}");
    });
}

#[test]
fn a_worker_that_is_interrupted_twice() {
    survives(|farm, workers| {
        let mut last = workers.pop().unwrap();
        last.signal(Signal::INT);
        farm.await_log("w2", "takes no more units");
        sleep(Duration::from_millis(150));
        // It may have ended by then.
        if last.is_running() {
            last.signal(Signal::INT);
        }
        assert_eq!(last.wait().code(), Some(0), "{}", farm.log("w2"));
    });
}

/// The units in hand are played, and no others begin.
#[test]
fn a_coordinator_that_is_interrupted() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    farm.await_games("many.db", 1);
    run.signal(Signal::INT);
    assert_eq!(run.wait().code(), Some(130), "{}", farm.log("match"));
    let told = farm.log("match");
    assert!(told.contains("no more games begin, and the match stops when those in progress have ended"), "{told}");
    let games = farm.games("many.db");
    assert!((1..GAMES).contains(&games) && games.is_multiple_of(2), "{games} games");
    // No worker plays for it any more.
    let units = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["runs"][0]["units"].clone();
    let workers = farm.workers();
    assert!(workers.lines().all(|line| units(line) == serde_json::json!([])), "{workers}");
    let mut run = farm.begin(farm.resume("many.db"));
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
}

#[test]
fn a_broker_that_is_killed() {
    survives(|farm, _| {
        farm.kill_broker();
        sleep(Duration::from_millis(300));
        farm.start_broker();
    });
}

#[test]
fn a_broker_that_is_away_when_a_match_and_a_worker_begin() {
    let Some(mut farm) = Farm::new() else { return };
    farm.kill_broker();
    let _worker = farm.worker("w1");
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    for name in ["w1", "match"] {
        farm.await_log(name, "it is tried again");
    }
    farm.start_broker();
    await_end(&farm, &mut run);
    assert_eq!(farm.games("many.db"), GAMES);
}

#[test]
fn a_broker_that_loses_its_store() {
    survives(|farm, _| {
        farm.kill_broker();
        farm.delete_store();
        farm.start_broker();
    });
}

#[test]
fn a_broker_that_stops_for_longer_than_anybody_waits() {
    survives(|farm, _| {
        farm.signal_broker(Signal::STOP);
        sleep(Duration::from_secs(9));
        farm.signal_broker(Signal::CONT);
    });
}

/// The games are stored, and come again, because the broker got no acknowledgement.
#[test]
fn a_coordinator_that_ends_between_storing_and_telling() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let command = faulty(&farm.spread(PLAN, "many.db"), ("FARM_MEMBER_ENDS_AFTER", "3"));
    let ended = plyd_tests::finish(command, crate::farm::TIME);
    assert!(!ended.status.success(), "{ended:?}");
    let games = farm.games("many.db");
    assert!((1..GAMES).contains(&games), "{games}");
    let mut run = farm.begin(farm.resume("many.db"));
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
}

#[test]
fn results_that_come_three_times() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let _workers: Vec<_> = names(2).iter().map(|name| farm.faulty_worker(name, ("FARM_MEMBER_REPEATS", "2"))).collect();
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
}

/// A match that one machine has begun goes on elsewhere, with the games that are there.
#[test]
fn a_match_of_one_machine_that_workers_finish() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let mut begun = farm.begin(farm.alone(PLAN, "many.db"));
    farm.await_games("many.db", 301);
    begun.signal(Signal::INT);
    begun.wait();
    let _worker = farm.worker("w1");
    let mut run = farm.begin(farm.resume("many.db"));
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
}
