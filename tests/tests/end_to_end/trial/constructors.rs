//! What the constructor of a library can do to a start.

use super::{Constructors, await_end, games, refusal};
use plyd_tests::{Engine, PATIENCE, finish};
use rustix::process::Signal;
use std::time::Instant;

/// What constructors do, and what is said of them.
const DEEDS: [(&str, &str); 9] = [
    ("exits", "crashes: it ended its trial process (exit status: 0)"),
    ("aborts", "crashes: it ended its trial process (signal: 6"),
    ("crashes", "crashes: it ended its trial process (signal: "),
    ("loops", "hangs: it did not return within 3 s in its trial process"),
    ("stops", "hangs: it did not return within 3 s in its trial process"),
    ("closes", "crashes: it ended its trial process (signal: "),
    ("forges", "corrupts the output of its trial process: the answer to another question"),
    ("forks-and-exits", "crashes: it ended its trial process (exit status: 0)"),
    ("leaves-and-exits", "crashes: it ended its trial process (exit status: 0)"),
];

#[test]
fn what_does_not_come_back_is_named_and_left_out_and_not_tried_again() {
    let libraries = Constructors::new(&["heap"]);
    for (deed, _) in DEEDS {
        libraries.plant(deed, deed);
    }
    let (first, errors, _) = games(libraries.command(&[]));
    assert_eq!(first[0], "game heap version 0.1.0 interface 2.1 selected name Heap");
    assert_eq!(first.iter().filter(|line| line.contains(" name ")).count(), 1, "{first:?}");
    for (deed, reason) in DEEDS {
        let told = refusal(&first, &libraries.folder, deed);
        assert!(told.starts_with(reason), "{deed}: {told}");
        let file = libraries.folder.library(deed).canonicalize().expect("it is there");
        let is_told = |line: &&str| line.contains(&told) && line.contains(&*file.to_string_lossy());
        assert_eq!(errors.lines().filter(is_told).count(), 1, "{deed}: {errors}");
    }
    assert_eq!(libraries.constructed().len(), DEEDS.len());

    let (second, ..) = games(libraries.command(&[]));
    assert_eq!(libraries.constructed().len(), DEEDS.len(), "something was tried again");
    for (deed, reason) in DEEDS {
        let told = refusal(&second, &libraries.folder, deed);
        assert!(told.starts_with(reason) && told.contains("; an earlier start found this; delete "), "{told}");
        assert!(told.ends_with(".json to try it again"), "{told}");
    }
}

#[test]
fn a_command_with_one_answer_gives_it_and_names_the_library() {
    let libraries = Constructors::new(&["heap"]);
    libraries.plant("exits", "exits");
    let finished = finish(libraries.command(&["go", "--depth", "9"]), PATIENCE);
    assert!(finished.status.success() && finished.output.contains("bestmove 1"), "{finished:?}");
    let file = libraries.folder.library("exits").canonicalize().expect("it is there");
    let is_told =
        finished.errors.lines().any(|line| line.contains("crashes: ") && line.contains(&*file.to_string_lossy()));
    assert!(is_told, "{finished:?}");
}

#[test]
fn the_checker_examines_what_no_program_loads() {
    let libraries = Constructors::new(&[]);
    libraries.plant("exits", "exits");
    let mut check = libraries.command(&["check", "--only", "loads"]);
    check.arg(libraries.folder.library("exits"));
    let finished = finish(check, PATIENCE);
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.output.contains("ended the process with exit code 0"), "{finished:?}");
}

#[test]
fn a_trial_ends_with_the_program_that_starts() {
    for signal in [Signal::TERM, Signal::KILL] {
        let libraries = Constructors::new(&[]);
        libraries.plant("loops", "loops");
        let mut command = libraries.command(&[]);
        command.env("PLYD_PLUGINS_LOAD_TIMEOUT", "3600");
        let mut engine = Engine::spawn(command);
        let trial = libraries.trial_after(0);
        let began = Instant::now();
        engine.process.signal(signal);
        engine.process.wait();
        await_end(trial);
        assert!(began.elapsed() < PATIENCE);
    }
}

/// More libraries that do not come back than can be tried while a start waits.
#[cfg(feature = "long-tests")]
#[test]
fn a_server_starts_beside_libraries_that_do_not_come_back_and_tries_the_rest_later() {
    use plyd_tests::{Daemon, fixture, has_program};
    use std::fs;
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;

    /// For each processor, as many are tried at once: they take longer than a start waits, which is 18 s.
    const SLEEPING: usize = 30;

    if !has_program("cc", "a library in C") {
        return;
    }
    let libraries = Constructors::new(&[]);
    let source = libraries.folder.path().join("sleep.c");
    let code = "unsigned sleep(unsigned);\n__attribute__((constructor)) static void hang(void) { sleep(1000); }\n";
    fs::write(&source, code).expect("the folder can be written");
    let compiled = libraries.folder.path().join("sleep");
    let status = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&compiled, &source]).status();
    assert!(status.is_ok_and(|status| status.success()));
    let content = fs::read(&compiled).expect("it was compiled");
    let at_once = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 8);
    for number in 0..SLEEPING * at_once {
        let content = [&content[..], &number.to_le_bytes()].concat();
        fs::write(libraries.folder.library(&format!("a{number}")), content).expect("the folder can be written");
    }
    fs::copy(fixture("heap"), libraries.folder.library("z")).expect("the folder can be written");
    let mut command = libraries.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    command.env("PLYD_PLUGINS_LOAD_TIMEOUT", "1");
    let began = Instant::now();
    let daemon = Daemon::spawn(command);
    assert!(began.elapsed() < Duration::from_secs(27), "{:?}", began.elapsed());
    let mut client = daemon.client();
    let first = client.ask("games").join("\n");
    assert!(first.contains("has not been tried yet") && !first.contains("game heap "), "{first}");
    let deadline = Instant::now() + Duration::from_secs(300);
    while !client.ask("games").iter().any(|line| line.starts_with("game heap ")) {
        assert!(Instant::now() < deadline, "what was left is not tried");
        sleep(Duration::from_millis(200));
    }
    assert!(client.go("position startpos\ngo depth 9").iter().any(|line| line.starts_with("bestmove 1")));
}
