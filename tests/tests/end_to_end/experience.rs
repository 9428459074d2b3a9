//! The helping threads of a session stay with it until it forgets, and go to nobody else.

use plyd_tests::{Client, Daemon, Engine, PATIENCE, command, descendants, info_field};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

const START: &str = "position startpos";

fn server(settings: &[(&str, &str)]) -> Daemon {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "cfour"]);
    command.envs(settings.iter().copied());
    Daemon::spawn(command)
}

/// The nodes of a search of this position.
fn nodes(client: &mut Client, position: &str) -> u64 {
    assert!(client.ask(position).is_empty());
    let lines = client.go("go depth 9");
    let mut counts = lines.iter().rev().filter_map(|line| info_field(line, "nodes")?.parse().ok());
    counts.next().expect("an iteration tells its nodes")
}

/// The helping threads of a process and of those below it.
fn helpers(process: u32) -> usize {
    let below = descendants(process).expect("there is /proc").into_iter().map(|relative| relative.process);
    let all = [process].into_iter().chain(below);
    let tasks = all.filter_map(|process| fs::read_dir(format!("/proc/{process}/task")).ok()).flatten().flatten();
    let names = tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.starts_with("search ")).count()
}

/// Waits until there are this many helpers.
fn wait_for_helpers(process: u32, count: usize) {
    let deadline = Instant::now() + PATIENCE;
    while helpers(process) != count {
        assert!(Instant::now() < deadline, "{} threads instead of {count}", helpers(process));
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn helping_threads_wait_for_the_next_search_until_the_session_forgets_or_ends() {
    let daemon = server(&[]);
    let process = daemon.process.id();
    let mut client = daemon.client();
    assert!(client.ask("setoption name Threads value 3").is_empty());
    assert_eq!(helpers(process), 0);
    for _ in 0..3 {
        nodes(&mut client, START);
        assert_eq!(helpers(process), 2);
    }
    assert!(client.ask("ucinewgame").is_empty());
    wait_for_helpers(process, 0);
    nodes(&mut client, START);
    assert_eq!(helpers(process), 2);
    client.send("quit");
    wait_for_helpers(process, 0);
}

#[test]
fn the_helping_threads_of_an_idle_session_end() {
    let daemon = server(&[("PLYD_SEARCH_IDLE_TABLE_SECONDS", "1")]);
    let mut client = daemon.client();
    assert!(client.ask("setoption name Threads value 3").is_empty());
    for _ in 0..2 {
        nodes(&mut client, START);
        wait_for_helpers(daemon.process.id(), 0);
    }
}

#[test]
fn no_more_threads_wait_than_may_search() {
    // Libraries in processes of their own have threads of their own.
    let daemon = server(&[("PLYD_SEARCH_TOTAL_THREADS", "3"), ("PLYD_PLUGINS_ISOLATION", "none")]);
    let mut clients: Vec<_> = (0..3).map(|_| daemon.client()).collect();
    for client in &mut clients {
        assert!(client.ask("setoption name Threads value 3").is_empty());
        nodes(client, START);
        wait_for_helpers(daemon.process.id(), 2);
    }
}

#[test]
fn a_search_whose_threads_cannot_be_started_goes_on_with_those_it_has() {
    let mut command = command(&["--game", "cfour"]);
    command.env("PLYD_PLUGINS_ISOLATION", "none");
    let mut engine = Engine::spawn(command);
    // All that one thread needs is there before the limit.
    nodes(&mut engine, START);
    assert!(engine.ask("setoption name Threads value 4").is_empty());
    let process = engine.process.id();
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let kib = status.lines().find_map(|line| line.strip_prefix("VmSize:")?.trim().strip_suffix(" kB")?.parse().ok());
    let used: u64 = kib.expect("the system tells its size");
    let limit = |current| {
        let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
        let all = getrlimit(Resource::As);
        prlimit(pid, Resource::As, Rlimit { current, ..all }).expect("the limit of a child can be changed");
    };
    // Room for two stacks and a half.
    limit(Some((used << 10) + (160 << 20)));
    let lines = engine.go("go depth 9");
    let few = |count: usize| format!("info string the system could start only {count} threads for the search");
    assert!((1..4).any(|count| lines.contains(&few(count))), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    limit(getrlimit(Resource::As).current);
    let lines = engine.go("go depth 9");
    assert!(lines.iter().all(|line| !line.contains("threads")), "{lines:?}");
    assert_eq!(helpers(process), 3);
}
