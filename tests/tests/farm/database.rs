//! Matches whose record is in PostgreSQL.

use crate::farm::{Farm, PLAN, TIME, await_end, names};
use plyd_tests::{Finished, command, finish};
use plyd_trials::PostgresServer;
use std::thread::sleep;
use std::time::Duration;

fn plyd(arguments: &[&str]) -> Finished {
    finish(command(arguments), TIME)
}

/// Played by workers, and with a database that restarts in the middle.
#[test]
fn a_match_in_a_database_is_that_in_a_file() {
    let Some(farm) = Farm::new() else { return };
    let folder = tempfile::tempdir().unwrap();
    let Some(server) = PostgresServer::start(folder.path(), "matches in PostgreSQL") else { return };
    let (store, url) = (server.address(), farm.url());
    let alone = farm.play_alone(PLAN, "one.db");
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    let mut command = command(&["match", "--progress", "lines", "--store", &store, "--match", "first"]);
    command.args(PLAN).args(["--broker", &url, "--lease", "2"]);
    let mut run = farm.begin(command);
    farm.await_log("w1", "joins run");
    server.end();
    sleep(Duration::from_millis(500));
    server.run();
    await_end(&farm, &mut run);
    for form in [&["--output", "json"][..], &["--csv", "-"], &[]] {
        let path = farm.path("one.db").display().to_string();
        let of_file = plyd(&[&["report", &path], form].concat());
        let of_database = plyd(&[&["report", "--store", &store, "--match", "first"], form].concat());
        assert!(of_file.status.success() && of_database.status.success(), "{of_database:?}");
        // The table of games has their times.
        if !form.contains(&"--csv") {
            assert_eq!(of_database.output, of_file.output);
        }
        assert_eq!(of_database.output.lines().count(), of_file.output.lines().count());
    }
    // It is complete: nothing is played again, and it is not overwritten.
    let again = plyd(&["match", "--store", &store, "--match", "first", "--resume", "--progress", "none"]);
    assert_eq!((again.status.success(), &again.output), (true, &alone), "{again:?}");
    let refused = |arguments: &[&str], parts: &[&str]| {
        let found = plyd(arguments);
        let is_told = parts.iter().all(|part| found.errors.contains(part));
        assert!(!found.status.success() && is_told, "{parts:?}: {found:?}");
    };
    let twice = [&["match", "--store", &store, "--match", "first"], PLAN].concat();
    refused(&twice, &["match=first", "never overwritten"]);
    refused(&["report", "--store", &store, "--match", "second"], &["no match of this name", "first"]);
    refused(&["report", "--store", "postgres://me:hush@db/games"], &["PGPASSFILE"]);
    refused(&["match", "--resume"], &["--store"]);
    refused(&["report", "--salvage", "--store", &store], &["--salvage"]);
}
