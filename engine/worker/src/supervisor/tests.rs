//! Supervisors of shell scripts.

use super::member::GrantedMemory;
use super::*;
use crate::Role;
use std::io::Read;
use std::path::Path;
use std::thread::sleep;

const PATIENCE: Duration = Duration::from_secs(20);

fn supervisor(script: &str) -> Supervisor {
    Supervisor::of_any("sh".into(), ["-c", script].map(OsString::from).to_vec()).unwrap()
}

fn start(script: &str) -> StartedProcess {
    supervisor(script).start(StartOptions::default()).unwrap()
}

/// How a child has ended.
fn end_of(child: &ChildProcess, patience: Duration) -> ProcessEnd {
    child.finish(patience).blocking_recv().unwrap()
}

/// Waits until this is true.
fn wait_until(holds: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain");
        sleep(Duration::from_millis(2));
    }
}

/// The numbers of processes in the first line of an output.
fn numbers(output: &mut UnixStream) -> Vec<String> {
    let (mut line, mut byte) = (Vec::new(), [0]);
    while output.read(&mut byte).unwrap() == 1 && byte != *b"\n" {
        line.push(byte[0]);
    }
    String::from_utf8(line).unwrap().split(' ').map(str::to_owned).collect()
}

fn is_gone(number: &str) -> bool {
    let state = std::fs::read_to_string(Path::new("/proc").join(number).join("stat"));
    !cfg!(target_os = "linux") || state.map_or(true, |state| state.contains(") Z "))
}

/// All that a child with this order prints.
fn printed(script: &str, order: &ChildOrder) -> String {
    let mut started = supervisor(script).start(StartOptions::of(order)).unwrap();
    let mut said = String::new();
    started.output.read_to_string(&mut said).unwrap();
    said
}

/// An order that the scripts do not read.
fn order() -> ChildOrder {
    ChildOrder::of_copy(Role::Session, PathBuf::new(), PathBuf::new(), plyd_host::ContentHash::of(b""))
}

#[test]
fn a_child_reads_and_writes_and_its_end_is_told() {
    let StartedProcess { child, mut input, mut output } = start("read word; echo \"$word $word\"; exit 3");
    input.write_all(b"once\n").unwrap();
    let mut said = String::new();
    output.read_to_string(&mut said).unwrap();
    assert_eq!(said, "once once\n");
    let ended = end_of(&child, PATIENCE);
    assert_eq!((ended.how().as_str(), ended.was_killed, ended.errors.as_str()), ("exit status: 3", false, ""));
    assert!(child.has_ended());
    // It was waited for, so no zombie is left, and its number may belong to another process.
    assert_eq!(end_of(&child, PATIENCE).status, None, "it is told once");
}

/// The reader of a pipe waits as long as a library in the child likes.
#[cfg(target_os = "linux")]
#[test]
fn a_child_has_no_pipes() {
    let script = "for stream in 0 1; do test -S /proc/self/fd/$stream && echo socket $stream; done";
    assert_eq!(printed(script, &order()), "socket 0\nsocket 1\n");
}

#[test]
fn some_of_what_a_process_writes_to_standard_error_is_kept() {
    let supervisor = supervisor("echo first >&2; yes x | head -c 100000 >&2; echo last >&2; exit 3");
    let kept = |errors| {
        let started = supervisor.start(StartOptions { errors, ..StartOptions::default() }).unwrap();
        let ended = end_of(&started.child, PATIENCE);
        assert_eq!(ended.how(), "exit status: 3");
        ended.errors
    };
    assert_eq!(kept(Errors::Nowhere), "");
    assert_eq!(kept(Errors::Beginning(9)), "first\nx\nx");
    assert_eq!(kept(Errors::Beginning(1 << 20)).len(), "first\n".len() + 100_000 + "last".len());
}

/// A library opens it by name, which it cannot do with a socket.
#[test]
fn a_process_can_write_its_errors_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors");
    let start = StartOptions { errors: Errors::Into(File::create(&path).unwrap()), ..StartOptions::default() };
    let ended = end_of(&supervisor("echo complained >/dev/stderr").start(start).unwrap().child, PATIENCE);
    assert_eq!((ended.how().as_str(), ended.errors.as_str()), ("exit status: 0", ""));
    assert_eq!(std::fs::read_to_string(path).unwrap(), "complained\n");
}

/// It would be waited for as long as it likes.
#[test]
fn a_process_that_is_left_with_standard_error_delays_no_end() {
    let script = "echo said >&2; setsid sh -c 'while echo more; do :; done' >&2 2>/dev/null & exit 4";
    let started =
        supervisor(script).start(StartOptions { errors: Errors::Beginning(100), ..StartOptions::default() }).unwrap();
    let began = Instant::now();
    assert_eq!(end_of(&started.child, PATIENCE).how(), "exit status: 4");
    assert!(began.elapsed() < PATIENCE);
}

#[test]
fn a_child_that_does_not_end_is_killed_with_its_group() {
    let StartedProcess { child, input: _input, mut output } = start("sleep 1000 & echo $!; wait");
    let grandchild = numbers(&mut output).remove(0);
    assert!(!child.has_ended());
    let ended = end_of(&child, Duration::from_millis(20));
    assert_eq!((ended.how().as_str(), ended.was_killed), ("signal: 9 (SIGKILL)", true));
    assert!(child.has_ended());
    wait_until(|| is_gone(&grandchild));
}

