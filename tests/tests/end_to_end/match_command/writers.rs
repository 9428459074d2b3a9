//! One run at a time writes a record, and readers are not hindered.

use super::MatchRun;
use plyd_tests::{PATIENCE, Process, command, finish};
use std::time::Instant;

fn long_match() -> MatchRun {
    // More games than a test waits for.
    let engines = ["name=A builtin depth=2 option.Hash=1", "name=B builtin depth=3 option.Hash=1"];
    MatchRun::new("cfour", &engines).with(&["--rounds", "1000000", "--random-plies", "4"])
}

fn ends_by_interrupt(process: &mut Process) -> bool {
    process.signal(rustix::process::Signal::INT);
    process.wait().code() == Some(130)
}

/// Further games come into the record.
#[track_caller]
fn assert_goes_on(run: &MatchRun, process: &mut Process) {
    let (before, deadline) = (run.report()["played"].as_u64(), Instant::now() + super::TIME);
    while run.report()["played"].as_u64() <= before {
        assert!(process.is_running(), "the run has ended");
        assert!(Instant::now() < deadline, "no further game is recorded");
    }
}

#[test]
fn a_second_run_of_a_record_is_refused_by_name_and_the_first_goes_on() {
    let run = long_match();
    let mut first = run.start();
    let names = ["record.db", "link.db", "second.db"].map(|name| run.file(name));
    std::os::unix::fs::symlink(&names[0], &names[1]).expect("a link");
    std::fs::hard_link(&names[0], &names[2]).expect("a second name");
    for name in &names {
        let mut second = command(&["match", "--resume"]);
        second.arg(name);
        let second = finish(second, PATIENCE);
        let process = if cfg!(target_os = "linux") { format!(" (process {})", first.id()) } else { String::new() };
        let expected = format!("the record {} is being written by another plyd match{process}", name.display());
        assert_eq!(second.status.code(), Some(1), "{second:?}");
        assert!(second.errors.contains(&expected), "{second:?}");
    }
    let again = finish(run.command(), PATIENCE);
    assert!(again.status.code() == Some(1) && again.errors.contains("exists"), "{again:?}");
    assert_goes_on(&run, &mut first);
    assert!(ends_by_interrupt(&mut first));
    assert_eq!(run.report()["finished"], false);
}

/// Its lock ends with it, however it ends.
#[test]
fn a_run_that_was_killed_keeps_nobody_from_its_record() {
    let run = long_match();
    drop(run.start());
    let mut second = Process::new(run.resumption().stdout(std::process::Stdio::null()).spawn().expect("plyd starts"));
    assert_goes_on(&run, &mut second);
    assert!(ends_by_interrupt(&mut second));
}

/// The newest games of a run that was killed are in a log, which only the name finds that it was played under.
#[test]
fn a_record_of_two_names_is_not_written() {
    let run = MatchRun::killed_midway(300, |rounds| {
        let engines = ["name=A builtin depth=1 option.Hash=1", "name=B builtin depth=2 option.Hash=1"];
        MatchRun::new("tictactoe", &engines).with(&["--rounds", rounds, "--random-plies", "2"])
    });
    let other = run.file("other.db");
    std::fs::hard_link(run.record(), &other).expect("a second name");
    let before = run.report()["played"].as_u64();
    for name in [&run.record(), &other] {
        let mut command = command(&["match", "--resume"]);
        command.arg(name);
        let refused = finish(command, PATIENCE);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        for part in ["has 2 names (hard links)", "remove the others", "-samefile"] {
            assert!(refused.errors.contains(part), "{part}: {refused:?}");
        }
    }
    assert_eq!(run.report()["played"].as_u64(), before);
    std::fs::remove_file(other).expect("it is there");
    assert_eq!(run.resume()["finished"], true);
    // As a run may leave it that is killed while it makes its record.
    let left = run.file("record.db-unfinished");
    std::fs::hard_link(run.record(), &left).expect("a second name");
    assert_eq!(run.resume()["finished"], true);
    assert!(!left.exists());
}
