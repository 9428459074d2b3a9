//! Workers that others check.

use crate::farm::{Farm, PLAN, TIME, await_end};
use plyd_tests::{command, finish};
use std::fs;

#[test]
fn a_worker_that_lies_is_found_and_its_games_are_played_again() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let _honest = [farm.worker("w1"), farm.worker("w2")];
    let _liar = farm.worker_with("liar", &[], &[("PLYD_TEST_LIE_EVERY", "100")]);
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
    worker.signal(rustix::process::Signal::TERM);
    assert!(worker.wait().success());
    assert_eq!(list(&[]), "no workers\n");
}