#[test]
fn nothing_is_left_of_a_dropped_child_and_its_group() {
    let StartedProcess { child, input: _input, mut output } = start("sleep 1000 & echo $$ $!; wait");
    let numbers = numbers(&mut output);
    let [own, grandchild] = &numbers[..] else { panic!("{numbers:?}") };
    // It was the last that its supervisor was needed for.
    drop(child);
    wait_until(|| is_gone(grandchild));
    // The child is waited for too, so that no zombie is left.
    wait_until(|| !Path::new("/proc").join(own).exists());
}

#[test]
fn a_child_outlives_those_who_could_start_others() {
    let supervisor = supervisor("read word; echo $word");
    let StartedProcess { child, mut input, mut output } = supervisor.start(StartOptions::default()).unwrap();
    drop(supervisor);
    input.write_all(b"word\n").unwrap();
    assert_eq!(numbers(&mut output), ["word"]);
    assert_eq!(end_of(&child, PATIENCE).how(), "exit status: 0");
}

#[test]
fn many_ends_are_told_each_to_whom_it_concerns() {
    let supervisor = supervisor("read code; exit $code");
    let mut all: Vec<StartedProcess> = (0..8).map(|_| supervisor.start(StartOptions::default()).unwrap()).collect();
    let ends: Vec<_> = all.iter().map(|started| started.child.finish(PATIENCE)).collect();
    for (code, started) in all.iter_mut().enumerate().rev() {
        writeln!(started.input, "{code}").unwrap();
    }
    for (code, end) in ends.into_iter().enumerate() {
        assert_eq!(end.blocking_recv().unwrap().how(), format!("exit status: {code}"));
    }
}

/// How many descriptors of this process refer to processes.
#[cfg(target_os = "linux")]
fn descriptors() -> usize {
    let all = std::fs::read_dir("/proc/self/fd").unwrap();
    let links = all.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
    links.filter(|link| link.to_string_lossy().contains("pidfd")).count()
}

/// Each session has a child, and this process may have few descriptors.
#[cfg(target_os = "linux")]
#[test]
fn only_a_child_whose_end_is_waited_for_has_a_descriptor() {
    let StartedProcess { child, input: _input, output: _output } = start("exec sleep 1000");
    if let Some(descriptor) = child.member.descriptor() {
        assert!(descriptors() > 0, "{descriptor:?} is not found");
    }
    // Other tests of this process wait for ends meanwhile, none of them for long.
    wait_until(|| descriptors() == 0);
    assert!(!child.has_ended());
}

#[test]
fn a_child_does_not_have_the_environment_of_its_parent() {
    let said = printed("exec env", &order());
    let names: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    // A shell sets these by itself.
    let of_shell = ["PWD", "OLDPWD", "SHLVL", "_"];
    let kept: Vec<String> =
        plyd_confine::environment().into_iter().filter_map(|(name, _)| name.into_string().ok()).collect();
    let is_kept = |name: &str| kept.iter().any(|kept| kept == name);
    assert!(names.iter().all(|name| is_kept(name) || of_shell.contains(name)), "{names:?}");
    assert!(std::env::vars_os().any(|(name, _)| !is_kept(&name.to_string_lossy())), "the tests have more");
}

/// A child that sleeps, and may have this much memory.
#[cfg(target_os = "linux")]
fn bounded(threads: u64, memory: Option<u64>) -> ChildProcess {
    let start = StartOptions { most: Some(ProcessLimits { threads, memory }), ..StartOptions::default() };
    supervisor("exec sleep 1000").start(start).unwrap().child
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_with_more_than_it_may_have_is_killed() {
    // Any process has one thread, and some memory.
    let crowd = end_of(&bounded(0, None), PATIENCE);
    assert_eq!(crowd.how(), "more than 0 threads");
    assert_eq!(crowd.status.map(|status| status.to_string()).as_deref(), Some("signal: 9 (SIGKILL)"));
    let heavy = end_of(&bounded(100, Some(1)), PATIENCE);
    assert_eq!(heavy.how(), "more than 0 MiB of memory, see plugins.memory");
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_may_have_what_it_was_granted() {
    let process = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
    let member = SupervisedProcess::new(process, Some(ProcessLimits { threads: 100, memory: Some(1) }), None);
    member.allow(1 << 40, Instant::now());
    member.count();
    assert!(member.exceeded().is_none() && !member.has_ended());
    // Long ago, so that it has had the time to give it back.
    member.allow(0, Instant::now() - PATIENCE);
    wait_until(|| {
        member.count();
        member.exceeded().is_some()
    });
    wait_until(|| member.has_ended());
    assert_eq!(member.reap().map(|status| status.to_string()).as_deref(), Some("signal: 9 (SIGKILL)"));
}

#[test]
fn what_was_granted_before_counts_for_a_while_and_no_longer() {
    let (start, second) = (Instant::now(), Duration::from_secs(1));
    let mut granted = GrantedMemory::new(start);
    assert_eq!(granted.most(start), 0);
    granted.change(4_096, start);
    granted.change(16, start + second);
    assert_eq!([1, 5, 6].map(|after| granted.most(start + second * after)), [4_096, 4_096, 16]);
    // To ask for less again and again keeps nothing.
    granted.change(1, start + second * 3);
    assert_eq!([3, 5, 6].map(|after| granted.most(start + second * after)), [4_096, 4_096, 1]);
    granted.change(8_192, start + second * 7);
    assert_eq!(granted.most(start + second * 7), 8_192);
}

#[test]
fn a_program_that_is_missing_is_told() {
    let supervisor = Supervisor::of_any("/there/is/no/such/program".into(), Vec::new()).unwrap();
    assert_eq!(supervisor.start(StartOptions::default()).unwrap_err().kind(), io::ErrorKind::NotFound);
}
