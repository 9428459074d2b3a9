//! The figures of coordinators and workers, as Prometheus reads them.

use crate::farm::{Farm, PLAN, TIME, await_end};
use plyd_tests::figures::{Figures, ask_http, figures};
use plyd_tests::{PATIENCE, finish};
use rustix::process::Signal;
use std::fs;
use std::net::SocketAddr;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The address of a process's figures, according to this log.
fn address(farm: &Farm, log: &str) -> SocketAddr {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let text = fs::read_to_string(farm.path(log)).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("plyd: metrics on "));
        if let Some(address) = line.filter(|_| text.ends_with('\n')) {
            return address.parse().unwrap();
        }
        assert!(Instant::now() < deadline, "{text}");
        sleep(Duration::from_millis(5));
    }
}

fn status(address: SocketAddr, page: &str) -> String {
    let answer = ask_http(address, &format!("GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n")).unwrap();
    answer.split_whitespace().nth(1).unwrap_or_default().to_owned()
}

fn sum(figures: &Figures, family: &str) -> f64 {
    let of_family = |name: &str| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('{'));
    figures.iter().filter(|(name, _)| of_family(name)).map(|(_, value)| value).sum()
}

#[test]
fn figures_of_a_match_and_its_workers_are_those_of_the_record() {
    let Some(mut farm) = Farm::new() else { return };
    let names = ["w1", "w2"];
    let _workers = names.map(|name| farm.worker_with(name, &["--metrics", "127.0.0.1:0"]));
    let workers = names.map(|name| address(&farm, &format!("{name}.log")));
    let mut command = farm.spread(PLAN, "many.db");
    command.args(["--metrics", "127.0.0.1:0"]);
    let mut run = farm.begin(command);
    let coordinator = address(&farm, "match.log");
    assert_eq!(["/healthz", "/readyz"].map(|page| status(coordinator, page)), ["200", "200"]);
    farm.await_games("many.db", 1);
    // The workers' figures follow the games, several times a second.
    while figures(coordinator)
        .unwrap()
        .get(r#"plyd_match_units_total{outcome="played"}"#)
        .is_none_or(|&units| units == 0.0)
    {
        assert!(run.is_running(), "it was over before a unit was seen");
    }
    // A look between two at the record shows no less than the first, and no more than the second.
    let before = farm.games("many.db") as f64;
    let seen = figures(coordinator).unwrap();
    let after = farm.games("many.db") as f64;
    let (recorded, missing) = (seen["plyd_match_games_recorded"], seen["plyd_match_games_missing"]);
    assert!(recorded > 0.0 && missing > 0.0, "it is over: {seen:?}");
    // The record is written a moment before the figures are.
    assert!((0.0..=after).contains(&recorded) && recorded + 3_000.0 > before, "{before} {recorded} {after}");
    assert_eq!((recorded + missing, seen["plyd_match_games_planned"]), (3_000.0, 3_000.0));
    assert_eq!(sum(&seen, "plyd_match_games_total"), recorded, "{seen:?}");
    assert_eq!((seen["plyd_match_workers"], seen["plyd_match_cores"]), (2.0, 2.0), "{seen:?}");
    assert!(seen["plyd_match_units_in_flight"] > 0.0, "{seen:?}");
    assert!(seen[r#"plyd_match_units_total{outcome="played"}"#] > 0.0, "{seen:?}");
    for outcome in ["redelivered", "failed", "poison"] {
        assert_eq!(seen[&format!("plyd_match_units_total{{outcome=\"{outcome}\"}}")], 0.0, "{seen:?}");
    }
    for none in
        ["workers_quarantined", "encounters_audited_total", "encounters_to_audit", "encounters_unplayable_total"]
    {
        assert_eq!(seen[&format!("plyd_match_{none}")], 0.0, "{none}: {seen:?}");
    }
    await_end(&farm, &mut run);
    // There were no failures, so each game of the record was played by one worker, and once.
    let seen = workers.map(|worker| figures(worker).unwrap());
    assert_eq!(seen.iter().map(|seen| seen["plyd_worker_games_total"]).sum::<f64>(), farm.games("many.db") as f64);
    for (seen, worker) in seen.iter().zip(workers) {
        assert!(seen[r#"plyd_worker_units_total{outcome="played"}"#] > 0.0, "{seen:?}");
        assert_eq!(sum(seen, "plyd_worker_faults_total"), 0.0, "{seen:?}");
        assert_eq!((seen["plyd_worker_connected"], seen["plyd_worker_results_spooled"]), (1.0, 0.0), "{seen:?}");
        assert_eq!(["/healthz", "/readyz"].map(|page| status(worker, page)), ["200", "200"]);
    }
    farm.kill_broker();
    let deadline = Instant::now() + PATIENCE;
    while status(workers[0], "/readyz") != "503" {
        assert!(Instant::now() < deadline, "a worker without a broker says that it is ready");
    }
    assert_eq!(figures(workers[0]).unwrap()["plyd_worker_connected"], 0.0);
    assert_eq!(status(workers[0], "/healthz"), "200");
}

/// Without a broker too; and at an address that others can reach only as a server may be.
#[test]
fn a_match_on_one_machine_has_figures() {
    let Some(farm) = Farm::new() else { return };
    let with = |address: &str| {
        let mut command = farm.alone(PLAN, "one.db");
        command.args(["--metrics", address]);
        command
    };
    for (address, part) in
        [("0.0.0.0:0", "PLYD_SERVER_ALLOW_REMOTE=no-token,no-tls, does"), ("here", "an address and a port")]
    {
        let refused = finish(with(address), TIME);
        assert!(!refused.status.success() && refused.errors.contains(part), "{refused:?}");
        let _ = fs::remove_file(farm.path("one.db"));
    }
    let mut run = farm.begin(with("127.0.0.1:0"));
    let at = address(&farm, "match.log");
    farm.await_games("one.db", 10);
    let seen = figures(at).unwrap();
    assert_eq!(sum(&seen, "plyd_match_games_total"), seen["plyd_match_games_recorded"]);
    assert!(seen["plyd_match_games_recorded"] > 0.0 && !seen.contains_key("plyd_match_workers"), "{seen:?}");
    run.signal(Signal::INT);
    run.wait();
}
