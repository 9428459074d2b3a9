//! Who may not play, and what is said about it.

use crate::farm::{Farm, PLAN, TIME, await_end};
use plyd_tests::{command, finish};
use std::fs;

#[test]
fn a_second_coordinator_of_a_record_is_refused_by_name() {
    let Some(farm) = Farm::new() else { return };
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    while !farm.path("many.db").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = finish(farm.resume("many.db"), TIME);
    let number = run.id().to_string();
    assert!(
        second.errors.contains("is being written by another plyd match") && second.errors.contains(&number),
        "{second:?}"
    );
    let _worker = farm.worker("w1");
    await_end(&farm, &mut run);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_sentence() {
    let Some(farm) = Farm::new() else { return };
    let url = farm.url();
    let told = |arguments: &[&str], part: &str| {
        let mut command = command(&["match", "--progress", "none"]);
        command.args(arguments).arg("--record").arg(farm.path("refused.db"));
        let finished = finish(command, TIME);
        assert!(!finished.status.success() && finished.errors.contains(part), "{part}: {finished:?}");
        let _ = fs::remove_file(farm.path("refused.db"));
    };
    let plan = |each: &'static str| {
        ["--game", "tictactoe", "--engine", "name=A", "builtin", each, "--engine", "name=B", "builtin", "depth=1"]
    };
    let with = |each, more: &[&'static str]| [&plan(each)[..], more].concat();
    told(&[&with("tc=1+0.1", &[])[..], &["--broker", &url]].concat(), "--allow-clocks");
    told(
        &[&with("tc=1+0.1", &["--allow-clocks", "--audit", "1"])[..], &["--broker", &url]].concat(),
        "games that repeat",
    );
    told(&[&with("depth=1", &["--audit", "1.5"])[..], &["--broker", &url]].concat(), "a share from 0 to 1");
    told(&with("depth=1", &["--audit", "0.5"]), "--broker");
    told(&with("depth=1", &["--broker", "nats://me:secret@127.0.0.1:4222"]), "--password-file");
    told(&with("depth=1", &["--broker", "nats://127.0.0.1:1"]), "cannot connect");
    let swiss = with("depth=1", &["--tournament", "swiss", "--audit", "1"]);
    told(&[&swiss[..], &["--broker", &url]].concat(), "a round robin or a gauntlet");
}

/// A library is native code: it comes from the broker only where that is wanted.
#[test]
fn a_library_travels_to_workers_that_accept_it() {
    let Some(farm) = Farm::new() else { return };
    // The program alone, without the libraries beside it.
    let program = farm.path("plyd");
    fs::copy(plyd_tests::binary(), &program).unwrap();
    farm.play_alone(PLAN, "one.db");
    let _first = farm.worker_of(&program, "careful", &[]);
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    farm.await_log("careful", "--accept-libraries");
    let _second = farm.worker_of(&program, "trusting", &["--accept-libraries"]);
    await_end(&farm, &mut run);
    farm.assert_same("one.db", "many.db");
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("worker careful does not play") && told.contains("the library tictactoe"), "{told}");
}

/// A program is played only by workers whose owner lists it, by its file or its digest.
#[test]
fn a_program_travels_to_workers_that_list_it() {
    let Some(farm) = Farm::new() else { return };
    let engine = fixture_engine(&farm);
    let cmd = format!("cmd={engine}");
    let _first = farm.worker("careful");
    let mut run = farm.begin(farm.spread(&program_plan(&cmd, &[]), "many.db"));
    farm.await_log("careful", "not in the list of --allow-programs");
    let _second = farm.worker_with("listing", &["--allow-programs", &engine]);
    await_end(&farm, &mut run);
    assert_eq!(farm.games("many.db"), 6);
}

/// A plan of six games with this program, which gets more words.
pub(crate) fn program_plan<'a>(cmd: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let program = ["--game", "tictactoe", "--engine", "name=P", cmd, "depth=2"];
    let rest = ["--engine", "name=B", "builtin", "depth=1", "--rounds", "3", "--seed", "1", "--random-plies", "1"];
    [&program[..], more, &rest].concat()
}

/// A program that is an engine: plyd itself, by a script of its own.
pub(crate) fn fixture_engine(farm: &Farm) -> String {
    use std::os::unix::fs::PermissionsExt;
    let file = farm.path("engine.sh");
    let program = plyd_tests::binary();
    fs::write(&file, format!("#!/bin/sh\nexec '{}' --game tictactoe\n", program.display())).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file.to_str().unwrap().to_owned()
}
